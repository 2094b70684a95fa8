// Tests a sync with a hostile wiki, whose responses specify files outside the upload folder, foreign hosts and endless files.
// The sync must access no file outside the folder and no other host.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { open } from '@wikiquery/database';
import { type FollowOptions, followWiki, importSources } from '@wikiquery/dumps';
import { listenInside } from '@wikiquery/launch/inside';
import { openWiki } from '@wikiquery/testing';
import { writeXml } from '@wikiquery/wiki-builder';
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { Arena } from '../files/arena.test-kit.ts';
import { hashFolder } from '../files/hash-folder.ts';
import { CANARY, hostileNames, OUTSIDE } from '../files/hostile-names.test-kit.ts';
import { progressTo, useStand } from '../stand.test-kit.ts';
import { readSiteinfo } from './siteinfo.test-kit.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const PAYLOAD = Buffer.from('\x89PNG\r\n\x1a\nfrom the wiki', 'latin1');
const SHA1 = createHash('sha1').update(PAYLOAD).digest('hex');
const FACTS = { timestamp: '2024-01-01T00:00:00Z', user: 'Ada', userid: 1, comment: '', size: PAYLOAD.length, sha1: SHA1 };

type ImageInfo = Record<string, unknown>;
type Page = Record<string, unknown> & { imageinfo?: ImageInfo[] };

const stand = useStand();
/** Origins of the wiki, of a hostile server that returns the wiki's responses with other files, and of a foreign server. */
let [own, peer, other] = ['', '', ''];
let api: URL;
/** Returns the pages that replace a page in the peer's responses to `prop=imageinfo`. */
let pages: (own: Page) => Page[];
let asked: string[];
let sent = 0;
/** Number of requests for the changes of the wiki. */
let polls = 0;
let number = 0;
let arena: Arena;
const warnings: string[] = [];
const progress = progressTo(warnings);

beforeAll(async () => {
  const wiki = stand.use(await openWiki('sqlite'));
  await wiki.file('Good.png', { data: 'x', user: 'Ada', text: 'A file.' });
  own = stand.use(await listenInside(wiki.url)).origin;
  peer = await stand.peer((request, response) => void answer(request, response).catch(() => response.destroy()));
  other = await stand.peer((request, response) => {
    asked.push(`other ${request.url}`);
    response.end(PAYLOAD);
  });
  api = new URL('/w/api.php', peer);
});
beforeEach(async () => {
  [warnings.length, asked, sent] = [0, [], 0];
  arena = await Arena.make();
  const made = arena;
  onTestFinished(() => made.remove());
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', peer);
  if (url.pathname === '/w/api.php') {
    const sentBody = request.method === 'POST' ? Buffer.concat(await request.toArray()) : undefined;
    if ((url.search + String(sentBody)).includes('allrevisions')) polls++;
    const real = await fetch(new URL(url.pathname + url.search, own), {
      method: request.method ?? 'GET',
      ...(sentBody && {
        body: sentBody,
        headers: { 'content-type': String(request.headers['content-type']) },
      }),
    });
    const body = (await real.json()) as { query?: { pages?: Page[] } };
    if (body.query?.pages?.some(page => 'imageinfo' in page)) body.query.pages = body.query.pages.flatMap(page => pages(page));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body));
    return;
  }
  asked.push(`peer ${url.pathname}`);
  if (url.pathname === '/elsewhere') response.writeHead(302, { location: `${other}/payload` }).end();
  else if (url.pathname === '/file-url') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
  else if (url.pathname === '/circle') response.writeHead(302, { location: '/circle' }).end();
  else if (url.pathname === '/near') response.writeHead(302, { location: '/payload' }).end();
  else if (url.pathname === '/endless') await endless(response);
  else response.end(PAYLOAD);
}

async function endless(response: ServerResponse): Promise<void> {
  const piece = Buffer.alloc(64 << 10);
  const pieces = async function* () {
    for (; sent < 256 << 20; sent += piece.length) yield piece;
  };
  await pipeline(Readable.from(pieces()), response);
}

/** Imports a dump, and calls `plant` to add rows. Returns the database URL. */
async function imported(plant?: (db: Awaited<ReturnType<typeof open>>['db']) => Promise<void>): Promise<string> {
  const dump = join(arena.work, 'dump.xml');
  await writeFile(dump, writeXml({ pages: [{ id: 900, title: 'Old', revisions: [{ id: 900, text: 'x', timestamp: '20200101000000' }] }] }));
  const address = `sqlite:${join(arena.work, `${++number}.sqlite`)}`;
  await importSources(address, [dump], { progress, site: await describe(), anyWiki: true, without: new Set(['links', 'search']) });
  if (!plant) return address;
  const { db, close } = await open(address, { writable: true, connections: 1 });
  await plant(db);
  await close();
  return address;
}

const describe = (): Promise<object> => readSiteinfo(`${own}/w/api.php`);

const follow = (address: string, more: Partial<FollowOptions> = {}) =>
  followWiki(address, api, {
    ...{ progress, describe, anyWiki: true, once: true, rate: 1000, retries: 0, uploads: true, images: arena.images },
    without: new Set(['links', 'search']),
    ...more,
  });

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter(entry => !entry.isDirectory()).map(entry => entry.name);

it('a sync writes no file outside the upload folder for any archive name or title', async () => {
  const names = hostileNames(arena.root);
  const values: unknown[] = [...names, ['../../x'], { toString: '../x' }, 7, null];
  const payload = { ...FACTS, url: `${peer}/payload` };
  pages = own => [
    { ...own, imageinfo: [payload, ...values.map(archivename => ({ ...payload, archivename }))] },
    ...names.map((name, at) => ({
      ...own,
      pageid: 5000 + at,
      title: `File:${name}`,
      imageinfo: [payload, { ...payload, archivename: `20240101000000!${name}` }],
    })),
  ];
  const before = await arena.outside();
  const address = await imported();
  await follow(address);
  expect(await arena.outside()).toEqual(before);
  expect(await arena.leaked()).toEqual([]);
  const written = await filesIn(arena.images);
  expect(written).toContain('Good.png');
  expect(written).toContain('20240101000000!~');
  expect(written.filter(name => /^\.(?:htaccess|user|part)/.test(name))).toEqual(['.user.ini']);
  const { db, close } = await open(address, { connections: 1 });
  const rows = await db.selectFrom('oldimage').select(['oi_name', 'oi_archive_name']).execute();
  await close();
  expect(rows.filter(row => /[/\\\0\n]/.test(row.oi_name + row.oi_archive_name))).toEqual([]);
  expect(warnings).toContainEqual(expect.stringContaining('its name is not a valid file name'));
});

it('a sync reads and deletes no file outside the upload folder because of rows or links', async () => {
  const names = hostileNames(arena.root).filter(name => name.isWellFormed() && Buffer.byteLength(name) < 256);
  const address = await imported(async db => {
    const row = {
      ...{ oi_size: 1, oi_width: 0, oi_height: 0, oi_bits: 0, oi_description_id: 1, oi_actor: 1 },
      ...{ oi_timestamp: '20200101000000', oi_metadata: '' },
    };
    const kind = { oi_media_type: 'BITMAP', oi_major_mime: 'image', oi_minor_mime: 'png', oi_deleted: 0 } as const;
    const sha1 = BigInt(`0x${createHash('sha1').update(CANARY).digest('hex')}`)
      .toString(36)
      .padStart(31, '0');
    for (const name of names)
      await db
        .insertInto('oldimage')
        .values({ ...row, ...kind, oi_name: 'Good.png', oi_archive_name: name, oi_sha1: sha1 } as never)
        .execute();
  });
  const folder = join(arena.images, 'archive', hashFolder('Good.png'));
  await arena.plantLinks(folder);
  await mkdir(join(arena.images, hashFolder('Linked.png'), '..'), { recursive: true });
  await symlink(arena.root, join(arena.images, hashFolder('Linked.png')));
  await writeFile(join(arena.root, 'Linked.png'), CANARY);
  // The reported size and hash are those of a file outside the folder.
  const canary = { ...FACTS, sha1: createHash('sha1').update(CANARY).digest('hex'), size: CANARY.length, url: `${peer}/payload` };
  pages = own => [
    { ...own, imageinfo: [canary, { ...canary, archivename: '20240101000000!Good.png' }] },
    { ...own, pageid: 7000, title: 'File:Linked.png', imageinfo: [{ ...FACTS, url: `${peer}/payload` }] },
  ];
  const before = await arena.outside();
  await follow(address);
  expect(await arena.outside()).toEqual(before);
  expect(await arena.leaked()).toEqual([]);
  expect(await readFile(join(arena.root, OUTSIDE), 'utf8')).toBe(CANARY);
});

it('a sync fetches files only from the host of the wiki and from configured hosts', async () => {
  const own = { ...FACTS, url: `${peer}/near` };
  const addresses = [
    ...[`${other}/direct`, `//${new URL(other).host}/relative`, `${peer}/elsewhere`, `${peer}/file-url`, `${peer}/circle`],
    ...['file:///etc/passwd', 'data:image/png;base64,AAAA', 'ftp://127.0.0.1/x', 'http://[', 'http://127.0.0.1@192.0.2.1/', ''],
  ];
  pages = page => [
    { ...page, imageinfo: [own, ...addresses.map((url, at) => ({ ...FACTS, url, archivename: `202401010000${10 + at}!Good.png` }))] },
  ];
  await follow(await imported());
  expect(await filesIn(arena.images)).toEqual(['Good.png']);
  expect(asked.filter(each => each.startsWith('other'))).toEqual([]);
  expect(asked.length).toBeLessThan(20);
  const { host } = new URL(other);
  expect(warnings).toContainEqual(expect.stringContaining(`--upload-host ${host}`));
  await follow(await imported(), { uploadHosts: [host] });
  expect(new Set(asked.filter(each => each.startsWith('other')))).toEqual(new Set(['other /direct', 'other /relative', 'other /payload']));
  expect((await filesIn(arena.images)).length).toBe(4);
});

it('a sync fetches refused files when their host is allowed later', async () => {
  const { host } = new URL(other);
  pages = page => [{ ...page, imageinfo: [{ ...FACTS, url: `${other}/late` }] }];
  const address = await imported();
  await follow(address);
  await follow(address);
  expect([asked, await filesIn(arena.images)]).toEqual([[], []]);
  for (let run = 0; run < 2; run++) await follow(address, { uploadHosts: [host] });
  expect([asked, await filesIn(arena.images)]).toEqual([['other /late'], ['Good.png']]);
});

it('a sync counts each page once, and shows no progress of polls without changes', async () => {
  pages = page => [page];
  const address = await imported();
  const steps: string[] = [];
  const shown = { ...progress, begin: (title: string) => void steps.push(title) };
  // The page of the dump is missing in the wiki.
  expect((await follow(address, { progress: shown, verify: true })).pages).toBe(2);
  steps.length = 0;
  const stopping = new AbortController();
  const before = polls;
  const idle = follow(address, { progress: shown, once: false, interval: 0.01, signal: stopping.signal });
  await vi.waitFor(() => expect(polls).toBeGreaterThan(before + 6), { timeout: 30_000 });
  stopping.abort();
  expect((await idle).pages).toBe(0);
  expect(steps).toEqual(['comparison with the wiki']);
});

it('a sync ends a download after the reported size, and rejects a wrong digest', async () => {
  const url = `${peer}/endless`;
  const room = Number.MAX_SAFE_INTEGER;
  pages = own => [
    {
      ...own,
      imageinfo: [
        { ...FACTS, url, size: 1000 },
        { ...FACTS, url, size: -5, archivename: '20240101000001!Good.png' },
        { ...FACTS, url, size: 'many', archivename: '20240101000002!Good.png' },
        { ...FACTS, url, size: room, archivename: '20240101000003!Good.png' },
        { ...FACTS, url: `${peer}/payload`, sha1: 'f'.repeat(40), archivename: '20240101000004!Good.png' },
        { ...FACTS, url: `${peer}/payload`, sha1: '../x', archivename: '20240101000005!Good.png' },
        { ...FACTS, url: `${peer}/payload`, size: 3, archivename: '20240101000006!Good.png' },
      ],
    },
  ];
  const kept = join(arena.images, hashFolder('Good.png'), 'Good.png');
  await mkdir(dirname(kept), { recursive: true });
  await writeFile(kept, 'the version before');
  await follow(await imported());
  expect(sent).toBeLessThan(32 << 20);
  expect(await filesIn(arena.images)).toEqual(['Good.png']);
  expect(await readFile(kept, 'utf8')).toBe('the version before');
  expect(warnings.filter(warning => warning.includes('cannot be fetched'))).toHaveLength(7);
});
