import { defineModule, f, isoTimestamp, p, readPage } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { flaggedPages } from '@wikiquery/flagged-pages';
import { PAGE_COLUMNS, toPageRow } from '@wikiquery/pages';

const NONE = 'none';

/** Lists pages with their own review settings, as FlaggedRevs' `list=configuredpages` does. */
export default defineModule({
  group: 'list',
  name: 'configuredpages',
  prefix: 'cp',
  summary: 'List pages with their own review settings.',
  extension: 'FlaggedRevs',
  differences: ['`cpautoreview` accepts the protection levels of the wiki.'],
  cache: 'public',
  sources: ['database'],
  generator: true,
  params: {
    start: p.int().help('Page id to start at.'),
    end: p.int().help('Page id to end at.'),
    dir: p.enum(['newer', 'older']).default('newer').help('Sort direction of the page ids: `newer` is ascending, `older` descending.'),
    namespace: p.namespace().multi().help('Include only pages in these namespaces.'),
    default: p.enum(['latest', 'stable']).help('Include only pages with this default version.'),
    autoreview: p
      .enum(site => [...site.restrictions.levels.filter(level => level !== ''), NONE])
      .help('Include only pages with this autoreview restriction.'),
    limit: p.limit().help('Number of pages to return.'),
  },
  element: 'p',
  returns: f.record({
    pageid: f.int(),
    ...f.title(),
    last_revid: f.int().help('Id of the latest revision.'),
    stable_revid: f.int().help('Id of the latest reviewed revision; 0 if there is none.'),
    stable_is_default: f.int().help('1 if readers see the reviewed version by default.'),
    autoreview: f.nullable(f.string()).help('Right required for automatic review of an edit.'),
    expiry: f.string().help('Expiry of the settings.'),
  }),
  continuesBy: 'start',
  examples: { 'list=configuredpages&cpnamespace=0': 'Pages with their own review settings.' },

  async execute(q) {
    const { start, end, dir, namespace, autoreview, limit } = q.params;
    const pages = whereEquals(
      flaggedPages(q.db)
        .selectFrom('flaggedpage_config')
        .innerJoin('page', 'page_id', 'fpc_page_id')
        .leftJoin('flaggedpages', 'fp_page_id', 'fpc_page_id')
        .select(PAGE_COLUMNS)
        .select(['fpc_page_id', 'fpc_override', 'fpc_level', 'fpc_expiry', 'fp_stable']),
      {
        page_namespace: namespace?.size ? namespace : undefined,
        fpc_override: q.params.default === undefined ? undefined : Number(q.params.default === 'stable'),
        fpc_level: autoreview === NONE ? '' : autoreview,
      },
    );
    const cursor = (row: { readonly fpc_page_id: number }) => ({ start: row.fpc_page_id });
    const rows = await readPage(pages, { by: { fpc_page_id: 'int' }, limit, dir, start, end, cursor });
    if (q.asGenerator) return rows.pages(row => ({ row: toPageRow(row) }));
    return rows.records(row => ({
      pageid: row.page_id,
      ...q.titles.fields(row.page_namespace, row.page_title),
      last_revid: row.page_latest,
      stable_revid: row.fp_stable ?? 0,
      stable_is_default: row.fpc_override,
      autoreview: row.fpc_level,
      expiry: isoTimestamp(row.fpc_expiry),
    }));
  },
});
