import { standardFiles } from '@wikiquery/files';
import { readMessages } from '@wikiquery/messages';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import stashimageinfo from './index.ts';

let ada = { id: 0, name: 'Ada' };

describeModule(
  stashimageinfo,
  async wiki => {
    ada = { id: (await wiki.user('Ada')).id, name: 'Ada' };
    const props = { width: 400, height: 200, metadata: { frameCount: 0, metadata: { ObjectName: 'An arch', _MW_PNG_VERSION: 1 } } };
    const path = 'mwrepo://local/temp/0/0a/20240101000000!arch_1.png';
    await wiki.stash('one.a.1.png', { user: 'Ada', width: 400, height: 200, size: 300, timestamp: '20240101000000', path, props });
    await wiki.stash('two.b.2.png', { user: 'Bob' });
    await wiki.stash('three.c.1.ogg', { user: 'Ada', mime: 'application/ogg', mediaType: 'AUDIO' });
    await wiki.stash('four.d.1.png', { user: 'Ada', status: 'chunks' });
    await wiki.db.updateTable('uploadstash').set({ us_props: null }).where('us_key', '=', 'four.d.1.png').execute();
    return { as: ada, params: { filekey: 'one.a.1.png' }, services: { files: standardFiles(wiki.site), messages: readMessages([]) } };
  },
  ({ ask }) => {
    const files = async (params: Record<string, string | number>) => (await ask(params)).query.stashimageinfo;
    const code = async (params: Record<string, string | number>) => (await ask(params)).error?.code;

    it('returns the properties and URLs of stashed files to their uploader', async () => {
      const url = 'http://localhost:8080/wiki/Special:UploadStash/file/one.a.1.png';
      expect(await files({})).toEqual([{ timestamp: '2024-01-01T00:00:00Z', url, descriptionurl: url }]);
      expect(await files({ prop: 'size|sha1|mime|bitdepth|canonicaltitle|commonmetadata|extmetadata|badfile' })).toEqual([
        {
          size: 300,
          width: 400,
          height: 200,
          canonicaltitle: 'File:20240101000000!arch 1.png',
          sha1: expect.stringMatching(/^[0-9a-f]{40}$/),
          commonmetadata: [{ name: 'ObjectName', value: 'An arch' }],
          extmetadata: expect.objectContaining({ ObjectName: { value: '20240101000000!arch 1', source: 'mediawiki-metadata' } }),
          mime: 'image/png',
          bitdepth: 8,
        },
      ]);
      expect((await files({ prop: 'metadata' }))[0].metadata[0]).toEqual({ name: 'frameCount', value: 0 });
    });
    it('returns thumbnails of stashed files', async () => {
      expect(await files({ prop: 'url|thumbmime', urlwidth: 100 })).toMatchObject([
        {
          thumburl: 'http://localhost:8080/wiki/Special:UploadStash/thumb/one.a.1.png/100px-one.a.1.png',
          thumbwidth: 100,
          thumbheight: 50,
          thumbmime: 'image/png',
        },
      ]);
      expect(await code({ urlwidth: 0 })).toBe('urlparamnormal');
    });
    it('lists files in the order of the requested keys, also with the deprecated parameter', async () => {
      const [sound, image] = await files({ filekey: 'three.c.1.ogg|one.a.1.png', prop: 'size|metadata' });
      expect(sound).toEqual({ size: 1000, width: 0, height: 0, metadata: null });
      expect(image.width).toBe(400);
      expect(await files({ filekey: '', sessionkey: 'one.a.1.png', prop: 'mime' })).toEqual([{ mime: 'image/png' }]);
    });
    it("rejects invalid and unknown keys and the keys of other users' files", async () => {
      expect(await code({ filekey: 'two.b.2.png' })).toBe('uploadstash-file-not-found');
      expect(await code({ filekey: 'five.e.1.png' })).toBe('uploadstash-file-not-found');
      expect(await code({ filekey: 'four.d.1.png' })).toBe('uploadstash-file-not-found-not-exists');
      expect(await code({ filekey: 'a b' })).toBe('uploadstash-bad-path-bad-format');
      expect((await ask({ filekey: 'one.a.1.png' }, {}, { as: [] })).error.code).toBe('notloggedin');
    });
  },
);
