import { defineModule, f, p, readPage } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { filterredir, flaggedPages, isRedirect } from '@wikiquery/flagged-pages';
import { PAGE_COLUMNS, toPageRow } from '@wikiquery/pages';

export default defineModule({
  group: 'list',
  name: 'unreviewedpages',
  prefix: 'ur',
  summary: 'List pages of which no version is reviewed.',
  extension: 'FlaggedRevs',
  cache: 'public',
  sources: ['database'],
  generator: true,
  params: {
    start: p.string().help('The title to start from, in database form.'),
    end: p.string().help('The title to end with, in database form.'),
    dir: p.dir.alphabetic().help('The direction in which to list.'),
    namespace: p.namespace().multi().default([0]).help('Only pages in these namespaces.'),
    filterredir,
    filterlevel: p.int({ min: 0, max: 2 }).default(0).help('List pages that are reviewed less well than this, too.'),
    limit: p.limit().help('How many pages to return.'),
  },
  element: 'p',
  returns: f.record({ pageid: f.int(), ...f.title(), revid: f.int().help('The newest version.') }),
  continuesBy: 'start',
  examples: { 'list=unreviewedpages&urnamespace=0&urfilterlevel=0': 'What nobody has reviewed yet.' },

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
