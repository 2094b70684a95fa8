import { NS, type PageRow, type Title, titleKey } from '@wikiquery/core';
import { pagesByTitle } from '@wikiquery/pages';
import { type ContextFunctions, MODULE_NAMESPACE, type PageText } from '@wikiquery/wikitext';
import type { RenderingEnv } from './context.ts';
import { pageTexts } from './page-text.ts';
import { type FileState, fileStates, keyOf, sourcesOf, type TextSources } from './sources.ts';

/** Limits: number of links to read, number of characters to prefetch, and number of characters to cache. */
const MOST_LINKS = 2000;
const MAX_PREFETCHED = 4 << 20;
const MAX_CACHED = 8 << 20;
/** Estimated minimum size of a page, and estimated size of a redirect target. */
const LEAST = 200;
const REDIRECT = 80_000;

export type LookupHost = Pick<ContextFunctions, 'texts' | 'page'> & { files(names: readonly string[]): Promise<readonly FileState[]> };

/**
 * Shares the lookups of several pages. The first lookup prefetches everything that the link tables list for these pages. Results do not
 * depend on the link tables.
 */
export class SharedLookups {
  readonly #env: RenderingEnv;
  readonly #pages: readonly PageRow[];
  readonly #texts = new Map<string, string | undefined>();
  readonly #pageTexts = new Map<string, PageText | undefined>();
  readonly #states = new Map<string, FileState>();
  readonly #sources = new Map<string, string>();
  #room = MAX_CACHED;
  #templates: Promise<Prefetched> | undefined;
  #files: Promise<readonly string[]> | undefined;
  #hasReadTexts = false;
  #hasReadModules = false;

  constructor(env: RenderingEnv, pages: readonly PageRow[]) {
    this.#env = env;
    this.#pages = pages;
  }

  /** Returns the versions that texts had when they were first read, or the current versions of other texts. */
  async sourcesOf(titles: readonly Title[]): Promise<TextSources> {
    await this.#note(titles);
    return new Map(titles.map(title => [keyOf(title), this.#sources.get(keyOf(title)) ?? '']));
  }

  async statesOf(names: readonly string[]): Promise<ReadonlyMap<string, FileState>> {
    const unknown = names.filter(name => !this.#states.has(name));
    if (unknown.length > 0) {
      this.#files ??= this.#linkedFiles();
      const prefetched = await this.#files;
      for (const [name, state] of await fileStates(this.#env, [...new Set([...unknown, ...prefetched])])) this.#states.set(name, state);
    }
    return new Map(names.map(name => [name, this.#states.get(name) ?? 'missing']));
  }

  around(host: ContextFunctions): ContextFunctions & LookupHost {
    return {
      ...host,
      texts: titles => this.#textsOf(titles, host),
      page: page => (typeof page === 'number' ? host.page(page) : this.#pageOf(page)),
      files: async names => {
        const states = await this.statesOf(names);
        return names.map(name => states.get(name) ?? 'missing');
      },
    };
  }

  async #textsOf(titles: readonly Title[], host: ContextFunctions): Promise<readonly (string | undefined)[]> {
    const unknown = titles.filter(title => !this.#texts.has(keyOf(title)));
    const read = new Map<string, string | undefined>();
    if (unknown.length > 0) {
      const prefetched = this.#hasReadTexts ? [] : (await this.#expected()).templates;
      this.#hasReadTexts = true;
      const batch = distinct([...unknown, ...prefetched]);
      // Reads versions before texts, so that a change in between invalidates the extract.
      await this.#note(batch);
      const texts = await host.texts(batch);
      for (const [at, title] of batch.entries()) {
        read.set(keyOf(title), texts[at]);
        if (this.#reserve(texts[at])) this.#texts.set(keyOf(title), texts[at]);
      }
    }
    return titles.map(title => (read.has(keyOf(title)) ? read.get(keyOf(title)) : this.#texts.get(keyOf(title))));
  }

  async #pageOf(title: Title): Promise<PageText | undefined> {
    const key = keyOf(title);
    if (this.#pageTexts.has(key)) return this.#pageTexts.get(key);
    const prefetched = this.#hasReadModules ? [] : (await this.#expected()).modules;
    this.#hasReadModules = true;
    const batch = distinct([title, ...prefetched]);
    await this.#note(batch);
    const found = await pageTexts(this.#env, await pagesByTitle(this.#env.db, batch));
    const pages = new Map(found.map(page => [keyOf(page), page]));
    for (const each of batch) {
      const page = pages.get(keyOf(each));
      if (this.#reserve(page?.text)) this.#pageTexts.set(keyOf(each), page);
    }
    return pages.get(key);
  }

  #reserve(text = ''): boolean {
    if (text.length > this.#room) return false;
    this.#room -= text.length;
    return true;
  }

  async #note(titles: readonly Title[]): Promise<void> {
    const unknown = titles.filter(title => !this.#sources.has(keyOf(title)));
    for (const [key, version] of await sourcesOf(this.#env, unknown)) this.#sources.set(key, version);
  }

  #expected(): Promise<Prefetched> {
    this.#templates ??= this.#linkedTemplates();
    return this.#templates;
  }

  async #linkedTemplates(): Promise<Prefetched> {
    const rows = await this.#env.db
      .selectFrom('templatelinks')
      .innerJoin('linktarget', 'lt_id', 'tl_target_id')
      .leftJoin('page', join => join.onRef('page_namespace', '=', 'lt_namespace').onRef('page_title', '=', 'lt_title'))
      .select(['lt_namespace', 'lt_title', 'page_len', 'page_is_redirect'])
      .where('tl_from', 'in', this.#ids())
      .limit(MOST_LINKS)
      .execute();
    let room = MAX_PREFETCHED;
    const prefetched: Title[] = [];
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
      prefetched.push(title);
    }
    return {
      templates: prefetched.filter(({ namespace }) => namespace !== MODULE_NAMESPACE),
      modules: prefetched.filter(({ namespace }) => namespace === MODULE_NAMESPACE),
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

interface Prefetched {
  readonly templates: readonly Title[];
  readonly modules: readonly Title[];
}

export const distinct = (titles: readonly Title[]): Title[] => [...new Map(titles.map(title => [keyOf(title), title])).values()];
