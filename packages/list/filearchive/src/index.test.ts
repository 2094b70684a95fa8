import { standardFiles } from '@wikiquery/files';
import { readMessages } from '@wikiquery/messages';
import { readSite } from '@wikiquery/site';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import filearchive from './index.ts';

const OPEN = '1'.repeat(31);
const HIDDEN = '2'.repeat(31);
const SUPPRESSED = '3'.repeat(31);

describeModule(
  filearchive,
  async wiki => {
    const remove = async (name: string, sha1: string, hidden: number) => {
      await wiki.file(name, {
        user: 'Ada',
        comment: `about [[Bridge]] ${sha1[0]}`,
        sha1,
        size: 300,
        width: 20,
        height: 10,
        timestamp: '20240101000000',
        metadata: '{"data":{"frameCount":1}}',
      });
      await wiki.deleteFile(name, { hidden });
    };
    await remove('Arch.png', OPEN, 0);
    await remove('Arch.png', HIDDEN, 1 | 2 | 4);
    await remove('Arch.png', SUPPRESSED, 1 | 2 | 4 | 8);
    await remove('Bell.png', OPEN, 0);
    await wiki.db.updateTable('filearchive').set({ fa_archive_name: '' }).where('fa_name', '=', 'Bell.png').execute();
    return { services: { files: standardFiles(wiki.site), messages: readMessages([]) } };
  },
  ({ ask, records, wiki }) => {
    const prop = 'sha1|timestamp|user|size|mime|mediatype|bitdepth|archivename';
    const admin = { as: ['deletedhistory', 'deletedtext'] };
    const oversighter = { as: ['deletedhistory', 'deletedtext', 'suppressrevision'] };

    it('returns public data of deleted files, with numbers as strings', async () => {
      const [open, hidden, suppressed, lost] = await records({ prop });
      expect(open).toEqual({
        id: 1,
        name: 'Arch.png',
        ns: 6,
        title: 'File:Arch.png',
        userid: expect.any(Number),
        user: 'Ada',
        sha1: expect.stringMatching(/^[0-9a-f]{40}$/),
        timestamp: '2024-01-01T00:00:00Z',
        size: '300',
        height: '10',
        width: '20',
        mediatype: 'BITMAP',
        bitdepth: '8',
        mime: 'image/png',
      });
      expect(hidden).toEqual({
        id: 2,
        name: 'Arch.png',
        ns: 6,
        title: 'File:Arch.png',
        timestamp: '2024-01-01T00:00:00Z',
        filehidden: true,
        commenthidden: true,
        userhidden: true,
      });
      expect(suppressed).toMatchObject({ suppressed: true });
      expect(lost).toMatchObject({ name: 'Bell.png', filemissing: true, archivename: '', user: 'Ada' });
      expect(lost?.size).toBeUndefined();
    });
    it('returns hidden data of deleted files only to users with the rights', async () => {
      const all = `${prop}|description|parseddescription|metadata`;
      const [open, hidden, suppressed] = await records({ prop: all }, admin);
      expect(open).toMatchObject({
        description: 'about [[Bridge]] 1',
        parseddescription: expect.stringContaining('title="Bridge'),
        metadata: [{ name: 'frameCount', value: 1 }],
      });
      expect(hidden).toMatchObject({ user: 'Ada', sha1: expect.any(String), description: 'about [[Bridge]] 2', filehidden: true });
      expect(suppressed?.user).toBeUndefined();
      expect(suppressed?.sha1).toBeUndefined();
      expect((await records({ prop: 'metadata' }, admin))[0]).toMatchObject({ metadata: [{ name: 'frameCount', value: 1 }] });
      expect((await records({ prop: all }, oversighter))[2]).toMatchObject({ user: 'Ada', description: 'about [[Bridge]] 3' });
    });
    it('rejects requests for descriptions and metadata without the rights', async () => {
      expect((await ask({ prop: 'description' })).error.code).toBe('permissiondenied');
      expect((await ask({ prop: 'parseddescription' }, {}, { as: ['deletedtext'] })).error.code).toBe('permissiondenied');
      expect((await ask({ prop: 'metadata' }, {}, { as: ['deletedhistory'] })).error.code).toBe('permissiondenied');
      expect((await ask({ prop: 'metadata' }, {}, { as: ['undelete'] })).error).toBeUndefined();
    });
    it('finds files by hash only if the user can see them', async () => {
      const ids = async (sha1base36: string, as: readonly string[] = []) => (await records({ sha1base36 }, { as })).map(({ id }) => id);
      expect(await ids(OPEN)).toEqual([1, 4]);
      expect(await ids(HIDDEN)).toEqual([]);
      expect(await ids(HIDDEN, admin.as)).toEqual([2]);
      expect(await ids(SUPPRESSED, admin.as)).toEqual([]);
      expect(await ids(SUPPRESSED, oversighter.as)).toEqual([3]);
      const [{ sha1 } = {}] = await records({ prop: 'sha1' });
      expect((await records({ sha1: String(sha1) })).map(({ id }) => id)).toEqual([1, 4]);
      expect((await ask({ sha1: 'x' })).error.code).toBe('invalidsha1hash');
      expect((await ask({ sha1base36: 'x' })).error.code).toBe('invalidsha1base36hash');
    });
    it('filters files by a range of names in both directions and continues within the same name and time', async () => {
      const ids = async (params: Record<string, string | number>) => (await records(params)).map(({ id }) => id);
      expect(await ids({ from: 'b' })).toEqual([4]);
      expect(await ids({ to: 'Arch.png' })).toEqual([1, 2, 3]);
      expect(await ids({ prefix: 'arch' })).toEqual([1, 2, 3]);
      expect(await ids({ dir: 'descending' })).toEqual([4, 3, 2, 1]);
      expect((await ask({ limit: 1 })).continue.facontinue).toMatch(/^Arch\.png\|2024-?01-?01.*\|2$/);
    });
    it('returns the page count of documents', async () => {
      await wiki().file('Plan.pdf', { mime: 'application/pdf', metadata: '{"data":{"Pages":"2"}}' });
      await wiki().deleteFile('Plan.pdf');
      expect(await records({ prop: 'size', prefix: 'Plan' })).toMatchObject([{ name: 'Plan.pdf', pagecount: 2 }]);
      expect((await records({ prop: 'size', prefix: 'Arch' }))[0]).not.toHaveProperty('pagecount');
    });
  },
  { site: readSite({ extensions: [{ type: 'media', name: 'PDF Handler' }] }) },
);
