import { describeSize, hiddenMark, SIZE_COLUMNS, sizeFields } from '@wikiquery/categories';
import { defineModule, f, NS, p, Records } from '@wikiquery/core';
import { loadInChunks, prepare } from '@wikiquery/database';
import { compareBinary } from '@wikiquery/pages';

/** Returns the member counts of categories, as MediaWiki's `prop=categoryinfo` does. */
export default defineModule({
  group: 'prop',
  name: 'categoryinfo',
  prefix: 'ci',
  summary: 'Return the member counts of categories.',
  cache: 'public',
  sources: ['database'],
  params: { continue: p.continue() },
  returns: f.record({ ...sizeFields, hidden: f.boolean() }),
  placement: 'object',
  examples: { 'prop=categoryinfo&titles=Category:Physics|Category:Chemistry': 'Sizes of two categories.' },

  async execute(q) {
    const { continue: from = '' } = q.params;
    const categories = q.pages.titlesIn(NS.CATEGORY);
    const remaining = [...categories.keys()].filter(name => compareBinary(name, from) >= 0);
    const rows = await loadInChunks(remaining, names => categoriesCalled(q.db, names).execute());
    return new Records(
      rows
        .sort((a, b) => compareBinary(a.cat_title, b.cat_title))
        .map(row => ({
          pageId: categories.get(row.cat_title) as number,
          record: { ...describeSize(row), hidden: row.hiddenMark !== null },
          cursor: row.cat_title,
        })),
    );
  },
});

const categoriesCalled = prepare(
  (names: readonly string[]) => ({ bindings: { names } }),
  (db, { names }) =>
    db
      .selectFrom('category')
      .select(['cat_title', ...SIZE_COLUMNS])
      .select(hiddenMark('cat_title').as('hiddenMark'))
      .where('cat_title', 'in', names),
);
