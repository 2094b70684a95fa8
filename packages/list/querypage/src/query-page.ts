import { defineService, type Env, type Service, type Site } from '@wikiquery/core';
import { notListed, Param, type ParamType, type ServiceLookup } from '@wikiquery/core/host';
import type { SelectQueryBuilder } from 'kysely';

/** A report that MediaWiki shows as a special page. */
export interface QueryPage {
  /** Value of `qppage` and of the column `qc_type`. */
  readonly name: string;
  /** Right required to read the report. */
  readonly right?: string;
  /** Miser mode reads cached rows instead. */
  readonly expensive?: boolean;
  /** False if rows are never cached. Miser mode then disables the report. */
  readonly cacheable?: boolean;
  /** Whether values are timestamps. Cached rows store Unix seconds. */
  readonly timestamps?: boolean;
  /** Order of the cached rows. */
  readonly order: CacheOrder;
  /** MediaWiki extension that provides the report. */
  readonly extension?: string;
  /** Reads cached rows from a table other than `querycache`. */
  readonly kept?: QueryPage['rows'];
  /** Computes the rows of the window in a total order. */
  rows(env: Env, window: Window): Promise<readonly QueryPageRow[]>;
}

/**
 * Order by value, then by namespace and title. `wanted` has descending values and ascending titles; `stored` orders by descending value only.
 */
export type CacheOrder = 'ascending' | 'descending' | 'wanted' | 'stored';

export interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** `title` is in database form. Other columns are returned as `databaseResult`. */
export interface QueryPageRow {
  readonly namespace: number;
  readonly title: string;
  readonly value?: string | number | null;
  readonly [column: string]: string | number | null | undefined;
}

/** Runs a query within the window. */
export const inWindow = <DB, TB extends keyof DB, Row extends QueryPageRow>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { offset, limit }: Window,
): Promise<readonly Row[]> => query.limit(limit).offset(offset).execute() as Promise<Row[]>;

/** Service for query pages that a deployment adds or replaces. */
export const addedQueryPages: Service<readonly QueryPage[]> = defineService('queryPages');

/** Unknown extensions count as installed. */
const hasExtension = ({ extensions }: Site, { extension }: QueryPage): boolean =>
  extension === undefined || extensions === undefined || extensions.has(extension);

/** Parameter for the name of a built-in or added query page. */
export const queryPageParam = (pages: readonly QueryPage[]): Param<QueryPage> => {
  const offered = (site: Site, service?: ServiceLookup): ReadonlyMap<string, QueryPage> => {
    const useless = new Set(site.configuration.uselessQueryPages);
    const all = [...pages, ...(service?.(addedQueryPages) ?? [])];
    return new Map(all.filter(page => !useless.has(page.name) && hasExtension(site, page)).map(page => [page.name, page]));
  };
  const type: ParamType<QueryPage> = {
    name: 'enum',
    values: (site, service) => [...offered(site, service).keys()],
    read(text, { site, service, wireName }) {
      const known = offered(site, service);
      const page = known.get(text);
      if (!page) throw notListed(wireName, text, [...known.keys()]);
      return page;
    },
  };
  return new Param(type);
};
