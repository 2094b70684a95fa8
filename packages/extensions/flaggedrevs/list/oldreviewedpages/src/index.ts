import { watchlistOwner } from '@wikiquery/changes/watchlists';
import { defineModule, f, isoTimestamp, NS, p, readPage } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { filterredir, flaggedPages, isRedirect } from '@wikiquery/flagged-pages';
import { PAGE_COLUMNS, toPageRow } from '@wikiquery/pages';

export default defineModule({
  group: 'list',
  name: 'oldreviewedpages',
  prefix: 'or',
  summary: 'List pages with versions that wait for a review.',
  extension: 'FlaggedRevs',
  differences: ['Pages that wait since the same second come in the order of their ids.'],
  cache: ({ filterwatched }) => (filterwatched === 'watched' ? 'private' : 'public'),
  sources: ['database'],
  generator: true,
  params: {
    start: p.timestamp().help('The time to start from.'),
    end: p.timestamp().help('The time to end with.'),
    dir: p.enum(['newer', 'older']).default('newer').help('newer: what waits longest comes first; older: what waits shortest.'),
    maxsize: p.int({ min: 0 }).help('Only pages that became longer or shorter by no more bytes than this.'),
    filterwatched: p.enum(['watched', 'all']).default('all').help('Only pages on your watchlist.'),
    namespace: p.namespace().multi().default([0]).help('Only pages in these namespaces.'),
    category: p.string().help('Only pages in this category, whose name is in database form.'),
    filterredir,
    limit: p.limit().help('How many pages to return.'),
  },
  element: 'p',
  returns: f.record({
    pageid: f.int(),
    ...f.title(),
    revid: f.int().help('The newest version.'),
    stable_revid: f.int().help('The reviewed version that is newest.'),
    pending_since: f.timestamp().help('Since when newer versions wait for a review.'),
    flagged_level: f.int().help('How well the reviewed version is reviewed.'),
    flagged_level_text: f.literal('stable').help('The name of that level.'),
    diff_size: f.int().help('How many bytes longer the page became since.'),
  }),
  continuesBy: 'start',
  examples: { 'list=oldreviewedpages&ornamespace=0': 'What waits for a review.' },

  async execute(q) {
    const { start, end, dir, maxsize, filterwatched, namespace, category, limit } = q.params;
    let pages = whereEquals(
      flaggedPages(q.db)
        .selectFrom('flaggedpages')
        .innerJoin('page', 'page_id', 'fp_page_id')
        .innerJoin('revision', 'rev_id', 'fp_stable')
        .select(PAGE_COLUMNS)
        .select(['fp_page_id', 'fp_stable', 'fp_pending_since', 'fp_quality', 'rev_len']),
      { page_namespace: namespace, page_is_redirect: isRedirect(q.params.filterredir) },
    ).where('fp_pending_since', 'is not', null);
    // Differences of unsigned numbers have no sign.
    if (maxsize !== undefined)
      pages = pages.where('page_len', '<=', is => is('rev_len', '+', maxsize)).where('rev_len', '<=', is => is('page_len', '+', maxsize));
    if (filterwatched === 'watched') {
      const owner = await watchlistOwner(q, { owner: undefined, token: undefined });
      pages = pages.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('watchlist')
            .select('wl_id')
            .whereRef('wl_namespace', '=', 'page_namespace')
            .whereRef('wl_title', '=', 'page_title')
            .where('wl_user', '=', owner),
        ),
      );
    }
    if (category)
      pages = pages.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('categorylinks')
            .innerJoin('linktarget', 'lt_id', 'cl_target_id')
            .select('cl_from')
            .whereRef('cl_from', '=', 'fp_page_id')
            .where('lt_title', '=', category)
            .where('lt_namespace', '=', NS.CATEGORY),
        ),
      );
    const since = (row: { readonly fp_pending_since: string | null }): string => isoTimestamp(row.fp_pending_since as string);
    const by = { fp_pending_since: 'timestamp', fp_page_id: 'int' } as const;
    const rows = await readPage(pages, { by, limit, dir, start, end, cursor: row => ({ start: since(row) }) });
    if (q.asGenerator) return rows.pages(row => ({ row: toPageRow(row) }));
    return rows.records(row => ({
      pageid: row.page_id,
      ...q.titles.fields(row.page_namespace, row.page_title),
      revid: row.page_latest,
      stable_revid: row.fp_stable,
      pending_since: since(row),
      flagged_level: row.fp_quality ?? 0,
      flagged_level_text: 'stable' as const,
      diff_size: row.page_len - (row.rev_len ?? 0),
    }));
  },
});
