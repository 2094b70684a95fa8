import { NS, type PageRow, type Title, titleKey } from '@wikiquery/core';
import { pagesByTitle } from '@wikiquery/pages';
import type { ContextFunctions, PageText } from '@wikiquery/wikitext';
import type { RenderingEnv } from './context.ts';
import { pageTexts } from './page-text.ts';
import { type FileState, fileStates, keyOf, sourcesOf, type TextSources } from './sources.ts';

/** Links that are looked at, and characters of texts that are read ahead, and that are kept. */
const MOST_LINKS = 2000;
const MOST_AHEAD = 4 << 20;
const MOST_KEPT = 8 << 20;
/** What is read of a page whatever its length, and for a redirect, whose target may be long. */
const LEAST = 200;
const REDIRECT = 80_000;

const MODULE = 828;

/** What the wikitext of pages may ask for while it is expanded. */
export type ReadingAsked = Pick<ContextFunctions, 'texts' | 'page'> & { files(names: readonly string[]): Promise<readonly FileState[]> };

/**
 * What the texts of several pages ask for, each read once. The tables of links tell what that will be: whoever asks first has it read for all pages
 * together. They are not trusted beyond that.
 */
export class SharedReading {
  readonly #env: RenderingEnv;
  readonly #pages: readonly PageRow[];
  readonly #texts = new Map<string, string | undefined>();
  readonly #pageTexts = new Map<string, PageText | undefined>();
  readonly #states = new Map<string, FileState>();
  readonly #sources = new Map<string, string>();
  #room = MOST_KEPT;
  #templates: Promise<Ahead> | undefined;
  #files: Promise<readonly string[]> | undefined;
  #hasReadTexts = false;
  #hasReadModules = false;

  constructor(env: RenderingEnv, pages: readonly PageRow[]) {
    this.#env = env;
    this.#pages = pages;
  }

  /** The versions of texts that were read; of what is not known yet, those that it has now. */
  async sourcesOf(titles: readonly Title[]): Promise<TextSources> {
    await this.#note(titles);
    return new Map(titles.map(title => [keyOf(title), this.#sources.get(keyOf(title)) ?? '']));
  }

  async statesOf(names: readonly string[]): Promise<ReadonlyMap<string, FileState>> {
    const unknown = names.filter(name => !this.#states.has(name));
    if (unknown.length > 0) {
      this.#files ??= this.#linkedFiles();
      const ahead = await this.#files;
      for (const [name, state] of await fileStates(this.#env, [...new Set([...unknown, ...ahead])])) this.#states.set(name, state);
    }
    return new Map(names.map(name => [name, this.#states.get(name) ?? 'missing']));
  }

  /** The functions of a page, with what was read for all of them. */
  around(asked: ContextFunctions): ContextFunctions & ReadingAsked {
    return {
      ...asked,
      texts: titles => this.#textsOf(titles, asked),
      page: wanted => (typeof wanted === 'number' ? asked.page(wanted) : this.#pageOf(wanted)),
      files: async names => {
        const states = await this.statesOf(names);
        return names.map(name => states.get(name) ?? 'missing');
      },
    };
  }

  async #textsOf(titles: readonly Title[], asked: ContextFunctions): Promise<readonly (string | undefined)[]> {
    const unknown = titles.filter(title => !this.#texts.has(keyOf(title)));
    const read = new Map<string, string | undefined>();
    if (unknown.length > 0) {
      const ahead = this.#hasReadTexts ? [] : (await this.#expected()).templates;
      this.#hasReadTexts = true;
      const wanted = distinct([...unknown, ...ahead]);
      // Versions before texts: what changes in between is read again the next time.
      await this.#note(wanted);
      const texts = await asked.texts(wanted);
      for (const [at, title] of wanted.entries()) {
        read.set(keyOf(title), texts[at]);
        if (this.#hasRoomFor(texts[at])) this.#texts.set(keyOf(title), texts[at]);
      }
    }
    return titles.map(title => (read.has(keyOf(title)) ? read.get(keyOf(title)) : this.#texts.get(keyOf(title))));
  }

  async #pageOf(title: Title): Promise<PageText | undefined> {
    const key = keyOf(title);
    if (this.#pageTexts.has(key)) return this.#pageTexts.get(key);
    const ahead = this.#hasReadModules ? [] : (await this.#expected()).modules;
    this.#hasReadModules = true;
    const wanted = distinct([title, ...ahead]);
    await this.#note(wanted);
    const found = await pageTexts(this.#env, await pagesByTitle(this.#env.db, wanted));
    const pages = new Map(found.map(page => [keyOf(page), page]));
    for (const each of wanted) {
      const page = pages.get(keyOf(each));
      if (this.#hasRoomFor(page?.text)) this.#pageTexts.set(keyOf(each), page);
    }
    return pages.get(key);
  }

  #hasRoomFor(text = ''): boolean {
    this.#room -= text.length;
    if (this.#room < 0) this.#room += text.length;
    else return true;
    return false;
  }

  async #note(titles: readonly Title[]): Promise<void> {
    const unknown = titles.filter(title => !this.#sources.has(keyOf(title)));
    for (const [key, version] of await sourcesOf(this.#env, unknown)) this.#sources.set(key, version);
  }

  #expected(): Promise<Ahead> {
    this.#templates ??= this.#linkedTemplates();
    return this.#templates;
  }

  async #linkedTemplates(): Promise<Ahead> {
    const rows = await this.#env.db
      .selectFrom('templatelinks')
      .innerJoin('linktarget', 'lt_id', 'tl_target_id')
      .leftJoin('page', join => join.onRef('page_namespace', '=', 'lt_namespace').onRef('page_title', '=', 'lt_title'))
      .select(['lt_namespace', 'lt_title', 'page_len', 'page_is_redirect'])
      .where('tl_from', 'in', this.#ids())
      .limit(MOST_LINKS)
      .execute();
    let room = MOST_AHEAD;
    const ahead: Title[] = [];
    const weights = new Map(
      rows.map(row => [
        titleKey(row.lt_namespace, row.lt_title),
        [
          { namespace: row.lt_namespace, dbkey: row.lt_title },
          Math.max(row.page_len ?? 0, row.page_is_redirect === 1 ? REDIRECT : LEAST),
        ] as const,
      ]),
    );
    for (const [title, weight] of weights.values()) {
      if (weight > room) continue;
      room -= weight;
      ahead.push(title);
    }
    return {
      templates: ahead.filter(({ namespace }) => namespace !== MODULE),
      modules: ahead.filter(({ namespace }) => namespace === MODULE),
    };
  }

  async #linkedFiles(): Promise<readonly string[]> {
    const rows = await this.#env.db
      .selectFrom('imagelinks')
      .innerJoin('linktarget', 'lt_id', 'il_target_id')
      .select('lt_title')
      .where('il_from', 'in', this.#ids())
      .where('lt_namespace', '=', NS.FILE)
      .limit(MOST_LINKS)
      .execute();
    return rows.map(row => row.lt_title);
  }

  #ids(): number[] {
    return this.#pages.map(({ id }) => id);
  }
}

interface Ahead {
  readonly templates: readonly Title[];
  readonly modules: readonly Title[];
}

const distinct = (titles: readonly Title[]): Title[] => [...new Map(titles.map(title => [keyOf(title), title])).values()];
