// Tests dumps, archives, folders and databases with file names and links that lead out of the upload folder. No file outside the
// folder may be accessed.
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { open } from '@wikiquery/database';
import { importSources } from '@wikiquery/dumps';
import { runExport } from '@wikiquery/export';
import { APP, listenInside } from '@wikiquery/launch/inside';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { writeXml, type XmlPage } from '@wikiquery/wiki-builder';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Entry, sevenZipOf, tarOf, zipOf } from '../files/archives.test-kit.ts';
import { Arena } from '../files/arena.test-kit.ts';
import { hashFolder } from '../files/hash-folder.ts';
import { CANARY, hostileNames, isFileSystemName, isUnsafe, isXmlText, OUTSIDE } from '../files/hostile-names.test-kit.ts';
import { progressTo, useStand } from '../stand.test-kit.ts';

vi.setConfig({ testTimeout: 120_000 });

const PNG = Buffer.from('\x89PNG\r\n\x1a\nevil', 'latin1');

let arena: Arena;
let before: readonly string[];
let names: readonly string[];
const warnings: string[] = [];
const progress = progressTo(warnings);

beforeEach(async () => {
  warnings.length = 0;
  arena = await Arena.make();
  const own = arena;
  onTestFinished(() => own.remove());
  names = hostileNames(arena.root);
  before = await arena.outside();
});

/** Imports sources into the arena. Returns the file names in the database. */
async function importInto(...sources: string[]): Promise<{ readonly current: string[]; readonly old: string[] }> {
  const address = `sqlite:${join(arena.work, 'wiki.sqlite')}`;
  const without = new Set(['links', 'search'] as const);
  await importSources(address, sources, { progress, images: arena.images, downloads: join(arena.work, 'downloads'), without });
  const { db, close } = await open(address, { connections: 1 });
  try {
    return {
      current: (await db.selectFrom('image').select('img_name').execute()).map(row => row.img_name),
      old: (await db.selectFrom('oldimage').select('oi_archive_name').execute()).map(row => row.oi_archive_name),
    };
  } finally {
    await close();
  }
}

async function expectUntouched(): Promise<void> {
  expect(await arena.outside()).toEqual(before);
  expect(await arena.leaked()).toEqual([]);
}

it('the test has more than 100 unsafe file names', () => {
  expect(names.length).toBeGreaterThan(150);
  expect(names.filter(isUnsafe).length).toBeGreaterThan(100);
});

it('an import skips uploads with unsafe names in an XML dump', async () => {
  const xmlNames = names.filter(isXmlText);
  const upload = { size: PNG.length, sha1: '0'.repeat(31), timestamp: '20240101000000' };
  const pages: XmlPage[] = xmlNames.map((name, at) => ({
    ...{ id: at + 1, title: `File:F${at}.png`, namespace: 6, revisions: [{ id: at + 1, text: '' }] },
    uploads: [
      { ...upload, name },
      { ...upload, name: `F${at}.png`, archive: name },
      { ...upload, name: `F${at}.png` },
    ],
  }));
  const dump = join(arena.work, 'dump.xml');
  await writeFile(dump, writeXml({ pages }));
  const { current, old } = await importInto(dump);
  expect(current.length).toBeGreaterThan(xmlNames.length);
  expect([...current, ...old].filter(isUnsafe)).toEqual([]);
  await expectUntouched();
});

it('an import skips rows with unsafe file names in a table dump', async () => {
  const value = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll('\0', String.raw`\0`)}'`;
  const tableOf = (table: string, columns: readonly string[], rows: readonly string[]): string =>
    `-- MySQL dump 10.13\nCREATE TABLE \`${table}\` (\n${columns.map(each => `  \`${each}\` blob`).join(',\n')}\n);\n` +
    `INSERT INTO \`${table}\` VALUES ${rows.join(',')};\n-- Dump completed on 2026-01-01\n`;
  const parts = (prefix: string): string[] =>
    'size width height metadata bits media_type major_mime minor_mime description_id actor timestamp sha1'
      .split(' ')
      .map(part => `${prefix}_${part}`);
  const facts = "1,0,0,'',0,'BITMAP','image','png',1,1,'20240101000000',''";
  const dumpNames = [...names.filter(name => name.isWellFormed() && name !== ''), 'Good.png'];
  const [image, oldimage] = [join(arena.work, 'image.sql'), join(arena.work, 'oldimage.sql')];
  const current = dumpNames.map(name => `(${value(name)},${facts})`);
  await writeFile(image, tableOf('image', ['img_name', ...parts('img')], current));
  const old = dumpNames.map(name => `('Good.png',${value(name)},${facts},0)`);
  await writeFile(oldimage, tableOf('oldimage', ['oi_name', 'oi_archive_name', ...parts('oi'), 'oi_deleted'], old));
  const written = await importInto(image, oldimage);
  expect(written.current).toContain('Good.png');
  expect([...written.current, ...written.old].filter(isUnsafe)).toEqual([]);
  expect(warnings.filter(warning => /rows of (?:old)?image are skipped: their names are not valid file names/.test(warning))).toHaveLength(
    2,
  );
  await expectUntouched();
});

it('an import skips links in a folder and reports their number', async () => {
  const folder = join(arena.work, 'unpacked');
  const uploads = join(folder, 'images', hashFolder('Passwd.png'));
  let links = (await arena.plantLinks(uploads)).length;
  links += (await arena.plantLinks(join(folder, 'images', 'archive'))).length + (await arena.plantLinks(folder)).length;
  for (const name of names.filter(isFileSystemName)) await writeFile(join(uploads, name), PNG);
  const { current } = await importInto(folder);
  expect(current.filter(isUnsafe)).toEqual([]);
  expect(current).not.toContain('Passwd.png');
  expect(current.length).toBeGreaterThan(10);
  expect(warnings).toContainEqual(expect.stringContaining(`unpacked: ${links} links are not followed`));
  await expectUntouched();
  for (const entry of await readdir(arena.images, { recursive: true, withFileTypes: true }))
    expect(entry.isFile() || entry.isDirectory()).toBe(true);
});

const hostileEntries = (): Entry[] => [
  ...names.flatMap((name, at) => [
    // Imports compare files outside `images` one by one, which is slow.
    ...(at % 12 === 0 ? [{ name, body: PNG }] : []),
    { name: `images/${name}`, body: PNG },
    { name: `images/a/ab/${name}`, body: PNG },
  ]),
  ...['Link.png', 'a/ab/Link.png', '20240101000000!Link.png', 'folder'].map(name => ({
    name: `images/${name}`,
    link: join(arena.root, OUTSIDE),
  })),
  // This path leads through the link above.
  { name: 'images/folder/Behind.png', body: PNG },
  { name: 'images/Good.png', body: PNG },
];

it.each([
  [
    'tar',
    async () =>
      tarOf([
        ...hostileEntries(),
        ...(['1', '3', '4', '6'] as const).map(type => ({ name: `images/Type_${type}.png`, type, link: '/etc/passwd' })),
      ]),
  ],
  ['zip', async () => zipOf(hostileEntries().filter(({ name }) => name.isWellFormed() && !name.includes('\0')))],
  ['7z', async () => sevenZipOf(hostileEntries().filter(({ name }) => name !== '' && name.length < 250 && !name.includes('\0')))],
])('an import keeps files of a %s archive inside the upload folder, and skips links', async (kind, make) => {
  const archive = join(arena.work, `hostile.${kind}`);
  await writeFile(archive, await make());
  const { current } = await importInto(archive);
  expect(current.filter(isUnsafe)).toEqual([]);
  expect(current).toContain('Good.png');
  expect(current.filter(name => /^(?:Link|Type_)/.test(name))).toEqual([]);
  expect(warnings).toContainEqual(expect.stringMatching(/\d links are not followed/));
  await expectUntouched();
});

it('an import keeps files inside the upload folder if links exist at their paths', async () => {
  const uploads = join(arena.images, hashFolder('Good.png'));
  await arena.plantLinks(join(arena.images, 'x'));
  await mkdir(dirname(uploads));
  await symlink(arena.root, uploads);
  const archive = join(arena.work, 'good.tar');
  await writeFile(
    archive,
    tarOf([
      { name: 'images/Good.png', body: PNG },
      { name: 'images/Other.png', body: PNG },
    ]),
  );
  const { current } = await importInto(archive);
  expect(current).toEqual(['Other.png']);
  expect(warnings).toContainEqual(expect.stringContaining('their paths lead through links out of'));
  await expectUntouched();
});

/** Opens a wiki with unsafe file names in its tables, as older imports wrote them. */
async function plantedWiki(): Promise<TestWiki> {
  const wiki = await openWiki('sqlite');
  await wiki.file('Good.png', { data: 'old', user: 'Ada' });
  await wiki.file('Good.png', { data: 'new', user: 'Ada', text: 'x' });
  const [image, old] = [
    await wiki.db.selectFrom('image').selectAll().executeTakeFirstOrThrow(),
    await wiki.db.selectFrom('oldimage').selectAll().executeTakeFirstOrThrow(),
  ];
  const page = await wiki.db.selectFrom('page').selectAll().where('page_namespace', '=', 6).executeTakeFirstOrThrow();
  const { rev_sha1: _, ...revision } = await wiki.db
    .selectFrom('revision')
    .selectAll()
    .where('rev_id', '=', page.page_latest)
    .executeTakeFirstOrThrow();
  const slot = await wiki.db.selectFrom('slots').selectAll().where('slot_revision_id', '=', page.page_latest).executeTakeFirstOrThrow();
  const valid = names.filter(each => each !== '' && each.isWellFormed() && Buffer.byteLength(each) <= 255);
  for (const [at, name] of valid.entries()) {
    const id = 1001 + at;
    const insert = (table: 'image' | 'oldimage' | 'page' | 'revision' | 'slots', row: object) =>
      wiki.db
        .insertInto(table)
        .values(row as never)
        .execute();
    await insert('image', { ...image, img_name: name });
    await insert('oldimage', { ...old, oi_archive_name: name });
    await insert('page', { ...page, page_id: id, page_title: name, page_latest: id });
    await insert('revision', { ...revision, rev_id: id, rev_page: id });
    await insert('slots', { ...slot, slot_revision_id: id });
  }
  return wiki;
}

it('an import omits rows with unsafe file names from an SQLite database', async () => {
  const wiki = await plantedWiki();
  onTestFinished(() => wiki.close());
  const { current, old } = await importInto(wiki.url.slice('sqlite:'.length));
  expect(current).toContain('Good.png');
  expect(old).toContainEqual(expect.stringMatching(/^\d{14}!Good\.png$/));
  expect([...current, ...old].filter(isUnsafe)).toEqual([]);
  expect(warnings).toContainEqual(expect.stringMatching(/Skipped \d+ rows? because their names are not valid file names/));
  await expectUntouched();
});

it('an export neither reads nor writes files outside the upload folder', async () => {
  const wiki = await plantedWiki();
  onTestFinished(() => wiki.close());
  await arena.plantLinks(join(arena.images, hashFolder('Good.png')));
  const copies = join(dirname(arena.images), 'copies');
  await arena.plantLinks(copies);
  before = await arena.outside();
  const out = join(arena.work, 'dump.xml');
  const args = ['--database', wiki.url, '--images', arena.images, '--include-files', '--files-to', copies, '--out', out];
  expect(await runExport(APP, ['--data', arena.work, ...args])).toBe(0);
  const xml = await readFile(out, 'utf8');
  expect(xml).toContain('<filename>Good.png</filename>');
  expect(xml.match(/<page>/g)?.length).toBeGreaterThan(100);
  expect(xml).not.toContain(Buffer.from(CANARY).toString('base64').slice(0, 20));
  expect(await arena.leaked(copies)).toEqual([]);
  await expectUntouched();
});

/** Folder of a file that the wiki has. */
const GOOD = hashFolder('Good.png');

describe('a server', () => {
  const stand = useStand();
  let origin: string;
  let served: Arena;
  beforeAll(async () => {
    served = stand.use(await Arena.make());
    await served.plantLinks(join(served.images, GOOD));
    await served.plantLinks(join(served.images, 'thumb', GOOD, 'Good.png'));
    await served.plantLinks(served.images);
    await writeFile(join(served.images, GOOD, 'Good.png'), PNG);
    arena = served;
    names = hostileNames(served.root);
    const wiki = stand.use(await plantedWiki());
    origin = stand.use(await listenInside(wiki.url, { images: served.images })).origin;
  });

  it('serves no file outside the upload folder for any spelling of a path or any link', async () => {
    const get = (path: string) =>
      new Promise<string>((resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port: new URL(origin).port, path, agent: false }, response => {
          let text = '';
          response.setEncoding('latin1').on('data', chunk => (text += String(chunk)));
          response.on('end', () => resolve(`${response.statusCode} ${text}`));
        });
        sent.on('error', error => (/unescaped/.test(error.message) ? resolve('') : reject(error)));
        sent.end();
      }).catch((error: NodeJS.ErrnoException) =>
        ['ERR_UNESCAPED_CHARACTERS', 'ECONNRESET'].includes(error.code ?? '') ? '' : Promise.reject(error),
      );
    expect(await get(`/images/${GOOD}/Good.png`)).toBe(`200 ${PNG.toString('latin1')}`);
    const linked = ['Absolute.png', 'Relative.png', 'Chain.png', 'Passwd.png', 'Loop.png', 'Dangling.png'];
    linked.push(`folder/${OUTSIDE}`, `root/${OUTSIDE}`);
    const folders = ['', `${GOOD}/`, `thumb/${GOOD}/Good.png/`];
    const spellings = hostileNames(served.root).flatMap(name =>
      name.isWellFormed() ? [encodeURI(name), encodeURIComponent(name), name] : [],
    );
    const leaks: string[] = [];
    for (const path of folders.flatMap(folder => [...linked, ...spellings].map(name => `/images/${folder}${name}`))) {
      if (path.length > 4000) continue;
      const answer = await get(path).catch((error: unknown) => (error instanceof TypeError ? '' : Promise.reject(error)));
      if (answer.includes(CANARY) || answer.includes('root:')) leaks.push(path);
    }
    expect(leaks).toEqual([]);
  });

  it('lists files with hostile names without an internal error and without content from outside the folder', async () => {
    for (const params of [
      'list=allimages&aiprop=url|size|mime&ailimit=max',
      'generator=allimages&gailimit=50&prop=imageinfo&iiprop=url|archivename|metadata&iiurlwidth=20&iilimit=max',
      'titles=File:Good.png&prop=imageinfo&iiprop=url|archivename&iilimit=max&iiurlwidth=20',
    ]) {
      const response = await fetch(`${origin}/w/api.php?action=query&format=json&formatversion=2&${params}`);
      const text = await response.text();
      expect(response.status).toBe(200);
      expect(text).not.toContain(CANARY);
      expect(text).not.toContain('internal_api_error');
      expect(text).toContain('.png');
    }
  });
});
