import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import mystashedfiles from './index.ts';

let ada = { id: 0, name: 'Ada' };

describeModule(
  mystashedfiles,
  async wiki => {
    ada = { id: (await wiki.user('Ada')).id, name: 'Ada' };
    await wiki.stash('one.a.1.png', { user: 'Ada', width: 20, height: 10, size: 300 });
    await wiki.stash('two.b.2.png', { user: 'Bob' });
    await wiki.stash('three.c.1.ogg', { user: 'Ada', mime: 'application/ogg', mediaType: 'AUDIO', status: 'chunks' });
    return { as: ada };
  },
  ({ ask, records }) => {
    it("lists only the user's own files, in upload order", async () => {
      expect(await records()).toEqual([
        { filekey: 'one.a.1.png', status: 'finished' },
        { filekey: 'three.c.1.ogg', status: 'chunks' },
      ]);
    });
    it('returns the sizes and types of stashed files', async () => {
      expect(await records({ prop: 'size|type', limit: 1 })).toEqual([
        {
          filekey: 'one.a.1.png',
          status: 'finished',
          size: 300,
          width: 20,
          height: 10,
          bits: 8,
          mimetype: 'image/png',
          mediatype: 'BITMAP',
        },
      ]);
    });
    it('rejects anonymous users', async () => {
      expect((await ask({}, {}, { as: [] })).error.code).toBe('stashnotloggedin');
    });
  },
);
