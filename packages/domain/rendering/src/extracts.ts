import type { PageRow, Title } from '@wikiquery/core';
import { perSite } from '@wikiquery/core/host';
import { loadOwnTables } from '@wikiquery/language-converters';
import type { Messages } from '@wikiquery/messages';
import { pageLanguage } from '@wikiquery/pages';
import type { RenderCache } from '@wikiquery/render-cache';
import { loadMainTexts } from '@wikiquery/revisions';
import { isolatedTask } from '@wikiquery/tasks';
import { contextDataOf, contextFunctionsOf } from '@wikiquery/wikitext';
import { LRUCache } from 'lru-cache';
import { pageContext, type RenderingEnv } from './context.ts';
import type { Extracted, ExtractForm, extract } from './extract-task.ts';
import { variantOf } from './pages.ts';
import { distinct, SharedLookups } from './shared-lookups.ts';
import { type FileState, fileStates, keyOf, SCRIPT_ERRORS, sourcesOf, type TextSources, titleOf } from './sources.ts';

const isolatedExtract = isolatedTask<typeof extract>(import.meta.url, './extract-task', 'extract');

interface CachedExtract {
  readonly text: string;
  readonly sources: TextSources;
  readonly files: ReadonlyMap<string, FileState>;
  /** Expiry in milliseconds since 1970. */
  readonly until: number;
}

/** Maximum size in characters of a wiki's cached extracts. */
const MAX_CACHED = 32 << 20;

/** Extracts with more dependencies are not cached, because checking them would take too long. */
const MOST_SOURCES = 1000;

const MOST_TOGETHER = 4 << 20;

const cacheOf = perSite(
  () =>
    new LRUCache<string, CachedExtract>({
      maxSize: MAX_CACHED,
      sizeCalculation: ({ text, sources, files }) => text.length + (sources.size + files.size) * 50 + 200,
    }),
);

/** Form, sources and cache of extracts. */
export interface ExtractOptions {
  /** Whether to extract only the text before the first heading. */
  readonly isIntro: boolean;
  readonly form: ExtractForm;
  readonly messages?: Messages | undefined;
  readonly cache?: RenderCache | undefined;
}

interface NewExtract {
  readonly page: PageRow;
  readonly forms: readonly ExtractForm[];
  readonly extracted: Extracted;
  /** Start of rendering in milliseconds since 1970. */
  readonly startedAt: number;
}

/**
 * Extracts of wikitext pages. Headings in plain-text extracts have markers. A suppressed text has an empty extract. Isolated tasks render
 * one extract after another, with shared lookups. Extracts stay cached until a dependency changes.
 */
export class Extracts {
  readonly #env: RenderingEnv;
  readonly #options: ExtractOptions;
  readonly #fresh = new Map<number, string>();
  readonly #added: NewExtract[] = [];
  #lookups: SharedLookups;
  /** Pages whose texts are not loaded yet, and the texts of the last batch of pages by revision. */
  #waiting: readonly PageRow[] = [];
  #texts: ReadonlyMap<number, string> = new Map();

  private constructor(env: RenderingEnv, options: ExtractOptions) {
    this.#env = env;
    this.#options = options;
    this.#lookups = new SharedLookups(env, []);
  }

  /** Looks up the cached extracts of pages. */
  static async of(pages: readonly PageRow[], env: RenderingEnv, options: ExtractOptions): Promise<Extracts> {
    const extracts = new Extracts(env, options);
    await extracts.#take(pages);
    return extracts;
  }

  /** Returns the extract of a page. Call it once for each page, in order. Rejects with the errors of isolated tasks. */
  async next(page: PageRow): Promise<string> {
    const known = this.#fresh.get(page.id);
    if (known !== undefined) return known;
    const source = await this.#textOf(page);
    if (source === undefined) return '';
    const { site, request } = this.#env;
    const { isIntro, form, messages, cache } = this.#options;
    const context = await pageContext(this.#env, { title: page, revision: page.latest, language: pageLanguage(site, page), messages });
    const startedAt = Date.now();
    // The expansion of templates is expensive, but another form of the same text is cheap.
    const forms = [form, ...(cache?.ahead === true ? OTHER_FORMS[form] : [])];
    const task = {
      text: source,
      context: contextDataOf(context),
      isRedirect: page.isRedirect,
      isIntro,
      forms,
      variant: this.#variantOf(page),
    };
    const host = { ...this.#lookups.around(contextFunctionsOf(context)), conversionTables: () => loadOwnTables(this.#env) };
    const extracted = await isolatedExtract(task, request, host);
    const { included, checked, consulted, limits } = extracted.notes;
    const isSmall = included.length + checked.length + extracted.files.length <= MOST_SOURCES;
    if (!consulted && isSmall && !limits.includes(SCRIPT_ERRORS)) this.#added.push({ page, forms, extracted, startedAt });
    return extracted.texts[0] ?? '';
  }

  /** Caches the extracts that `next` rendered. */
  async store(): Promise<void> {
    const titles = this.#added.map(({ page, extracted: { notes } }) => [page, ...notes.included, ...notes.checked]);
    const sources = await this.#lookups.sourcesOf(distinct(titles.flat()));
    const files = await this.#lookups.statesOf(this.#added.flatMap(({ extracted }) => extracted.files));
    for (const [at, { page, forms, extracted, startedAt }] of this.#added.entries()) {
      const { texts, notes, files: names } = extracted;
      const found = {
        sources: new Map(titles[at]?.map(title => [keyOf(title), sources.get(keyOf(title)) ?? ''])),
        files: new Map(names.map(name => [name, files.get(name) ?? 'missing'])),
        until: notes.lasts === undefined ? Number.POSITIVE_INFINITY : startedAt + notes.lasts * 1000,
      };
      for (const [i, form] of forms.entries()) {
        const key = this.#keyOf(page, form);
        const entry: CachedExtract = { text: texts[i] ?? '', ...found };
        cacheOf(this.#env.site).set(key, entry);
        // Extracts that expire are not worth storing in the file.
        if (notes.lasts === undefined) this.#options.cache?.keep(key, serialize(entry));
      }
    }
    this.#added.length = 0;
  }

  #variantOf(page: PageRow): string | undefined {
    return variantOf(this.#env, pageLanguage(this.#env.site, page));
  }

  async #take(pages: readonly PageRow[]): Promise<void> {
    const cache = cacheOf(this.#env.site);
    const inMemory = new Map(pages.map(page => [page, cache.get(this.#keyOf(page))]));
    const lacking = pages.filter(page => inMemory.get(page) === undefined).map(page => this.#keyOf(page));
    const onDisk = lacking.length > 0 ? this.#options.cache?.find(lacking) : undefined;
    const elsewhere = lacking.filter(key => !onDisk?.has(key));
    const shared = elsewhere.length > 0 ? await this.#options.cache?.findShared(elsewhere) : undefined;
    const entries = pages.flatMap(page => {
      const entry = inMemory.get(page) ?? deserialize(onDisk?.get(this.#keyOf(page)) ?? shared?.get(this.#keyOf(page)));
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
        // Removes text that may be suppressed by now.
        cache.delete(this.#keyOf(page));
        this.#options.cache?.forget(this.#keyOf(page));
      }
    }
    this.#waiting = pages.filter(({ id }) => !this.#fresh.has(id));
    this.#lookups = new SharedLookups(this.#env, this.#waiting);
  }

  async #textOf(page: PageRow): Promise<string | undefined> {
    if (this.#waiting.includes(page)) {
      // Reads versions before texts, so that a change in between invalidates the extract.
      await this.#lookups.sourcesOf(this.#waiting);
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

  #keyOf(page: PageRow, form = this.#options.form): string {
    const { id, latest, touched } = page;
    const variant = this.#variantOf(page);
    return [id, latest, touched, this.#options.isIntro, form, ...(variant === undefined ? [] : [variant])].join(':');
  }
}

const OTHER_FORMS: Readonly<Record<ExtractForm, readonly ExtractForm[]>> = { text: ['html'], html: ['text'] };

const serialize = ({ text, sources, files }: CachedExtract): string => JSON.stringify([text, [...sources], [...files]]);

function deserialize(written: string | undefined): CachedExtract | undefined {
  if (written === undefined) return undefined;
  const [text, sources, files] = JSON.parse(written) as [string, [string, string][], [string, FileState][]];
  return { text, sources: new Map(sources), files: new Map(files), until: Number.POSITIVE_INFINITY };
}
