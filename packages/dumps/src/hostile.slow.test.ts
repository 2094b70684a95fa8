// Hostile input is large enough that quadratic work would exceed the timeout.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createGzip } from 'node:zlib';
import { open, sql } from '@wikiquery/database';
import { defaultSite } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import { writeXml, type XmlPage } from '@wikiquery/wiki-builder';
import type { SevenZipModuleFactory } from '7z-wasm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LinkFinder } from './derive/links.ts';
import { type ImportOptions, importSources } from './index.ts';
import { SqlReader } from './sql-dumps/reader.ts';
import { DumpReader } from './xml/reader.ts';

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-hostile-'));
});
afterEach(() => rm(folder, { recursive: true }));

const page = (id: number, title: string, text: string): XmlPage => ({ id, title, revisions: [{ id, text }] });
const [BEGIN = '', END = ''] = writeXml({ pages: [page(2, 'Bomb', '\0'), page(3, 'Heron', 'A bird.')] }).split('\0');

async function importInto(name: string, content: string | Uint8Array, options: Partial<ImportOptions> = {}) {
  const path = join(folder, name);
  await writeFile(path, content);
  return importFile(path, options);
}

async function importFile(path: string, options: Partial<ImportOptions> = {}) {
  const warnings: string[] = [];
  const progress = { begin: () => {}, update: () => {}, end: () => {}, warn: (message: string) => warnings.push(message) };
  const address = `sqlite:${join(folder, 'wiki.sqlite')}`;
  const report = await importSources(address, [path], { progress, ...options });
  const database = report.hasContent ? await open(address) : undefined;
  const titles = (await database?.db.selectFrom('page').select('page_title').orderBy('page_id').execute())?.map(row => row.page_title);
  const links = (await database?.db.selectFrom('pagelinks').select('pl_from').orderBy('pl_from').execute())?.map(row => row.pl_from);
  await database?.close();
  return { ...report, warnings, titles, links };
}

it('an import accepts an XML dump whose <base> cannot be decoded', async () => {
  const dump = writeXml({ pages: [page(3, 'Heron', 'A bird.')] }).replace(
    /<base>.*?<\/base>/,
    '<base>https://wiki.example/wiki/%E0%A4%A</base>',
  );
  expect(dump).toContain('%E0%A4%A');
  expect(await importInto('base.xml', dump)).toMatchObject({ titles: ['Heron'] });
});

const SIZE = 1 << 19;
const filled = (text: string, end = ''): string =>
  text.repeat(Math.ceil(SIZE / (text.length + end.length))) + end.repeat(Math.ceil(SIZE / (text.length + end.length)));

it.each([
  ['unclosed brackets', filled('[http://a ')],
  ['a long URL in an unclosed bracket', `[http://${filled('a')}`],
  ['spaces after a URL in an unclosed bracket', `[http://a${filled('\u2003')}`],
  ['unclosed tags', filled('<')],
  ['unclosed tags with names', filled('<a ')],
  ['a URL that ends in many punctuation marks', `http://a${filled('.')}b`],
  ['references in a URL', `http://a${filled('&#x0000')}`],
  ['unclosed links', filled('[[a|')],
  ['files within files', filled('[[File:A.png|thumb|', 'x]]')],
  ['links within captions', filled('[[File:A.png|thumb|[[b|', ']]]]')],
  ['lines of galleries', `<gallery>${filled('A.png|link=B\n')}</gallery>`],
  ['steps of subpages', `[[${filled('../')}]]`],
])('finds links in linear time in hostile wikitext: %s', (_, text) => {
  const site = defaultSite();
  const finder = new LinkFinder({ site, titles: createTitles(site), title: { namespace: 0, dbkey: 'A' } });
  finder.read(`${text}\n[[Last]] [http://last.example x]`);
  expect(finder.links.pages.size + finder.links.urls.size).toBeGreaterThan(0);
});

const HEAD = '<mediawiki version="0.11">';
it.each([
  ['an unterminated attribute', `${HEAD}<page a="${filled('x').repeat(40)}`, /longer than 16777215 bytes/],
  ['elements within elements', `${HEAD}<page>${filled('<a>')}`, /nested more than 100 levels/],
  ['adjacent elements', `${HEAD}<page>${filled('<a/>')}`, /more than 10000 children/],
  ['attributes', `${HEAD}<page ${Array.from({ length: 40_000 }, (__, i) => `a${i}="1"`).join(' ')}><`, /Download it again/],
  ['nested entities', `<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${HEAD}<page><title>&b;`, /Invalid XML/],
  ['a line of spaces', `${HEAD}<page${filled(' ').repeat(40)}`, /longer than/],
  ['unknown element names', `${HEAD}${Array.from({ length: 40_000 }, (__, i) => `<a${i}/>`).join('')}`, /Download it again/],
])('reads hostile XML in linear time and bounded memory: %s', (_, xml, message) => {
  const warnings: unknown[] = [];
  const reader = new DumpReader({ site: () => {}, item: () => {}, warn: problem => warnings.push(problem) });
  const read = () => {
    for (let at = 0; at < xml.length; at += 1 << 16) reader.write(xml.slice(at, at + (1 << 16)));
    reader.close();
  };
  expect(read).toThrow(message);
  expect(warnings.length).toBeLessThanOrEqual(100);
});

const TABLE = 'create table `t` (`a` int, `b` int);\ninsert into `t` values (7,8),';
it.each([
  ['a string of escape sequences', `${TABLE}(1,'${filled('\\')}`, /Download it again/],
  ['an unterminated string', `${TABLE}(1,'${filled('x').repeat(100)}`, /longer than 40 MiB/],
  ['brackets', `${TABLE}${filled('(')}`, /Invalid value/],
  ['quotes', `${TABLE}(1,'${filled("''")}`, /Download it again/],
  ['introducers', `${TABLE}(${filled('_binary ')},2)`, /Invalid value/],
  ['columns', `create table \`t\` (${filled('(')}`, /Download it again/],
  ['words of an insert', `insert ${filled('into ')}`, /not an "insert into/],
])('reads hostile SQL in linear time and bounded memory: %s', (_, sql, message) => {
  const rows: unknown[] = [];
  const reader = new SqlReader({ table: () => ['number', 'number'], row: row => rows.push(row), warn: () => {} });
  const bytes = Buffer.from(sql);
  const read = () => {
    for (let at = 0; at < bytes.length; at += 1 << 16) reader.write(bytes.subarray(at, at + (1 << 16)));
    reader.close();
  };
  expect(read).toThrow(message);
  expect(rows).toEqual(sql.startsWith(TABLE) ? [[7, 8]] : []);
});

it('an import skips only the page whose derivation exceeds the timeout', async () => {
  const heavy = '=a=\n<gallery>\nA.png|link=B\n</gallery>\n'.repeat(240_000);
  const xml = writeXml({ pages: [page(1, 'Stork', '[[A]]'), page(2, 'Bomb', heavy), page(3, 'Heron', '[[A]]')] });
  const { failures, warnings, titles, links } = await importInto('dump.xml', xml, { pageTimeout: 1000, without: new Set(['search']) });
  expect(failures).toEqual([]);
  expect(warnings).toContainEqual(expect.stringMatching(/Page 2 \("Bomb" in namespace 0\) is skipped: it takes longer than 1 seconds/));
  expect(warnings).toContainEqual(expect.stringMatching(/^1 page failed/));
  expect(titles).toEqual(['Stork', 'Bomb', 'Heron']);
  expect(links).toEqual([1, 3]);
});

describe('an archive', () => {
  it('that unpacks to a huge size is read in bounded memory', async () => {
    const path = join(folder, 'bomb.xml.gz');
    await writeBomb(path);
    const lines = await importApart(path);
    expect(lines).toContainEqual(expect.stringMatching(/text of revision 2 is longer than/));
    const report = JSON.parse(lines.at(-1) as string);
    expect(report).toMatchObject({ failures: [], hasContent: true });
    expect(report.peak).toBeLessThan(500 * 1024);
    const database = await open(`sqlite:${folder}/wiki.sqlite`);
    expect(await database.db.selectFrom('page').select('page_title').orderBy('page_id').execute()).toEqual([
      { page_title: 'Bomb' },
      { page_title: 'Heron' },
    ]);
    await database.close();
  });

  it('never writes to the paths of its members', async () => {
    const archive = await sevenZipOf('aaaaaaaaaa-evil.xml', writeXml({ pages: [page(1, 'Heron', '')] }));
    for (const name of ['../../../evil.xml', '/tmp/aaaaa/evil.xml']) {
      const { failures, titles } = await importInto('slip.7z', renamed(archive, 'aaaaaaaaaa-evil.xml', name.padEnd(19, 'x').slice(0, 19)));
      expect(failures).toEqual([]);
      expect(titles).toEqual(['Heron']);
      expect((await readdir(folder)).filter(each => !basename(each).startsWith('wiki.'))).toEqual(['slip.7z']);
      expect(await readdir(join(folder, '..'))).not.toContainEqual(expect.stringContaining('evil'));
    }
  });

  it.each([
    ['of a megabyte', 1 << 20],
    ['of four kilobytes', 4000],
  ])('with file names %s is listed in bounded memory', async (_, length) => {
    const path = join(folder, 'names.tar.gz');
    const entry = Buffer.concat([...tarEntry('././@LongLink', 'L', Buffer.alloc(length, 'a')), ...tarEntry('a', '0', Buffer.alloc(0))]);
    const dump = Buffer.from(writeXml({ pages: [page(1, 'Heron', '')] }));
    const tar = function* () {
      yield Buffer.concat([...tarEntry('dump.xml', '0', dump)]);
      for (let size = 0; size < 1200 << 20; size += entry.length) yield entry;
    };
    await pipeline(Readable.from(tar()), createGzip({ level: 1 }), createWriteStream(path));
    const report = JSON.parse((await importApart(path)).at(-1) as string);
    expect(report).toMatchObject({ failures: [], hasContent: true });
    expect(report.peak).toBeLessThan(1000 * 1024);
  });

  it('in 7-Zip format is rejected if it is truncated', async () => {
    const whole = await sevenZipOf('dump.xml', writeXml({ pages: [page(1, 'Heron', '')] }));
    const { failures, hasContent } = await importInto('cut.7z', whole.subarray(0, whole.length - 40));
    expect(failures).toEqual([expect.stringMatching(/^cut\.7z: /)]);
    expect(hasContent).toBe(false);
  });
});

/** Imports a file in a separate process. Returns its output lines. The last line is the report, with the peak memory in `peak`. */
async function importApart(path: string): Promise<string[]> {
  const code = `
    const { importSources } = await import(${JSON.stringify(new URL('index.ts', import.meta.url).href)});
    const progress = { begin() {}, update() {}, end() {}, warn(message) { console.log(message); } };
    const report = await importSources('sqlite:${folder}/wiki.sqlite', [${JSON.stringify(path)}], { progress });
    console.log(JSON.stringify({ ...report, peak: process.resourceUsage().maxRSS }));`;
  const program = join(folder, 'import.mjs');
  await writeFile(program, code);
  const importer = spawn(process.execPath, ['--conditions=@wikiquery/source', program]);
  let output = '';
  importer.stdout.on('data', data => (output += data));
  importer.stderr.on('data', data => (output += data));
  await once(importer, 'close');
  return output.trim().split('\n');
}

/** Yields the header and the padded body of a tar entry. */
function* tarEntry(name: string, type: string, body: Uint8Array): Generator<Buffer> {
  const header = Buffer.alloc(512);
  header.write(name);
  header.write(body.length.toString(8).padStart(11, '0'), 124);
  header.write(`        ${type}`, 148);
  header.write('ustar\x0000', 257);
  header.write(
    header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0'),
    148,
  );
  header[154] = 0;
  yield header;
  yield Buffer.concat([body, Buffer.alloc(-body.length & 511)]);
}

/** Writes a gzip file of 1 MB with a text of 300 MB. */
async function writeBomb(path: string): Promise<void> {
  const gzip = createGzip({ level: 1 });
  const chunks: Buffer[] = [];
  gzip.on('data', chunk => chunks.push(chunk));
  const ended = once(gzip, 'end');
  gzip.write(BEGIN);
  const megabyte = 'x'.repeat(1 << 20);
  for (let i = 0; i < 300; i++) if (!gzip.write(megabyte)) await once(gzip, 'drain');
  gzip.end(END);
  await ended;
  await writeFile(path, Buffer.concat(chunks));
}

async function sevenZipOf(name: string, text: string): Promise<Buffer> {
  const { default: sevenZip } = (await import('7z-wasm')) as unknown as { default: SevenZipModuleFactory };
  const { FS, callMain } = await sevenZip({ print: () => {} });
  FS.writeFile(name, text);
  callMain(['a', '-mhc=off', 'dump.7z', name]);
  return Buffer.from(FS.readFile('dump.7z'));
}

/** Replaces a member's name in a 7-Zip header by another of the same length, and updates the checksums. */
function renamed(archive: Buffer, from: string, to: string): Buffer {
  const changed = Buffer.from(archive);
  const at = changed.indexOf(Buffer.from(from, 'utf16le'));
  expect(at).toBeGreaterThan(0);
  changed.write(to, at, 'utf16le');
  const [offset, size] = [Number(changed.readBigUInt64LE(12)), Number(changed.readBigUInt64LE(20))];
  changed.writeUInt32LE(crc32(changed.subarray(32 + offset, 32 + offset + size)), 28);
  changed.writeUInt32LE(crc32(changed.subarray(12, 32)), 8);
  return changed;
}

describe('an SQLite database', () => {
  const ENDLESS = 'with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) from n';
  it.each([
    ['the view recent', `create view recent as ${ENDLESS}`],
    ['the view page', `alter table page rename to pages; create view page as select * from pages where (${ENDLESS}) > 0`],
    ['the view image', `drop table image; create view image as select 1 as rowid, '../../x' as img_name`],
    ['the trigger t', `create trigger t before delete on image begin ${ENDLESS}; end`],
    ['the trigger keep', 'create trigger keep before delete on image begin select raise(ignore); end'],
    ['the generated column page.huge', 'alter table page add column huge generated always as (hex(zeroblob(500000000)))'],
  ])('is rejected because it contains %s', async (what, statement) => {
    await importInto('dump.xml', writeXml({ pages: [page(1, 'Heron', '')] }), { without: new Set(['links', 'search']) });
    const path = join(folder, 'foreign.sqlite');
    await rename(join(folder, 'wiki.sqlite'), path);
    const foreign = await open(`sqlite:${path}`, { writable: true, single: true });
    for (const each of statement.split(/; (?=create view)/)) await sql.raw(each).execute(foreign.db);
    await foreign.close();
    const { failures, hasContent } = await importFile(path);
    expect(failures).toEqual([
      expect.stringContaining(`This SQLite database contains ${what}, which MediaWiki does not create and which runs code`),
    ]);
    expect(hasContent).toBe(false);
  });
});
