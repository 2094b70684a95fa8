import { type InvalidTitle, type PageRow, type PageSet, type Title, titleKey } from '@wikiquery/core';

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
  /** What a generator tells of the redirect. */
  readonly data: GeneratorData | undefined;
}

type GeneratorData = Readonly<Record<string, unknown>>;

/** The pages of a request, with everything that does not exist under a negative id; `PageFinder` fills it. The ids and the order are MediaWiki's. */
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
  /** Titles that have a page in another variant of the language only: the title of that page. */
  readonly converted = new Map<string, string>();
  readonly interwiki = new Map<string, string>();
  readonly redirects: Redirect[] = [];
  readonly resolvesRedirects: boolean;
  /** A special page was followed to a page of whoever asks. */
  dependsOnReader = false;

  /** By namespace and title: to make one key of both takes longer than to look twice. */
  readonly #ids = new Map<number, Map<string, number>>();
  readonly #knownMissing = new Set<number>();
  readonly #generatorData = new Map<string, GeneratorData>();
  /** Of pages that were found through redirects: the first place of those among the generator's pages. */
  readonly #redirectIndexes = new Map<string, number>();

  constructor(resolvesRedirects: boolean) {
    this.resolvesRedirects = resolvesRedirects;
  }

  /** Lists a title under an id, in one of the maps of such titles. */
  place<T extends Title>(id: number, title: T, where: Map<number, T>): void {
    where.set(id, title);
    this.nameId(title, id);
  }
  /** Tells the id of a title that is not listed itself, because it is a redirect. */
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

  get isEmpty(): boolean {
    return this.found.size + this.missing.size + this.special.size + this.invalid.size + this.missingIds.length === 0;
  }

  /** A title without a page that is known all the same. */
  markKnown(id: number): void {
    this.#knownMissing.add(id);
  }
  isKnown(id: number): boolean {
    return this.#knownMissing.has(id);
  }

  setGeneratorData({ namespace, dbkey }: Title, data: GeneratorData): void {
    this.#generatorData.set(titleKey(namespace, dbkey), data);
  }
  /** The target of a redirect stands where the first redirect to it does among the generator's pages. */
  inheritIndex(source: Title, target: Title): void {
    const index = this.generatorData(source)?.index;
    if (typeof index !== 'number') return;
    const key = titleKey(target.namespace, target.dbkey);
    this.#redirectIndexes.set(key, Math.min(index, this.#redirectIndexes.get(key) ?? index));
  }
  /** What the generator itself tells of a title. */
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

/** The pages of a request that names none. */
export const noPages = (resolvesRedirects: boolean): RequestPages => (resolvesRedirects ? NONE.followed : NONE.asTheyAre);

/** Nothing is to be told of the pages: none were named. */
export const isNone = (pages: RequestPages): boolean => pages === NONE.followed || pages === NONE.asTheyAre;
