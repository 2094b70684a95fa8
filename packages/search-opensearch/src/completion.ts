import { type Env, NS } from '@wikiquery/core';
import type { CompletionRequest, Hit } from '@wikiquery/search';
import type { CallLimits, SearchCluster } from './cluster/cluster.ts';
import type { IndexInfo } from './index-info.ts';
import { REDIRECT } from './writer/completions.ts';

/** A search for completions. The score of a match counts `discount` times. */
interface CompletionSearch {
  readonly field: 'suggest' | 'suggest-stop';
  readonly discount: number;
  /** Length of the texts for which it is used, in characters. */
  readonly shortest: number;
  readonly longest: number;
  /** Number of first letters without typing errors; undefined: no typing errors at all. */
  readonly exact?: number;
}

/** CirrusSearch's default profile `fuzzy`. */
const SEARCHES: readonly CompletionSearch[] = [
  { field: 'suggest', discount: 1, shortest: 0, longest: Number.POSITIVE_INFINITY },
  { field: 'suggest-stop', discount: 1e-3, shortest: 0, longest: Number.POSITIVE_INFINITY },
  { field: 'suggest', discount: 1e-6, shortest: 3, longest: 4, exact: 1 },
  { field: 'suggest-stop', discount: 1e-7, shortest: 3, longest: 4, exact: 2 },
  { field: 'suggest', discount: 1e-6, shortest: 5, longest: Number.POSITIVE_INFINITY, exact: 1 },
  { field: 'suggest-stop', discount: 1e-7, shortest: 5, longest: Number.POSITIVE_INFINITY, exact: 1 },
];

/** Texts with this number of characters may have two typing errors. */
const TWO_ERRORS = 6;
const LONGEST_INPUT = 50;
/** Maximum number of completions that the engine returns. */
const MAX_COMPLETIONS = 50;
const MAX_PREFIXED = 1000;

interface Option {
  readonly text: string;
  readonly _id: string;
  readonly _score: number;
  readonly _source: { readonly source_doc_id?: string; readonly target_title?: { readonly namespace: number } };
}
interface CompletionResponse {
  readonly suggest?: Readonly<Record<string, readonly { readonly options: readonly Option[] }[]>>;
}

/**
 * Completes the beginning of a title: in the main namespace with the completions of titles and redirects, which allow typing errors; otherwise
 * with the beginnings of titles and redirects.
 */
export async function completeTitles(
  env: Env,
  cluster: SearchCluster,
  info: IndexInfo,
  request: CompletionRequest,
  limits: CallLimits,
): Promise<readonly Hit[]> {
  const namespaces = request.namespaces.length > 0 ? request.namespaces : [NS.MAIN];
  const usesCompletions = info.hasCompletions && namespaces.every(namespace => namespace === NS.MAIN) && request.text !== '';
  const search = { ...request, namespaces };
  const hits = usesCompletions
    ? await byCompletions(env, cluster, info.settings.prefix, search, limits)
    : await byPrefix(env, cluster, info.settings.prefix, search, limits);
  return hits.slice(request.offset, request.offset + request.limit + 1);
}

async function byCompletions(
  env: Env,
  cluster: SearchCluster,
  prefix: string,
  { text, limit, offset }: CompletionRequest,
  limits: CallLimits,
): Promise<Hit[]> {
  const characters = Array.from(text);
  const typed = characters.slice(0, LONGEST_INPUT).join('');
  const size = Math.min(MAX_COMPLETIONS, limit + offset + 1) * 2;
  const used = SEARCHES.filter(({ shortest, longest }) => characters.length >= shortest && characters.length <= longest);
  const suggest = Object.fromEntries(
    used.map(({ field, exact }, at) => {
      const fuzziness = characters.length < TWO_ERRORS ? 1 : 2;
      const fuzzy = exact === undefined ? {} : { fuzzy: { fuzziness, prefix_length: exact, unicode_aware: true } };
      return [String(at), { prefix: typed, completion: { field, size, ...fuzzy } }];
    }),
  );
  const response = await cluster.request<CompletionResponse>(
    {
      method: 'POST',
      path: `/${encodeURIComponent(`${prefix}_titlesuggest`)}/_search`,
      query: { allow_partial_search_results: false },
      body: { _source: ['source_doc_id', 'target_title'], suggest },
    },
    limits,
  );
  const best = new Map<number, Found>();
  for (const [at, { discount }] of used.entries())
    for (const option of response.suggest?.[String(at)]?.[0]?.options ?? []) {
      const found = foundOf(option, discount);
      const known = best.get(found.page);
      if (!known || known.score < found.score) best.set(found.page, found);
    }
  return hitsOf(
    env,
    [...best.values()].sort((a, b) => b.score - a.score || a.page - b.page),
  );
}

interface Found {
  readonly page: number;
  readonly score: number;
  /** Title of a redirect to the page in the main namespace, with spaces. */
  readonly redirect: string | undefined;
}

function foundOf({ text, _id, _score, _source }: Option, discount: number): Found {
  const isRedirect = _id.endsWith(REDIRECT) || (_source.target_title?.namespace ?? NS.MAIN) !== NS.MAIN;
  // Every completion has a weight of at least 0, and the order of the searches counts even then.
  return {
    page: Number(_source.source_doc_id ?? _id.slice(0, -1)),
    score: discount * (_score + 1),
    redirect: isRedirect ? text : undefined,
  };
}

/** Converts completions to titles that exist now. */
async function hitsOf({ db, titles }: Env, found: readonly Found[]): Promise<Hit[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ page }) => page);
  const rows = await db
    .selectFrom('page')
    .select(['page_id', 'page_namespace', 'page_title', 'page_latest'])
    .where('page_id', 'in', ids)
    .execute();
  const pages = new Map(rows.map(row => [row.page_id, row]));
  return found.flatMap(({ page, redirect }): Hit[] => {
    const row = pages.get(page);
    if (!row) return [];
    if (redirect !== undefined) {
      const title = titles.make(NS.MAIN, redirect);
      // The caller looks up whether the redirect exists.
      return title ? [{ namespace: title.namespace, dbkey: title.dbkey }] : [];
    }
    return [{ namespace: row.page_namespace, dbkey: row.page_title, page: { id: row.page_id, latest: row.page_latest } }];
  });
}

interface PrefixResponse {
  readonly hits: {
    readonly hits: readonly { readonly _id: string; readonly matched_queries?: readonly string[]; readonly _source: PrefixSource }[];
  };
}
interface PrefixSource {
  readonly namespace: number;
  readonly title: string;
  readonly redirect?: readonly { readonly namespace: number; readonly title: string }[];
}

/** Finds titles and redirects that begin with a text, titles first, and then by incoming links. */
async function byPrefix(
  env: Env,
  cluster: SearchCluster,
  prefix: string,
  { text, namespaces, limit, offset }: CompletionRequest,
  limits: CallLimits,
): Promise<Hit[]> {
  const match = (field: string, boost: number) => ({ match: { [field]: { query: text, boost, operator: 'and' } } });
  const words =
    text === ''
      ? [{ match_all: {} }]
      : [match('title.prefix', 10), match('title.prefix_asciifolding', 7), match('redirect.title.prefix', 1)];
  const response = await cluster.request<PrefixResponse>(
    {
      method: 'POST',
      path: `/${encodeURIComponent(prefix)}/_search`,
      query: { allow_partial_search_results: false },
      body: {
        _source: ['namespace', 'title', 'redirect'],
        size: Math.min(MAX_PREFIXED, limit + offset + 1),
        query: {
          function_score: {
            query: { bool: { filter: [{ terms: { namespace: namespaces } }], must: [{ dis_max: { queries: words.map(constant) } }] } },
            functions: [{ field_value_factor: { field: 'incoming_links', modifier: 'log2p', missing: 0 } }],
          },
        },
      },
    },
    limits,
  );
  const found = response.hits.hits.map(({ _id, _source }) => ({ page: Number(_id.slice(_id.lastIndexOf('|') + 1)), _source }));
  if (found.length === 0) return [];
  const ids = found.map(({ page }) => page);
  const rows = await env.db
    .selectFrom('page')
    .select(['page_id', 'page_namespace', 'page_title', 'page_latest'])
    .where('page_id', 'in', ids)
    .execute();
  const pages = new Map(rows.map(row => [row.page_id, row]));
  return found.flatMap(({ page, _source }): Hit[] => {
    const row = pages.get(page);
    if (!row) return [];
    const redirect = startsWith(_source.title, text)
      ? undefined
      : _source.redirect?.find(each => namespaces.includes(each.namespace) && startsWith(each.title, text));
    if (redirect) return [{ namespace: redirect.namespace, dbkey: redirect.title.replaceAll(' ', '_') }];
    return [{ namespace: row.page_namespace, dbkey: row.page_title, page: { id: row.page_id, latest: row.page_latest } }];
  });
}

/** A match counts the same for all pages, so that incoming links decide. */
const constant = (query: object): object => {
  const boost = 'match' in query ? Object.values(query.match as Readonly<Record<string, { readonly boost: number }>>)[0]?.boost : 1;
  return { constant_score: { filter: query, boost } };
};

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/['’ʼ_-]/g, ' ')
    .toLowerCase();

const startsWith = (title: string, text: string): boolean => folded(title).startsWith(folded(text));
