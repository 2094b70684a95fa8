import type { Title } from '@wikiquery/core';
import type { SearchCluster } from '../cluster/cluster.ts';
import { indexName } from './index-names.ts';

/** A page as the index contains it. */
export interface PageBefore extends Title {
  readonly id: number;
  readonly redirects: readonly Title[];
  /** Linked titles, as full page names in database form. */
  readonly outgoing: readonly string[];
}

interface Source {
  readonly page_id: number;
  readonly namespace: number;
  readonly title: string;
  readonly redirect?: readonly { readonly namespace: number; readonly title: string }[];
  readonly outgoing_link?: readonly string[];
}

/** Number of pages or titles in a request. */
const CHUNK = 500;
const MAX_FOUND = 10_000;
const FIELDS = ['page_id', 'namespace', 'title', 'redirect', 'outgoing_link'];

/** Reads the documents of pages, and of pages with the titles or with redirects of these titles. */
export async function indexedPages(
  cluster: SearchCluster,
  { prefix, build }: { readonly prefix: string; readonly build: string },
  { ids, titles }: { readonly ids: Iterable<number>; readonly titles: readonly Title[] },
): Promise<PageBefore[]> {
  const path = `/${(['content', 'general'] as const).map(kind => encodeURIComponent(indexName(prefix, kind, build))).join(',')}/_search`;
  const found = new Map<number, PageBefore>();
  const search = async (query: object): Promise<void> => {
    const body = { query, size: MAX_FOUND, _source: FIELDS };
    const response = await cluster.request<{ readonly hits: { readonly hits: readonly { readonly _source: Source }[] } }>(
      { method: 'POST', path, body },
      { timeout: 60_000 },
    );
    for (const { _source } of response.hits.hits) found.set(_source.page_id, toPage(_source));
  };
  for (const values of chunks([...ids].map(String))) await search({ ids: { values } });
  for (const values of chunks([...new Set(titles.map(({ dbkey }) => dbkey.replaceAll('_', ' ')))])) {
    const fields = ['title.keyword', 'redirect.title.keyword'];
    await search({ bool: { should: fields.map(field => ({ terms: { [field]: values } })) } });
  }
  return [...found.values()];
}

const toTitle = ({ namespace, title }: { readonly namespace: number; readonly title: string }): Title => ({
  namespace,
  dbkey: title.replaceAll(' ', '_'),
});

const toPage = (source: Source): PageBefore => ({
  ...toTitle(source),
  id: source.page_id,
  redirects: (source.redirect ?? []).map(toTitle),
  outgoing: source.outgoing_link ?? [],
});

function* chunks<T>(values: readonly T[]): Generator<T[]> {
  for (let at = 0; at < values.length; at += CHUNK) yield values.slice(at, at + CHUNK);
}
