import { defineModule, f, isoTimestamp, Records } from '@wikiquery/core';
import { loadInChunks } from '@wikiquery/database';
import { flaggedPages } from '@wikiquery/flagged-pages';

export default defineModule({
  group: 'prop',
  name: 'flagged',
  prefix: '',
  summary: 'Get which versions of pages are reviewed.',
  extension: 'FlaggedRevs',
  cache: 'public',
  sources: ['database'],
  params: {},
  returns: f.record({
    stable_revid: f.int().optional().help('The reviewed version that is newest.'),
    level: f.int().optional().help('How well it is reviewed.'),
    level_text: f.literal('stable').optional().help('The name of that level.'),
    pending_since: f.timestamp().optional().help('Since when newer versions wait for a review.'),
    protection_level: f.nullable(f.string()).optional().help('The right that an edit needs to be reviewed at once.'),
    protection_expiry: f.string().optional().help('When that ends.'),
  }),
  placement: 'object',
  continuesBy: false,
  examples: { 'prop=info|flagged&titles=Main%20Page': 'Whether a page is reviewed.' },

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
