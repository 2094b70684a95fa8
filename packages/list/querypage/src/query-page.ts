import { defineService, type Env, type Service, type Site } from '@wikiquery/core';
import { notListed, Param, type ParamType, type ServiceLookup } from '@wikiquery/core/host';
import type { SelectQueryBuilder } from 'kysely';

/** A report on the wiki: pages, files, titles that something is wanted or wrong with. MediaWiki has each as a special page. */
export interface QueryPage {
  /** As `qppage` and the column `qc_type` of the kept rows name it. */
  readonly name: string;
  /** The right that reading it takes. */
  readonly right?: string;
  /** In miser mode the rows that were kept are read instead. */
  readonly expensive?: boolean;
  /** False: its rows are never kept, so that miser mode disables it. */
  readonly cacheable?: boolean;
  /** The values are times: fourteen digits, and Unix seconds in the kept rows. */
  readonly timestamps?: boolean;
  /** How the kept rows come. */
  readonly order: KeptOrder;
  /** The extension of MediaWiki that has it. */
  readonly extension?: string;
  /** Reads the rows that were kept, where they are not in table `querycache`. */
  readonly kept?: QueryPage['rows'];
  /** Computes the rows in the window, in an order that no two rows share. */
  rows(env: Env, window: Window): Promise<readonly QueryPageRow[]>;
}

/**
 * By value, then by namespace and title: all `ascending` or all `descending`. `wanted` has the greatest value first and titles ascending,
 * `stored` the greatest value first and otherwise no order but that of the table.
 */
export type KeptOrder = 'ascending' | 'descending' | 'wanted' | 'stored';

export interface Window {
  /** Rows to skip. */
  readonly offset: number;
  readonly limit: number;
}

/** `title` is in database form. Columns besides these three are told as they are. */
export interface QueryPageRow {
  readonly namespace: number;
  readonly title: string;
  readonly value?: string | number | null;
  readonly [column: string]: string | number | null | undefined;
}

/** The rows of a statement that lie in the window. */
export const inWindow = <DB, TB extends keyof DB, Row extends QueryPageRow>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { offset, limit }: Window,
): Promise<readonly Row[]> => query.limit(limit).offset(offset).execute() as Promise<Row[]>;

/** Query pages that a deployment adds to MediaWiki's, or puts in the place of those with the same name. */
export const addedQueryPages: Service<readonly QueryPage[]> = defineService('queryPages');

/** What belongs to an extension is there where the wiki has it, or nobody told. */
const hasExtension = ({ extensions }: Site, { extension }: QueryPage): boolean =>
  extension === undefined || extensions === undefined || extensions.has(extension);

/** A parameter that takes the name of a query page: those given and those of the service. */
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
