import { watchlistOwner } from '@wikiquery/changes/watchlists';
import { defineModule, f, isoTimestamp, NS, p, readPage } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { filterredir, flaggedPages, isRedirect } from '@wikiquery/flagged-pages';
import { PAGE_COLUMNS, toPageRow } from '@wikiquery/pages';

/** Lists pages with edits that await review, as FlaggedRevs' `list=oldreviewedpages` does. */
export default defineModule({
  group: 'list',
  name: 'oldreviewedpages',
  prefix: 'or',
  summary: 'List pages with edits that await review.',
  extension: 'FlaggedRevs',
  differences: ['Pages with the same waiting time are ordered by page id.'],
  cache: ({ filterwatched }) => (filterwatched === 'watched' ? 'private' : 'public'),
  sources: ['database'],
  generator: true,
  params: {
    start: p.timestamp().help('Time to start at.'),
    end: p.timestamp().help('Time to end at.'),
    dir: p
      .enum(['newer', 'older'])
      .default('newer')
      .help('Sort direction by waiting time: `newer` returns the longest waits first, `older` the shortest.'),
    maxsize: p.int({ min: 0 }).help('Include only pages whose size changed by at most this many bytes.'),
    filterwatched: p.enum(['watched', 'all']).default('all').help('Include only pages on your watchlist.'),
    namespace: p.namespace().multi().default([0]).help('Include only pages in these namespaces.'),
    category: p.string().help('Include only members of this category. Write the name with underscores.'),
    filterredir,
    limit: p.limit().help('Number of pages to return.'),
  },
  element: 'p',
  returns: f.record({
    pageid: f.int(),
    ...f.title(),
    revid: f.int().help('Id of the latest revision.'),
    stable_revid: f.int().help('Id of the latest reviewed revision.'),
    pending_since: f.timestamp().help('Time since which newer revisions await review.'),
    flagged_level: f.int().help('Quality level of the reviewed revision.'),
    flagged_level_text: f.literal('stable').help('Name of the quality level.'),
    diff_size: f.int().help('Size change in bytes since the review.'),
  }),
  continuesBy: 'start',
  examples: { 'list=oldreviewedpages&ornamespace=0': 'Pages that await review.' },

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
    // Avoids subtraction, because the columns are unsigned.
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
