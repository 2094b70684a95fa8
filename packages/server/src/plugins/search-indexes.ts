import type { Site } from '@wikiquery/core';
import type { WikiDatabase } from '@wikiquery/database';
import type { Messages } from '@wikiquery/messages';
import type { SearchBackend } from '@wikiquery/search';
import { schemeOf } from '../config/index-address.ts';
import type { MetricSet } from '../observability/metric-set.ts';
import { StartError } from '../start-error.ts';

/** Hooks of an extension for full-text indexes at addresses with schemes of its own, such as `engine://HOST/NAME` in `searchIndex`. */
export interface SearchIndexes {
  /** Schemes of the addresses, without `://`. */
  readonly schemes: readonly string[];
  /** Opens an index for searches. Resolves even if the index is unreachable. Rejects with a StartError if the address cannot work. */
  open(address: string, wiki: SearchableWiki): Promise<SearchBackend>;
  /** Creates or updates an index. Rejects with a StartError for problems that the operator can solve. */
  build(address: string, wiki: IndexedWiki): Promise<void>;
}

/** The wiki that an index is opened for. */
export interface SearchableWiki {
  readonly database: WikiDatabase;
  readonly site: Site;
  readonly messages: Messages;
  readonly metrics: MetricSet;
  /** Backend to use while the index cannot be used. */
  readonly fallback: SearchBackend;
}

/** The wiki that an index is built from. */
export interface IndexedWiki {
  readonly db: WikiDatabase['db'];
  readonly site: Site;
  readonly progress?: {
    begin(title: string, total: number): void;
    update(done: number, counts: Readonly<Record<string, number>>): void;
    end(): void;
    warn?(text: string): void;
  };
  /** Whether to compare all pages, instead of those that changed since the last run. */
  readonly full?: boolean | undefined;
  /** Pages that an update reads in addition, because revisions and log entries may not show that they changed. */
  readonly changed?: ReadonlySet<number> | undefined;
}

/** Returns the hooks for the index at a place; undefined for a file or a database. Throws a StartError if no extension supports the address. */
export function searchIndexesAt(
  extensions: readonly { readonly searchIndexes?: SearchIndexes }[],
  place: string | undefined,
): SearchIndexes | undefined {
  const scheme = place === undefined ? undefined : schemeOf(place);
  if (scheme === undefined || OWN_SCHEMES.has(scheme)) return undefined;
  const found = extensions.find(({ searchIndexes }) => searchIndexes?.schemes.includes(scheme))?.searchIndexes;
  if (found) return found;
  throw new StartError([
    `No installed package supports full-text indexes at ${scheme}://. Add one to the dependencies, or correct --search-index.`,
  ]);
}

/** Schemes of databases, whose indexes the server supports itself. */
const OWN_SCHEMES: ReadonlySet<string> = new Set(['mysql', 'mariadb', 'postgres', 'postgresql', 'sqlite']);
