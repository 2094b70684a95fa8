import { defineModule, f, isoTimestamp, p, readPage } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { flaggedPages } from '@wikiquery/flagged-pages';
import { PAGE_COLUMNS, toPageRow } from '@wikiquery/pages';

/** Stands for no level. */
const NONE = 'none';

export default defineModule({
  group: 'list',
  name: 'configuredpages',
  prefix: 'cp',
  summary: 'List pages of which is set who may review them, or which version is shown.',
  extension: 'FlaggedRevs',
  differences: ['`cpautoreview` takes the levels of protection that the wiki has.'],
  cache: 'public',
  sources: ['database'],
  generator: true,
  params: {
    start: p.int().help('The id of the page to start from.'),
    end: p.int().help('The id of the page to end with.'),
    dir: p.enum(['newer', 'older']).default('newer').help('newer: the lowest ids come first; older: the highest.'),
    namespace: p.namespace().multi().help('Only pages in these namespaces.'),
    default: p.enum(['latest', 'stable']).help('Only pages of which readers get this version.'),
    autoreview: p.enum(site => [...site.restrictions.levels.filter(level => level !== ''), NONE]).help('Only pages with this level.'),
    limit: p.limit().help('How many pages to return.'),
  },
  element: 'p',
  returns: f.record({
    pageid: f.int(),
    ...f.title(),
    last_revid: f.int().help('The newest version.'),
    stable_revid: f.int().help('The reviewed version that is newest; 0 where none is.'),
    stable_is_default: f.int().help('1 where readers get the reviewed version.'),
    autoreview: f.nullable(f.string()).help('The right that an edit needs to be reviewed at once.'),
    expiry: f.string().help('When these settings end.'),
  }),
  continuesBy: 'start',
  examples: { 'list=configuredpages&cpnamespace=0': 'Pages with settings of their own.' },

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
