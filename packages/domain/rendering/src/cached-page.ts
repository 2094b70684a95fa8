import { hash } from 'node:crypto';
import { NS, type Title } from '@wikiquery/core';
import { loadMessages, type Messages } from '@wikiquery/messages';
import type { RenderCache } from '@wikiquery/render-cache';
import type { RenderingEnv } from './context.ts';
import type { PageHost, RenderedPage } from './page-task.ts';
import type { Toc } from './parse/headings.ts';
import { keyOf, ownSourcesOf, SCRIPT_ERRORS, sourcesOf, type TextSources, titleOf } from './sources.ts';

/** Text of a page, and options that its HTML depends on. */
export interface CachedPageText {
  readonly text: string;
  readonly model: string;
  readonly title: Title;
  readonly revision?: number | undefined;
  readonly language: string;
  readonly isRedirect: boolean;
  readonly messages?: Messages | undefined;
  readonly hasEditLinks: boolean;
  readonly toc: Toc;
  /** Cache for the HTML. Only the current, public text of a page may be cached. */
  readonly cache?: RenderCache | undefined;
  /** Variant of the content language that the page is converted to. */
  readonly variant?: string | undefined;
}

/** Pages with more dependencies are not cached, because checking them would take too long. */
const MOST_SOURCES = 1000;
const MOST_LINKS = 10_000;

/** A cached page and its dependencies, which are checked before use. */
interface CacheEntry {
  readonly of: string;
  /** Versions of transcluded texts. */
  readonly texts: readonly (readonly [key: string, version: string])[];
  /** Versions of pages that were read without following redirects. */
  readonly own: readonly (readonly [key: string, version: string])[];
  readonly titles: readonly string[];
  readonly existing: readonly string[];
  /** Users whose genders the titles of their pages depend on. */
  readonly genders: readonly string[];
  readonly files: readonly string[];
  readonly messages: readonly (readonly [key: string, params: readonly string[]])[];
  readonly state: string;
  readonly page: RenderedPage;
}

/**
 * Renders a page, or returns it from the cache file. Rendering records every lookup. Pages with lookups that are expensive to repeat are
 * not cached.
 */
export async function renderCached(
  env: RenderingEnv,
  page: CachedPageText & { readonly cache: RenderCache },
  host: PageHost,
  render: (host: PageHost) => Promise<RenderedPage>,
): Promise<RenderedPage> {
  const { cache, text, title, language, hasEditLinks, toc, model, revision, isRedirect, variant } = page;
  // The key excludes the revision, so that a newer text replaces the older one, which may be suppressed later.
  const key = JSON.stringify(['html', keyOf(title), env.lang, language, hasEditLinks, toc, ...(variant === undefined ? [] : [variant])]);
  const tables = variant === undefined ? undefined : (await host.conversionTables())?.state;
  const of = digest([text, model, revision, isRedirect, tables]);
  const stored = cache.find([key]).get(key) ?? (await cache.findShared([key]))?.get(key);
  if (stored !== undefined) {
    const entry = JSON.parse(stored) as CacheEntry;
    if (entry.of === of && (await isCurrent(entry, env, page.messages, host))) return entry.page;
    cache.forget(key);
  }
  const recording = new RecordingHost(env, host);
  const rendered = await render(recording.host);
  const { consulted, lasts, limits } = rendered.notes;
  if (consulted || limits.includes(SCRIPT_ERRORS) || lasts !== undefined || !cache.takes(rendered.html.length)) return rendered;
  const dependencies = recording.dependencies(rendered.links);
  if (dependencies) cache.keep(key, JSON.stringify({ of, ...dependencies, page: rendered } satisfies CacheEntry));
  return rendered;
}

async function isCurrent(
  { texts, own, titles, existing, genders, files, messages, state, page }: CacheEntry,
  env: RenderingEnv,
  source: Messages | undefined,
  host: PageHost,
): Promise<boolean> {
  if (!isSame(texts, await sourcesOf(env, titlesOf(texts))) || !isSame(own, await ownSourcesOf(env, titlesOf(own)))) return false;
  const linked = [...titles, ...page.links.map(keyOf)];
  const pages = new Map(await host.pages([...new Set([...linked, ...existing])].map(titleOf)));
  const chosenBy = genders.length > 0 ? new Map(await host.gendersOf(genders)) : new Map<string, string>();
  const chosen = genders.map(name => chosenBy.get(name) ?? '');
  const facts = files.length > 0 ? await host.files(files) : [];
  const names = [...new Set(messages.map(([name]) => name))];
  const message = names.length > 0 ? await loadMessages(env, names, { messages: source, language: env.lang }) : () => '';
  const messageTexts = messages.map(([name, params]) => message(name, params));
  const found = [
    linked.map(key => pages.get(key)),
    existing.map(key => pages.has(key)),
    chosen,
    facts,
    messageTexts,
    await host.missingTitle(),
  ];
  return state === digest(found);
}

class RecordingHost {
  readonly host: PageHost;
  readonly #env: RenderingEnv;
  readonly #texts = new Map<string, string>();
  readonly #own = new Map<string, string>();
  readonly #pages = new Map<string, boolean | undefined>();
  readonly #existing = new Map<string, boolean>();
  readonly #files = new Map<string, Awaited<ReturnType<PageHost['files']>>[number]>();
  readonly #messages = new Map<string, string>();
  readonly #genders = new Map<string, string | undefined>();
  #missing = '';
  #isCacheable = true;

  constructor(env: RenderingEnv, host: PageHost) {
    this.#env = env;
    /** Prevents caching of pages that use a lookup, because the lookup cannot be repeated in batches. */
    const uncacheable =
      <A extends unknown[], R>(call: (...args: A) => R) =>
      (...args: A): R => {
        this.#isCacheable = false;
        return call(...args);
      };
    this.host = {
      site: host.site,
      conversionTables: host.conversionTables,
      statistics: uncacheable(host.statistics),
      contentMessage: uncacheable(host.contentMessage),
      gendersOf: async names => {
        const found = await host.gendersOf(names);
        const genders = new Map(found);
        for (const name of names) this.#record(this.#genders, name, genders.get(name));
        return found;
      },
      genderOf: uncacheable(host.genderOf),
      pageFacts: uncacheable(host.pageFacts),
      categorySize: uncacheable(host.categorySize),
      restriction: uncacheable(host.restriction),
      cascadingSources: uncacheable(host.cascadingSources),
      groupSize: uncacheable(host.groupSize),
      fileUrl: uncacheable(host.fileUrl),
      texts: async titles => {
        // Default messages, which apply without a page, have no version.
        if (titles.some(({ namespace }) => namespace === NS.MEDIAWIKI)) this.#isCacheable = false;
        await this.#note(titles, this.#texts, sourcesOf);
        return host.texts(titles);
      },
      page: async page => {
        if (typeof page === 'number') this.#isCacheable = false;
        else await this.#note([page], this.#own, ownSourcesOf);
        return host.page(page);
      },
      exists: async title => {
        const exists = await host.exists(title);
        // `isCurrent` checks only the existence of pages, not of files.
        if (title.namespace < 0) this.#isCacheable = false;
        this.#record(this.#existing, keyOf(title), exists);
        return exists;
      },
      pages: async titles => {
        const found = await host.pages(titles);
        const redirects = new Map(found);
        for (const title of titles) this.#record(this.#pages, keyOf(title), redirects.get(keyOf(title)));
        return found;
      },
      files: async names => {
        const facts = await host.files(names);
        for (const [at, name] of names.entries()) this.#record(this.#files, name, facts[at]);
        return facts;
      },
      missingTitle: async () => {
        this.#missing = await host.missingTitle();
        return this.#missing;
      },
      message: async (name, params) => {
        const text = await host.message(name, params);
        this.#record(this.#messages, JSON.stringify([name, params]), text);
        return text;
      },
    };
  }

  /** Returns the dependencies, or undefined if they cannot be checked later. */
  dependencies(links: readonly Title[]): Omit<CacheEntry, 'of' | 'page'> | undefined {
    const linked = new Set(links.map(keyOf));
    if (!this.#isCacheable || [...linked].some(key => !this.#pages.has(key))) return undefined;
    if (this.#pages.size + this.#existing.size + this.#genders.size > MOST_LINKS) return undefined;
    if (this.#texts.size + this.#own.size + this.#files.size + this.#messages.size > MOST_SOURCES) return undefined;
    const titles = [...this.#pages.keys()].filter(key => !linked.has(key));
    return {
      texts: [...this.#texts],
      own: [...this.#own],
      titles,
      existing: [...this.#existing.keys()],
      genders: [...this.#genders.keys()],
      files: [...this.#files.keys()],
      messages: Array.from(this.#messages.keys(), key => JSON.parse(key)),
      // The order must be the same as in `isCurrent`.
      state: digest([
        [...titles, ...links.map(keyOf)].map(key => this.#pages.get(key)),
        [...this.#existing.values()],
        [...this.#genders.values()].map(gender => gender ?? ''),
        [...this.#files.values()],
        [...this.#messages.values()],
        this.#missing,
      ]),
    };
  }

  /** Reads versions before texts, so that a change in between invalidates the entry. */
  async #note(titles: readonly Title[], versions: Map<string, string>, read: typeof sourcesOf): Promise<void> {
    const unknown = titles.filter(title => !versions.has(keyOf(title)));
    if (unknown.length === 0 || !this.#isCacheable) return;
    for (const [key, version] of await read(this.#env, unknown)) versions.set(key, version);
  }

  /** Records the result of a lookup. A page that received two different results of the same lookup must not be cached. */
  #record<V>(results: Map<string, V>, key: string, result: V): void {
    if (!results.has(key)) results.set(key, result);
    else if (JSON.stringify(results.get(key)) !== JSON.stringify(result)) this.#isCacheable = false;
  }
}

const digest = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url');
const titlesOf = (versions: readonly (readonly [key: string, version: string])[]): Title[] => versions.map(([key]) => titleOf(key));
const isSame = (entry: readonly (readonly [key: string, version: string])[], current: TextSources): boolean =>
  entry.every(([key, version]) => current.get(key) === version);
