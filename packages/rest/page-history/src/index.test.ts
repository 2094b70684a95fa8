import { askRest, engines, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import history from './index.ts';

describe.each(engines)('on %s', engine => {
  let wiki: WikiBuilder;
  beforeAll(async () => {
    wiki = await openWiki(engine);
    await wiki.user('Ann');
    await wiki.user('Botty', { groups: ['bot'] });
    await wiki.page('Pier', { text: 'a', user: 'Ann', comment: 'begun' });
    for (let at = 2; at <= 25; at++)
      await wiki.edit('Pier', {
        text: 'a'.repeat(at),
        user: at % 3 === 0 ? 'Botty' : at % 3 === 1 ? '192.0.2.7' : 'Ann',
        minor: at % 2 === 0,
      });
  });
  afterAll(() => wiki.close());

  const ask = (query = '', rights?: readonly string[]) =>
    askRest(wiki, [history], `/v1/page/Pier/history${query}`, rights ? { as: rights } : {});
  const ids = async (query = '', rights?: readonly string[]): Promise<number[]> =>
    (await ask(query, rights)).json.revisions.map(({ id }: { id: number }) => id);
  const base = '/w/rest.php/v1/page/Pier/history';

  it('lists the newest 20 revisions with URLs of the newer and older parts', async () => {
    const { json, headers } = await ask();
    expect(json.revisions).toHaveLength(20);
    expect(json.revisions[0]).toEqual({
      id: 25,
      timestamp: expect.any(String),
      minor: false,
      size: 25,
      comment: expect.any(String),
      user: { id: null, name: '192.0.2.7' },
      delta: 1,
    });
    expect(json).toMatchObject({ latest: wiki.site.urls.expand(base), older: wiki.site.urls.expand(`${base}?older_than=6`) });
    expect(json).not.toHaveProperty('newer');
    expect(headers.ETag).toBe('"25"');
    const older = (await ask('?older_than=6')).json;
    expect(older.revisions.map(({ id }: { id: number }) => id)).toEqual([5, 4, 3, 2, 1]);
    expect(older).toMatchObject({ newer: wiki.site.urls.expand(`${base}?newer_than=5`) });
    expect(older.revisions.at(-1)).toMatchObject({ delta: null, comment: 'begun', user: { id: 1, name: 'Ann' } });
    expect((await ids('?newer_than=22')).at(0)).toBe(25);
  });

  it('filters revisions by type', async () => {
    expect((await ids('?filter=bot')).every(id => id % 3 === 0)).toBe(true);
    expect(await ids('?filter=bot&older_than=9')).toEqual([6, 3]);
    expect(await ids('?filter=anonymous&older_than=9')).toEqual([7, 4]);
    expect(await ids('?filter=minor&newer_than=20')).toEqual([24, 22]);
    expect(await ids('?filter=reverted')).toEqual([]);
  });

  it('excludes revision-deleted authors from filters by author', async () => {
    await wiki.db.updateTable('revision').set({ rev_deleted: 4 }).where('rev_id', '=', 7).execute();
    expect(await ids('?filter=anonymous&older_than=9')).toEqual([4]);
    expect(await ids('?filter=anonymous&older_than=9', ['deletedhistory'])).toEqual([7, 4]);
    expect((await ask('?older_than=8')).json.revisions[0]).toMatchObject({ id: 7, user: null });
  });

  it('rejects invalid parameters', async () => {
    const keyOf = async (query: string) => (await ask(query)).json.errorKey;
    expect(await keyOf('?older_than=3&newer_than=1')).toBe('rest-pagehistory-incompatible-params');
    expect(await keyOf('?older_than=0')).toBe('rest-pagehistory-param-range-error');
    expect(await keyOf('?older_than=99')).toBe('rest-nonexistent-title-revision');
    expect(await keyOf('?filter=x')).toBe('badvalue');
    expect((await ask('?filter[]=bot')).json).toMatchObject({ value: ['bot'], failureCode: 'badvalue', failureData: null });
  });
});
