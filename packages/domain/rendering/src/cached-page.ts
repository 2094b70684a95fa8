import { hash } from 'node:crypto';
import { NS, type Title } from '@wikiquery/core';
import { loadMessages, type Messages } from '@wikiquery/messages';
import type { RenderCache } from '@wikiquery/render-cache';
import type { RenderingEnv } from './context.ts';
import type { PageAsked, RenderedPage } from './page-task.ts';
import type { Toc } from './parse/headings.ts';
import { keyOf, ownSourcesOf, SCRIPT_ERRORS, sourcesOf, type TextSources, titleOf } from './sources.ts';

export interface CachedPageText {
  readonly text: string;
  /** Its content model. */
  readonly model: string;
  /** The page on which it stands. */
  readonly title: Title;
  readonly revision?: number | undefined;
  readonly language: string;
  readonly isRedirect: boolean;
  readonly messages?: Messages | undefined;
  readonly hasEditLinks: boolean;
  readonly toc: Toc;
  /** Where the HTML is kept: of the current text of a page, as far as everybody may see it. */
  readonly cache?: RenderCache | undefined;
}

/** What a page may depend on: to look up more would take longer than it is worth. */
const MOST_SOURCES = 1000;
const MOST_LINKS = 10_000;

/** A page, and what is to be asked again before it is given. */
interface Kept {
  /** Stands for the text and what else the page itself tells. */
  readonly of: string;
  /** Versions of texts as they are transcluded, and of pages that were read as they are. */
  readonly texts: readonly (readonly [key: string, version: string])[];
  readonly own: readonly (readonly [key: string, version: string])[];
  /** Titles that were looked up beside those that the page links. */
  readonly titles: readonly string[];
  readonly existing: readonly string[];
  readonly files: readonly string[];
  readonly messages: readonly (readonly [key: string, params: readonly string[]])[];
  /** Stands for what is there of links and files, and what the messages say. */
  readonly state: string;
  readonly page: RenderedPage;
}

/**
 * The HTML of a page, kept in a file. While it is made all that it asks for is written down; what else it asks for than can be asked again at once keeps it from
 * being kept.
 */
export class CachedPage {
  readonly #env: RenderingEnv;
  readonly #text: CachedPageText;
  readonly #cache: RenderCache;
  readonly #asked: PageAsked;
  readonly #key: string;
  readonly #of: string;

  constructor(env: RenderingEnv, text: CachedPageText & { readonly cache: RenderCache }, asked: PageAsked) {
    this.#env = env;
    this.#text = text;
    this.#cache = text.cache;
    this.#asked = asked;
    const { title, language, hasEditLinks, toc, model, revision, isRedirect } = text;
    // A newer text of the page takes the place of the one before, which may be hidden one day.
    this.#key = JSON.stringify(['html', keyOf(title), env.lang, language, hasEditLinks, toc]);
    this.#of = digest([text.text, model, revision, isRedirect]);
  }

  async rendered(render: (asked: PageAsked) => Promise<RenderedPage>): Promise<RenderedPage> {
    const written = this.#cache.find([this.#key]).get(this.#key);
    if (written !== undefined) {
      const kept = JSON.parse(written) as Kept;
      if (kept.of === this.#of && (await this.#isTrue(kept))) return kept.page;
      this.#cache.forget(this.#key);
    }
    const observed = new ObservedAsked(this.#env, this.#asked);
    const page = await render(observed.asked);
    this.#keep(page, observed);
    return page;
  }

  #keep(page: RenderedPage, observed: ObservedAsked): void {
    const { consulted, lasts, limits } = page.notes;
    if (consulted || limits.includes(SCRIPT_ERRORS) || lasts !== undefined || !this.#cache.takes(page.html.length)) return;
    const sources = observed.taken(page.links);
    if (sources) this.#cache.keep(this.#key, JSON.stringify({ of: this.#of, ...sources, page } satisfies Kept));
  }

  async #isTrue({ texts, own, titles, existing, files, messages, state, page }: Kept): Promise<boolean> {
    const env = this.#env;
    if (!isSame(texts, await sourcesOf(env, titlesOf(texts))) || !isSame(own, await ownSourcesOf(env, titlesOf(own)))) return false;
    const linked = [...titles, ...page.links.map(keyOf)];
    const pages = new Map(await this.#asked.pages([...new Set([...linked, ...existing])].map(titleOf)));
    const facts = files.length > 0 ? await this.#asked.files(files) : [];
    const names = [...new Set(messages.map(([name]) => name))];
    const say = names.length > 0 ? await loadMessages(env, names, { messages: this.#text.messages, language: env.lang }) : () => '';
    return (
      state ===
      stateOf({
        pages: linked.map(key => pages.get(key)),
        existing: existing.map(key => pages.has(key)),
        files: facts,
        messages: messages.map(([name, params]) => say(name, params)),
        missing: await this.#asked.missingTitle(),
      })
    );
  }
}

/** What is asked is answered, and written down with the answer. */
class ObservedAsked {
  readonly asked: PageAsked;
  readonly #env: RenderingEnv;
  readonly #texts = new Map<string, string>();
  readonly #own = new Map<string, string>();
  readonly #pages = new Map<string, boolean | undefined>();
  readonly #existing = new Map<string, boolean>();
  readonly #files = new Map<string, Awaited<ReturnType<PageAsked['files']>>[number]>();
  readonly #messages = new Map<string, string>();
  #missing = '';
  #isKeepable = true;

  constructor(env: RenderingEnv, asked: PageAsked) {
    this.#env = env;
    /** What cannot be asked again together with others. */
    const passing =
      <A extends unknown[], R>(ask: (...args: A) => R) =>
      (...args: A): R => {
        this.#isKeepable = false;
        return ask(...args);
      };
    this.asked = {
      site: asked.site,
      statistics: passing(asked.statistics),
      genderOf: passing(asked.genderOf),
      pageFacts: passing(asked.pageFacts),
      categorySize: passing(asked.categorySize),
      restriction: passing(asked.restriction),
      cascadingSources: passing(asked.cascadingSources),
      groupSize: passing(asked.groupSize),
      fileUrl: passing(asked.fileUrl),
      texts: async titles => {
        // What the software says where there is no page has no version.
        if (titles.some(({ namespace }) => namespace === NS.MEDIAWIKI)) this.#isKeepable = false;
        await this.#note(titles, this.#texts, sourcesOf);
        return asked.texts(titles);
      },
      page: async wanted => {
        if (typeof wanted === 'number') this.#isKeepable = false;
        else await this.#note([wanted], this.#own, ownSourcesOf);
        return asked.page(wanted);
      },
      exists: async title => {
        const exists = await asked.exists(title);
        // Of files it is told in another way.
        if (title.namespace < 0) this.#isKeepable = false;
        this.#answered(this.#existing, keyOf(title), exists);
        return exists;
      },
      pages: async titles => {
        const found = await asked.pages(titles);
        const redirects = new Map(found);
        for (const title of titles) this.#answered(this.#pages, keyOf(title), redirects.get(keyOf(title)));
        return found;
      },
      files: async names => {
        const facts = await asked.files(names);
        for (const [at, name] of names.entries()) this.#answered(this.#files, name, facts[at]);
        return facts;
      },
      missingTitle: async () => {
        this.#missing = await asked.missingTitle();
        return this.#missing;
      },
      message: async (name, params) => {
        const text = await asked.message(name, params);
        this.#answered(this.#messages, JSON.stringify([name, params]), text);
        return text;
      },
    };
  }

  /** Undefined where it cannot be told later whether all is as it was. */
  taken(links: readonly Title[]): Omit<Kept, 'of' | 'page'> | undefined {
    const linked = new Set(links.map(keyOf));
    if (!this.#isKeepable || [...linked].some(key => !this.#pages.has(key))) return undefined;
    if (this.#pages.size + this.#existing.size > MOST_LINKS) return undefined;
    if (this.#texts.size + this.#own.size + this.#files.size + this.#messages.size > MOST_SOURCES) return undefined;
    const titles = [...this.#pages.keys()].filter(key => !linked.has(key));
    return {
      texts: [...this.#texts],
      own: [...this.#own],
      titles,
      existing: [...this.#existing.keys()],
      files: [...this.#files.keys()],
      messages: Array.from(this.#messages.keys(), key => JSON.parse(key)),
      state: stateOf({
        pages: [...titles, ...links.map(keyOf)].map(key => this.#pages.get(key)),
        existing: [...this.#existing.values()],
        files: [...this.#files.values()],
        messages: [...this.#messages.values()],
        missing: this.#missing,
      }),
    };
  }

  /** Versions before texts: what changes in between is made again the next time. */
  async #note(titles: readonly Title[], versions: Map<string, string>, read: typeof sourcesOf): Promise<void> {
    const unknown = titles.filter(title => !versions.has(keyOf(title)));
    if (unknown.length === 0 || !this.#isKeepable) return;
    for (const [key, version] of await read(this.#env, unknown)) versions.set(key, version);
  }

  /** A page that was made while something changed is made of both. */
  #answered<V>(answers: Map<string, V>, key: string, answer: V): void {
    if (!answers.has(key)) answers.set(key, answer);
    else if (JSON.stringify(answers.get(key)) !== JSON.stringify(answer)) this.#isKeepable = false;
  }
}

interface State {
  /** Whether it is a redirect; undefined where there is none. */
  readonly pages: readonly (boolean | undefined)[];
  readonly existing: readonly boolean[];
  readonly files: readonly unknown[];
  readonly messages: readonly string[];
  /** The title of links to pages that are not there. */
  readonly missing: string;
}

const digest = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url');
const stateOf = ({ pages, existing, files, messages, missing }: State): string => digest([pages, existing, files, messages, missing]);
const titlesOf = (versions: readonly (readonly [key: string, version: string])[]): Title[] => versions.map(([key]) => titleOf(key));
const isSame = (kept: readonly (readonly [key: string, version: string])[], current: TextSources): boolean =>
  kept.every(([key, version]) => current.get(key) === version);
