import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { parseJson } from '@wikiquery/client/fetch';
import { describeWiki, isSameWiki, joinNames, siteFileBeside, siteFileOf, type WikiName, whichWiki } from '@wikiquery/site';
import { type ImportOptions, SourceError } from './context.ts';
import type { Checkpoints } from './write/checkpoints.ts';

/** Checkpoints with what the first dump says of its wiki, and of which wiki all are. */
const DESCRIPTION = '#description';
const WIKI = '#wiki';

/** What is known of the wiki whose dumps a database takes. It lies in the database and, to be read by people and servers, beside an SQLite file. */
export class WikiDescription {
  readonly #checkpoints: Checkpoints;
  readonly #file: string | undefined;
  readonly #takesAny: boolean;
  #known: unknown;
  #wiki: WikiName;
  /** A description lies in the database. */
  #isKept = false;
  /** What of the name of the wiki lies in the database. */
  #kept = '';

  static async read(
    checkpoints: Checkpoints,
    file: string | undefined,
    { site, anyWiki = false }: ImportOptions,
  ): Promise<WikiDescription> {
    const told = (await checkpoints.read<{ description: object }>(DESCRIPTION))?.description;
    const wiki = (await checkpoints.read<WikiName>(WIKI)) ?? whichWiki(told);
    const beside = file === undefined ? undefined : await siteFileBeside(file, told && wiki);
    const known = site ?? (beside === undefined ? told : parseJson(await readFile(beside, 'utf8')));
    return new WikiDescription(checkpoints, file, anyWiki, known, wiki);
  }

  private constructor(checkpoints: Checkpoints, file: string | undefined, takesAny: boolean, known: unknown, wiki: WikiName) {
    [this.#checkpoints, this.#file, this.#takesAny, this.#known, this.#wiki] = [checkpoints, file, takesAny, known, wiki];
  }

  /** In the form of `meta=siteinfo`; undefined while nobody said anything. */
  get known(): unknown {
    return this.#known;
  }

  /** A dump describes its wiki: that counts when nothing was known. Returns whether it does. */
  async take(told: object): Promise<boolean> {
    await this.belong(whichWiki(told));
    if (!this.#isKept && (await this.#checkpoints.read(DESCRIPTION)) === undefined) {
      await this.#checkpoints.write(DESCRIPTION, { description: told });
    }
    this.#isKept = true;
    if (this.#known !== undefined) return false;
    this.#known = told;
    const path = this.#file === undefined ? undefined : siteFileOf(this.#file);
    if (path !== undefined && !existsSync(path)) await save(path, told);
    return true;
  }

  /** The wiki itself says how it is now: that counts from now on. Returns whether it is another than before. */
  async renew(told: object): Promise<boolean> {
    await this.belong(whichWiki(told));
    await this.#checkpoints.write(DESCRIPTION, { description: told });
    const isOther = JSON.stringify(this.#known) !== JSON.stringify(told);
    this.#known = told;
    if (this.#file !== undefined && isOther) await save(siteFileOf(this.#file), told);
    return isOther;
  }

  /** Rejects with a `SourceError` when a source is of another wiki than those before it. */
  async belong(wiki: WikiName): Promise<void> {
    if (!this.#takesAny && !isSameWiki(this.#wiki, wiki)) {
      throw new SourceError(
        `This is a dump of ${describeWiki(wiki)}, and the database has ${describeWiki(this.#wiki)}. ` +
          'Import it into another database, or with --any-wiki if both are the same wiki.',
      );
    }
    this.#wiki = joinNames(this.#wiki, wiki);
    const name = JSON.stringify(this.#wiki);
    if (name === this.#kept) return;
    await this.#checkpoints.write(WIKI, this.#wiki);
    this.#kept = name;
  }
}

/** Whole or not at all. */
async function save(path: string, description: object): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(description, undefined, 1)}\n`);
  await rename(draft, path);
}
