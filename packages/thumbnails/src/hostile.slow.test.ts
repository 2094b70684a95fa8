// Thumbnails of files that try to exhaust memory or time, to read other files, or to send requests: nothing exceeds the limits.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import { filePath } from '@wikiquery/file-storage';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ServedFiles, servedFiles } from './serve.test-kit.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let files: ServedFiles;
let get: Awaited<ReturnType<ServedFiles['serve']>>;
const requests: string[] = [];
const listener = createServer((request, response) => {
  requests.push(request.url ?? '');
  response.end();
});
let address: string;
let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, ...residentOfChildren());
}, 10);
beforeAll(async () => {
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  files = await servedFiles();
  get = await files.serve();
});
afterAll(async () => {
  clearInterval(watch);
  listener.close();
  await files?.close();
});

/** Returns the resident memory of the child processes in megabytes. */
const residentOfChildren = (): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
        if (Number(parent) !== process.pid) return [];
        return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1e6;
      } catch {
        return [];
      }
    });

/** Uploads a file whose row claims to be small, and requests a thumbnail. */
async function thumbnailOf(name: string, data: Uint8Array | string, mime: string) {
  await files.upload(name, data, { width: 400, height: 300, mime });
  const stored = filePath(name);
  const response = await get(`/w/images/thumb/${stored}/100px-${name}${name.endsWith('.svg') ? '.png' : ''}`);
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get('content-type'), body };
}

/** Returns the kind of a response. */
function outcomeOf({ status, type, body }: Awaited<ReturnType<typeof thumbnailOf>>): string {
  if (status === 200 && /^image\/(?:jpeg|png)$/.test(String(type)) && body.length > 50) return 'an image';
  const isExplained = (status === 400 || status === 422) && type === 'text/plain; charset=utf-8' && body.length > 20;
  return isExplained ? 'an explanation' : `status ${status} with the type ${type}`;
}

const empty = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888' }, limitInputPixels: false });

const svg = (content: string, root = 'width="400" height="300"', before = ''): string =>
  `<?xml version="1.0"?>${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${root}><rect width="400" height="300" fill="#fff"/>${content}</svg>`;

/** Returns a PNG of black pixels, without decompressing it. */
function pngBomb(side: number, isInterlaced: boolean): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const head = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(head));
    return Buffer.concat([length, head, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, isInterlaced ? 1 : 0]);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  const pixels = deflateSync(Buffer.alloc(Math.min(side * (side + 1), 410_000_000)), { level: 1 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a TIFF whose pixels are one compressed strip, which a decoder must decompress as a whole. */
function tiffBomb(side: number): Buffer {
  const strip = deflateSync(Buffer.alloc(side * side), { level: 1 });
  const tags: [number, number, number][] = [
    [256, 4, side],
    [257, 4, side],
    [258, 3, 8],
    [259, 3, 8],
    [262, 3, 1],
    [273, 4, 8],
    [277, 3, 1],
    [278, 4, side],
    [279, 4, strip.length],
  ];
  const directory = Buffer.alloc(2 + tags.length * 12 + 4);
  directory.writeUInt16LE(tags.length);
  for (const [at, [tag, type, value]] of tags.entries()) {
    directory.writeUInt16LE(tag, 2 + at * 12);
    directory.writeUInt16LE(type, 4 + at * 12);
    directory.writeUInt32LE(1, 6 + at * 12);
    directory.writeUInt32LE(value, 10 + at * 12);
  }
  const header = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0]);
  header.writeUInt32LE(8 + strip.length, 4);
  return Buffer.concat([header, strip, directory]);
}

const gifBomb = (): Buffer => {
  const bytes = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  for (const at of [6, 8]) bytes.writeUInt16LE(65_535, at);
  for (const at of [24 + 4, 24 + 6]) bytes.writeUInt16LE(65_535, at);
  return bytes;
};

const laughs = `<!DOCTYPE svg [<!ENTITY a "ha">${Array.from({ length: 12 }, (_, at) => `<!ENTITY ${'bcdefghijklm'[at]} "${`&${'abcdefghijkl'[at]};`.repeat(10)}">`).join('')}]>`;
const uses = Array.from(
  { length: 20 },
  (_, at) => `<g id="u${at + 1}"><use xlink:href="#u${at}"/><use xlink:href="#u${at}"/><use xlink:href="#u${at}"/></g>`,
).join('');

const BOMBS: Readonly<Record<string, () => Promise<Buffer> | Buffer | string>> = {
  'Large.png': () => pngBomb(20_000, false),
  'Interlaced.png': () => pngBomb(20_000, true),
  'Truncated_bomb.png': () => pngBomb(60_000, false),
  'Large_jpeg.png': () => empty(12_000, 12_000).jpeg().toBuffer(),
  'Progressive_jpeg.png': () => empty(7000, 7000).jpeg({ progressive: true }).toBuffer(),
  'Large_gif.png': gifBomb,
  'Large_webp.png': () => empty(7000, 7000).webp({ effort: 0, quality: 10 }).toBuffer(),
  'Strip_tiff.png': () => tiffBomb(20_000),
  'Laughs.svg': () => svg('<text y="50">&m;</text>', undefined, laughs),
  'Blowup.svg': () => svg(`<text y="50">${'&x;'.repeat(50_000)}</text>`, undefined, `<!DOCTYPE svg [<!ENTITY x "${'x'.repeat(50_000)}">]>`),
  'Uses.svg': () => svg(`<rect id="u0" width="9" height="9"/>${uses}<use xlink:href="#u20"/>`),
  'Huge.svg': () => svg('', 'width="1000000000" height="1000000000"'),
  'Filter.svg': () =>
    svg(
      `<filter id="f" x="-10000%" y="-10000%" width="20000%" height="20000%"><feTurbulence numOctaves="60" baseFrequency=".01"/>${'<feGaussianBlur stdDeviation="900"/>'.repeat(60)}</filter><rect width="400" height="300" filter="url(#f)"/>`,
    ),
  'Deep.svg': () => svg(`${'<g>'.repeat(200_000)}${'</g>'.repeat(200_000)}`),
  'Long.svg': () => svg(`<!--${'x'.repeat(11_000_000)}-->`),
};

it.each(Object.keys(BOMBS))('%s is refused or rendered within the limits', async name => {
  const mime = name.endsWith('.svg') ? 'image/svg+xml' : 'image/png';
  expect(outcomeOf(await thumbnailOf(name, await BOMBS[name]!(), mime))).toMatch(/^(?:an image|an explanation)$/);
});

it('damaged and mislabelled files are refused or rendered', async () => {
  const jpeg = await empty(400, 300).jpeg().toBuffer();
  const png = await empty(400, 300).png().toBuffer();
  const cases: readonly (readonly [name: string, data: Uint8Array | string, mime: string, status: number])[] = [
    ['Cut.jpg', jpeg.subarray(0, jpeg.length / 2), 'image/jpeg', 422],
    ['Cut.png', png.subarray(0, png.length / 2), 'image/png', 422],
    ['Empty.png', '', 'image/png', 422],
    ['Jpeg_inside.png', jpeg, 'image/png', 200],
    ['Html_inside.png', '<!doctype html><script>1</script>', 'image/png', 422],
    ['Svg_inside.png', svg(''), 'image/png', 422],
    ['Png_inside.svg', png, 'image/svg+xml', 422],
    ['Text_inside.svg', 'text', 'image/svg+xml', 422],
    ['One.png', await empty(1, 1).png().toBuffer(), 'image/png', 200],
    ['Cmyk.jpg', await empty(400, 300).toColourspace('cmyk').jpeg().toBuffer(), 'image/jpeg', 200],
  ];
  for (const [name, data, mime, status] of cases) {
    const found = await thumbnailOf(name, data, mime);
    expect([name, found.status, outcomeOf(found)]).toEqual([name, status, status === 200 ? 'an image' : 'an explanation']);
    const facts = await sharp(found.body)
      .metadata()
      .catch(() => undefined);
    expect([name, facts?.width, facts?.height, facts?.space]).toEqual([
      name,
      ...(status === 200 ? [100, 75, 'srgb'] : [undefined, undefined, undefined]),
    ]);
  }
});

it('drawings can neither load files nor send requests', async () => {
  const picture = `${files.images}/Picture.png`;
  await sharp({ create: { width: 400, height: 300, channels: 3, background: '#f00' } })
    .png()
    .toFile(picture);
  const plain = await thumbnailOf('Plain.svg', svg(''), 'image/svg+xml');
  const contents = [
    ...[picture, `file://${picture}`, 'Picture.png', '../../Picture.png', `${address}/image.png`, '/etc/hostname'].flatMap(href => [
      svg(`<image xlink:href="${href}" width="400" height="300"/>`),
      svg(`<image href="${href}" width="400" height="300"/>`),
      svg(`<use xlink:href="${href}#x"/>`),
      svg(`<filter id="f"><feImage xlink:href="${href}"/></filter><rect width="400" height="300" filter="url(#f)" fill="none"/>`),
      svg(`<style>@import url("${href}"); @font-face { font-family: x; src: url("${href}") }</style>`),
      svg('', undefined, `<?xml-stylesheet href="${href}" type="text/css"?>`),
      svg(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${href}" parse="text"/>`),
      svg('&x;', undefined, `<!DOCTYPE svg [<!ENTITY x SYSTEM "${href}">]>`),
      svg('', undefined, `<!DOCTYPE svg SYSTEM "${href}">`),
      svg('', undefined, `<!DOCTYPE svg [<!ENTITY % x SYSTEM "${href}"> %x;]>`),
    ]),
    svg(
      `<script>fetch("${address}/script")</script><foreignObject width="400" height="300"><iframe src="${address}/frame"/></foreignObject>`,
    ),
  ];
  for (const [at, content] of contents.entries()) {
    const { status, body } = await thumbnailOf(`Drawing_${at}.svg`, content, 'image/svg+xml');
    expect([content, status === 422 || (status === 200 && body.equals(plain.body))]).toEqual([content, true]);
  }
  expect(requests).toEqual([]);
});

it('the process that renders stays below 300 MB', () => {
  expect(peak).toBeGreaterThan(30);
  expect(peak).toBeLessThan(300);
});
