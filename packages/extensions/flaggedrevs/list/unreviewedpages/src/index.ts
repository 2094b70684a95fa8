import { defineModule, f, p, readPage } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { filterredir, flaggedPages, isRedirect } from '@wikiquery/flagged-pages';
import { PAGE_COLUMNS, toPageRow } from '@wikiquery/pages';

/** Lists pages without a reviewed revision, as FlaggedRevs' `list=unreviewedpages` does. */
export default defineModule({
  group: 'list',
  name: 'unreviewedpages',
  prefix: 'ur',
  summary: 'List pages without a reviewed revision.',
  extension: 'FlaggedRevs',
  cache: 'public',
  sources: ['database'],
  generator: true,
  params: {
    start: p.string().help('Title to start at, with underscores.'),
    end: p.string().help('Title to end at, with underscores.'),
    dir: p.dir.alphabetic().help('Sort direction.'),
    namespace: p.namespace().multi().default([0]).help('Include only pages in these namespaces.'),
    filterredir,
    filterlevel: p.int({ min: 0, max: 2 }).default(0).help('Include pages that are reviewed below this quality level.'),
    limit: p.limit().help('Number of pages to return.'),
  },
  element: 'p',
  returns: f.record({ pageid: f.int(), ...f.title(), revid: f.int().help('Id of the latest revision.') }),
  continuesBy: 'start',
  examples: { 'list=unreviewedpages&urnamespace=0&urfilterlevel=0': 'Pages that were never reviewed.' },

  async execute(q) {
    const { start, end, dir, namespace, filterlevel, limit } = q.params;
    const pages = whereEquals(
      flaggedPages(q.db).selectFrom('page').leftJoin('flaggedpages', 'fp_page_id', 'page_id').select(PAGE_COLUMNS),
      {
        page_namespace: namespace,
        page_is_redirect: isRedirect(q.params.filterredir),
      },
    ).where(is => is.or([is('fp_page_id', 'is', null), is('fp_quality', '<', filterlevel)]));
    const by = { page_title: 'string', page_namespace: 'int' } as const;
    const rows = await readPage(pages, { by, limit, dir, start, end, cursor: row => ({ start: row.page_title }) });
    if (q.asGenerator) return rows.pages(row => ({ row: toPageRow(row) }));
    return rows.records(row => ({ pageid: row.page_id, ...q.titles.fields(row.page_namespace, row.page_title), revid: row.page_latest }));
  },
});
