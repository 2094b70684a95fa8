import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { writeXml } from '@wikiquery/wiki-builder';
import { packTar } from 'modern-tar';
import { describe, expect, it, vi } from 'vitest';
import { archiveOf, type Files, pngOf } from './archives.test-kit.ts';
import { Place, page } from './import.test-kit.ts';

// Imports start threads, which can take longer than the default timeout.
vi.setConfig({ testTimeout: 60_000 });

const BARE = { without: new Set(['links', 'search'] as const) };
const XML = writeXml({ pages: [page(1, 'Heron', { id: 1, text: 'A bird.', user: ['Ada', 5] })] });
const FILES: Files = { 'a.xml': XML, 'images/Heron.png': pngOf(30, 20) };
const bzip2 = (name: string, content: string | Uint8Array): Promise<Buffer> => archiveOf({ [name]: content }, `${name}.bz2`);
const xz = (name: string, content: string | Uint8Array): Promise<Buffer> => archiveOf({ [name]: content }, `${name}.xz`);
const tar = (files: Files): Promise<Uint8Array> =>
  packTar(Object.entries(files).map(([name, body]) => ({ header: { name, size: Buffer.byteLength(body) }, body })));

/** Imports a file, and expects that no temporary files remain. */
async function run(place: Place, content: Uint8Array, name = 'in.bin'): Promise<readonly string[]> {
  const downloads = join(place.folder, 'downloads');
  const { failures } = await place.run([await place.file(name, content)], { ...BARE, downloads });
  expect(existsSync(downloads)).toBe(false);
  return failures;
}

describe('a compressed dump in an archive', () => {
  it.each<readonly [string, () => Promise<Uint8Array>]>([
    ['bzip2 in tar', async () => tar({ 'a.xml.bz2': await bzip2('a.xml', XML) })],
    ['xz in Zip', async () => archiveOf({ 'a.xml.xz': await xz('a.xml', XML) }, 'a.zip')],
    ['bzip2 in 7-Zip, with others', async () => archiveOf({ 'a.xml.bz2': await bzip2('a.xml', XML), 'b.txt': 'Read me.' })],
    ['gzip alone in Zip', async () => archiveOf({ 'a.xml.gz': gzipSync(XML) }, 'a.zip')],
    ['Zstandard alone in 7-Zip', async () => archiveOf({ 'a.xml.zst': zstdCompressSync(XML) })],
    ['bzip2 in gzip', async () => gzipSync(await bzip2('a.xml', XML))],
    ['gzip in xz', async () => xz('a.xml.gz', gzipSync(XML))],
    ['bzip2 in bzip2', async () => bzip2('a.xml.bz2', await bzip2('a.xml', XML))],
  ])('is imported from %s', async (_, make) => {
    const place = await Place.make();
    expect(await run(place, await make())).toEqual([]);
    expect(await place.titles()).toEqual(['0:Heron']);
  });
});

it('imports a dump from an archive member whose name is too long for the file system', async () => {
  const place = await Place.make();
  expect(await run(place, await tar({ [`${'鷺'.repeat(150)}.xml.bz2`]: await bzip2('a.xml', XML) }))).toEqual([]);
  expect(await place.titles()).toEqual(['0:Heron']);
});

describe('an archive with uploaded files in another archive', () => {
  it.each<readonly [string, () => Promise<Uint8Array>]>([
    ['7-Zip in tar', async () => tar({ 'x-wikidump.7z': await archiveOf(FILES) })],
    ['7-Zip alone in 7-Zip', async () => archiveOf({ 'x-wikidump.7z': await archiveOf(FILES) })],
    ['Zip in Zip in tar', async () => tar({ 'x.zip': await archiveOf({ 'y.zip': await archiveOf(FILES, 'y.zip') }, 'x.zip') })],
    ['tar in 7-Zip', async () => archiveOf({ 'x.tar': await tar(FILES) })],
    ['tar in gzip in bzip2', async () => bzip2('x.tar.gz', gzipSync(await tar(FILES)))],
  ])('is imported from %s', async (_, make) => {
    const place = await Place.make();
    expect(await run(place, await make())).toEqual([]);
    expect(await place.titles()).toEqual(['0:Heron']);
    expect(await place.read(db => db.selectFrom('image').select('img_name').execute())).toEqual([{ img_name: 'Heron.png' }]);
  });
});

it('recognizes a dump that was already imported from an archive', async () => {
  const place = await Place.make();
  await run(place, await tar({ 'a.xml.bz2': await bzip2('a.xml', XML) }), 'in.tar');
  await place.run([join(place.folder, 'in.tar')], BARE);
  expect(place.warnings).toContain('in.tar/a.xml.bz2: already imported.');
});

it("imports MediaWiki's compressed SQLite database", async () => {
  const place = await Place.make();
  await place.run([await place.file('a.xml', XML)], BARE);
  const database = await readFile(join(place.folder, 'wiki.sqlite'));
  for (const content of [gzipSync(database), await archiveOf({ 'data/my_wiki.sqlite': database }, 'a.zip')]) {
    const copied = await Place.make();
    expect(await run(copied, content)).toEqual([]);
    expect(await copied.titles()).toEqual(['0:Heron']);
  }
});

it('rejects archives that are nested too deeply or truncated', async () => {
  const zipped = await archiveOf({ ...FILES, 'x.bin': Buffer.alloc(5000, 'ab') }, 'a.zip');
  const seven = await archiveOf(FILES);
  let [zip, gzip]: [Uint8Array, Uint8Array] = [Buffer.from(XML), Buffer.from(XML)];
  for (let i = 0; i < 6; i++) [zip, gzip] = [await archiveOf({ [`${i}.zip`]: zip, 'b.txt': 'b' }, 'a.zip'), gzipSync(gzip)];
  for (const [content, message] of [
    [zip, /nested more than 4 levels deep/],
    [gzip, /compressed more than 4 times/],
    [seven.subarray(0, -40), /truncated or damaged: the list of files/],
    [zipped.subarray(0, -90), /truncated or damaged: the list of files/],
    [(await bzip2('a.xml', XML)).subarray(0, -20), /truncated or damaged/],
  ] as const) {
    const place = await Place.make();
    expect(await run(place, content)).toEqual([expect.stringMatching(message)]);
    expect(await readdir(place.folder)).toEqual(['in.bin']);
  }
});

it('never uses the name of an archive member as a path', async () => {
  const inner = await bzip2('a.xml', XML);
  const place = await Place.make();
  const content = await packTar(
    ['../../evil.bz2', '/evil.bz2', 'a/..', `${'x'.repeat(3000)}.bz2`].map(name => ({
      header: { name: 'placeholder', size: inner.length, pax: { path: name } },
      body: inner,
    })),
  );
  await run(place, content);
  expect(await place.titles()).toEqual(['0:Heron']);
  expect((await readdir(place.folder)).sort()).toEqual(['in.bin', 'wiki.site.json', 'wiki.sqlite']);
});
