import { defineModule, f, p, readPage } from '@wikiquery/core';
import { PAGE_COLUMNS, type PageColumns, toPageRow } from '@wikiquery/pages';

const props = f.props({ ids: { pageid: f.int() }, title: f.title(), value: { value: f.string() } });

/** Lists pages that set a page property, as MediaWiki's `list=pageswithprop` does. */
export default defineModule({
  group: 'list',
  name: 'pageswithprop',
  prefix: 'pwp',
  summary: 'List pages that set a page property.',
  cache: 'public',
  sources: ['database'],
  generator: true,
  params: {
    propname: p.string().required().help('Name of the page property. `list=pagepropnames` lists the names in use.'),
    prop: props.param().default(['ids', 'title']).help('Properties to return.'),
    continue: p.continue(),
    limit: p.limit().help('Number of pages to return.'),
    dir: p.dir.alphabetic().help('Sort direction of the page ids.'),
  },
  element: 'page',
  returns: props,
  examples: { 'list=pageswithprop&pwppropname=displaytitle&pwpprop=ids|title|value': 'Pages with a custom display title.' },

  async execute(q) {
    const { propname, prop, limit, dir } = q.params;
    const pages = q.db
      .selectFrom('page_props')
      .innerJoin('page', 'page_id', 'pp_page')
      .select(['pp_page', 'page_namespace', 'page_title'])
      .$if(q.asGenerator, query => query.select(PAGE_COLUMNS))
      .$if(prop.has('value'), query => query.select('pp_value'))
      .where('pp_propname', '=', propname);

    const rows = await readPage(pages, { by: { pp_page: 'int' }, limit, dir, continue: startOf(q.params.continue) });
    if (q.asGenerator) return rows.pages(row => ({ row: toPageRow(row as PageColumns) }));
    return rows.records(row =>
      props.pick(prop, {
        ids: { pageid: row.pp_page },
        title: () => q.titles.fields(row.page_namespace, row.page_title),
        value: () => ({ value: row.pp_value as string }),
      }),
    );
  },
});

/** Treats an empty continue value and 0 as the start in both directions, because no page has the id 0. */
const startOf = (text: string | undefined): string | undefined => (text === '' || text === '0' ? undefined : text);
