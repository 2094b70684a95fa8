import type { SearchProfiles } from './cluster/address.ts';
import type { SearchCluster } from './cluster/cluster.ts';
import { ClusterRefusalError, ClusterUnavailableError } from './cluster/errors.ts';
import type { IndexSettings } from './query/wiki.ts';
import { StateStore } from './writer/state.ts';

/** Properties of an index that searches depend on. */
export interface IndexInfo {
  readonly settings: IndexSettings;
  /** Whether the index has completions of titles. */
  readonly hasCompletions: boolean;
  /** Highest id of a log entry when this project last updated the index; undefined for an index of CirrusSearch. */
  readonly entry: number | undefined;
}

/** Milliseconds for which information is used before it is read again. */
const FRESH = 15_000;
/** Milliseconds between two attempts while the index cannot be used. */
const PAUSE = 1000;
const TIMEOUT = 3000;

interface Property {
  readonly fields?: Readonly<Record<string, unknown>>;
}
type Mappings = Readonly<Record<string, { readonly mappings: { readonly properties?: Readonly<Record<string, Property>> } }>>;

/** Reads information about an index, and reads it again from time to time. */
export class IndexReader {
  readonly #cluster: SearchCluster;
  readonly #prefix: string;
  readonly #profiles: SearchProfiles;
  #read: Promise<IndexInfo> | undefined;
  #info: IndexInfo | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #problem: string | undefined;

  constructor(cluster: SearchCluster, prefix: string, profiles: SearchProfiles = {}) {
    [this.#cluster, this.#prefix, this.#profiles] = [cluster, prefix, profiles];
  }

  /** Reason why the index cannot be used; undefined while it can be used. */
  get problem(): string | undefined {
    // Without searches, nothing else would notice that the index can be used again.
    if (this.#problem !== undefined) this.info().catch(() => undefined);
    return this.#cluster.problem ?? this.#problem;
  }

  /** Returns the information. Rejects with a `ClusterUnavailableError` if the index cannot be used. */
  async info(): Promise<IndexInfo> {
    if (performance.now() - this.#readAt > FRESH) {
      this.#readAt = performance.now();
      this.#read = this.#load().then(
        info => {
          this.#problem = undefined;
          this.#info = info;
          return info;
        },
        (error: unknown) => {
          this.#problem = error instanceof Error ? error.message : String(error);
          this.#readAt += PAUSE - FRESH;
          throw error;
        },
      );
      this.#read.catch(() => undefined);
    }
    return this.#info && this.#problem === undefined ? this.#info : (this.#read as Promise<IndexInfo>);
  }

  async #load(): Promise<IndexInfo> {
    const [mappings, plugins, hasCompletions, hasFileIndex, state] = await Promise.all([
      this.#mappings(),
      this.#plugins(),
      this.#exists(`${this.#prefix}_titlesuggest`),
      this.#exists(`${this.#prefix}_file`),
      optional(() => new StateStore(this.#cluster, this.#prefix).read()),
    ]);
    const properties = Object.values(mappings)[0]?.mappings.properties ?? {};
    const isOwn = state?.current !== undefined;
    return {
      settings: {
        prefix: this.#prefix,
        hasFileIndex,
        fullText: 'query_string',
        ranking: isOwn ? 'popular_inclinks' : 'classic',
        hasRegex: plugins.some(name => /(?:^|-)extra$/.test(name)),
        hasHighlighter: plugins.some(name => /^(?:experimental|cirrus)-highlighter$/.test(name)),
        hasReverseSuggest: properties.suggest?.fields?.reverse !== undefined,
        hasWeightedTags: properties.weighted_tags !== undefined,
        ...this.#profiles,
      },
      hasCompletions,
      entry: state?.current?.positions.at(-1)?.entry,
    };
  }

  async #mappings(): Promise<Mappings> {
    const index = `${this.#prefix}_content`;
    try {
      return await this.#cluster.request<Mappings>({ method: 'GET', path: `/${encodeURIComponent(index)}/_mapping` }, { timeout: TIMEOUT });
    } catch (error) {
      if (!(error instanceof ClusterRefusalError)) throw error;
      const reason = error.status === 404 ? 'It does not exist.' : error.message;
      throw new ClusterUnavailableError(
        `The search index ${index} cannot be used. ${reason} Build it with "wikiquery index", or correct --search-index.`,
      );
    }
  }

  /** Returns the names of the engine's plugins; none if the account may not read them. */
  async #plugins(): Promise<string[]> {
    const query = { format: 'json', h: 'component' };
    const call = { method: 'GET', path: '/_cat/plugins', query } as const;
    const rows = await optional(() => this.#cluster.request<readonly { readonly component: string }[]>(call, { timeout: TIMEOUT }));
    return (rows ?? []).map(({ component }) => component);
  }

  async #exists(index: string): Promise<boolean> {
    const path = `/${encodeURIComponent(index)}`;
    return (await optional(() => this.#cluster.request<boolean>({ method: 'HEAD', path }, { timeout: TIMEOUT }))) === true;
  }
}

/** Returns undefined instead of what the cluster rejects. */
async function optional<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ClusterRefusalError) return undefined;
    throw error;
  }
}
