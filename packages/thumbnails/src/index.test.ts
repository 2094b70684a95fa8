import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filePath } from '@wikiquery/file-storage';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bmp } from './bmp.test-kit.ts';
import { type ServedFiles, servedFiles } from './serve.test-kit.ts';

// Starting the process that renders takes a long time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const square = (width: number, height: number, color = '#36c') => sharp({ create: { width, height, channels: 3, background: color } });
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><switch><rect systemLanguage="de" width="200" height="100" fill="#f00"/><rect systemLanguage="zh-hant" width="200" height="100" fill="#0f0"/><rect width="200" height="100" fill="#00f"/></switch></svg>`;

let files: ServedFiles;
let get: Awaited<ReturnType<ServedFiles['serve']>>;
beforeAll(async () => {
  files = await servedFiles();
  const size = { width: 400, height: 200 };
  await files.upload('Arch.png', await square(400, 200).png().toBuffer(), size);
  const turned = await square(200, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  await files.upload('Turned.jpg', turned, { ...size, mime: 'image/jpeg', metadata: '{"data":{"Orientation":6}}' });
  await files.upload('Drawing.svg', DRAWING, { width: 200, height: 100, mime: 'image/svg+xml' });
  await files.upload('Bitmap.bmp', await bmp(24), { width: 200, height: 133, mime: 'image/x-bmp' });
  await files.upload('Huge.png', await square(10, 10).png().toBuffer(), { width: 9000, height: 9000 });
  await files.upload('Broken.png', 'not an image', size);
  await files.upload('Sound.ogg', 'OggS', { width: 0, height: 0, mime: 'application/ogg', mediaType: 'AUDIO' });
  await files.upload('Page.html', '<script>alert(1)</script>', { width: 0, height: 0, mime: 'text/html' });
  await files.upload('Photo.jp2', 'jp2', { ...size, mime: 'image/jp2' });
  get = await files.serve();
});
afterAll(() => files?.close());

const path = (name: string, thumb?: string, archiveName?: string): string => {
  const stored = (filePath(name, archiveName) ?? '').split('/').map(encodeURIComponent).join('/');
  return thumb === undefined ? `/w/images/${stored}` : `/w/images/thumb/${stored}/${thumb}`;
};
const imageAt = async (url: string) => {
  const response = await get(url);
  expect([url, response.status]).toEqual([url, 200]);
  const bytes = Buffer.from(await response.arrayBuffer());
  const { format, width, height } = await sharp(bytes).metadata();
  return { type: response.headers.get('content-type'), format, width, height, bytes };
};
const statusOf = async (url: string): Promise<number> => {
  const response = await get(url);
  await response.arrayBuffer();
  return response.status;
};

describe('thumbnails', () => {
  it.each([
    ['a PNG', path('Arch.png', '100px-Arch.png'), 'png', 100, 50],
    ['a rotated JPEG', path('Turned.jpg', '100px-Turned.jpg'), 'jpeg', 100, 50],
    ['a JPEG in low quality', path('Turned.jpg', 'qlow-100px-Turned.jpg'), 'jpeg', 100, 50],
    ['a drawing, larger than the file', path('Drawing.svg', '500px-Drawing.svg.png'), 'png', 500, 250],
    ['a bitmap', path('Bitmap.bmp', '100px-Bitmap.bmp.png'), 'png', 100, 67],
    ['thumb.php', '/w/thumb.php?f=arch.png&w=60px', 'png', 60, 30],
    ['the short address', path('Arch.png', '90px-Arch.png').replace('/w/', '/'), 'png', 90, 45],
  ])('are rendered: %s', async (_, url, format, width, height) => {
    expect(await imageAt(url)).toMatchObject({ type: `image/${format}`, format, width, height });
  });

  it('of a drawing are in the requested language', async () => {
    const colorOf = async (thumb: string) => {
      const { bytes } = await imageAt(path('Drawing.svg', thumb));
      return [...(await sharp(bytes).raw().toBuffer()).subarray(0, 3)];
    };
    expect(await colorOf('50px-Drawing.svg.png')).toEqual([0, 0, 255]);
    expect(await colorOf('langde-50px-Drawing.svg.png')).toEqual([255, 0, 0]);
    expect(await colorOf('langzh-hant-50px-Drawing.svg.png')).toEqual([0, 255, 0]);
  });

  it('are rendered once, and have an ETag', async () => {
    const url = path('Arch.png', '110px-Arch.png');
    const before = (await readdir(files.cache, { recursive: true })).length;
    const responses = await Promise.all(Array.from({ length: 5 }, () => get(url)));
    const [etag] = responses.map(({ headers }) => headers.get('etag'));
    expect(new Set(responses.map(({ headers }) => headers.get('etag'))).size).toBe(1);
    expect(responses[0]?.headers.get('cache-control')).toBe('public, max-age=3600');
    expect((await readdir(files.cache, { recursive: true })).length).toBeLessThanOrEqual(before + 2);
    expect((await get(url, { 'If-None-Match': String(etag), 'Cache-Control': 'max-age=0' })).status).toBe(304);
  });

  it('have only the addresses that MediaWiki returns', async () => {
    const locationOf = async (url: string) => (await get(url)).headers.get('location');
    // Larger than the file: the file itself.
    expect(await locationOf(path('Arch.png', '900px-Arch.png'))).toMatch(/\/Arch\.png$/);
    expect(await locationOf(path('Arch.png', 'interlaced-100px-Arch.png'))).toMatch(/\/100px-Arch\.png$/);
    expect(await locationOf('/w/thumb.php?f=Arch.png&w=900')).toMatch(/\/Arch\.png$/);
    const stepped = await files.serve({ wiki: { thumbnailSteps: [60, 120, 250] } });
    const response = await stepped(path('Arch.png', '100px-Arch.png'));
    expect([response.status, response.headers.get('location')]).toEqual([302, expect.stringMatching(/\/120px-Arch\.png$/)]);
    expect((await stepped(path('Arch.png', '120px-Arch.png'))).status).toBe(200);
  });

  it('that cannot be rendered have an explanation', async () => {
    const refused = {
      [path('Huge.png', '100px-Huge.png')]: 400,
      [path('Broken.png', '100px-Broken.png')]: 422,
      '/w/thumb.php?f=Arch.png': 400,
    };
    for (const [url, status] of Object.entries(refused)) {
      const response = await get(url);
      expect([url, response.status, response.headers.get('content-type')]).toEqual([url, status, 'text/plain; charset=utf-8']);
      expect(await response.text()).toMatch(/^[A-Z].+\.\n$/);
    }
    for (const url of [path('Photo.jp2', '100px-Photo.jp2.png'), path('Sound.ogg', '120px-Sound.ogg.png')])
      expect(await imageAt(url)).toMatchObject({ type: 'image/png', width: 120 });
  });

  it('that MediaWiki rendered after the upload are used', async () => {
    const stored = join(files.images, 'thumb', filePath('Arch.png') ?? '', '77px-Arch.png');
    await mkdir(dirname(stored), { recursive: true });
    await writeFile(stored, 'rendered by MediaWiki');
    expect(await (await get(path('Arch.png', '77px-Arch.png'))).text()).toBe('rendered by MediaWiki');
    await utimes(stored, 1, 1);
    expect(await imageAt(path('Arch.png', '77px-Arch.png'))).toMatchObject({ width: 77 });
  });
});

describe('files', () => {
  it('are served in parts and with validators', async () => {
    const response = await get(path('Arch.png'), { Range: 'bytes=0-7' });
    expect([response.status, (await response.arrayBuffer()).byteLength, response.headers.get('etag')]).toEqual([
      206,
      8,
      expect.any(String),
    ]);
    expect((await get(path('Arch.png'), { Range: 'bytes=99999-' })).status).toBe(416);
  });

  it('that a browser could run are sandboxed', async () => {
    for (const name of ['Page.html', 'Drawing.svg']) {
      const { headers } = await get(path(name));
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('outside the upload folder, or without a row, are not served', async () => {
    await writeFile(join(files.images, '..', 'secret.txt'), 'secret');
    for (const name of ['Link.png', 'Stray.png']) await mkdir(dirname(join(files.images, filePath(name) ?? '')), { recursive: true });
    await files.upload('Link.png', 'x', {});
    await rm(join(files.images, filePath('Link.png') ?? ''));
    await symlink('../../../secret.txt', join(files.images, filePath('Link.png') ?? ''));
    await writeFile(join(files.images, filePath('Stray.png') ?? ''), 'x');
    const paths = [
      ...['Link.png', 'Stray.png', 'Missing.png'].flatMap(name => [path(name), path(name, `50px-${name}`)]),
      ...['/w/images/..%2Fsecret.txt', '/w/images/%2e%2e/secret.txt', '/w/images/a/../../secret.txt', '/w/images/x/xx/Arch.png'],
      ...['/w/images/deleted/a/b/c/abc.png', '/w/images/temp/x', '/w/images/.htaccess', '/w/images/', '/w/images/%', '/w/images/thumb/'],
      ...[
        path('Arch.png', '50px-Other.png'),
        path('Arch.png', 'px-Arch.png'),
        path('Arch.png', '-Arch.png'),
        '/w/thumb.php?f=Stray.png&w=20',
      ],
    ];
    for (const each of paths) expect([each, await statusOf(each)]).toEqual([each, 404]);
  });

  it('in old versions are served unless their content is revision-deleted', async () => {
    const facts = { width: 400, height: 200 };
    const [first, second] = [await square(400, 200, '#f00').png().toBuffer(), await square(400, 200, '#0f0').png().toBuffer()];
    await files.wiki.file('File:Old.png', { ...facts, data: first, timestamp: '20240101000000' });
    await files.wiki.file('File:Old.png', { ...facts, data: second, timestamp: '20240102000000' });
    await files.upload('Old.png', second, { ...facts, timestamp: '20240103000000', hidden: 1 });
    const names = ['20240101000000!Old.png', '20240102000000!Old.png'] as const;
    for (const name of names) {
      const stored = join(files.images, filePath('Old.png', name) ?? '');
      await mkdir(dirname(stored), { recursive: true });
      await writeFile(stored, first);
    }
    const urls = names.flatMap(name => [
      path('Old.png', undefined, name),
      path('Old.png', '50px-Old.png', name),
      `/w/thumb.php?archived=1&w=50&f=${name}`,
    ]);
    expect(await Promise.all(urls.map(statusOf))).toEqual([200, 200, 200, 404, 404, 404]);
  });

  it('that were deleted are not served, even if they are still in the folder', async () => {
    await files.upload('Gone.png', await square(40, 20).png().toBuffer(), { width: 40, height: 20 });
    expect(await statusOf(path('Gone.png', '20px-Gone.png'))).toBe(200);
    await files.wiki.deleteFile('File:Gone.png');
    for (const url of [path('Gone.png'), path('Gone.png', '20px-Gone.png')]) expect(await statusOf(url)).toBe(404);
  });

  it('of a private wiki are served only to accounts that can read it', async () => {
    const closed = await files.serve({ private: true });
    for (const url of [path('Arch.png'), path('Arch.png', '100px-Arch.png'), path('Missing.png'), '/w/thumb.php?f=Arch.png&w=100']) {
      const response = await closed(url);
      expect([url, response.status, response.headers.get('cache-control')]).toEqual([url, 403, 'private, no-cache']);
    }
  });
});

it('serves MediaWiki’s icons of file types', async () => {
  for (const name of ['fileicon.png', 'fileicon-ogg.png', 'fileicon-unknown.png'])
    expect(await imageAt(`/w/resources/assets/file-type-icons/${name}`)).toMatchObject({ width: 120, height: 120 });
  expect(await statusOf('/w/resources/assets/file-type-icons/other.png')).toBe(404);
});
