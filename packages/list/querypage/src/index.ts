import {
  ApiError,
  defineModule,
  type Env,
  f,
  isoTimestamp,
  message,
  Pages,
  p,
  parseTimestamp,
  Records,
  type Titles,
} from '@wikiquery/core';
import { asStored } from '@wikiquery/database';
import { addedQueryPages, type QueryPage, type QueryPageRow, queryPageParam } from './query-page.ts';
import { answerOf, cachedRows, cachedSince } from './query-pages/cache.ts';
import { queryPages } from './query-pages.ts';

const result = f.object({
  value: f.string().optional().help('Sort value of the row.'),
  timestamp: f.timestamp().optional(),
  ...f.title(),
  databaseResult: f.map(f.nullable(f.string())).optional(),
});
type QueryPageResult = (typeof result)['out'];

/** Lists the rows of a maintenance report, as MediaWiki's `list=querypage` does. */
export default defineModule({
  group: 'list',
  name: 'querypage',
  prefix: 'qp',
  summary: 'List the rows of a maintenance report, such as orphaned or wanted pages.',
  placement: 'object',
  cache: ({ page }) => (page.right === undefined ? 'public' : 'private'),
  generator: true,
  params: {
    page: queryPageParam(queryPages).required().help('Name of the report.'),
    offset: p.int().default(0).help('Continue value of the previous response.'),
    limit: p.limit().help('Number of rows to return.'),
  },
  returns: f.record({
    name: f.string().help('Name of the report.'),
    disabled: f.flag(),
    cached: f.flag(),
    cachedtimestamp: f.timestamp().optional(),
    maxresults: f.int().optional().help('Maximum number of cached rows.'),
    results: f.array(result).element('page').optional().help('Rows of the report.'),
  }),
  services: { added: addedQueryPages },
  examples: { 'list=querypage&qppage=Ancientpages&qplimit=3': 'Three pages with the oldest latest revision.' },

  async execute(q) {
    const { page, offset, limit } = q.params;
    if (page.right !== undefined && !q.actor.can(page.right)) throw cantExecute();
    const answer = answerOf(page, q);
    if (answer === 'disabled')
      return q.asGenerator ? new Pages([]) : new Records([{ record: { name: page.name, disabled: true as const } }]);

    const window = { offset: Math.min(Math.max(offset, 0), MOST_ROWS), limit: limit + 1 };
    const found = answer === 'kept' ? await cachedRows(page, q, window) : await page.rows(q, window);
    const rows = found.slice(0, limit);
    const next = found.length > limit ? { offset: offset + limit } : undefined;
    if (q.asGenerator) {
      return new Pages(
        rows.map(({ namespace, title }) => ({ title: { namespace, dbkey: title } })),
        next,
      );
    }
    const kept = answer === 'kept' ? await describeCache(page, q) : {};
    return new Records(
      [
        { record: { name: page.name, ...kept, results: [] }, group: ROWS },
        ...rows.map((row, i) => ({
          // The engine merges the rows into the first record, which contains the name of the report.
          record: { results: [toResult(page, row, q.titles, found)] } as { name: string; results: QueryPageResult[] },
          group: ROWS,
          cursor: { offset: offset + i },
        })),
      ],
      next,
    );
  },
});

/** Merges all rows into the list `results` of the first record. */
const ROWS = { id: 'rows', list: 'results' };

/** Largest offset that every database engine accepts. */
const MOST_ROWS = 2 ** 52;

async function describeCache(page: QueryPage, q: Env) {
  const since = await cachedSince(page, q);
  return {
    cached: true as const,
    ...(since !== undefined && { cachedtimestamp: isoTimestamp(since) }),
    maxresults: q.site.configuration.queryCacheLimit,
  };
}

function toResult(
  { timestamps }: QueryPage,
  { namespace, title, value, ...rest }: QueryPageRow,
  titles: Titles,
  rows: readonly QueryPageRow[],
): QueryPageResult {
  const columns = Object.entries(rest).map(([name, column]) => [name, asText(column)]);
  return {
    ...(value != null && { value: timestamps ? asStored(rows, String(value)) : String(value) }),
    ...(value != null && timestamps && { timestamp: isoTimestamp(parseTimestamp(String(value)) ?? '') }),
    ...titles.fields(namespace, title),
    ...(columns.length > 0 && { databaseResult: Object.fromEntries(columns) }),
  };
}

const asText = (value: string | number | null | undefined): string | null => (value == null ? null : String(value));

const cantExecute = () => new ApiError(message('specialpage-cantexecute', 'You do not have the right to see the rows of this report.'));
