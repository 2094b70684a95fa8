import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { parseJson } from '@wikiquery/client/fetch';
import { describeWiki, isSameWiki, joinNames, siteFileBeside, siteFileOf, type WikiName, whichWiki } from '@wikiquery/site';
import { type ImportOptions, SourceError } from './context.ts';
import type { Checkpoints } from './write/checkpoints.ts';

/** Names of the checkpoints that store the site configuration of the first dump, and the wiki that all dumps belong to. */
const DESCRIPTION = '#description';
const WIKI = '#wiki';

/** Site configuration of the imported wiki. It is stored in the database, and a file beside an SQLite database contains a copy. */
export class WikiDescription {
  readonly #checkpoints: Checkpoints;
  readonly #file: string | undefined;
  readonly #takesAny: boolean;
  #known: unknown;
  #wiki: WikiName;
  #isStored = false;
  #storedName = '';

  static async read(
    checkpoints: Checkpoints,
    file: string | undefined,
    { site, anyWiki = false }: ImportOptions,
  ): Promise<WikiDescription> {
    const stored = (await checkpoints.read<{ description: object }>(DESCRIPTION))?.description;
    const wiki = (await checkpoints.read<WikiName>(WIKI)) ?? whichWiki(stored);
    const beside = file === undefined ? undefined : await siteFileBeside(file, stored && wiki);
    const known = site ?? (beside === undefined ? stored : parseJson(await readFile(beside, 'utf8')));
    return new WikiDescription(checkpoints, file, anyWiki, known, wiki);
  }

  private constructor(checkpoints: Checkpoints, file: string | undefined, takesAny: boolean, known: unknown, wiki: WikiName) {
    [this.#checkpoints, this.#file, this.#takesAny, this.#known, this.#wiki] = [checkpoints, file, takesAny, known, wiki];
  }

  get known(): unknown {
    return this.#known;
  }

  /** Uses the site configuration of a source if none is known yet. Resolves to true if it is used. */
  async adopt(description: object): Promise<boolean> {
    await this.checkWiki(whichWiki(description));
    if (!this.#isStored && (await this.#checkpoints.read(DESCRIPTION)) === undefined) {
      await this.#checkpoints.write(DESCRIPTION, { description });
    }
    this.#isStored = true;
    if (this.#known !== undefined) return false;
    this.#known = description;
    const path = this.#file === undefined ? undefined : siteFileOf(this.#file);
    if (path !== undefined && !existsSync(path)) await save(path, description);
    return true;
  }

  /** Replaces the site configuration by that of the live wiki. Resolves to true if it has changed. */
  async replace(description: object): Promise<boolean> {
    await this.checkWiki(whichWiki(description));
    await this.#checkpoints.write(DESCRIPTION, { description });
    const isOther = JSON.stringify(this.#known) !== JSON.stringify(description);
    this.#known = description;
    if (this.#file !== undefined && isOther) await save(siteFileOf(this.#file), description);
    return isOther;
  }

  /** Rejects with a `SourceError` if a source belongs to a different wiki than earlier sources. */
  async checkWiki(wiki: WikiName): Promise<void> {
    if (!this.#takesAny && !isSameWiki(this.#wiki, wiki)) {
      throw new SourceError(
        `This is a dump of ${describeWiki(wiki)}, but the database holds ${describeWiki(this.#wiki)}. ` +
          'Import it into another database, or add --any-wiki if both are the same wiki.',
      );
    }
    this.#wiki = joinNames(this.#wiki, wiki);
    const name = JSON.stringify(this.#wiki);
    if (name === this.#storedName) return;
    await this.#checkpoints.write(WIKI, this.#wiki);
    this.#storedName = name;
  }
}

async function save(path: string, description: object): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(description, undefined, 1)}\n`);
  await rename(draft, path);
}
