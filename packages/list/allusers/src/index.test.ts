import { readSite } from '@wikiquery/site';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import allusers from './index.ts';

const EVERYBODY = ['*', 'user', 'autoconfirmed'];

describeModule(
  allusers,
  async wiki => {
    await wiki.user('Ada', { groups: { bot: '20250601000000', bureaucrat: '20240601000000', sysop: null } });
    await wiki.user('Alan', { groups: ['bot', 'sysop', 'bureaucrat'], registration: null });
    await wiki.user('Bob');
    await wiki.user('Ghost', { groups: ['sysop'] });
    await wiki.user('Zoe', { groups: ['bureaucrat'] });
    await wiki.user('~2024-1', { temporary: true });
    await wiki.block('Bob', { by: 'Ada', reason: 'noise' });
    await wiki.block('Ghost', { by: 'Ada', hideUser: true });
    await wiki.page('River', { user: 'Bob', timestamp: '20241220000000' });
    await wiki.edit('River', { user: 'Bob', timestamp: '20241220000001' });
    await wiki.edit('River', { user: 'Zoe', timestamp: '20241120000000' });
    await wiki.log('newusers', 'create', { user: 'Ada', title: 'User:Ada', timestamp: '20241221000000' });
    await wiki.log('block', 'block', { user: 'Ghost', title: 'User:Bob', timestamp: '20241222000000' });
    for (const name of ['Ada', 'Bob', 'Ghost', 'Zoe']) await wiki.activeUser(name, '20241222000000');
  },
  ({ records, ask, wiki }) => {
    const names = async (params = {}, options = {}) => (await records(params, options)).map(({ name }) => name);
    /** Returns the names in each response of a continued list. */
    const batches = async (params: Record<string, string | number | boolean>) => {
      const found: string[][] = [];
      for (let request = {}; ; ) {
        const response = await ask(params, request);
        found.push(response.query.allusers.map(({ name }: { name: string }) => name));
        if (!response.continue) return found;
        request = response.continue;
      }
    };

    it('lists accounts sorted by name, suppressed accounts only for users with the right', async () => {
      expect(await names()).toEqual(['Ada', 'Alan', 'Bob', 'Zoe', '~2024-1']);
      expect(await records({ prefix: 'G' }, { as: ['hideuser'] })).toEqual([{ userid: expect.any(Number), name: 'Ghost', hidden: true }]);
      expect(await names({ prefix: 'Ghost' })).toEqual([]);
    });
    it('filters accounts by start, end and prefix in both directions', async () => {
      expect(await names({ from: 'alan', to: 'bob' })).toEqual(['Alan', 'Bob']);
      expect(await names({ from: 'Bob', to: 'alan', dir: 'descending' })).toEqual(['Bob', 'Alan']);
      expect(await names({ prefix: 'a' })).toEqual(['Ada', 'Alan']);
      expect(await names({ prefix: 'Al%' })).toEqual([]);
    });
    it('continues from an account name', async () => {
      const single = [['Ada'], ['Alan'], ['Bob'], ['Zoe'], ['~2024-1']];
      expect(await batches({ limit: 1 })).toEqual(single);
      expect(await batches({ limit: 1, dir: 'descending' })).toEqual(single.toReversed());
    });
    it('finds current members of groups', async () => {
      expect(await names({ group: 'bureaucrat' })).toEqual(['Alan', 'Zoe']);
      expect(await names({ group: 'sysop|bureaucrat', excludegroup: false })).toEqual(['Ada', 'Alan', 'Zoe']);
      expect(await names({ group: 'sysop' }, { as: ['hideuser'] })).toEqual(['Ada', 'Alan', 'Ghost']);
      expect(await names({ excludegroup: 'bot' })).toEqual(['Bob', 'Zoe', '~2024-1']);
      expect((await ask({ group: 'bot', excludegroup: 'sysop' })).error.code).toBe('invalidparammix');
      expect(await names({ group: 'nonsense' })).toHaveLength(5);
    });
    it('counts an account once per group toward the limit but returns it once', async () => {
      const group = 'bot|sysop|bureaucrat';
      expect(await batches({ group, limit: 1 })).toEqual([['Ada'], ['Alan'], ['Zoe']]);
      expect(await batches({ group, limit: 2 })).toEqual([['Ada'], ['Alan'], ['Zoe']]);
      expect(await batches({ group, limit: 3 })).toEqual([['Ada', 'Alan'], ['Zoe']]);
      expect(await batches({ group, limit: 4, dir: 'descending' })).toEqual([['Zoe', 'Alan'], ['Ada']]);
    });
    it('finds accounts by the rights of their groups', async () => {
      expect(await names({ rights: 'userrights' })).toEqual(['Alan', 'Zoe']);
      expect(await names({ rights: 'userrights', group: 'bot' })).toEqual(['Ada', 'Alan', 'Zoe']);
      expect(await names({ rights: 'read' })).toHaveLength(5);
      expect(await names({ rights: 'purge|delete' })).toHaveLength(5);
      expect(await names({ rights: 'siteadmin', group: 'bot', excludegroup: 'bot' })).toEqual([]);
      expect((await ask({ rights: 'delete', excludegroup: 'bot' })).error.code).toBe('invalidparammix');
    });
    it('returns the groups and rights of accounts', async () => {
      const [ada, alan] = await records({ prefix: 'A', prop: 'groups|implicitgroups|rights|registration|editcount|centralids' });
      expect(ada).toMatchObject({ implicitgroups: EVERYBODY, centralids: { local: 1 } });
      // PostgreSQL returns the groups in a different order.
      expect(new Set(ada?.groups)).toEqual(new Set([...EVERYBODY, 'bot', 'sysop']));
      expect(ada?.rights).toContain('delete');
      expect(ada?.rights).not.toContain('userrights');
      expect(alan).toMatchObject({ registration: '', editcount: 0, rights: expect.arrayContaining(['userrights']) });
      expect(await records({ prefix: 'A', prop: 'implicitgroups', limit: 1 })).toEqual([
        { userid: 1, name: 'Ada', implicitgroups: EVERYBODY },
      ]);
    });
    it('returns the blocks and central ids of accounts', async () => {
      expect(await records({ prefix: 'B', prop: 'blockinfo|centralids', attachedwiki: 'elsewhere' })).toMatchObject([
        { name: 'Bob', attachedwiki: { local: false }, blockedby: 'Ada', blockreason: 'noise', blockexpiry: 'infinite' },
      ]);
      const [ghost] = await records({ prefix: 'G', prop: 'centralids' }, { as: ['hideuser'] });
      expect(ghost?.centralids).toEqual({ local: 0 });
    });
    it('excludes accounts without edits on request', async () => {
      expect(await names({ witheditsonly: true })).toEqual(['Bob', 'Zoe']);
    });
    it('lists active accounts and counts their recent actions except account creations', async () => {
      const active = async (params = {}, options = {}) =>
        (await records({ activeusers: true, ...params }, options)).map(({ name, recentactions }) => [name, recentactions]);
      expect(await active()).toEqual([['Bob', 2]]);
      expect(await active({}, { as: ['hideuser'] })).toEqual([
        ['Bob', 2],
        ['Ghost', 1],
      ]);
      expect(await active({ dir: 'descending', from: 'C' })).toEqual([['Bob', 2]]);
      expect(await active({ prefix: 'Z' })).toEqual([]);
      expect(await batches({ activeusers: true, limit: 1 })).toEqual([[], ['Bob'], []]);
    });
    it('excludes temporary accounts or all other accounts on request', async () => {
      expect(await names({ excludenamed: true })).toEqual(['~2024-1']);
      expect(await names({ excludetemp: true })).toEqual(['Ada', 'Alan', 'Bob', 'Zoe']);
      expect(await names({ excludetemp: true, excludenamed: true })).toEqual([]);
    });
    it('loads each kind of property for all accounts in one statement', async () => {
      const prop = 'blockinfo|groups|rights|implicitgroups|centralids';
      const costOf = async (limit: number) => (await wiki().statementsOf(() => ask({ prop, limit, activeusers: true }))).length;
      expect(await costOf(4)).toBe(await costOf(1));
    });
  },
  { site: readSite({ autocreatetempuser: { enabled: true, matchPatterns: ['~$1'] } }) },
);
