import { ApiError, defineModule, f, message, Pages, p, type Query, Records } from '@wikiquery/core';
import { notListed, Param, type ServiceLookup } from '@wikiquery/core/host';
import { messages } from '@wikiquery/messages';
import { pagesOfHits, type SearchRequest, type SearchResults, searchBackend } from '@wikiquery/search';
import { canSeeAnythingHidden } from '@wikiquery/users';
import { nearMatch } from './near-match.ts';
import { beside, type FoundPage, found, foundPages, record, type SearchProp, toRecord } from './records.ts';

const INFO = ['totalhits', 'suggestion', 'rewrittenquery'] as const;
const PROPS = ['size', 'wordcount', 'timestamp', 'snippet'] as const;

const sortsOf = (service?: ServiceLookup): readonly string[] => service?.(searchBackend)?.sorts ?? ['relevance'];

/** Value of `srqiprofile` that leaves the choice to the backend. */
const AUTOMATIC = 'engine_autoselect';

const rankingsOf = (service?: ServiceLookup): readonly string[] => [...(service?.(searchBackend)?.rankings ?? []), AUTOMATIC];

/** Declares a parameter whose values the backend determines. */
const backendParam = (valuesOf: (service?: ServiceLookup) => readonly string[]) =>
  new Param<string>({
    name: 'enum',
    values: (_, service) => valuesOf(service),
    read(text, { wireName, service }) {
      if (!valuesOf(service).includes(text)) throw notListed(wireName, text, valuesOf(service));
      return text;
    },
  });

const params = {
  search: p.string().required().help('Search text. Its syntax depends on the search backend.'),
  namespace: p.namespace().multi().default([0]).help('Namespaces to search. A namespace prefix in the search text takes precedence.'),
  limit: p.limit().help('Number of pages to return.'),
  offset: p.int({ min: 0 }).default(0).help('Continue value of the previous response.'),
  qiprofile: backendParam(rankingsOf)
    .extension('CirrusSearch')
    .default(AUTOMATIC)
    .help('Ranking profile, if the search backend has several.'),
  what: p
    .enum(['title', 'text', 'nearmatch'])
    .help(
      'Search titles, texts, or a single page with a nearly equal title. Default: titles if the backend supports them, otherwise texts.',
    ),
  info: p
    .enum(INFO)
    .multi()
    .siteDefault(() => INFO)
    .help('Metadata of the search to return. Default: all; none as a generator.'),
  prop: record
    .param()
    .siteDefault(() => PROPS)
    .deprecatedValues('score', 'hasrelated')
    .help('Page properties to return. Default: size, word count, timestamp and snippet; none as a generator.'),
  interwiki: p.boolean().help('Include results from other wikis if the backend supports them.'),
  enablerewrites: p.boolean().help('Allow the backend to replace the query by a better one.'),
  sort: backendParam(sortsOf).default('relevance').help('Sort order of the results.'),
};
const services = { search: searchBackend, messages };

/** Searches page titles or texts, as MediaWiki's `list=search` does. */
export default defineModule({
  group: 'list',
  name: 'search',
  prefix: 'sr',
  summary: 'Search page titles or texts.',
  differences: ['Invalid queries cause the error `searchsyntax`. Only users who can see a revision-deleted text find it.'],
  // Users with the corresponding rights can search revision-deleted text.
  cache: (_, actor) => (canSeeAnythingHidden(actor) ? 'private' : 'public'),
  generator: true,
  params,
  element: 'p',
  returns: record,
  beside,
  generated: { ...found, index: f.int() },
  services,
  examples: {
    'list=search&srsearch=lighthouse': 'Pages with the word in their titles.',
    'list=search&srwhat=text&srsearch=lighthouse': 'Pages with the word in their texts.',
    'generator=search&gsrsearch=lighthouse&prop=info': 'Properties of the pages that match.',
  },

  async execute(q) {
    const { limit, offset } = q.params;
    const props = q.params.prop ?? new Set<SearchProp>(q.asGenerator ? [] : PROPS);
    const results = await find(q, props);
    const hits = await pagesOfHits(q, results.hits);
    const next = results.more ? { offset: offset + limit } : undefined;
    const info = infoOf(results, q.params.info ?? new Set(q.asGenerator ? [] : INFO));
    const found = foundPages(q, hits, props);
    const toData = (page: FoundPage) => toRecord(q, page, props, results.highlight);
    if (q.asGenerator) {
      const refs = [];
      for await (const page of found) refs.push({ title: page.hit, data: { ...(await toData(page)), index: offset + refs.length + 1 } });
      return new Pages(refs, next, undefined, info);
    }
    return new Records(entries(q, results, { info, found, toData }), next);
  },
});

type SearchQuery = Query<'list', typeof params, true, typeof services>;

interface EntryParts<Data> {
  readonly info: ReturnType<typeof infoOf>;
  readonly found: ReturnType<typeof foundPages>;
  readonly toData: (page: FoundPage) => Data;
}

async function* entries<Data>({ params }: SearchQuery, results: SearchResults, { info, found, toData }: EntryParts<Data>) {
  const { offset } = params;
  if (info) yield { fields: info, cursor: { offset } };
  for await (const page of found) yield { record: await toData(page), cursor: { offset: offset + page.index } };
  yield* foreignEntries(params, results);
}

async function find(q: SearchQuery, props: ReadonlySet<SearchProp>): Promise<SearchResults> {
  const { search: text, namespace, limit, offset, qiprofile, what, info, interwiki, enablerewrites, sort } = q.params;
  if (what === 'nearmatch') {
    const hit = await nearMatch(q, q.services.messages, text);
    return { hits: hit ? [hit] : [], more: false };
  }
  const total = info?.has('totalhits') ?? !q.asGenerator;
  const namespaces = [...namespace];
  const ranking = qiprofile === AUTOMATIC ? undefined : qiprofile;
  const request = {
    text,
    namespaces,
    limit,
    offset,
    sort,
    ranking,
    total,
    snippets: snippetsOf(props),
    interwiki,
    rewrite: enablerewrites,
  };
  const search = (where: 'title' | 'text') => q.services.search.search(q, { ...request, what: where });
  const results = (await search(what ?? 'title')) ?? (what === undefined ? await search('text') : undefined);
  if (!results) throw searchDisabled(what ?? 'text');
  return results;
}

const searchDisabled = (what: 'title' | 'text') =>
  new ApiError(
    message(`search-${what}-disabled`, `The search backend of this wiki cannot search ${what}s.`, {
      key: 'apierror-searchdisabled',
      params: [what],
    }),
  );

function snippetsOf(props: ReadonlySet<SearchProp>): SearchRequest['snippets'] {
  const any = (...names: SearchProp[]) => names.some(name => props.has(name));
  return new Set([
    ...(any('titlesnippet') ? (['title'] as const) : []),
    ...(any('redirectsnippet', 'redirecttitle') ? (['redirect'] as const) : []),
    ...(any('categorysnippet') ? (['category'] as const) : []),
    ...(any('sectionsnippet', 'sectiontitle') ? (['heading'] as const) : []),
  ]);
}

function infoOf({ total, suggestion, rewritten }: SearchResults, info: ReadonlySet<(typeof INFO)[number]>) {
  const searchinfo = {
    ...(info.has('totalhits') && total !== undefined && { totalhits: total }),
    ...(info.has('suggestion') && suggestion && { suggestion: suggestion.query, suggestionsnippet: suggestion.snippet }),
    ...(info.has('rewrittenquery') && rewritten && { rewrittenquery: rewritten.query, rewrittenquerysnippet: rewritten.snippet }),
  };
  return Object.keys(searchinfo).length > 0 ? { searchinfo } : undefined;
}

/** Yields results from other wikis, as fields next to the list. */
function* foreignEntries({ offset, enablerewrites, interwiki }: SearchQuery['params'], results: SearchResults) {
  const sections = { ...(enablerewrites && { additional: results.additional }), ...(interwiki && { interwiki: results.interwiki }) };
  for (const [section, found] of Object.entries(sections)) {
    if (!found) continue;
    const fields = { [`${section}search`]: Object.fromEntries(found.hits), [`${section}searchinfo`]: { totalhits: found.total } };
    yield { fields, cursor: { offset } };
  }
}
