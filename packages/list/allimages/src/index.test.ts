import { standardFiles } from '@wikiquery/files';
import { readMessages } from '@wikiquery/messages';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import allimages from './index.ts';

const SAME = '20240105000000';
const SHA1 = 'tp2y38d9nh2pwcdp7lostuakkrcmhn2';

describeModule(
  allimages,
  async wiki => {
    await wiki.user('Robot', { groups: ['bot'] });
    await wiki.user('Old robot', { groups: { bot: '20240101000000' } });
    await wiki.file('Arch.png', { user: 'Ada', size: 100, timestamp: '20240103000000', sha1: SHA1, comment: 'an arch' });
    await wiki.file('Bell.ogg', { user: 'Robot', size: 200, timestamp: SAME, mime: 'application/ogg', mediaType: 'AUDIO' });
    await wiki.file('Bell.png', { user: 'Bob', size: 300, timestamp: SAME, sha1: SHA1 });
    await wiki.file('Crane.jpg', { user: 'Old robot', size: 400, timestamp: '20240101000000', mime: 'image/jpeg' });
    await wiki.file('Éclair.png', { user: '192.0.2.7', size: 500, timestamp: '20240102000000' });
    return { services: { files: standardFiles(wiki.site), messages: readMessages([]) } };
  },
  ({ ask, records, pages }) => {
    const names = async (params: Record<string, string | number>) => (await records(params)).map(({ name }) => name);
    const code = async (params: Record<string, string | number>, request = {}) => (await ask(params, request)).error?.code;

    it('lists files sorted by name, with their titles', async () => {
      const [first] = await records();
      expect(first).toEqual({
        name: 'Arch.png',
        timestamp: '2024-01-03T00:00:00Z',
        url: expect.stringMatching(/^http.*Arch\.png$/),
        descriptionurl: expect.stringMatching(/File:Arch\.png$/),
        descriptionshorturl: expect.stringMatching(/curid=/),
        ns: 6,
        title: 'File:Arch.png',
      });
      expect(await names({})).toEqual(['Arch.png', 'Bell.ogg', 'Bell.png', 'Crane.jpg', 'Éclair.png']);
      expect(await names({ dir: 'older' })).toEqual(['Éclair.png', 'Crane.jpg', 'Bell.png', 'Bell.ogg', 'Arch.png']);
    });
    it('filters files by a range of names', async () => {
      expect(await names({ from: 'bell.o', to: 'crane.jpg' })).toEqual(['Bell.ogg', 'Bell.png', 'Crane.jpg']);
      expect(await names({ dir: 'descending', from: 'C', to: 'Bell.p' })).toEqual(['Bell.png']);
      expect(await names({ prefix: 'bell' })).toEqual(['Bell.ogg', 'Bell.png']);
      expect(await names({ continue: 'Crane.jpg' })).toEqual(['Crane.jpg', 'Éclair.png']);
      expect(await code({ from: '[' })).toBe('invalidtitle');
    });
    it('lists files sorted by upload time', async () => {
      const byTime = { sort: 'timestamp' };
      expect(await names(byTime)).toEqual(['Crane.jpg', 'Éclair.png', 'Arch.png', 'Bell.ogg', 'Bell.png']);
      expect(await names({ ...byTime, dir: 'older' })).toEqual(['Bell.png', 'Bell.ogg', 'Arch.png', 'Éclair.png', 'Crane.jpg']);
      expect(await names({ ...byTime, start: '20240102000000', end: '20240103000000' })).toEqual(['Éclair.png', 'Arch.png']);
      const { continue: next } = await ask({ ...byTime, limit: 4 });
      // PostgreSQL formats timestamps differently from the other engines.
      expect(next).toEqual({ aicontinue: expect.stringMatching(/^2024-?01-?05.*\|Bell\.png$/), continue: '-||' });
      expect(await names({ ...byTime, continue: next.aicontinue })).toEqual(['Bell.png']);
      expect(await code({ ...byTime, continue: 'Bell.png' })).toBe('badcontinue');
    });
    it('filters files by uploader', async () => {
      const byTime = { sort: 'timestamp' };
      expect(await names({ ...byTime, user: 'Ada' })).toEqual(['Arch.png']);
      expect(await names({ ...byTime, user: '192.0.2.7' })).toEqual(['Éclair.png']);
      expect(await names({ ...byTime, user: 'Nobody' })).toEqual([]);
      expect(await names({ ...byTime, filterbots: 'bots' })).toEqual(['Bell.ogg']);
      expect(await names({ ...byTime, filterbots: 'nobots' })).toEqual(['Crane.jpg', 'Éclair.png', 'Arch.png', 'Bell.png']);
    });
    it('filters files by size, hash and MIME type', async () => {
      expect(await names({ minsize: 200, maxsize: 400 })).toEqual(['Bell.ogg', 'Bell.png', 'Crane.jpg']);
      expect(await names({ sha1base36: SHA1.toUpperCase() })).toEqual(['Arch.png', 'Bell.png']);
      const [{ sha1 } = {}] = await records({ prop: 'sha1' });
      expect(await names({ sha1: String(sha1) })).toEqual(['Arch.png', 'Bell.png']);
      expect(await names({ mime: 'image/jpeg|application/ogg' })).toEqual(['Bell.ogg', 'Crane.jpg']);
      expect(await names({ mime: 'image' })).toEqual([]);
      expect(await names({ mime: '' })).toEqual([]);
      expect(await code({ sha1: 'abc' })).toBe('invalidsha1hash');
      expect(await code({ sha1base36: 'abc' })).toBe('invalidsha1base36hash');
    });
    it('rejects parameters that require the other sort key', async () => {
      for (const name of ['start', 'end']) expect(await code({ [name]: SAME })).toBe('invalidparammix');
      expect(await code({ user: 'Ada' })).toBe('invalidparammix');
      expect(await code({ filterbots: 'bots' })).toBe('invalidparammix');
      for (const name of ['from', 'to', 'prefix']) expect(await code({ sort: 'timestamp', [name]: 'A' })).toBe('invalidparammix');
      expect(await code({ sort: 'timestamp', user: 'Ada', filterbots: 'bots' })).toBe('invalidparammix-cannotusewith');
      expect((await ask({}, { generator: 'allimages', redirects: 1 })).error.code).toBe('invalidparammix');
    });
    it('returns file properties without thumbnails', async () => {
      const prop = 'user|userid|comment|parsedcomment|size|mime|mediatype|bitdepth|canonicaltitle|metadata|commonmetadata|extmetadata';
      expect((await records({ prop, limit: 1 }))[0]).toMatchObject({
        user: 'Ada',
        comment: 'an arch',
        parsedcomment: 'an arch',
        size: 100,
        mime: 'image/png',
        mediatype: 'BITMAP',
        metadata: null,
        commonmetadata: [],
        extmetadata: { ObjectName: { value: 'Arch' } },
      });
      expect((await records({ prop: 'user', prefix: 'É' }))[0]).toMatchObject({ user: '192.0.2.7', anon: true });
    });
    it('generates file pages', async () => {
      expect((await pages({ prefix: 'Bell' })).map(({ title }) => title)).toEqual(['File:Bell.ogg', 'File:Bell.png']);
    });
  },
);
