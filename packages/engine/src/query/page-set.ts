import { type InvalidTitle, type PageRow, type PageSet, type Title, titleKey } from '@wikiquery/core';

export interface Normalized {
  readonly from: string;
  readonly to: string;
  /** The bytes as sent, one character per byte. Undefined if they were clean text. */
  readonly bytes?: string;
}

interface Redirect {
  readonly from: string;
  readonly to: string;
  readonly fragment: string;
  readonly interwiki: string;
  /** The data that the generator returned for the redirect. */
  readonly data: GeneratorData | undefined;
}

type GeneratorData = Readonly<Record<string, unknown>>;

/** The pages of a request, found by `PageFinder`. Titles without a page have negative ids. Ids and order match MediaWiki's. */
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
  /** Normalized titles by the text as sent. */
  readonly normalized = new Map<string, Normalized>();
  /** Titles of pages in another language variant, by the requested title. */
  readonly converted = new Map<string, string>();
  readonly interwiki = new Map<string, string>();
  readonly redirects: Redirect[] = [];
  readonly resolvesRedirects: boolean;
  /** Whether a special page such as `Special:MyPage` redirected to a page that depends on the user. */
  dependsOnReader = false;

  /** Ids by namespace, then by title. Two lookups are faster than joining both into one key. */
  readonly #ids = new Map<number, Map<string, number>>();
  readonly #knownMissing = new Set<number>();
  readonly #generatorData = new Map<string, GeneratorData>();
  /** Lowest generator index among the redirects to a title. */
  readonly #redirectIndexes = new Map<string, number>();

  constructor(resolvesRedirects: boolean) {
    this.resolvesRedirects = resolvesRedirects;
  }

  /** Adds a title to one of the maps under an id. */
  place<T extends Title>(id: number, title: T, where: Map<number, T>): void {
    where.set(id, title);
    this.nameId(title, id);
  }
  /** Maps a title to an id without listing the page, as for resolved redirects. */
  nameId({ namespace, dbkey }: Title, id: number): void {
    const ids = this.#ids.get(namespace);
    if (ids) ids.set(dbkey, id);
    else this.#ids.set(namespace, new Map([[dbkey, id]]));
  }
  idOf(namespace: number, dbkey: string): number | undefined {
    return this.#ids.get(namespace)?.get(dbkey);
  }

  titlesIn(namespace: number): ReadonlyMap<string, number> {
    const titles = new Map<string, number>();
    for (const [id, title] of [...this.missing, ...this.found]) if (title.namespace === namespace) titles.set(title.dbkey, id);
    return titles;
  }

  /** All pages that determine the page set, including redirects and titles without a page; undefined if other pages can. */
  get pages(): readonly Title[] | undefined {
    if (this.missingIds.length + this.missingRevisions.length + this.deletedRevisions.size + this.converted.size > 0) return undefined;
    return Array.from(this.#ids, ([namespace, ids]) => Array.from(ids.keys(), dbkey => ({ namespace, dbkey }))).flat();
  }

  get isEmpty(): boolean {
    return this.found.size + this.missing.size + this.special.size + this.invalid.size + this.missingIds.length === 0;
  }

  /** Marks a title without a page as known. MediaWiki does so for existing files and for messages. */
  markKnown(id: number): void {
    this.#knownMissing.add(id);
  }
  isKnown(id: number): boolean {
    return this.#knownMissing.has(id);
  }

  setGeneratorData({ namespace, dbkey }: Title, data: GeneratorData): void {
    this.#generatorData.set(titleKey(namespace, dbkey), data);
  }
  /** Gives the target of several redirects the lowest generator index among the redirects. */
  inheritIndex(source: Title, target: Title): void {
    const index = this.generatorData(source)?.index;
    if (typeof index !== 'number') return;
    const key = titleKey(target.namespace, target.dbkey);
    this.#redirectIndexes.set(key, Math.min(index, this.#redirectIndexes.get(key) ?? index));
  }
  /** Returns the generator's data for a title, without an index inherited from redirects. */
  ownGeneratorData({ namespace, dbkey }: Title): GeneratorData | undefined {
    return this.#generatorData.get(titleKey(namespace, dbkey));
  }
  get hasGeneratorData(): boolean {
    return this.#generatorData.size + this.#redirectIndexes.size > 0;
  }
  generatorData(title: Title): GeneratorData | undefined {
    const data = this.ownGeneratorData(title);
    const index = this.#redirectIndexes.get(titleKey(title.namespace, title.dbkey));
    return index === undefined ? data : { ...data, index: typeof data?.index === 'number' ? Math.min(data.index, index) : index };
  }
}

const NONE = { followed: new RequestPages(true), asTheyAre: new RequestPages(false) };

/** Returns the empty page set of a request that selects no pages. */
export const noPages = (resolvesRedirects: boolean): RequestPages => (resolvesRedirects ? NONE.followed : NONE.asTheyAre);

/** Whether the page set belongs to a request that selects no pages. */
export const isNone = (pages: RequestPages): boolean => pages === NONE.followed || pages === NONE.asTheyAre;
