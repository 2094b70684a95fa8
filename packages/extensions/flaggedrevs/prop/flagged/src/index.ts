import { defineModule, f, isoTimestamp, Records } from '@wikiquery/core';
import { loadInChunks } from '@wikiquery/database';
import { flaggedPages } from '@wikiquery/flagged-pages';

/** Returns the review status of pages, as FlaggedRevs' `prop=flagged` does. */
export default defineModule({
  group: 'prop',
  name: 'flagged',
  prefix: '',
  summary: 'Return the review status of pages.',
  extension: 'FlaggedRevs',
  cache: 'public',
  sources: ['pages'],
  params: {},
  returns: f.record({
    stable_revid: f.int().optional().help('Id of the latest reviewed revision.'),
    level: f.int().optional().help('Quality level of the review.'),
    level_text: f.literal('stable').optional().help('Name of the quality level.'),
    pending_since: f.timestamp().optional().help('Time since which newer revisions await review.'),
    protection_level: f.nullable(f.string()).optional().help('Right required for automatic review of an edit.'),
    protection_expiry: f.string().optional().help('Expiry of the restriction.'),
  }),
  placement: 'object',
  continuesBy: false,
  examples: { 'prop=info|flagged&titles=Main%20Page': 'Review status of a page.' },

  async execute({ db, pages }) {
    const ids = [...pages.found.keys()];
    const [reviewed, protectedPages] = [
      await loadInChunks(ids, chunk =>
        flaggedPages(db)
          .selectFrom('flaggedpages')
          .select(['fp_page_id', 'fp_stable', 'fp_quality', 'fp_pending_since'])
          .where('fp_page_id', 'in', chunk)
          .execute(),
      ),
      await loadInChunks(ids, chunk =>
        flaggedPages(db)
          .selectFrom('flaggedpage_config')
          .select(['fpc_page_id', 'fpc_level', 'fpc_expiry'])
          .where('fpc_page_id', 'in', chunk)
          .execute(),
      ),
    ];
    const stable = new Map(reviewed.map(row => [row.fp_page_id, row]));
    const config = new Map(protectedPages.map(row => [row.fpc_page_id, row]));
    return new Records(
      ids.flatMap(pageId => {
        const [page, rule] = [stable.get(pageId), config.get(pageId)];
        if (!page && !rule) return [];
        const record = {
          ...(page && { stable_revid: page.fp_stable, level: page.fp_quality ?? 0, level_text: 'stable' as const }),
          ...(page?.fp_pending_since && { pending_since: isoTimestamp(page.fp_pending_since) }),
          ...(rule && { protection_level: rule.fpc_level, protection_expiry: isoTimestamp(rule.fpc_expiry) }),
        };
        return [{ pageId, record }];
      }),
    );
  },
});
