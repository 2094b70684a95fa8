import { defaultSite, readSite } from '@wikiquery/site';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import logevents from './index.ts';

describeModule(
  logevents,
  async wiki => {
    await wiki.page('Bridge');
    await wiki.log('move', 'move', {
      title: 'Span',
      user: 'Ada',
      comment: 'better /* Arch */ [[Bridge]]',
      params: { '4::target': 'Bridge', '5::noredir': '0' },
    });
    await wiki.log('delete', 'delete', { title: 'Talk:Span', user: 'Bob', comment: 'empty', tags: ['cleanup'] });
    await wiki.log('upload', 'upload', { title: 'File:Arch.png', user: '192.0.2.7', params: { img_sha1: 'x', associated_rev_id: 7 } });
    await wiki.log('protect', 'protect', { title: 'Secret', user: 'Ada', comment: '/* Where */ hush', params: '[edit=sysop]', hidden: 1 });
    await wiki.log('delete', 'delete', { title: 'Bridge', user: 'Eve', comment: 'slander', hidden: 2 | 4 | 8 });
    await wiki.log('suppress', 'delete', { title: 'Bridge', user: 'Ada', comment: 'by law' });
  },
  ({ records, ask, wiki }) => {
    const titles = async (params: Record<string, string | number>, as?: readonly string[]) =>
      (await records(params, as ? { as } : {})).map(entry => entry.title);

    it('lists log entries, newest first', async () => {
      const [newest] = await records({ user: '192.0.2.7' });
      expect(newest).toEqual({
        logid: 3,
        ns: 6,
        title: 'File:Arch.png',
        pageid: 0,
        logpage: 0,
        revid: 7,
        params: { img_sha1: 'x' },
        type: 'upload',
        action: 'upload',
        user: '192.0.2.7',
        anon: true,
        timestamp: expect.stringMatching(/^2024/),
        comment: '',
      });
      expect(await titles({ type: 'move', prop: 'title' })).toEqual(['Span']);
    });
    it("accepts continue values only with timestamps in the database engine's format", async () => {
      const [digits, written] = ['20240102000000|1', '2024-01-02 00:00:00+00|1'];
      const [own, foreign] = wiki().database.engine === 'postgres' ? [written, digits] : [digits, written];
      expect((await ask({ continue: own })).error).toBeUndefined();
      expect((await ask({ continue: foreign })).error.code).toBe('badcontinue');
    });
    it('filters log entries by action, user, title, namespace, prefix and tag', async () => {
      expect(await titles({ action: 'delete/delete' })).toEqual(['Bridge', 'Talk:Span']);
      expect(await titles({ user: 'Bob' })).toEqual(['Talk:Span']);
      expect(await titles({ title: 'Talk:Span' })).toEqual(['Talk:Span']);
      expect(await titles({ namespace: 6 })).toEqual(['File:Arch.png']);
      expect(await titles({ prefix: 'Spa' })).toEqual(['Span']);
      expect(await titles({ tag: 'cleanup' })).toEqual(['Talk:Span']);
      expect(await titles({ tag: 'unheard of' })).toEqual([]);
      expect((await ask({ action: 'delete/*' })).error.code).toBe('unknown_leaction');
      for (const title of ['a[b', 'atlas:Span']) expect((await ask({ title })).error.code).toBe('invalidtitle');
      expect((await ask({ title: 'A', namespace: 1 })).error.code).toBe('invalidparammix');
    });
    it('returns comments in HTML and tags', async () => {
      const [entry] = await records({ type: 'move', prop: 'parsedcomment|tags' });
      expect(entry?.parsedcomment).toContain('href="/wiki/Span#Arch"');
      expect(entry?.tags).toEqual([]);
    });
    it('omits hidden and suppressed data', async () => {
      const [hidden] = await records({ type: 'protect', prop: 'ids|title|details|parsedcomment' });
      expect(hidden).toMatchObject({ logid: 4, actionhidden: true });
      expect(JSON.stringify(hidden)).not.toContain('Secret');
      const [suppressed] = await records({ action: 'delete/delete', prop: 'user|userid|comment' }, { as: ['deletedhistory'] });
      expect(suppressed).toEqual({ userhidden: true, commenthidden: true, suppressed: true });
    });
    it('does not reveal hidden data through filters', async () => {
      expect(await titles({ title: 'Secret' })).toEqual([]);
      expect(await titles({ title: 'Secret' }, ['deletedhistory'])).toEqual(['Secret']);
      expect(await titles({ user: 'Eve' }, ['deletedhistory'])).toEqual([]);
      expect(await titles({ user: 'Eve' }, ['deletedhistory', 'viewsuppressed'])).toEqual(['Bridge']);
    });
    it('excludes restricted logs for users without the right', async () => {
      expect(await titles({ type: 'suppress' })).toEqual([]);
      expect(await titles({ type: 'suppress' }, ['suppressionlog'])).toEqual(['Bridge']);
    });
  },
  { site: readSite({ ...defaultSite().info, interwikimap: [{ prefix: 'atlas', url: 'https://atlas.example/$1', protorel: false }] }) },
);
