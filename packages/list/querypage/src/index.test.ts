import type { Env } from '@wikiquery/core';
import { defaultSite } from '@wikiquery/site';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import querypage from './index.ts';
import type { QueryPage, Window } from './query-page.ts';

/** Query page that a deployment adds. */
const stubs: QueryPage = {
  name: 'Stubs',
  expensive: true,
  cacheable: false,
  order: 'ascending',
  rows: ({ db }: Env, { offset, limit }: Window) =>
    db
      .selectFrom('page')
      .select(['page_namespace as namespace', 'page_title as title', 'page_lang as language', 'page_len as bytes'])
      .where('page_len', '<', 20)
      .orderBy('page_id')
      .limit(limit)
      .offset(offset)
      .execute(),
};
const replaced: QueryPage = { name: 'Longpages', order: 'descending', rows: async () => [{ namespace: 0, title: 'Any', value: 'much' }] };
const services = { queryPages: [stubs, replaced] };

describeModule(
  querypage,
  async wiki => {
    await wiki.page('Hill', { text: 'x'.repeat(30), timestamp: '20240101000000' });
    await wiki.page('Brook', { text: 'x'.repeat(10), timestamp: '20240301000000' });
    await wiki.page('Talk:Hill', { text: 'x'.repeat(10) });
    await wiki.redirect('Knoll', 'Hill', { fragment: 'Top' });
    await wiki.redirect('Mound', 'Knoll');
    return { params: { page: 'Shortpages' }, services };
  },
  ({ records, pages, ask, wiki }) => {
    it('lists the rows of a report', async () => {
      expect(await records()).toEqual({
        name: 'Shortpages',
        results: [
          { value: '10', ns: 0, title: 'Brook' },
          { value: '30', ns: 0, title: 'Hill' },
        ],
      });
      expect(await records({ page: 'Wantedfiles' })).toEqual({ name: 'Wantedfiles', results: [] });
      expect((await ask({ page: '' })).error.code).toBe('badvalue');
    });
    it('returns the timestamps and additional columns of rows', async () => {
      expect(await records({ page: 'Ancientpages', limit: 1 })).toMatchObject({
        // PostgreSQL formats timestamps differently from the other engines.
        results: [{ value: expect.stringMatching(/^2024-?01-?01 ?00/), timestamp: '2024-01-01T00:00:00Z', ns: 0, title: 'Hill' }],
      });
      expect(await records({ page: 'DoubleRedirects' })).toMatchObject({
        results: [
          {
            ns: 0,
            title: 'Mound',
            databaseResult: {
              b_namespace: '0',
              b_title: 'Knoll',
              b_fragment: '',
              c_namespace: '0',
              c_title: 'Hill',
              c_fragment: 'Top',
              c_interwiki: '',
            },
          },
        ],
      });
    });
    it('continues from an offset', async () => {
      expect(await ask({ limit: 1 })).toMatchObject({
        continue: { qpoffset: 1, continue: '-||' },
        query: { querypage: { name: 'Shortpages' } },
      });
      const last = await ask({ limit: 1, offset: 1 });
      expect(last.query.querypage.results).toEqual([{ value: '30', ns: 0, title: 'Hill' }]);
      expect(last.continue).toBeUndefined();
      expect((await ask({ offset: -3 })).query.querypage.results).toHaveLength(2);
      expect((await ask({ offset: '9223372036854775807' })).query.querypage.results).toEqual([]);
    });
    it('generates the pages of a report', async () => {
      expect((await pages({ limit: 1 })).map(page => page.title)).toEqual(['Brook']);
      expect(await pages({ page: 'MediaStatistics' })).toEqual([]);
    });
    it('returns unwatched pages only to users with the right', async () => {
      await wiki().watch('Ada', 'Hill');
      expect((await ask({ page: 'Unwatchedpages' })).error.code).toBe('specialpage-cantexecute');
      await expect(pages({ page: 'Unwatchedpages' })).rejects.toThrow('specialpage-cantexecute');
      const { query } = await ask({ page: 'Unwatchedpages' }, {}, { as: ['unwatchedpages'] });
      expect(query.querypage.results).toEqual([{ value: '0', ns: 0, title: 'Brook' }]);
    });
    it('supports query pages that a deployment adds or replaces', async () => {
      expect(await records({ page: 'Stubs', limit: 1 })).toEqual({
        name: 'Stubs',
        results: [{ ns: 0, title: 'Brook', databaseResult: { language: null, bytes: '10' } }],
      });
      expect(await records({ page: 'Longpages' })).toEqual({ name: 'Longpages', results: [{ value: 'much', ns: 0, title: 'Any' }] });
      const names = querypage.params.page.type.values?.(wiki().site, ({ name }) => services[name as keyof typeof services] as never);
      expect(names?.filter(name => /^S/.test(String(name)))).toEqual(['Shortpages', 'Stubs']);
    });
    it('writes additional columns in formatversion=1 form', async () => {
      const { query } = await ask({ page: 'Stubs', limit: 1 }, { formatversion: 1 });
      expect(query.querypage.results[0].databaseResult).toEqual({ language: null, bytes: '10' });
    });
  },
);

const { configuration, ...site } = defaultSite();

describeModule(
  querypage,
  async wiki => {
    await wiki.page('Hill', { text: 'x'.repeat(30) });
    await wiki.redirect('Knoll', 'Hill');
    await wiki.queryCache('Ancientpages', [
      { title: 'Gone', value: 1704067200 },
      { title: 'Hill', value: 1709251200 },
    ]);
    return { params: { page: 'Ancientpages' }, services };
  },
  ({ records, pages, ask, wiki }) => {
    const since = () => wiki().now.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z');

    it('reads cached rows of expensive reports in miser mode', async () => {
      expect(await records()).toEqual({
        name: 'Ancientpages',
        cached: true,
        cachedtimestamp: since(),
        maxresults: 25,
        results: [
          { value: '1704067200', timestamp: '2024-01-01T00:00:00Z', ns: 0, title: 'Gone' },
          { value: '1709251200', timestamp: '2024-03-01T00:00:00Z', ns: 0, title: 'Hill' },
        ],
      });
      expect((await pages()).map(page => page.title)).toEqual(['Gone', 'Hill']);
      expect(await ask({ limit: 1 }, { formatversion: 1 })).toMatchObject({
        query: { querypage: { cached: '' } },
        continue: { qpoffset: 1 },
      });
    });
    it('omits the cache time of reports that were never cached', async () => {
      expect(await records({ page: 'Listredirects' })).toEqual({ name: 'Listredirects', cached: true, maxresults: 25, results: [] });
    });
    it('computes cheap reports and disables uncacheable reports in miser mode', async () => {
      expect(await records({ page: 'Shortpages' })).toEqual({ name: 'Shortpages', results: [{ value: '30', ns: 0, title: 'Hill' }] });
      expect(await records({ page: 'Stubs' })).toEqual({ name: 'Stubs', disabled: true });
      expect(await pages({ page: 'Stubs' })).toEqual([]);
      expect((await ask({ page: 'Withoutinterwiki' })).error.code).toBe('badvalue');
    });
  },
  {
    site: {
      ...site,
      configuration: { ...configuration, miserMode: true, queryCacheLimit: 25, uselessQueryPages: ['Withoutinterwiki'] },
    },
  },
);

describeModule(
  querypage,
  async wiki => {
    for (const title of ['Hill', 'Brook', 'Ford']) await wiki.page(title);
    return { params: { page: 'Shortpages' }, services };
  },
  ({ ask }) => {
    it('stops at the response size limit and continues with the next row', async () => {
      const first = await ask();
      expect(first.query.querypage.results).toHaveLength(1);
      expect(first.continue).toEqual({ qpoffset: 1, continue: '-||' });
      expect((await ask({ offset: 2 })).query.querypage.results).toEqual([{ value: '0', ns: 0, title: 'Ford' }]);
    });
  },
  { site: { ...site, configuration: { ...configuration, maxResultSize: 20 } } },
);
