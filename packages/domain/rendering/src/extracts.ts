import type { PageRow, Site, Title } from '@wikiquery/core';
import type { Messages } from '@wikiquery/messages';
import { pageLanguage } from '@wikiquery/pages';
import type { RenderCache } from '@wikiquery/render-cache';
import { loadMainTexts } from '@wikiquery/revisions';
import { isolatedTask } from '@wikiquery/tasks';
import { askedOf, placeOf } from '@wikiquery/wikitext';
import { LRUCache } from 'lru-cache';
import { pageContext, type RenderingEnv } from './context.ts';
import type { Extracted, ExtractForm, extract } from './extract-task.ts';
import { SharedReading } from './shared-reading.ts';
import { type FileState, fileStates, keyOf, SCRIPT_ERRORS, sourcesOf, type TextSources, titleOf } from './sources.ts';

const extractApart = isolatedTask<typeof extract>(import.meta.url, './extract-task', 'extract');

interface Kept {
  readonly text: string;
  readonly sources: TextSources;
  /** What there is of the files that it may show. */
  readonly files: ReadonlyMap<string, FileState>;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Characters of extracts that are kept for one wiki. */
const MOST_KEPT = 32 << 20;
const kept = new WeakMap<Site, LRUCache<string, Kept>>();

/** Texts and files that a kept extract may depend on: to look up more would take longer than it is worth. */
const MOST_SOURCES = 1000;

/** Bytes of texts of pages that are read together. */
const MOST_TOGETHER = 4 << 20;

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
  readonly form: ExtractForm;
  readonly messages?: Messages | undefined;
  /** Where they are kept beyond the memory. */
  readonly cache?: RenderCache | undefined;
}

/** What is to be kept. */
interface Made {
  readonly page: PageRow;
  readonly forms: readonly ExtractForm[];
  readonly extracted: Extracted;
  /** Milliseconds since 1970. */
  readonly began: number;
}

/**
 * The extracts of pages of wikitext, headings of plain ones with their marks; a page whose text is hidden has none. They are made apart from the
 * main thread, one after the other, and kept for as long as the page and all that it includes stay as they are. What they need is read for all pages at once.
 * Rejects as isolated tasks do.
 */
export class Extracts {
  readonly #env: RenderingEnv;
  readonly #options: ExtractOptions;
  readonly #fresh = new Map<number, string>();
  readonly #made: Made[] = [];
  #reading: SharedReading;
  /** Those that are to be made, and the texts of the next ones. */
  #waiting: readonly PageRow[] = [];
  #texts: ReadonlyMap<number, string> = new Map();

  private constructor(env: RenderingEnv, options: ExtractOptions) {
    this.#env = env;
    this.#options = options;
    this.#reading = new SharedReading(env, []);
  }

  /** Looks up what is kept of these pages. */
  static async of(pages: readonly PageRow[], env: RenderingEnv, options: ExtractOptions): Promise<Extracts> {
    const extracts = new Extracts(env, options);
    await extracts.#take(pages);
    return extracts;
  }

  /** Each of the pages once, in their order. */
  async next(page: PageRow): Promise<string> {
    const known = this.#fresh.get(page.id);
    if (known !== undefined) return known;
    const source = await this.#textOf(page);
    if (source === undefined) return '';
    const { site, request } = this.#env;
    const { isIntro, form, messages, cache } = this.#options;
    const context = await pageContext(this.#env, { title: page, revision: page.latest, language: pageLanguage(site, page), messages });
    const began = Date.now();
    // What costs is to expand templates: another form of the same costs little.
    const forms = [form, ...(cache?.ahead === true ? OTHER_FORMS[form] : [])];
    const task = { text: source, place: placeOf(context), isRedirect: page.isRedirect, isIntro, forms };
    const extracted = await extractApart(task, request, this.#reading.around(askedOf(context)));
    const { included, asked, consulted, limits } = extracted.notes;
    const isSmall = included.length + asked.length + extracted.files.length <= MOST_SOURCES;
    if (!consulted && isSmall && !limits.includes(SCRIPT_ERRORS)) this.#made.push({ page, forms, extracted, began });
    return extracted.texts[0] ?? '';
  }

  /** Keeps what was made. */
  async keep(): Promise<void> {
    const titles = this.#made.map(({ page, extracted: { notes } }) => [page, ...notes.included, ...notes.asked]);
    const sources = await this.#reading.sourcesOf([...new Map(titles.flat().map(title => [keyOf(title), title])).values()]);
    const files = await this.#reading.statesOf(this.#made.flatMap(({ extracted }) => extracted.files));
    for (const [at, { page, forms, extracted, began }] of this.#made.entries()) {
      const { texts, notes, files: names } = extracted;
      const found = {
        sources: new Map(titles[at]?.map(title => [keyOf(title), sources.get(keyOf(title)) ?? ''])),
        files: new Map(names.map(name => [name, files.get(name) ?? 'missing'])),
        until: notes.lasts === undefined ? Number.POSITIVE_INFINITY : began + notes.lasts * 1000,
      };
      for (const [i, form] of forms.entries()) {
        const key = this.#keyOf(page, form);
        const entry: Kept = { text: texts[i] ?? '', ...found };
        keptOf(this.#env.site).set(key, entry);
        // What holds for a minute alone is not worth it.
        if (notes.lasts === undefined) this.#options.cache?.keep(key, writeKept(entry));
      }
    }
    this.#made.length = 0;
  }

  async #take(pages: readonly PageRow[]): Promise<void> {
    const cache = keptOf(this.#env.site);
    const inMemory = new Map(pages.map(page => [page, cache.get(this.#keyOf(page))]));
    const lacking = pages.filter(page => inMemory.get(page) === undefined).map(page => this.#keyOf(page));
    const onDisk = lacking.length > 0 ? this.#options.cache?.find(lacking) : undefined;
    const entries = pages.flatMap(page => {
      const entry = inMemory.get(page) ?? readKept(onDisk?.get(this.#keyOf(page)));
      return entry && entry.until > Date.now() ? [[page, entry] as const] : [];
    });
    const titles = new Map<string, Title>();
    for (const [, { sources }] of entries) for (const key of sources.keys()) titles.set(key, titleOf(key));
    const current = await sourcesOf(this.#env, [...titles.values()]);
    const states = await fileStates(this.#env, [...new Set(entries.flatMap(([, { files }]) => [...files.keys()]))]);
    for (const [page, entry] of entries) {
      const { text, sources, files } = entry;
      const isSame = [...sources].every(([key, revision]) => current.get(key) === revision);
      if (isSame && [...files].every(([name, state]) => states.get(name) === state)) {
        this.#fresh.set(page.id, text);
        if (!inMemory.get(page)) cache.set(this.#keyOf(page), entry);
      } else {
        // Text that was hidden since then does not stay there.
        cache.delete(this.#keyOf(page));
        this.#options.cache?.forget(this.#keyOf(page));
      }
    }
    this.#waiting = pages.filter(({ id }) => !this.#fresh.has(id));
    this.#reading = new SharedReading(this.#env, this.#waiting);
  }

  /** Undefined where it is hidden. */
  async #textOf(page: PageRow): Promise<string | undefined> {
    if (this.#waiting.includes(page)) {
      // Versions before texts: what changes in between is read again the next time.
      await this.#reading.sourcesOf(this.#waiting);
      const together = this.#waiting.slice(this.#waiting.indexOf(page));
      const next: PageRow[] = [];
      for (let size = 0; size < MOST_TOGETHER && next.length < together.length; ) {
        const more = together[next.length] as PageRow;
        size += more.length;
        next.push(more);
      }
      this.#waiting = together.slice(next.length);
      this.#texts = await loadMainTexts(this.#env.db, new Set(next.map(({ latest }) => latest)));
    }
    return this.#texts.get(page.latest);
  }

  #keyOf({ id, latest, touched }: PageRow, form = this.#options.form): string {
    return [id, latest, touched, this.#options.isIntro, form].join(':');
  }
}

const OTHER_FORMS: Readonly<Record<ExtractForm, readonly ExtractForm[]>> = { text: ['html'], html: ['text'] };

const writeKept = ({ text, sources, files }: Kept): string => JSON.stringify([text, [...sources], [...files]]);

function readKept(written: string | undefined): Kept | undefined {
  if (written === undefined) return undefined;
  const [text, sources, files] = JSON.parse(written) as [string, [string, string][], [string, FileState][]];
  return { text, sources: new Map(sources), files: new Map(files), until: Number.POSITIVE_INFINITY };
}
