import { defineService, type Env, type Service, type Site } from '@wikiquery/core';
import { notListed, Param, type ParamType, type ServiceLookup } from '@wikiquery/core/host';
import type { SelectQueryBuilder } from 'kysely';

/** A report that MediaWiki shows as a special page. */
export interface QueryPage {
  /** Name of the report: the value of `qppage` and of the column `qc_type`. */
  readonly name: string;
  /** Right required to read the report. */
  readonly right?: string;
  /** Whether the report is too expensive for miser mode, which then reads cached rows instead. */
  readonly expensive?: boolean;
  /** False if the rows are never cached. Miser mode then disables the report if it is expensive. */
  readonly cacheable?: boolean;
  /** Whether values are timestamps. In cached rows, they are Unix times in seconds. */
  readonly timestamps?: boolean;
  /** Order of the cached rows. */
  readonly order: CacheOrder;
  /** MediaWiki extension that provides the report. */
  readonly extension?: string;
  /** Reads cached rows from a table other than `querycache`. */
  readonly kept?: QueryPage['rows'];
  /** Computes the rows within the window. Their order must be total. */
  rows(env: Env, window: Window): Promise<readonly QueryPageRow[]>;
}

/**
 * Order of cached rows by value, then by namespace and title. `wanted` is by descending value and ascending title;
 * `stored` is by descending value only.
 */
export type CacheOrder = 'ascending' | 'descending' | 'wanted' | 'stored';

/** Range of rows to return. */
export interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** Row of a report. `title` is a database key. Columns that are not declared here are returned in `databaseResult`. */
export interface QueryPageRow {
  readonly namespace: number;
  readonly title: string;
  readonly value?: string | number | null;
  readonly [column: string]: string | number | null | undefined;
}

/** Executes a query for the rows within the window. */
export const inWindow = <DB, TB extends keyof DB, Row extends QueryPageRow>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { offset, limit }: Window,
): Promise<readonly Row[]> => query.limit(limit).offset(offset).execute() as Promise<Row[]>;

/** Service for query pages that a deployment adds or replaces. */
export const addedQueryPages: Service<readonly QueryPage[]> = defineService('queryPages');

/** If the site configuration has no list of extensions, all extensions count as installed. */
const hasExtension = ({ extensions }: Site, { extension }: QueryPage): boolean =>
  extension === undefined || extensions === undefined || extensions.has(extension);

/** Returns a parameter for the name of a query page in `pages` or of one that a deployment adds. */
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
