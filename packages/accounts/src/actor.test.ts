// Groups, rights and blocks of users in a database.
import { readSite } from '@wikiquery/site';
import { engines, openWiki } from '@wikiquery/testing';
import { describe, expect, it } from 'vitest';
import { ANN, BOB, BOT_SECRET, PASSWORD, sceneOn, site } from './accounts.test-kit.ts';

describe.each(engines)('on %s', engine => {
  const scene = sceneOn(engine);

  describe('groups and rights', () => {
    const actorOf = async (name: string, password = PASSWORD) => {
      const client = scene.client();
      await client.login(name, password);
      return (await client.session()).actor;
    };

    it('come from unexpired memberships, implicit groups and automatic promotion', async () => {
      const ann = await actorOf('Ann Example');
      expect(ann.groups).toEqual(['sysop', '*', 'user', 'autoconfirmed']);
      expect(ann.implicitGroups).toEqual(['*', 'user', 'autoconfirmed']);
      expect(ann.can('delete')).toBe(true);
      expect([...ann.rights][0]).toBe('block');
      expect(ann.can('bot')).toBe(false);
      const bob = await actorOf('Bob');
      expect(bob.groups).toEqual(['bot', '*', 'user']);
      expect(bob.can('delete')).toBe(false);
    });

    it('are limited to its grants after a login with a bot password', async () => {
      const reader = await actorOf('Ann Example@reader', BOT_SECRET);
      expect(reader.groups).toEqual(['sysop', '*', 'user', 'autoconfirmed']);
      expect(reader.rights).toEqual(
        new Set(['autoconfirmed', 'autopatrol', 'editsemiprotected', 'ipblock-exempt', 'read', 'unwatchedpages', 'viewmywatchlist']),
      );
    });

    it('exclude the rights that a group of the user revokes', async () => {
      const configuration = { ...site.configuration, revokedRights: { user: ['edit'], sysop: ['delete'] } };
      scene.accounts = scene.create({ site: { ...site, configuration } });
      const ann = await actorOf('Ann Example');
      expect([ann.can('edit'), ann.can('delete'), ann.can('block')]).toEqual([false, false, true]);
      expect((await scene.accounts.session({ ip: '192.0.2.1' })).actor.can('edit')).toBe(true);
    });

    it('are those of the group * for anonymous users', async () => {
      const { actor } = await scene.accounts.session({ ip: '2001:db8::1a' });
      expect(actor).toMatchObject({ id: 0, name: '2001:DB8:0:0:0:0:0:1A', isAnon: true, groups: ['*'], implicitGroups: ['*'] });
      expect(actor.can('read')).toBe(true);
      expect(actor.can('move')).toBe(false);
    });
  });

  describe('blocks', () => {
    const blockOf = async (ip: string) => (await scene.accounts.session({ ip })).actor.block();
    const blockOfBob = async (ip: string) => {
      const client = scene.client({ ip });
      await client.login('Bob', PASSWORD);
      return (await client.session()).actor.block();
    };

    it('apply to addresses, ranges and accounts', async () => {
      await scene.block({ address: '203.0.113.9', hex: 'CB007109' });
      await scene.block({ address: '198.51.100.0/24', hex: 'C6336400', range: ['C6336400', 'C63364FF'] });
      await scene.block({
        address: '2001:DB8:0:FF:0:0:0:0/64',
        hex: 'v6-20010DB8000000FF0000000000000000',
        range: ['v6-20010DB8000000FF0000000000000000', 'v6-20010DB8000000FFFFFFFFFFFFFFFFFF'],
      });
      expect(await blockOf('203.0.113.9')).toMatchObject({
        id: 1,
        target: '203.0.113.9',
        by: 'Ann Example',
        byId: ANN,
        reason: 'noise',
        partial: false,
      });
      expect(await blockOf('198.51.100.200')).toMatchObject({ id: 2, target: '198.51.100.0/24' });
      expect(await blockOf('2001:db8:0:ff::3')).toMatchObject({ id: 3 });
      for (const free of ['203.0.113.8', '198.51.101.0', '2001:db8:0:fe::3']) expect(await blockOf(free)).toBeUndefined();
      await scene.block({ user: BOB, partial: true, deleted: true });
      expect(await blockOfBob('192.0.2.1')).toMatchObject({ id: 4, target: 'Bob', partial: true, hideUser: true });
    });

    it('do not apply after their expiry, or to accounts if limited to anonymous users', async () => {
      await scene.block({ address: '203.0.113.9', hex: 'CB007109', expiry: '20240601115959' });
      // As in MediaWiki, a block still applies in the second of its expiry.
      await scene.block({ address: '203.0.113.11', hex: 'CB00710B', expiry: '20240601120000' });
      await scene.block({ address: '203.0.113.10', hex: 'CB00710A', anonOnly: true });
      expect(await blockOf('203.0.113.9')).toBeUndefined();
      expect(await blockOf('203.0.113.11')).toMatchObject({ expiry: '20240601120000' });
      expect(await blockOf('203.0.113.10')).toMatchObject({ anonOnly: true });
      expect(await blockOfBob('203.0.113.10')).toBeUndefined();
    });

    it('do not apply to users with the right `ipblock-exempt` if they block an address', async () => {
      await scene.block({ address: '203.0.113.9', hex: 'CB007109' });
      const client = scene.client({ ip: '203.0.113.9' });
      await client.login('Ann Example', PASSWORD);
      expect(await (await client.session()).actor.block()).toBeUndefined();
      expect(await blockOfBob('203.0.113.9')).toMatchObject({ id: 1 });
    });

    it('are combined; an autoblock omits its address, and does not apply in addition to its original block', async () => {
      await scene.block({ user: BOB, expiry: '20250101000000' });
      await scene.block({ address: '203.0.113.77', hex: 'CB00714D', auto: true, parent: 1 });
      expect(await blockOfBob('203.0.113.77')).toMatchObject({ id: 1, target: 'Bob' });
      expect(await blockOf('203.0.113.77')).toMatchObject({ id: 2, target: undefined, auto: true });
      await scene.block({ address: '203.0.113.0/24', hex: 'CB007100', range: ['CB007100', 'CB0071FF'], partial: true });
      scene.now += 5001;
      const both = await blockOfBob('203.0.113.77');
      expect(both).toMatchObject({ id: 0, by: '', byId: 0, expiry: 'infinity', partial: false });
      expect(both?.components?.map(component => component.id)).toEqual([1, 3]);
    });

    it('reduce the rights of blocked accounts if blocks disable logins', async () => {
      const client = scene.client();
      await client.login('Bob', PASSWORD);
      await scene.block({ user: BOB });
      scene.accounts = scene.create({
        site: readSite({ general: { wikiid: 'wiki' } }, { ...site.configuration, blockDisablesLogin: true }),
      });
      const { actor } = await client.session();
      expect([actor.name, actor.can('read'), actor.can('move')]).toEqual(['Bob', true, false]);
    });
  });

  it('an account is read from the database at most once in five seconds', async () => {
    const client = scene.client();
    await client.login('Bob', PASSWORD);
    await client.session();
    await scene.wiki.db.updateTable('user').set({ user_name: 'Robert' }).where('user_id', '=', BOB).execute();
    expect((await client.session()).actor.name).toBe('Bob');
    scene.now += 5001;
    expect((await client.session()).actor.name).toBe('Robert');
  });

  it('the database is not queried for anonymous users until their block is requested', async () => {
    const gone = await openWiki(engine);
    await gone.close();
    const { actor } = await scene.create({ db: gone.db }).session({ ip: '192.0.2.1' });
    expect(actor.can('read')).toBe(true);
    await expect(actor.block()).rejects.toBeInstanceOf(Error);
  });
});
