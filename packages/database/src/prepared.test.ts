import { readPage } from '@wikiquery/core';
import { engines, openWiki, remakeTables, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byNamespace, open, prepare, type TitlesByNamespace, whereEquals, whereTitles } from './index.ts';

let built = 0;
interface PageShape {
  readonly namespaces: ReadonlySet<number>;
  readonly columns: readonly ('page_len' | 'page_latest')[];
}
type PageValues = { readonly title?: string; readonly before?: string; readonly below?: number };

const pagesOf = prepare(
  (shape: PageShape, bindings: PageValues) => ({ bindings, shape }),
  (db, { title, before, below }, { namespaces, columns }) => {
    built++;
    let pages = db
      .selectFrom('page')
      .select(['page_title', 'page_touched', 'page_id', ...columns])
      .where('page_namespace', 'in', [...namespaces]);
    if (title !== undefined) pages = pages.where('page_title', '=', title);
    if (before !== undefined) pages = pages.where('page_touched', '<', before);
    if (below !== undefined) pages = pages.where('page_id', '<', below);
    return pages;
  },
);

const listed = prepare(
  (ids: readonly number[] | undefined, titles?: TitlesByNamespace) => ({ bindings: { ids, titles } }),
  (db, { ids, titles }) => {
    built++;
    const pages = whereEquals(db.selectFrom('page').select(['page_id', 'page_title']), { page_id: ids }).orderBy('page_id');
    return titles ? whereTitles(pages, 'page_namespace', 'page_title', titles) : pages;
  },
);

describe.each(engines)('a prepared query on %s', engine => {
  let wiki: WikiBuilder;
  beforeAll(async () => {
    wiki = await openWiki(engine);
    for (const [title, timestamp] of [
      ['Apple', '20240101000000'],
      ['Banana', '20240201000000'],
      ['Cherry', '20240301000000'],
      ['Talk:Apple', '20240401000000'],
    ] as const) {
      await wiki.page(title, { timestamp });
    }
  });
  afterAll(() => wiki.close());

  const main = { namespaces: new Set([0]), columns: [] };
  const titles = async (shape: PageShape, values: PageValues, options: { readonly continue?: string; readonly start?: string } = {}) => {
    const rows = await readPage(pagesOf(wiki.db, shape, values), { by: { page_title: 'string' }, limit: 2, ...options });
    return rows.map(row => row.page_title);
  };

  test('is built once for all values', async () => {
    built = 0;
    expect(await titles(main, { title: 'Apple' })).toEqual(['Apple']);
    expect(await titles(main, { title: 'Cherry' })).toEqual(['Cherry']);
    expect(await titles(main, { title: 'Nothing' })).toEqual([]);
    expect(built).toBe(1);
    expect(await titles({ ...main, namespaces: new Set([1]) }, { title: 'Apple' })).toEqual(['Apple']);
    expect(await titles(main, {})).toEqual(['Apple', 'Banana']);
    expect(await titles(main, {}, { continue: 'Banana' })).toEqual(['Banana', 'Cherry']);
    expect(await titles(main, {}, { continue: 'Cherry' })).toEqual(['Cherry']);
    expect(await titles(main, {}, { start: 'B' })).toEqual(['Banana', 'Cherry']);
    expect(built).toBe(5);
  });

  test('is built separately for shapes whose serialized text is similar', async () => {
    const [one] = await readPage(pagesOf(wiki.db, { ...main, columns: ['page_len', 'page_latest'] }, {}), {
      by: { page_id: 'int' },
      limit: 1,
    });
    const [other] = await readPage(pagesOf(wiki.db, { ...main, columns: ['page_len'] }, {}), { by: { page_id: 'int' }, limit: 1 });
    expect(one).toHaveProperty('page_latest');
    expect(other).not.toHaveProperty('page_latest');
    expect(await titles({ namespaces: new Set([0, 1]), columns: [] }, {}, { start: 'B' })).toEqual(['Banana', 'Cherry']);
    expect(await titles({ namespaces: new Set([1]), columns: [] }, {})).toEqual(['Apple']);
  });

  test('binds timestamps, and numbers of any size', async () => {
    expect(await titles(main, { before: '20240115000000' })).toEqual(['Apple']);
    expect(await titles(main, { before: '20240215000000' })).toEqual(['Apple', 'Banana']);
    expect(await titles(main, { below: 2 })).toEqual(['Apple']);
    expect(await titles(main, { below: 5_000_000_000 })).toEqual(['Apple', 'Banana']);
    const newest = { by: { page_touched: 'timestamp', page_id: 'int' }, limit: 1, dir: 'older' } as const;
    const first = await readPage(pagesOf(wiki.db, main, {}), newest);
    const second = await readPage(pagesOf(wiki.db, main, {}), { ...newest, continue: first.next as string });
    expect([...first, ...second].map(row => row.page_title)).toEqual(['Cherry', 'Banana']);
  });

  test('binds text that some engines store as bytes', async () => {
    expect(await titles(main, { title: 'Apple\0' })).toEqual([]);
    expect(await titles(main, { title: 'Apple' })).toEqual(['Apple']);
  });

  test('binds lists, and is built once per list length', async () => {
    built = 0;
    const ofIds = async (...ids: number[]) => (await listed(wiki.db, ids).execute()).map(row => row.page_title).join();
    const ids = await wiki.db.selectFrom('page').select('page_id').orderBy('page_id').execute();
    const [one, two, three] = ids.map(row => row.page_id) as [number, number, number];
    expect(await ofIds(two, one)).toBe('Apple,Banana');
    expect(await ofIds(three, three)).toBe('Cherry');
    expect(await ofIds(one, 5_000_000)).toBe('Apple');
    expect(built).toBe(1);
    expect(await ofIds(one)).toBe('Apple');
    expect(await ofIds()).toBe('');
    expect(built).toBe(3);
    expect(await ofIds(...Array.from({ length: 3000 }, (_, i) => i + one + 1))).toBe('Banana,Cherry,Apple');
  });

  test('binds titles by namespace', async () => {
    built = 0;
    const called = async (...titles: (readonly [namespace: number, dbkey: string])[]) => {
      const asked = byNamespace(titles.map(([namespace, dbkey]) => ({ namespace, dbkey })));
      return (await listed(wiki.db, undefined, asked).execute()).map(row => row.page_title).join();
    };
    expect(await called([0, 'Cherry'], [1, 'Apple'], [0, 'Nothing'])).toBe('Cherry,Apple');
    expect(await called([0, 'Apple'], [0, 'Banana'], [1, 'Banana'])).toBe('Apple,Banana');
    expect(built).toBe(1);
    expect(await called([1, 'Apple'], [1, 'Banana'], [0, 'Banana'])).toBe('Banana,Apple');
    expect(await called([0, 'Apple\0'], [0, 'Banana'], [1, 'Banana'])).toBe('Banana');
    expect(await called()).toBe('');
  });

  test('rejects computations with bound values while it is built', async () => {
    const prefixed = prepare(
      (title: string) => ({ bindings: { title } }),
      (db, { title }) =>
        db
          .selectFrom('page')
          .select('page_title')
          .where('page_title', '=', `${title as unknown as string}!`),
    );
    const asked = readPage(prefixed(wiki.db, 'Apple'), { by: { page_title: 'string' }, limit: 1 });
    await expect(asked).rejects.toThrow('can only be compared with columns');
  });
});

test('a prepared query reads the tables of older releases', async () => {
  const wiki = await openWiki('sqlite');
  await wiki.page('Apple', { timestamp: '20240101000000' });
  await remakeTables({ url: wiki.url, engine: 'sqlite' }, { release: '1.39' });
  const older = await open(wiki.url);
  const rows = await readPage(pagesOf(older.db, { namespaces: new Set([0]), columns: [] }, { title: 'Apple' }), {
    by: { page_title: 'string' },
    limit: 1,
  });
  expect(rows.map(row => row.page_title)).toEqual(['Apple']);
  await older.close();
  await wiki.close();
});
