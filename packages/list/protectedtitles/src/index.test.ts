import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import protectedtitles from './index.ts';

describeModule(
  protectedtitles,
  async wiki => {
    const moment = '20240301000000';
    await wiki.page('Rules');
    await wiki.protectTitle('Spam', 'sysop', { user: 'Ada', comment: 'see [[Rules]]', timestamp: moment });
    // The timestamps are equal, so namespace and title determine the order.
    await wiki.protectTitle('Talk:Spam', 'autoconfirmed', { timestamp: moment, expiry: '20300101000000' });
    await wiki.protectTitle('Junk', 'sysop', { timestamp: moment });
    await wiki.protectTitle('Old trouble', 'sysop', { timestamp: '20240101000000', expiry: '20240201000000' });
    await wiki.db.updateTable('protected_titles').set({ pt_user: 999 }).where('pt_title', '=', 'Junk').execute();
  },
  ({ records, pages }) => {
    const titles = async (params = {}) => (await records(params)).map(({ title }) => title);

    it('lists protections newest first, including expired protections', async () => {
      expect(await titles()).toEqual(['Talk:Spam', 'Spam', 'Junk', 'Old trouble']);
      expect(await titles({ dir: 'newer' })).toEqual(['Old trouble', 'Junk', 'Spam', 'Talk:Spam']);
    });
    it('filters protected titles by namespace, level and time', async () => {
      expect(await titles({ namespace: 1 })).toEqual(['Talk:Spam']);
      expect(await titles({ namespace: '0|1', level: 'autoconfirmed' })).toEqual(['Talk:Spam']);
      expect(await titles({ level: 'sysop', end: '2024-02-01T00:00:00Z' })).toEqual(['Spam', 'Junk']);
      expect(await titles({ start: '2024-02-01T00:00:00Z' })).toEqual(['Old trouble']);
      expect(await titles({ namespace: 999 })).toHaveLength(4);
    });
    it('returns all properties of a protection', async () => {
      const prop = 'timestamp|user|userid|comment|parsedcomment|expiry|level';
      expect(await records({ prop })).toMatchObject([
        {
          ns: 1,
          title: 'Talk:Spam',
          timestamp: '2024-03-01T00:00:00Z',
          user: 'Admin',
          expiry: '2030-01-01T00:00:00Z',
          level: 'autoconfirmed',
        },
        {
          title: 'Spam',
          user: 'Ada',
          userid: expect.any(Number),
          comment: 'see [[Rules]]',
          parsedcomment: expect.stringMatching(/^see <a href="[^"]*Rules"/),
          expiry: 'infinity',
          level: 'sysop',
        },
        { title: 'Junk', userid: 999 },
        {},
      ]);
      const [junk] = await records({ prop: 'user', limit: 3 }).then(all => all.slice(2));
      expect(junk).toEqual({ ns: 0, title: 'Junk', userid: 999 });
      expect(await records({ prop: '', limit: 1 })).toEqual([{ ns: 1, title: 'Talk:Spam' }]);
    });
    it('generates the protected titles', async () => {
      expect((await pages({ namespace: 0 })).map(({ title, missing }) => [title, missing])).toContainEqual(['Spam', true]);
    });
  },
);
