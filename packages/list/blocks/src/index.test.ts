import { readMessages } from '@wikiquery/messages';
import { readSite } from '@wikiquery/site';
import { ask, describeModule, openWiki } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import blocks from './index.ts';

describeModule(
  blocks,
  async wiki => {
    const moment = '20240301000000';
    await wiki.page('River');
    await wiki.page('Mill');
    // Most blocks have the same timestamp, so the block id determines their order.
    await wiki.block('Ada', { by: 'Eve', reason: 'see [[Mill]]', timestamp: '20240201000000' });
    await wiki.block('Bob', { timestamp: moment, pages: ['River', 'Mill'], namespaces: [0, 4], actions: [1, 2, 99], talk: false });
    await wiki.block('Ghost', { timestamp: moment, hideUser: true });
    // A single block with `hideUser` hides an account that has several blocks.
    await wiki.block('Ghost', { timestamp: moment });
    await wiki.block('192.0.2.7', { timestamp: moment, expiry: '20300101000000', anonOnly: true, createAccount: false });
    await wiki.block('192.0.2.0/24', { timestamp: moment, email: true });
    await wiki.block('192.0.2.7', { timestamp: moment, auto: true, parent: 1, expiry: '20300101000000' });
    await wiki.block('2001:db8::/32', { timestamp: moment, expiry: '20300101000000', namespaces: [] });
    await wiki.block('Carol', { timestamp: moment, expiry: '20240401000000' });
    await wiki.db.updateTable('ipblocks_restrictions').set({ ir_value: 999 }).where('ir_type', '=', 1).where('ir_value', '=', 2).execute();
    return { services: { messages: readMessages([]) } };
  },
  ({ records, ask, wiki }) => {
    const ids = async (params = {}, options = {}) => (await records({ prop: 'id', ...params }, options)).map(({ id }) => id);

    it('lists active blocks, newest first', async () => {
      expect(await ids()).toEqual([8, 7, 6, 5, 2, 1]);
      expect(await ids({ dir: 'newer', limit: 2 })).toEqual([1, 2]);
      expect(await ids({ start: '2024-02-15T00:00:00Z' })).toEqual([1]);
      expect(await ids({ end: '2024-02-15T00:00:00Z' })).toEqual([8, 7, 6, 5, 2]);
    });
    it('lists blocks of suppressed accounts only for users with the right', async () => {
      expect(await ids({}, { as: ['hideuser'] })).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
      expect(await ids({ users: 'Ghost' })).toEqual([]);
      expect(await ids({ ids: '3|4' })).toEqual([]);
      expect(await ids({ users: 'Ghost' }, { as: ['hideuser'] })).toEqual([4, 3]);
    });
    it('finds blocks by id and by target', async () => {
      expect(await ids({ ids: '1|2|9|99999999999|-1' })).toEqual([2, 1]);
      expect(await ids({ users: 'ada|192.0.2.0/24|Nobody' })).toEqual([6, 1]);
      expect(await ids({ users: '192.0.2.007' })).toEqual([5]);
      expect(await ids({ users: '2001:DB8:0::/32' })).toEqual([8]);
      expect(await ids({ users: '192.0.2.8' })).toEqual([]);
    });
    it('finds blocks that apply to an address or a range, without autoblocks', async () => {
      expect(await ids({ ip: '192.0.2.7' })).toEqual([6, 5]);
      expect(await ids({ ip: '192.0.2.8' })).toEqual([6]);
      expect(await ids({ ip: '192.0.2.0/28' })).toEqual([6]);
      expect(await ids({ ip: '192.0.0.0/16' })).toEqual([]);
      expect(await ids({ ip: '2001:db8:1::1' })).toEqual([8]);
      const codeOf = async (params: Record<string, string>) => (await ask(params)).error.code;
      expect(await codeOf({ ip: '192.0.0.0/15' })).toBe('cidrtoobroad');
      expect(await codeOf({ ip: '2001::/18' })).toBe('cidrtoobroad');
      expect(await codeOf({ ip: 'Ada' })).toBe('param_ip');
      expect(await codeOf({ ip: '192.0.2.7', users: 'Ada' })).toBe('invalidparammix');
    });
    it('filters blocks by target type and expiry', async () => {
      expect(await ids({ show: 'account' })).toEqual([2, 1]);
      expect(await ids({ show: '!account' })).toEqual([8, 7, 6, 5]);
      expect(await ids({ show: 'ip' })).toEqual([7, 5]);
      expect(await ids({ show: '!ip' })).toEqual([8, 6, 2, 1]);
      expect(await ids({ show: 'range' })).toEqual([8, 6]);
      expect(await ids({ show: '!range|!temp' })).toEqual([2, 1]);
      expect(await ids({ show: 'temp' })).toEqual([8, 7, 5]);
      expect((await ask({ show: 'ip|!ip' })).error.code).toBe('show');
    });
    it('returns the blocking and the blocked user with the reason for the block', async () => {
      expect(await records({ ids: 1, prop: 'id|user|userid|by|byid|timestamp|expiry|reason|range' })).toEqual([
        {
          id: 1,
          user: 'Ada',
          userid: expect.any(Number),
          by: 'Eve',
          byid: expect.any(Number),
          timestamp: '2024-02-01T00:00:00Z',
          expiry: 'infinity',
          'duration-l10n': 'infinite',
          reason: 'see [[Mill]]',
        },
      ]);
    });
    it('returns the expiry and the localized duration of a block', async () => {
      const durations = await records({ ids: '5|7|8', prop: 'expiry', dir: 'newer' });
      expect(durations.map(block => block['duration-l10n'])).toEqual(Array(3).fill('5 years and 10 months'));
    });
    it('returns the reason for a block in HTML', async () => {
      const [block] = await records({ ids: 1, prop: 'parsedreason' });
      expect(block?.parsedreason).toContain('<a href="/wiki/Mill" title="Mill">Mill</a>');
    });
    it('returns the flags of a block', async () => {
      const [range, address] = await records({ ip: '192.0.2.7', prop: 'user|userid|range|flags|restrictions' });
      const flags = { automatic: false, autoblock: false, hidden: false, partial: false, restrictions: [], userid: 0 };
      expect(range).toEqual({
        ...flags,
        user: '192.0.2.0/24',
        rangestart: '192.0.2.0',
        rangeend: '192.0.2.255',
        anononly: false,
        nocreate: true,
        noemail: true,
        allowusertalk: true,
      });
      expect(address).toEqual({ ...flags, user: '192.0.2.7', anononly: true, nocreate: false, noemail: false, allowusertalk: true });
    });
    it('hides the address of an autoblock', async () => {
      expect(await records({ ids: 7, prop: 'id|user|userid|range' })).toEqual([{ id: 7 }]);
    });
    it('returns the restrictions of partial blocks, with deleted pages by id', async () => {
      const restrictions = {
        // PostgreSQL returns restrictions in a different order.
        pages: expect.toSatisfy(same([{ id: 1, ns: 0, title: 'River' }, { id: 999 }])),
        namespaces: expect.toSatisfy(same([0, 4])),
        actions: expect.toSatisfy(same(['upload', 'move', false])),
      };
      expect(await records({ ids: '2|8', prop: 'restrictions' })).toEqual([{ restrictions: [] }, { restrictions }]);
    });
    it('loads the restrictions of all blocks in one statement', async () => {
      const costOf = async (limit: number) => (await wiki().statementsOf(() => ask({ prop: 'restrictions', limit, dir: 'newer' }))).length;
      expect(await costOf(50)).toBe(await costOf(2));
    });
  },
);

it("returns only the fields that the wiki's MediaWiki release supports", async () => {
  const wiki = await openWiki(undefined, { site: readSite({ general: { generator: 'MediaWiki 1.43.9' } }) });
  try {
    await wiki.block('Ada', {});
    const services = { messages: readMessages([]) };
    const { query, warnings } = await ask(wiki, [blocks], { action: 'query', list: 'blocks', bkprop: 'expiry|parsedreason' }, { services });
    expect(query.blocks).toEqual([{ expiry: 'infinity' }]);
    expect(warnings.blocks.warnings).toContain('parsedreason');
  } finally {
    await wiki.close();
  }
});

const same = (expected: readonly unknown[]) => (found: readonly unknown[]) => texts(found).join() === texts(expected).join();
const texts = (list: readonly unknown[]) => list.map(each => JSON.stringify(each)).sort();
