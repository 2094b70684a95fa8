import { engines, inheritedNames, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collationOf, describeSize, hiddenMark, SIZE_COLUMNS } from './index.ts';

describe.each(engines)('categories on %s', engine => {
  let wiki: WikiBuilder;
  beforeAll(async () => {
    wiki = await openWiki(engine);
    for (const page of ['Oak', 'File:Elm.png', 'Category:Willows', 'Category:Firs']) await wiki.category(page, 'Trees');
    await wiki.category('Oak', 'Tall');
    await wiki.prop(await wiki.page('Category:Trees'), 'hiddencat', '');
    // Neither a page in another namespace nor another page property hides a category.
    await wiki.prop(await wiki.page('Tall'), 'hiddencat', '');
    await wiki.prop(await wiki.page('Category:Tall'), 'noindex', '');
  });
  afterAll(() => wiki?.close());

  it('counts the members of each kind', async () => {
    const rows = await wiki.db.selectFrom('category').select(SIZE_COLUMNS).orderBy('cat_title').execute();
    expect(rows.map(describeSize)).toEqual([
      { size: 1, pages: 1, files: 0, subcats: 0 },
      { size: 4, pages: 1, files: 1, subcats: 2 },
    ]);
  });
  it('marks hidden categories, for records and for filters', async () => {
    const categories = wiki.db.selectFrom('category').select('cat_title').orderBy('cat_title');
    const mark = hiddenMark('cat_title');
    expect(await categories.select(mark.as('mark')).execute()).toEqual([
      { cat_title: 'Tall', mark: null },
      { cat_title: 'Trees', mark: 'hiddencat' },
    ]);
    expect(await categories.where(mark, 'is', null).execute()).toEqual([{ cat_title: 'Tall' }]);
  });
});

it.each(inheritedNames)('reads the collation %s like any unknown one', name => {
  const outcome = (collation: string): unknown => {
    try {
      return collationOf(`uca-de@collation=${collation}`, 'de') && 'sorts';
    } catch (error) {
      return (error as Error).name;
    }
  };
  expect(outcome(name)).toBe(outcome(name.replaceAll(/[a-z]/gi, 'x')));
});
