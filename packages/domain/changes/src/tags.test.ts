import { openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadTags, tagId, whereTagged } from './tags.ts';

describe('change tags', () => {
  let wiki: TestWiki;
  let plain: number;
  let undone: number;
  beforeAll(async () => {
    wiki = await openWiki();
    plain = (await wiki.page('Apple')).latest;
    undone = await wiki.edit('Apple', { text: 'pear', tags: ['mw-undo', 'mobile'] });
  });
  afterAll(() => wiki.close());

  it('loads the tags of many revisions at once', async () => {
    const tags = await loadTags(wiki.db, 'revision', [plain, undone]);
    expect([...tags]).toEqual([[undone, ['mw-undo', 'mobile']]]);
  });
  it('filters rows by tag, and finds none for an unknown tag', async () => {
    const tagged = (name: string) => whereTagged(wiki.db, wiki.db.selectFrom('revision').select('rev_id'), 'rev_id', 'revision', name);
    expect(await (await tagged('mobile')).execute()).toEqual([{ rev_id: undone }]);
    expect(await (await tagged('unheard of')).execute()).toEqual([]);
  });
  it('finds the id of a tag by name', async () => {
    expect(await tagId(wiki.db, 'mobile')).toBeTypeOf('number');
    expect(await tagId(wiki.db, 'unheard of')).toBeUndefined();
  });
});
