import { categoryParams, categoryParts, describeCategory, selectCategories } from '@wikiquery/categories';
import { defineModule, f, NS, p, readPage } from '@wikiquery/core';

const props = f.props(categoryParts, { category: f.string().content() });

/** Lists all categories, as MediaWiki's `list=allcategories` does. */
export default defineModule({
  group: 'list',
  name: 'allcategories',
  prefix: 'ac',
  summary: 'List all categories.',
  cache: 'public',
  sources: ['database'],
  generator: true,
  params: {
    from: p.string().help('Category name to start at.'),
    continue: p.continue(),
    to: p.string().help('Category name to end at.'),
    prefix: p.string().help('Include only categories with this name prefix.'),
    dir: p.dir.alphabetic().help('Sort direction.'),
    ...categoryParams(props),
  },
  element: 'c',
  returns: props,
  examples: {
    'list=allcategories&acprop=size': 'Categories with their member counts.',
    'generator=allcategories&gacprefix=List&prop=info': 'Pages of all categories that begin with "List".',
  },

  async execute(q) {
    const { from, to, prefix, dir, min, max, limit, prop } = q.params;
    const key = (text: string | undefined) => (text === undefined ? undefined : q.titles.partToKey(text, NS.CATEGORY));
    const categories = selectCategories(q.db, { prop, min, max });
    const by = { cat_title: 'string' } as const;
    const window = { prefix: key(prefix), start: key(from), end: key(to) };
    const candidates = (min ?? max) === undefined ? undefined : q.db.selectFrom('category').select('cat_title');
    const rows = await readPage(categories, { by, limit, dir, continue: q.params.continue, ...window, candidates });
    if (q.asGenerator) return rows.pages(row => ({ title: { namespace: NS.CATEGORY, dbkey: row.cat_title } }));
    return rows.records(row => props.pick(prop, describeCategory(row), { category: row.cat_title.replaceAll('_', ' ') }));
  },
});
