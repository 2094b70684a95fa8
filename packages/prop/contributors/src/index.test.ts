import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import contributors from './index.ts';

describeModule(
  contributors,
  async wiki => {
    await wiki.user('Ada', { groups: ['sysop'] });
    await wiki.user('Bob', { groups: { bot: '20240101000000', 'interface-admin': '20250601000000' } });
    await wiki.page('Apple', { user: 'Ada' });
    for (const user of ['Bob', '192.0.2.7', '192.0.2.8', '192.0.2.7', 'Cleo', 'Ada']) await wiki.edit('Apple', { user });
    await wiki.edit('Apple', { user: 'Eve', hidden: 4 });
    await wiki.edit('Apple', { user: '192.0.2.9', hidden: 12 });
    await wiki.page('Banana', { user: '192.0.2.7' });
    await wiki.page('Cherry', { user: 'Cleo' });
    return { request: { titles: 'Apple|Banana|Cherry|Nothing' } };
  },
  ({ records, ask, wiki }) => {
    const names = async (params: Record<string, string | number> = {}) =>
      Object.fromEntries(
        (await records(params)).map((page: { title: string; contributors?: { name: string }[] }) => [
          page.title,
          page.contributors?.map(({ name }) => name),
        ]),
      );

    it('lists accounts and counts anonymous contributors', async () => {
      expect(await records()).toEqual([
        { ns: 0, title: 'Nothing', missing: true },
        {
          pageid: 1,
          ns: 0,
          title: 'Apple',
          anoncontributors: 2,
          contributors: [
            { userid: 1, name: 'Ada' },
            { userid: 2, name: 'Bob' },
            { userid: 3, name: 'Cleo' },
          ],
        },
        { pageid: 2, ns: 0, title: 'Banana', anoncontributors: 1 },
        { pageid: 3, ns: 0, title: 'Cherry', contributors: [{ userid: 3, name: 'Cleo' }] },
      ]);
    });
    it('filters contributors by current group membership', async () => {
      expect(await names({ group: 'sysop|bot' })).toMatchObject({ Apple: ['Ada'], Cherry: undefined });
      expect(await names({ group: 'interface-admin' })).toMatchObject({ Apple: ['Bob'] });
      expect(await names({ excludegroup: 'sysop|bot' })).toMatchObject({ Apple: ['Bob', 'Cleo'], Cherry: ['Cleo'] });
      expect(await names({ group: '' })).toMatchObject({ Apple: ['Ada', 'Bob', 'Cleo'] });
    });
    it('filters contributors by the rights of their groups', async () => {
      expect(await names({ rights: 'delete' })).toMatchObject({ Apple: ['Ada'] });
      expect(await names({ rights: 'edit' })).toMatchObject({ Apple: undefined });
      expect(await names({ excluderights: 'delete|editinterface' })).toMatchObject({ Apple: ['Cleo'] });
      expect(await names({ rights: 'siteadmin' })).toMatchObject({ Apple: undefined });
      expect((await ask({ group: 'bot', rights: 'edit' })).error.code).toBe('invalidparammix');
    });
    it('continues from a page and an account', async () => {
      const first = await ask({ limit: 2 });
      expect(first.continue).toEqual({ pccontinue: '1|5', continue: '||' });
      expect(first.query.pages[1].contributors).toHaveLength(2);
      const second = await ask({ limit: 2 }, first.continue);
      expect(second.query.pages.map((page: { contributors?: unknown }) => page.contributors)).toEqual([
        undefined,
        [{ userid: 3, name: 'Cleo' }],
        undefined,
        [{ userid: 3, name: 'Cleo' }],
      ]);
      for (const bad of ['1', '01|2', ' 1|2', '1|2|3']) {
        expect((await ask({ continue: bad })).error.code).toBe('badcontinue');
        expect((await ask({ continue: bad }, { titles: 'Nothing' })).error.code).toBe('badcontinue');
      }
    });
    it('reads at most a hundred pages per response in a constant number of statements', async () => {
      for (let i = 0; i < 105; i++) await wiki().page(`Many/${i}`, { user: i % 2 ? 'Ada' : '192.0.2.7' });
      const titles = Array.from({ length: 105 }, (_, i) => `Many/${i}`).join('|');
      const as = ['apihighlimits'];
      const before = wiki().statements;
      const first = await ask({ limit: 'max' }, { titles }, { as });
      const many = wiki().statements - before;
      expect(first.continue).toEqual({ pccontinue: '104|0', continue: '||' });
      const rest = await ask({ limit: 'max' }, { titles, ...first.continue }, { as });
      expect(
        rest.query.pages
          .filter((page: { pageid: number }) => page.pageid >= 104)
          .map((page: { contributors?: unknown }) => page.contributors !== undefined),
      ).toEqual([false, true, false, true, false]);
      const again = wiki().statements;
      await ask({}, { titles: 'Apple' });
      expect(wiki().statements - again).toBe(many);
    });
  },
);
