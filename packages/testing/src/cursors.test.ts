import { readPage } from '@wikiquery/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, openWiki, type WikiBuilder } from './index.ts';

describe.each(engines)('a continue value on %s', engine => {
  let wiki: WikiBuilder;
  const names = ['a%', 'a%7Cb', 'a|b', 'a|b|c', 'b'];
  beforeAll(async () => {
    wiki = await openWiki(engine);
    const tags = names.map((ctd_name, i) => ({ ctd_id: i + 1, ctd_name, ctd_user_defined: 0, ctd_count: 7 }));
    await wiki.db.insertInto('change_tag_def').values(tags).execute();
  });
  afterAll(() => wiki.close());

  const tags = () => wiki.db.selectFrom('change_tag_def').select(['ctd_name', 'ctd_count']);
  it.each([
    ['one text', { ctd_name: 'string' }],
    ['a number and a text', { ctd_count: 'int', ctd_name: 'string' }],
  ] as const)('that consists of %s may contain the separator', async (_what, by) => {
    const found: string[] = [];
    const cursors: unknown[] = [];
    for (let from: string | undefined; found.length < 9; ) {
      const rows = await readPage(tags(), { by, limit: 1, continue: from });
      found.push(...rows.map(row => row.ctd_name));
      if (rows.next === undefined) break;
      cursors.push(rows.next);
      from = rows.next as string;
    }
    expect(found).toEqual(names);
    expect(cursors.map(cursor => String(cursor).split('|').length)).toEqual(cursors.map(() => Object.keys(by).length));
  });
  it('is not escaped if it is unambiguous', async () => {
    expect((await readPage(tags(), { by: { ctd_name: 'string' }, limit: 4 })).next).toBe('b');
    await expect(readPage(tags(), { by: { ctd_name: 'string' }, limit: 4, continue: 'a|b' })).rejects.toMatchObject({
      code: 'badcontinue',
    });
  });
});
