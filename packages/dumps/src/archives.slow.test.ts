import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { writeXml } from '@wikiquery/wiki-builder';
import { packTar } from 'modern-tar';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { archiveOf, type Files, pngOf } from './archives.test-kit.ts';
import { Place, page } from './import.test-kit.ts';
import { kindOf } from './input/kind.ts';
import { progressLine } from './progress.ts';

// Imports start threads, which can take longer than the default timeout.
vi.setConfig({ testTimeout: 60_000 });

const BARE = { without: new Set(['links', 'search'] as const) };
const XML = writeXml({
  pages: [
    page(1, 'Heron', { id: 1, text: 'A bird.', user: ['Ada', 5] }),
    { ...page(2, 'File:Heron.png', { id: 2, timestamp: '20230102030405', text: 'x', user: ['Bo', 6] }), namespace: 6 },
  ],
});
const PNG = pngOf(30, 20);
const OTHER_PNG = pngOf(8, 9);

/** Files of a WikiTeam archive. */
const WIKITEAM: Files = {
  'x-20200101-history.xml': XML,
  'x-20200101-titles.txt': 'Heron\nFile:Heron.png\nOne\nTwo\n--END--\n',
  'x-20200101-images.txt': 'Crane_é.png\thttps://x.example/Crane.png\tCy\t10\tabc\t2021-02-03T04:05:06Z\n',
  'siteinfo.json': JSON.stringify({
    query: {
      general: {
        sitename: 'Exported',
        wikiid: 'exported',
        base: '//exported.example/wiki/Main_Page',
        lang: 'en',
        rtl: '',
        mainpage: 'Main Page',
      },
      namespacealiases: [{ id: 6, '*': 'Picture' }],
      interwikimap: [{ prefix: 'zz', url: 'https://zz.example/$1', local: '' }],
    },
  }),
  'SpecialVersion.html': '<!DOCTYPE html><html></html>',
  'images/Heron.png': PNG,
  'images/Heron.png.desc': '<mediawiki></mediawiki>',
  'images/Crane é.png': OTHER_PNG,
  'images/Empty.png': '',
  'images/Lost.png': '<!DOCTYPE html><html>404</html>',
};

const images = (place: Place) =>
  place.read(db =>
    db
      .selectFrom('image')
      .innerJoin('actor', 'actor_id', 'img_actor')
      .select(['img_name', 'img_size', 'img_width', 'img_height', 'img_bits', 'img_minor_mime', 'img_timestamp', 'actor_name'])
      .orderBy('img_name')
      .execute(),
  );

const CRANE = { img_name: 'Crane_é.png', img_size: OTHER_PNG.length, img_width: 8, img_height: 9, img_bits: 8, img_minor_mime: 'png' };
const HERON = { img_name: 'Heron.png', img_size: PNG.length, img_width: 30, img_height: 20, img_bits: 8, img_minor_mime: 'png' };

async function write(place: Place, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(place.folder, name)), { recursive: true });
    await writeFile(join(place.folder, name), content);
  }
}

it('imports dumps of Wikimedia in several parts, and dumps of Fandom', async () => {
  const of = (id: number, title: string): string => writeXml({ pages: [page(id, title, { id, text: `About ${title}.` })] });
  const packed = async (path: string, content: string, as: string) => ({
    [`${path}.${as}`]: await archiveOf({ [basename(path)]: content }, `a.${as}`),
  });
  const parts = await Place.make();
  await write(parts, {
    ...(await packed('in/zzwiki-20260101-pages-meta-history1.xml-p1p9', of(1, 'Heron'), '7z')),
    ...(await packed('in/zzwiki-20260101-pages-meta-history1.xml-p10p99', of(10, 'Crane'), '7z')),
    ...(await packed('in/zzwiki-20260101-pages-meta-history2.xml-p100p2000', of(100, 'Egret'), 'bz2')),
    'in/zzwiki-20260101-sha1sums.txt': `${'0'.repeat(40)}  zzwiki-20260101-pages-meta-history1.xml-p1p9.7z\n`,
  });
  expect((await parts.run([join(parts.folder, 'in')], BARE)).failures).toEqual([]);
  expect(await parts.titles()).toEqual(['0:Heron', '0:Crane', '0:Egret']);

  const fandom = await Place.make();
  await write(fandom, await packed('zz_pages_current.xml', of(1, 'Heron'), '7z'));
  expect((await fandom.run([join(fandom.folder, 'zz_pages_current.xml.7z')], BARE)).failures).toEqual([]);
  expect(await fandom.titles()).toEqual(['0:Heron']);
});

describe('a WikiTeam archive', () => {
  const expectImported = async (place: Place) => {
    expect(await place.titles()).toEqual(['0:Heron', '6:Heron.png']);
    expect(await images(place)).toEqual([
      { ...CRANE, img_timestamp: '20210203040506', actor_name: 'Cy' },
      { ...HERON, img_timestamp: '20230102030405', actor_name: 'Bo' },
    ]);
    const hash = createHash('md5').update('Heron.png').digest('hex');
    expect(existsSync(join(place.folder, 'wiki.images', hash.slice(0, 1), hash.slice(0, 2), 'Heron.png'))).toBe(true);
    expect(
      JSON.parse(JSON.stringify(await import(join(place.folder, 'wiki.site.json'), { with: { type: 'json' } }))).default.query,
    ).toMatchObject({
      namespacealiases: [{ id: 6, alias: 'Picture' }],
      interwikimap: [{ prefix: 'zz', local: true }],
    });
    expect(place.warnings.join('\n')).toMatch(/because they are empty: Empty\.png/);
    expect(place.warnings.join('\n')).toMatch(/because they are HTML pages saved instead of the file: Lost\.png/);
  };

  it('in the old layout (one file) is imported', async () => {
    const place = await Place.make();
    const { failures } = await place.run([await place.file('x-wikidump.7z', await archiveOf(WIKITEAM))], BARE);
    expect(failures).toEqual([]);
    await expectImported(place);
    await place.run([join(place.folder, 'x-wikidump.7z')], BARE);
    expect(place.warnings).toContain('x-wikidump.7z/x-20200101-history.xml: already imported.');
  });

  it('in the new layout (a folder) is imported', async () => {
    const place = await Place.make();
    const pictures = Object.fromEntries(Object.entries(WIKITEAM).filter(([name]) => name.startsWith('images/')));
    await write(place, {
      'in/x-history.xml.zst': zstdCompressSync(XML),
      'in/x-images.7z': await archiveOf(pictures),
      'in/x-dumpMeta/siteinfo.json': WIKITEAM['siteinfo.json'] as string,
      'in/x-dumpMeta/x-images.txt.zst': zstdCompressSync(WIKITEAM['x-20200101-images.txt'] as string),
      'in/x-dumpMeta/x-titles.txt.zst': zstdCompressSync(WIKITEAM['x-20200101-titles.txt'] as string),
    });
    const { failures } = await place.run([join(place.folder, 'in')], BARE);
    expect(failures).toEqual([]);
    await expectImported(place);
  });

  it('is imported from Zip and from compressed tar', async () => {
    const tar = await packTar(Object.entries(WIKITEAM).map(([name, body]) => ({ header: { name, size: Buffer.byteLength(body) }, body })));
    for (const [name, content] of [
      ['x.zip', await archiveOf(WIKITEAM, 'x.zip')],
      ['x.tar.gz', gzipSync(tar)],
    ] as const) {
      const place = await Place.make();
      const { failures } = await place.run([await place.file(name, content)], BARE);
      expect(failures).toEqual([]);
      await expectImported(place);
    }
  });

  it('in a truncated tar is imported up to the damage', async () => {
    const tar = await packTar(Object.entries(WIKITEAM).map(([name, body]) => ({ header: { name, size: Buffer.byteLength(body) }, body })));
    const at = Buffer.from(tar).indexOf('images/Crane');
    const place = await Place.make();
    const { failures } = await place.run([await place.file('x.tar', tar.subarray(0, at + 520))], BARE);
    expect(failures).toEqual([expect.stringMatching(/^x\.tar: after 1 uploaded files: /)]);
    expect(await place.titles()).toEqual(['0:Heron', '6:Heron.png']);
    expect(await images(place)).toMatchObject([HERON]);
  });

  it('writes nothing outside the upload folder', async () => {
    const names = [
      'images/../../evil.png',
      '../images/evil.png',
      '/images/evil.png',
      'images/a/..',
      'images/..',
      `images/${'x'.repeat(300)}.png`,
      'images/a\0b.png',
    ];
    const tar = await packTar([
      { header: { name: 'images/link.png', size: 0, type: 'symlink', linkname: '/etc/passwd' } },
      ...names.map(name => ({ header: { name: 'placeholder', size: PNG.length, pax: { path: name } }, body: PNG })),
      { header: { name: 'images/Heron.png', size: PNG.length }, body: PNG },
    ]);
    const place = await Place.make();
    await place.run([await place.file('in/../x.tar', tar)], BARE);
    expect((await images(place)).map(({ img_name }) => img_name)).not.toContain('Link.png');
    expect((await readdir(place.folder)).sort()).toEqual(['wiki.images', 'wiki.sqlite', 'x.tar']);
    for (const folder of [dirname(place.folder), '/']) expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/evil/i));
  });
});

it('an import with old versions of files writes them to `oldimage`', async () => {
  const place = await Place.make();
  const hash = createHash('md5').update('Heron.png').digest('hex');
  const folder = `${hash.slice(0, 1)}/${hash.slice(0, 2)}`;
  await write(place, {
    'in/a.xml': XML,
    [`in/images/${folder}/Heron.png`]: PNG,
    [`in/images/archive/${folder}/20220101000000!Heron.png`]: OTHER_PNG,
    [`in/images/thumb/${folder}/Heron.png/10px-Heron.png`]: OTHER_PNG,
  });
  await place.run([join(place.folder, 'in')], BARE);
  const old = await place.read(db =>
    db.selectFrom('oldimage').select(['oi_name', 'oi_archive_name', 'oi_width', 'oi_timestamp']).execute(),
  );
  expect(old).toEqual([{ oi_name: 'Heron.png', oi_archive_name: '20220101000000!Heron.png', oi_width: 8, oi_timestamp: '20220101000000' }]);
  expect(await images(place)).toMatchObject([HERON]);
});

it("copies MediaWiki's SQLite database, and ignores the cache database beside it", async () => {
  const place = await Place.make();
  await place.run([await place.file('a.xml', XML)], BARE);
  const copied = place.beside('copy.sqlite');
  await mkdir(join(place.folder, 'in'));
  await copyFile(join(place.folder, 'wiki.sqlite'), join(place.folder, 'in', 'my_wiki.sqlite'));
  await writeFile(join(place.folder, 'in', 'wikicache.sqlite'), Buffer.from('SQLite format 3\0'));
  expect((await copied.run([join(place.folder, 'in')], BARE)).failures).toEqual([]);
  expect(await copied.titles()).toEqual(['0:Heron', '6:Heron.png']);
  expect((await copied.run([join(place.folder, 'in')], BARE)).failures).toEqual([expect.stringMatching(/already exists/)]);
});

it('imports a dump from standard input', async () => {
  const place = await Place.make();
  const downloads = join(place.folder, 'downloads');
  const { failures } = await place.run(['-'], { ...BARE, downloads, input: Readable.from([gzipSync(XML)]) });
  expect(failures).toEqual([]);
  expect(await place.titles()).toEqual(['0:Heron', '6:Heron.png']);
  expect(existsSync(downloads)).toBe(false);
});

describe('a dump at a URL', () => {
  const content = gzipSync(
    writeXml({ pages: [page(1, 'Heron', { id: 1, text: createHash('sha512').update('a').digest('hex').repeat(4000) })] }),
    { level: 0 },
  );
  const sum = createHash('sha1').update(content).digest('hex');

  it('is downloaded, resumed after an interruption and verified with a checksum', async () => {
    const place = await Place.make();
    const ranges: (string | undefined)[] = [];
    const url = await serve(
      (path, range, response) => {
        if (path.endsWith('sums.txt'))
          return path.includes('sha1') ? response.end(`${sum}  xwiki-20260101-pages.xml.gz\n`) : response.writeHead(404).end();
        ranges.push(range);
        const from = Number(/\d+/.exec(range ?? '')?.[0] ?? 0);
        response.writeHead(range ? 206 : 200, { 'content-length': content.length - from, etag: '"1"' });
        if (ranges.length > 2) return response.end(content.subarray(from));
        // The first two transfers are interrupted.
        return response.write(content.subarray(from, from + 100_000), () => setTimeout(() => response.destroy(), 50));
      },
      (_, response) => response.writeHead(200, { 'content-length': content.length, etag: '"1"' }).end(),
    );
    const downloads = join(place.folder, 'downloads');
    const { failures } = await place.run([`${url}/xwiki-20260101-pages.xml.gz`], { ...BARE, downloads });
    expect(failures).toEqual([]);
    expect(ranges.at(-1)).toMatch(/^bytes=[1-9]\d*-$/);
    expect(await place.titles()).toEqual(['0:Heron']);
    expect(existsSync(downloads)).toBe(false);
  });

  it('with a wrong checksum is rejected, and nothing remains', async () => {
    const place = await Place.make();
    const url = await serve((path, _, response) =>
      path.endsWith('sums.txt') ? response.end(`${'0'.repeat(40)}  xwiki-20260101-pages.xml.gz\n`) : response.end(content),
    );
    const { failures } = await place.run([`${url}/xwiki-20260101-pages.xml.gz`], BARE);
    expect(failures).toEqual([expect.stringMatching(/^.*sha1 checksum of .* differs from/)]);
    const missing = await place.run([`${await serve(NOT_FOUND, (_, response) => response.writeHead(404).end())}/a.xml`], BARE);
    expect(missing.failures).toEqual([expect.stringMatching(/returned HTTP status 404 for \/a\.xml/)]);
    expect(await readdir(place.folder)).toEqual([]);
  });
});

const NOT_FOUND: Answer = (_, __, response) => response.writeHead(404).end();

type Answer = (path: string, range: string | undefined, response: ServerResponse) => unknown;

async function serve(
  answer: Answer,
  head: (path: string, response: ServerResponse) => unknown = (_, response) => response.end(),
): Promise<string> {
  const server: Server = createServer((request, response) => {
    if (request.method === 'HEAD') head(request.url ?? '', response);
    else answer(request.url ?? '', request.headers.range, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it.each([
  ['', /empty/],
  ['<!DOCTYPE html><html>', /HTML page\..*address of the dump/],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', /SVG image\..*"images"/],
  ['<feed><doc>', /abstracts/],
  ['{"index":{"_id":"1"}}\n', /search index/],
  ['-- PostgreSQL database dump\ncreate table page (', /pg_dump\..*postgres:/],
  ['Rar!\x1a\x07\x00', /RAR.*Unpack/],
  ['ZIM\x04', /ZIM.*without wikitext/],
  ['600:10:Heron\n600:11:Crane\n', /index of a multistream/],
  ['da39a3ee5e6b4b0d3255bfef95601890afd80709  a.xml\n', /checksums/],
  ['A\nB\nC\nD\n', /list of titles/],
])('kindOf rejects %j with its type and advice', (text, message) => {
  const kind = kindOf(Buffer.from(text, 'latin1'));
  expect(kind.is).toBe('other');
  expect(kind.is === 'other' && `${kind.what}. ${kind.advice}`).toMatch(message);
});

it('an import without content leaves no files', async () => {
  const place = await Place.make();
  await write(place, { 'in/titles.txt': 'A\nB\nC\nD\n', 'in/a.html': '<html>' });
  const target = place.beside('deep/er/wiki.sqlite');
  const { failures, hasContent } = await target.run([join(place.folder, 'in'), join(place.folder, 'none.xml')]);
  expect(failures).toEqual([
    expect.stringMatching(/^in: None of the \d+ files in the folder can be imported/),
    expect.stringMatching(/^none\.xml: The file .*none\.xml does not exist\.$/),
  ]);
  expect(hasContent).toBe(false);
  expect(await readdir(place.folder)).toEqual(['in']);
});

it('a progress line with speed and remaining time fits into 80 columns', () => {
  const counts = { pages: 1_234_567, revisions: 12_345_678, MB: 92_345 };
  for (const title of ['a.xml', 'enwiki-20260101-pages-meta-history1.xml-p1p873.7z']) {
    const line = progressLine(title, 0.4567, counts, 5230, 80);
    expect(line.length).toBeLessThan(80);
    expect(line).toMatch(/45%.*1,234,567 pages \(236\/s\).* \| 1:43:42 left$/);
  }
});
