import {
  ApiError,
  type Env,
  type InvalidTitle,
  isInvalid,
  message,
  type PageRow,
  type PageSet,
  type Pages,
  type ParsedTitle,
  type Title,
  titleKey,
} from '@wikiquery/core';
import { pagesById, pagesByTitle, redirectTargets, revisionPages } from '@wikiquery/pages';
import type { Known } from './known.ts';

/** What names the pages of a request. */
export interface PageSource {
  readonly titles?: ReadonlySet<string> | undefined;
  readonly pageids?: ReadonlySet<number> | undefined;
  readonly revids?: ReadonlySet<number> | undefined;
}

const SPECIAL = -1;

export interface PageSetOptions {
  readonly redirects: boolean;
  /** Give the URLs of interwiki titles. */
  readonly iwurl: boolean;
  readonly known: Known;
  /** Titles of the request that were not sent as clean text, and what they were read as. */
  readonly unclean: readonly Normalized[];
}

export interface Normalized {
  readonly from: string;
  readonly to: string;
  /** What was sent, one character a byte, where it is no clean text. */
  readonly bytes?: string;
}

interface Redirect {
  readonly from: string;
  readonly to: string;
  readonly fragment: string;
  readonly interwiki: string;
}

type GeneratorData = Readonly<Record<string, unknown>>;

/**
 * The pages of a request: titles normalised, redirects followed, everything that does not exist under a negative id. The rules,
 * the ids and the order are MediaWiki's.
 */
export class RequestPages implements PageSet {
  readonly found = new Map<number, PageRow>();
  readonly missing = new Map<number, Title>();
  readonly special = new Map<number, Title>();
  readonly followed: Title[] = [];
  readonly invalid = new Map<number, { title: string; reason: InvalidTitle }>();
  readonly missingIds: number[] = [];
  readonly missingRevisions: number[] = [];
  readonly revisions = new Map<number, number>();
  readonly deletedRevisions = new Map<number, number>();
  /** By what was typed. */
  readonly normalized = new Map<string, Normalized>();
  readonly interwiki = new Map<string, string>();
  readonly redirects: Redirect[] = [];
  readonly resolvesRedirects: boolean;
  /** A special page was followed to a page of whoever asks. */
  dependsOnReader = false;

  readonly #env: Env;
  readonly #options: PageSetOptions;
  readonly #ids = new Map<string, number>();
  readonly #generatorData = new Map<string, GeneratorData>();
  /** Of pages that were found through redirects: the first place of those among the generator's pages. */
  readonly #redirectIndexes = new Map<string, number>();
  readonly #knownMissing = new Set<number>();
  /** Redirects whose targets are not looked up yet: page id to title. */
  #pending = new Map<number, PageRow>();
  /** Special pages that redirect to a page: title to target. */
  #pendingSpecials = new Map<string, Title>();
  #nextFake = -1;

  constructor(env: Env, options: PageSetOptions, resolvesRedirects = options.redirects) {
    this.#env = env;
    this.#options = options;
    this.resolvesRedirects = resolvesRedirects;
    for (const unclean of options.unclean) this.normalized.set(`bytes ${unclean.bytes}`, unclean);
  }

  /** Reads the pages that a client named. */
  static async of(env: Env, source: PageSource, options: PageSetOptions): Promise<RequestPages> {
    const pages = new RequestPages(env, options, options.redirects && source.revids === undefined);
    if (options.redirects && source.revids !== undefined) env.warn(redirectsAndRevisions);
    if (source.titles) await pages.#addTexts(source.titles);
    else if (source.pageids) await pages.#addIds([...source.pageids]);
    else if (source.revids) await pages.#addRevisions([...source.revids]);
    await pages.#finish();
    return pages;
  }

  /** Reads the pages that a generator found. */
  static async generated(env: Env, refs: Pages['refs'], options: PageSetOptions): Promise<RequestPages> {
    const pages = new RequestPages(env, options);
    const titles: Title[] = [];
    const ids: number[] = [];
    const revisions: number[] = [];
    for (const ref of refs) {
      if ('row' in ref) pages.#addRow(ref.row);
      else if ('title' in ref) titles.push(ref.title);
      else if ('id' in ref) ids.push(ref.id);
      else revisions.push(ref.revision);
    }
    await pages.#addTitles(titles);
    await pages.#addIds(ids);
    await pages.#addRevisions(revisions);
    for (const ref of refs) {
      if (!ref.data) continue;
      const title = 'row' in ref ? ref.row : 'title' in ref ? ref.title : 'id' in ref ? pages.found.get(ref.id) : undefined;
      // A special page that is listed under another name goes without.
      if (title) pages.#generatorData.set(titleKey(title.namespace, title.dbkey), ref.data);
    }
    await pages.#finish();
    return pages;
  }

  idOf(namespace: number, dbkey: string): number | undefined {
    return this.#ids.get(titleKey(namespace, dbkey));
  }

  titlesIn(namespace: number): ReadonlyMap<string, number> {
    const titles = new Map<string, number>();
    for (const [id, title] of [...this.missing, ...this.found]) if (title.namespace === namespace) titles.set(title.dbkey, id);
    return titles;
  }

  get isEmpty(): boolean {
    return this.found.size + this.missing.size + this.special.size + this.invalid.size + this.missingIds.length === 0;
  }

  isKnown(id: number): boolean {
    return this.#knownMissing.has(id);
  }

  generatorData(title: Title): GeneratorData | undefined {
    const key = titleKey(title.namespace, title.dbkey);
    const data = this.#generatorData.get(key);
    const index = this.#redirectIndexes.get(key);
    return index === undefined ? data : { ...data, index: typeof data?.index === 'number' ? Math.min(data.index, index) : index };
  }

  /** Titles as typed: each is invalid, of another wiki, special, or a page to look up. */
  async #addTexts(texts: Iterable<string>): Promise<void> {
    const { titles } = this.#env;
    const parsed: [text: string, title: ParsedTitle][] = [];
    // Invalid ones are numbered before all others.
    for (const text of texts) {
      const title = titles.parse(text);
      if (isInvalid(title)) this.invalid.set(this.#nextFake--, { title: text, reason: title });
      else parsed.push([text, title]);
    }
    const pages: Title[] = [];
    for (const [text, title] of parsed) {
      const { namespace, dbkey, interwiki } = title;
      const fixed = interwiki === '' ? this.#named(title) : title;
      const normal = titles.text(fixed);
      if (interwiki !== '') this.interwiki.set(normal, interwiki);
      else if (namespace < 0) this.#addSpecial(fixed);
      else if (dbkey !== '') pages.push({ namespace, dbkey });
      if (normal !== text) this.normalized.set(text, { from: text, to: normal });
    }
    await this.#addTitles(pages);
  }

  /** Special pages are listed under the name that they have in the language of the wiki. */
  #named(title: Title): Title {
    if (title.namespace !== SPECIAL) return title;
    return { namespace: SPECIAL, dbkey: this.#options.known.specialName(title.dbkey) };
  }

  /** A special page has no row; one that only redirects to a page gives that page when redirects are followed. */
  #addSpecial(title: Title): void {
    const { titles, actor } = this.#env;
    if (this.idOf(title.namespace, title.dbkey) !== undefined) return;
    const target = this.resolvesRedirects ? this.#options.known.specialTarget(title, actor, titles) : undefined;
    if (target) this.#pendingSpecials.set(titles.text(title), target);
    else this.#place(this.#nextFake--, title, this.special);
  }

  async #addTitles(titles: readonly Title[]): Promise<void> {
    const wanted = new Map<string, Title>();
    for (const { namespace, dbkey } of titles) {
      const key = titleKey(namespace, dbkey);
      if (namespace < 0) this.#addSpecial(this.#named({ namespace, dbkey }));
      else if (!this.#ids.has(key)) wanted.set(key, { namespace, dbkey });
    }
    if (wanted.size === 0) return;
    // Missing titles take their ids by namespace, in the order in which the namespaces were first named, also by titles that exist.
    const namespaces = new Set(Array.from(wanted.values(), title => title.namespace));
    for (const row of await pagesByTitle(this.#env.db, [...wanted.values()])) {
      wanted.delete(titleKey(row.namespace, row.dbkey));
      this.#addRow(row);
    }
    const byNamespace = Map.groupBy(wanted.values(), title => title.namespace);
    for (const title of [...namespaces].flatMap(namespace => byNamespace.get(namespace) ?? [])) {
      this.#place(this.#nextFake--, title, this.missing);
    }
  }

  async #addIds(ids: readonly number[]): Promise<void> {
    const wanted = new Set(ids);
    if (wanted.size === 0) return;
    for (const row of await pagesById(this.#env.db, [...wanted])) {
      wanted.delete(row.id);
      this.#addRow(row);
    }
    this.missingIds.push(...wanted);
  }

  async #addRevisions(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const { live, deleted } = await revisionPages(this.#env.db, ids, this.#env.actor.can('deletedhistory'));
    const pageIds = new Set<number>();
    for (const [revision, page] of live) {
      this.revisions.set(revision, page);
      pageIds.add(page);
    }
    await this.#addIds([...pageIds]);
    await this.#addTitles([...deleted.values()]);
    for (const [revision, { namespace, dbkey }] of deleted) {
      const page = this.idOf(namespace, dbkey);
      if (page !== undefined) this.deletedRevisions.set(revision, page);
    }
    this.missingRevisions.push(...ids.filter(id => !live.has(id) && !deleted.has(id)));
  }

  #addRow(row: PageRow): void {
    if (this.resolvesRedirects && row.isRedirect) {
      this.#pending.set(row.id, row);
      this.followed.push(row);
      this.#ids.set(titleKey(row.namespace, row.dbkey), row.id);
    } else this.#place(row.id, row, this.found);
  }

  #place<T extends Title>(id: number, title: T, where: Map<number, T>): void {
    where.set(id, title);
    this.#ids.set(titleKey(title.namespace, title.dbkey), id);
  }

  async #finish(): Promise<void> {
    while (this.#pending.size > 0 || this.#pendingSpecials.size > 0) await this.#followRedirects();
    if (this.missing.size + this.special.size === 0) return;
    for (const id of await this.#options.known.withoutPage(this.#env, [...this.missing, ...this.special])) this.#knownMissing.add(id);
  }

  async #followRedirects(): Promise<void> {
    const { titles, db } = this.#env;
    const sources = this.#pending;
    this.#pending = new Map();
    const next: Title[] = [];
    const targets = sources.size === 0 ? [] : await redirectTargets(db, [...sources.keys()]);
    for (const target of targets) {
      const source = sources.get(target.from)!;
      const to = titles.text(target);
      this.redirects.push({ from: titles.text(source), to, fragment: target.fragment, interwiki: target.interwiki });
      if (target.interwiki !== '') this.interwiki.set(to, target.interwiki);
      else {
        this.#inheritIndex(source, target);
        next.push(target);
      }
      sources.delete(target.from);
    }
    // A redirect without a row in the redirect table is shown as it is.
    for (const row of sources.values()) this.#place(row.id, row, this.found);
    for (const [from, target] of this.#pendingSpecials) {
      this.dependsOnReader = true;
      this.redirects.push({ from, to: titles.text(target), fragment: '', interwiki: '' });
      next.push(target);
    }
    this.#pendingSpecials = new Map();
    await this.#addTitles(next);
  }

  #inheritIndex(source: Title, target: Title): void {
    const index = this.generatorData(source)?.index;
    if (typeof index !== 'number') return;
    const key = titleKey(target.namespace, target.dbkey);
    this.#redirectIndexes.set(key, Math.min(index, this.#redirectIndexes.get(key) ?? index));
  }

  redirectData(from: string): GeneratorData | undefined {
    const title = this.#env.titles.local(from);
    return title && this.#generatorData.get(titleKey(title.namespace, title.dbkey));
  }
}

const redirectsAndRevisions = message('redirectsandrevids', 'Redirects are not followed for pages that are named by revision ids.', {
  key: 'apiwarn-redirectsandrevids',
});

/** Two of `titles`, `pageids`, `revids` at once. */
export const multipleSources = (one: string, other: string): ApiError =>
  new ApiError(
    message('multisource', `"${one}" can not be used together with "${other}".`, {
      key: 'apierror-invalidparammix-cannotusewith',
      params: [one, other],
    }),
  );
