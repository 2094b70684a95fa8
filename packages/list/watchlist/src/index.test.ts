import { readMessages } from '@wikiquery/messages';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import watchlist from './index.ts';

const TEXT = 1;
const ACTION = 1;
const COMMENT = 2;
const USER = 4;
const SUPPRESSED = 8;

describeModule(
  watchlist,
  async wiki => {
    const { id, name } = await wiki.user('Ada', { preferences: { watchlisttoken: 'open sesame' } });
    await wiki.page('Bridge', { user: 'Bob', text: 'one', timestamp: '20240301000000' });
    await wiki.page('Tower', { user: '192.0.2.7', timestamp: '20240302000000' });
    await wiki.page('Talk:Tower', { user: 'Bob', bot: true, timestamp: '20240303000000' });
    await wiki.edit('Bridge', {
      user: 'Bob',
      text: 'one two',
      minor: true,
      comment: '/* Arch */ more',
      tags: ['mobile'],
      timestamp: '20240303000000',
    });
    await wiki.page('Unwatched', { timestamp: '20240303000000' });
    await wiki.page('Forgotten', { timestamp: '20240303000000' });
    await wiki.page('Soon', { user: 'Ada', patrolled: 2, timestamp: '20240304000000' });
    await wiki.log('protect', 'protect', { title: 'Bridge', user: 'Ada', params: '[edit=sysop]', timestamp: '20240305000000' });
    await wiki.log('move', 'move', { title: 'Tower', user: 'Ada', hidden: ACTION, timestamp: '20240306000000' });
    await wiki.page('Well', { timestamp: '20240307000000' });
    const slander = await wiki.edit('Well', { user: 'Eve', text: 'slander', comment: 'shame', timestamp: '20240308000000' });
    await wiki.hideRevision(slander, TEXT | COMMENT | USER | SUPPRESSED);
    await wiki.watch('Ada', 'Bridge', { notified: '20240303000000' });
    await wiki.watch('Ada', 'Tower');
    await wiki.watch('Ada', 'Well');
    await wiki.watch('Ada', 'Soon', { expiry: '20990101000000' });
    await wiki.watch('Ada', 'Forgotten', { expiry: '20240401000000' });
    await wiki.watch('Bob', 'Unwatched');
    return { as: { id, name, rights: ['viewmywatchlist'] }, services: { messages: readMessages([]) } };
  },
  ({ ask, records, pages, wiki }) => {
    const account = async (name: string, ...rights: string[]) => ({ as: { id: (await wiki().user(name)).id, name, rights } });
    const ada = (...rights: string[]) => account('Ada', 'viewmywatchlist', ...rights);
    const titles = async (params: Record<string, string | number | boolean>, options = {}) =>
      (await records(params, options)).map(({ type, title }) => `${type} ${title}`);

    it('lists the latest change and the log entries of each watched page', async () => {
      expect(await titles({})).toEqual(['edit Well', 'log Bridge', 'new Soon', 'edit Bridge', 'new Talk:Tower', 'new Tower']);
      const [change] = await records({
        user: 'Bob',
        namespace: 0,
        prop: 'ids|title|flags|user|userid|comment|parsedcomment|timestamp|sizes|notificationtimestamp|tags|expiry',
      });
      expect(change).toMatchObject({ type: 'edit', ns: 0, title: 'Bridge', revid: 4, old_revid: 1, bot: false, new: false, minor: true });
      expect(change).toMatchObject({
        user: 'Bob',
        temp: false,
        anon: false,
        comment: '/* Arch */ more',
        timestamp: '2024-03-03T00:00:00Z',
      });
      expect(change).toMatchObject({
        oldlen: 3,
        newlen: 7,
        notificationtimestamp: '2024-03-03T00:00:00Z',
        tags: ['mobile'],
        expiry: false,
      });
      expect(change?.parsedcomment).toContain('#Arch');
    });
    it('lists all changes to watched pages if allrev is set', async () => {
      expect(await titles({ allrev: true, namespace: 0 })).toEqual([
        'edit Well',
        'new Well',
        'log Bridge',
        'new Soon',
        'edit Bridge',
        'new Tower',
        'new Bridge',
      ]);
    });
    it('filters changes by type, flag, user and time', async () => {
      expect(await titles({ type: 'log' })).toEqual(['log Bridge']);
      expect(await titles({ show: 'minor' })).toEqual(['edit Bridge']);
      expect(await titles({ show: '!bot|!minor|!anon', type: 'new' })).toEqual(['new Soon']);
      expect(await titles({ show: 'anon' })).toEqual(['new Tower']);
      expect(await titles({ show: 'unread', allrev: true })).toEqual(['log Bridge', 'edit Bridge']);
      expect(await titles({ show: '!unread' })).toEqual(['edit Well', 'new Soon', 'new Talk:Tower', 'new Tower']);
      expect(await titles({ user: 'Ada' })).toEqual(['log Bridge', 'new Soon']);
      expect(await titles({ excludeuser: 'Bob', type: 'new' })).toEqual(['new Soon', 'new Tower']);
      expect(await titles({ user: 'Nobody' })).toEqual([]);
      expect(await titles({ dir: 'newer', start: '2024-03-03T00:00:00Z', end: '2024-03-04T00:00:00Z' })).toEqual([
        'new Talk:Tower',
        'edit Bridge',
        'new Soon',
      ]);
      expect((await ask({ show: 'unread|!unread' })).error.code).toBe('show');
      expect((await ask({ show: 'autopatrolled|!patrolled' })).error.code).toBe('show');
      expect((await ask({ user: 'Ada', excludeuser: 'Bob' })).error.code).toBe('invalidparammix');
    });
    it('excludes expired watchlist items', async () => {
      const [soon] = await records({ type: 'new', user: 'Ada', prop: 'title|expiry' });
      expect(soon).toEqual({ type: 'new', ns: 0, title: 'Soon', expiry: '2099-01-01T00:00:00Z' });
      expect(await titles({})).not.toContain('new Forgotten');
    });
    it('returns the user id in place of the user name if only userid is requested', async () => {
      const [change] = await records({ prop: 'userid', show: 'minor' });
      expect(change).toEqual({ type: 'edit', userid: 2, user: 2, anon: false });
      const [anonymous] = await records({ prop: 'user|userid', show: 'anon' });
      expect(anonymous).toEqual({ type: 'new', userid: 0, user: '192.0.2.7', temp: false, anon: true });
    });
    it('returns patrol status only to users with the right', async () => {
      expect((await ask({ prop: 'patrol' })).error.code).toBe('patrol');
      expect((await ask({ show: 'patrolled' })).error.code).toBe('permissiondenied');
      expect(await titles({ show: 'autopatrolled', type: 'new' })).toHaveLength(1);
      const [change] = await records({ prop: 'patrol', show: 'autopatrolled', type: 'new' }, await ada('patrol'));
      expect(change).toEqual({ type: 'new', patrolled: true, unpatrolled: false, autopatrolled: true });
    });
    it('omits hidden data, and does not reveal it through filters', async () => {
      const [well] = await records({ prop: 'title|user|comment|parsedcomment' });
      expect(well).toEqual({ type: 'edit', ns: 0, title: 'Well', userhidden: true, commenthidden: true, suppressed: true });
      expect(await titles({ user: 'Eve' })).toEqual([]);
      expect(await titles({ user: 'Eve' }, await ada('deletedhistory'))).toEqual([]);
      expect(await titles({ user: 'Eve' }, await ada('deletedhistory', 'viewsuppressed'))).toEqual([]);
      const [seen] = await records({ prop: 'user|comment' }, await ada('deletedhistory', 'viewsuppressed'));
      expect(seen).toMatchObject({ userhidden: true, user: 'Eve', comment: 'shame', suppressed: true });
      expect(await titles({ type: 'log' }, await ada('deletedhistory'))).toEqual(['log Bridge']);
      const [protection] = await records({ type: 'log', prop: 'loginfo' });
      expect(protection?.logdisplay).toMatch(/<bdi>Ada<\/bdi><\/a> protected <a [^>]*>Bridge<\/a>/);
    });
    it("reads another user's watchlist with its token", async () => {
      const stranger = { as: [] };
      expect((await ask({}, {}, stranger)).error.code).toBe('notloggedin');
      expect((await ask({ show: 'bot|!bot' }, {}, stranger)).error.code).toBe('notloggedin');
      expect((await ask({ owner: 'Ada' }, {}, stranger)).error.code).toBe('notloggedin');
      expect((await ask({ owner: 'Ada', token: 'sesame' }, {}, stranger)).error.code).toBe('bad_wltoken');
      expect((await ask({ owner: 'Bob', token: '' }, {}, stranger)).error.code).toBe('bad_wltoken');
      expect((await ask({ owner: 'Nobody', token: 'x' }, {}, stranger)).error.code).toBe('bad_wlowner');
      expect((await ask({}, {}, await account('Bob'))).error.code).toBe('permissiondenied');
      expect(await titles({ owner: 'Ada', token: 'open sesame', type: 'log' }, stranger)).toEqual(['log Bridge']);
    });
    it('generates pages, or revisions if allrev is set', async () => {
      const found = (await pages({ namespace: 0 })).map(page => page.title);
      expect(new Set(found)).toEqual(new Set(['Bridge', 'Soon', 'Tower', 'Well']));
      expect((await pages({ allrev: true, user: 'Bob', namespace: 1 })).map(page => page.title)).toEqual(['Talk:Tower']);
    });
    it('accepts any timestamp format in a continue value', async () => {
      const { query } = await ask({ continue: '2024-03-02T00:00:00Z|100' });
      expect(query.watchlist).toMatchObject([{ title: 'Tower' }]);
      expect((await ask({ continue: '0|0' })).query.watchlist).toEqual((await ask()).query.watchlist);
      expect((await ask({ continue: 'yesterday|2' })).error.code).toBe('badcontinue');
    });
  },
);
