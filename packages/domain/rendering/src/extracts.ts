import { type PageRow, type Site, type Title, titleKey } from '@wikiquery/core';
import { loadInChunks } from '@wikiquery/database';

import type { Messages } from '@wikiquery/messages';
import { pageLanguage } from '@wikiquery/pages';
import { currentPages, loadMainTexts } from '@wikiquery/revisions';
import { isolatedTask } from '@wikiquery/tasks';
import { isHidden } from '@wikiquery/visibility';
import { askedOf, placeOf } from '@wikiquery/wikitext';
import { LRUCache } from 'lru-cache';
import { pageContext, type RenderingEnv } from './context.ts';
import type { Extracted, extract, Files } from './extract-task.ts';
import { fileFacts } from './file-facts.ts';

const extractApart = isolatedTask<typeof extract>(import.meta.url, './extract-task', 'extract');

/** What an extract is made from, by `titleKey`: the revision that a page has, or had. */
type Sources = ReadonlyMap<string, string>;

interface Kept {
  readonly text: string;
  readonly sources: Sources;
  /** What there is of the files that it may show. */
  readonly files: ReadonlyMap<string, string>;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Characters of extracts that are kept for one wiki. */
const MOST_KEPT = 32 << 20;
const kept = new WeakMap<Site, LRUCache<string, Kept>>();

function keptOf(site: Site): LRUCache<string, Kept> {
  let cache = kept.get(site);
  if (!cache) {
    cache = new LRUCache<string, Kept>({
      maxSize: MOST_KEPT,
      sizeCalculation: ({ text, sources, files }) => text.length + (sources.size + files.size) * 50 + 200,
    });
    kept.set(site, cache);
  }
  return cache;
}

export interface ExtractOptions {
  /** Only what stands before the first heading. */
  readonly isIntro: boolean;
  /** Limited HTML instead of plain text. */
  readonly isHtml: boolean;
  readonly messages?: Messages | undefined;
}

/**
 * The extracts of pages of wikitext, headings of plain ones with their marks; a page whose text is hidden has none. They are made apart from the
 * main thread, one after the other, and kept for as long as the page and all that it includes stay as they are: that is looked up for all pages at once.
 * Rejects as isolated tasks do.
 */
export class Extracts {
  readonly #env: RenderingEnv;
  readonly #options: ExtractOptions;
  readonly #fresh = new Map<number, string>();

  constructor(env: RenderingEnv, options: ExtractOptions) {
    this.#env = env;
    this.#options = options;
  }

  /** Takes what is kept for these pages, so that it need not be looked up for each. */
  async expect(pages: readonly PageRow[]): Promise<void> {
    const cache = keptOf(this.#env.site);
    const entries = pages.flatMap(page => {
      const entry = cache.get(this.#keyOf(page));
      return entry && entry.until > Date.now() ? [[page, entry] as const] : [];
    });
    const titles = new Map<string, Title>();
    for (const [, { sources }] of entries) for (const key of sources.keys()) titles.set(key, titleOf(key));
    const current = titles.size > 0 ? await sourcesOf(this.#env, [...titles.values()]) : new Map<string, string>();
    const names = new Set(entries.flatMap(([, { files }]) => [...files.keys()]));
    const states = await statesOf(this.#env, [...names]);
    for (const [page, { text, sources, files }] of entries) {
      const isSame = [...sources].every(([key, revision]) => current.get(key) === revision);
      if (isSame && [...files].every(([name, state]) => states.get(name) === state)) this.#fresh.set(page.id, text);
    }
  }

  async of(page: PageRow): Promise<string> {
    const known = this.#fresh.get(page.id);
    if (known !== undefined) return known;
    const source = (await loadMainTexts(this.#env.db, new Set([page.latest]))).get(page.latest);
    if (source === undefined) return '';
    const { site, request } = this.#env;
    const language = pageLanguage(site, page);
    const context = await pageContext(this.#env, { title: page, revision: page.latest, language, messages: this.#options.messages });
    const began = Date.now();
    const asked = {
      ...askedOf(context),
      files: (names: readonly string[]) => existing(this.#env, names),
    };
    const task = {
      text: source,
      place: placeOf(context),
      isRedirect: page.isRedirect,
      isIntro: this.#options.isIntro,
      isHtml: this.#options.isHtml,
    };
    const extracted = await extractApart(task, request, asked);
    await this.#keep(page, extracted, began);
    return extracted.text;
  }

  async #keep(page: PageRow, { text, notes, files: names }: Extracted, began: number): Promise<void> {
    if (notes.consulted) return;
    const titles = [page, ...notes.included, ...notes.asked];
    const until = notes.lasts === undefined ? Number.POSITIVE_INFINITY : began + notes.lasts * 1000;
    const sources = await sourcesOf(this.#env, titles);
    const files = await statesOf(this.#env, names);
    keptOf(this.#env.site).set(this.#keyOf(page), { text, sources, files, until });
  }

  #keyOf({ id, latest, touched }: PageRow): string {
    return [id, latest, touched, this.#options.isIntro, this.#options.isHtml].join(':');
  }
}

const titleOf = (key: string): Title => {
  const colon = key.indexOf(':');
  return { namespace: Number(key.slice(0, colon)), dbkey: key.slice(colon + 1) };
};

/** The revisions that stand for these titles, and whether their texts may be read. */
async function sourcesOf({ db }: RenderingEnv, titles: readonly Title[]): Promise<Sources> {
  const pages = await currentPages(db, titles);
  const latest = new Set(Array.from(pages.values(), page => page.latest));
  const rows = await loadInChunks(latest, chunk =>
    db.selectFrom('revision').select(['rev_id', 'rev_deleted']).where('rev_id', 'in', chunk).execute(),
  );
  const hidden = new Set(rows.filter(row => isHidden(row.rev_deleted, 'text')).map(row => row.rev_id));
  return new Map(
    titles.map(({ namespace, dbkey }) => {
      const key = titleKey(namespace, dbkey);
      const page = pages.get(key);
      return [key, page === undefined ? '' : `${page.latest}${hidden.has(page.latest) ? ' hidden' : ''}`] as const;
    }),
  );
}

/** What there is of these files: a picture, something else, or nothing. */
async function statesOf(env: RenderingEnv, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { pictures, others } = names.length > 0 ? await existing(env, names) : { pictures: [], others: [] };
  const states = new Map(names.map(name => [name, 'missing']));
  for (const name of pictures) states.set(name, 'picture');
  for (const name of others) states.set(name, 'other');
  return states;
}

/** Which of these files there are, those that their pages redirect to included. */
async function existing(env: RenderingEnv, names: readonly string[]): Promise<Files> {
  const files = await fileFacts(env, names);
  const of = (isPicture: boolean): string[] => [...files].filter(([, file]) => file.isPicture === isPicture).map(([name]) => name);
  return { pictures: of(true), others: of(false) };
}
