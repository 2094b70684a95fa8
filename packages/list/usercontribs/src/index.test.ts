import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import usercontribs from './index.ts';

describeModule(
  usercontribs,
  async wiki => {
    await wiki.page('Apple', { text: 'one', user: 'Ada', comment: 'see [[Pear]]', tags: ['mobile'] });
    await wiki.edit('Apple', { text: 'one two', user: 'Adam', minor: true, patrolled: 2 });
    await wiki.edit('Apple', { text: 'three', user: 'Ada' });
    await wiki.page('Talk:Apple', { text: 'four', user: '192.0.2.9' });
    await wiki.page('Pear', { text: 'five', user: '192.0.2.10' });
    await wiki.edit('Pear', { text: 'six', user: 'Ada', hidden: 4 });
    return { params: { user: 'Ada|Adam|192.0.2.9' } };
  },
  ({ ask }) => {
    const contribs = async (params: Record<string, string | number | boolean>, options = {}) => {
      const { query, error } = await ask({ user: false, limit: 'max', ...params }, {}, options);
      if (error) throw new Error(error.code);
      return query.usercontribs;
    };
    const ids = async (params: Record<string, string | number | boolean>, options = {}) =>
      (await contribs(params, options)).map((edit: { revid: number }) => edit.revid);

    it('lists the edits of a user, newest first', async () => {
      expect(await contribs({ user: 'ada', limit: 1 })).toEqual([
        {
          userid: 1,
          user: 'Ada',
          pageid: 1,
          revid: 3,
          parentid: 2,
          ns: 0,
          title: 'Apple',
          timestamp: '2024-01-01T00:00:04Z',
          new: false,
          minor: false,
          top: true,
          comment: '',
          size: 5,
        },
      ]);
      expect(await ids({ user: 'Ada', dir: 'newer' })).toEqual([1, 3]);
      expect(await contribs({ user: 'Ada', dir: 'newer', prop: 'flags' })).toMatchObject([{ new: true }, { new: false }]);
    });
    it('accepts user ids, name prefixes and address ranges', async () => {
      expect(await ids({ userids: '1|2', dir: 'newer' })).toEqual([1, 3, 2]);
      expect(await ids({ userprefix: 'Ad' })).toEqual([2, 3, 1]);
      expect(await ids({ iprange: '192.0.2.0/24', dir: 'newer' })).toEqual([4, 5]);
      await expect(contribs({ iprange: '10.0.0.0/8' })).rejects.toThrow('cidrtoobroad');
      await expect(contribs({ iprange: '192.0.2.1' })).rejects.toThrow('invalidiprange');
      await expect(contribs({ userids: '0' })).rejects.toThrow('invaliduserid');
      await expect(contribs({})).rejects.toThrow('missingparam');
    });
    it('continues with the next user of the request', async () => {
      for (const users of [{ userprefix: 'Ad' }, { iprange: '192.0.2.0/24' }]) {
        const all = await ids(users);
        const found: number[] = [];
        let request = {};
        for (let step = 0; step < 10; step++) {
          const response = await ask({ user: false, limit: 1, ...users }, request);
          found.push(...response.query.usercontribs.map((edit: { revid: number }) => edit.revid));
          if (!response.continue) break;
          request = response.continue;
        }
        expect(found).toEqual(all);
      }
    });
    it('filters edits by flag, tag, namespace and patrol status', async () => {
      expect(await ids({ userprefix: 'Ad', show: 'minor' })).toEqual([2]);
      expect(await ids({ userprefix: 'Ad', show: 'top' })).toEqual([3]);
      expect(await ids({ userprefix: 'Ad', show: 'new' })).toEqual([1]);
      expect(await ids({ user: 'Ada', tag: 'mobile' })).toEqual([1]);
      expect(await ids({ user: '192.0.2.9', namespace: 1 })).toEqual([4]);
      expect(await ids({ userprefix: 'Ad', show: 'autopatrolled' }, { as: ['patrol'] })).toEqual([2]);
      await expect(contribs({ user: 'Ada', show: 'patrolled' })).rejects.toThrow('permissiondenied');
    });
    it('lists edits with a hidden user name only for users who can see the name', async () => {
      expect(await ids({ user: 'Ada' }, { as: ['deletedhistory'] })).toEqual([6, 3, 1]);
    });
    it('returns the size changes, tags and HTML comments of edits', async () => {
      const [latest, first] = await contribs({ user: 'Ada', prop: 'sizediff|tags|parsedcomment' });
      expect(latest).toMatchObject({ sizediff: -2, tags: [] });
      expect(first).toMatchObject({ sizediff: 3, tags: ['mobile'], parsedcomment: expect.stringContaining('>Pear</a>') });
    });
  },
);
