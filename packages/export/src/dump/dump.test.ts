import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { open } from '@wikiquery/database';
import { importSources } from '@wikiquery/dumps';
import type { App } from '@wikiquery/server';
import { engines, openWiki, type TestWiki } from '@wikiquery/testing';
import wikiFarm from '@wikiquery/wiki-farm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runExport } from '../index.ts';

const app: App = { root: '', load: async () => ({}), extensions: [wikiFarm] };
const SECRET = 'A suppressed text';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-dump-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function dump(url: string, ...args: string[]): Promise<string> {
  const out = join(folder, 'dump.xml');
  expect(await runExport(app, ['--database', url, '--out', out, '--data', folder, ...args])).toBe(0);
  return readFile(out, 'utf8');
}
const pagesOf = (xml: string): string => xml.slice(xml.indexOf('  <page>'));
/** Pages of a dump without text sizes: the replacement of a character that XML cannot contain is longer than the character. */
const withoutSizes = (xml: string): string => pagesOf(xml).replaceAll(/bytes="\d+"/g, '');

async function fill(wiki: TestWiki): Promise<void> {
  await wiki.page('Heron', { id: 7, text: 'A & B <ref> "C"\n', user: 'Ada', comment: 'new > old', timestamp: '20240101000000' });
  await wiki.edit('Heron', { text: SECRET, user: SECRET, comment: SECRET, hidden: 7 });
  await wiki.edit('Heron', { text: 'End \u0001 ü', user: '192.0.2.1', minor: true, compressed: true });
  await wiki.page('Template:Reed', { id: 8, text: '', user: 'Ada' });
  await wiki.page('Old heron', { id: 9, text: '#REDIRECT [[Heron]]', user: 'Ada' });
  // A dump does not contain the interwiki prefix of this link.
  await wiki.page('Far heron', { id: 11, text: '#REDIRECT [[atlas:Far shore#Birds]]', user: 'Ada' });
  const target = { rd_namespace: 0, rd_title: 'Far_shore', rd_interwiki: 'atlas', rd_fragment: 'Birds' };
  await wiki.db.deleteFrom('redirect').where('rd_from', '=', 11).execute();
  await wiki.db
    .insertInto('redirect')
    .values({ rd_from: 11, ...target })
    .execute();
  await wiki.page('MediaWiki:Common.css', { id: 10, text: 'b{}', model: 'css', user: 'Ada' });
}

describe.each(engines)('wikiquery export on %s', engine => {
  let wiki: TestWiki;
  beforeAll(async () => {
    wiki = await openWiki(engine);
    await fill(wiki);
  });
  afterAll(() => wiki.close());

  it('writes every revision of every page, without suppressed content', { timeout: 30_000 }, async () => {
    const xml = await dump(wiki.url);
    expect(xml).toMatch(/^<mediawiki xmlns="[^"]+export-0\.11\/" .* version="0\.11" xml:lang="en">\n {2}<siteinfo>\n {4}<sitename>/);
    expect(xml).toContain('      <namespace key="0" case="first-letter" />\n');
    const [heron, template, redirect, css, abroad] = pagesOf(xml).split('  <page>\n').slice(1);
    expect(heron).toMatch(
      /^ {4}<title>Heron<\/title>\n {4}<ns>0<\/ns>\n {4}<id>7<\/id>\n {4}<revision>\n {6}<id>(\d+)<\/id>\n {6}<timestamp>2024-01-01T00:00:00Z<\/timestamp>\n {6}<contributor>\n {8}<username>Ada<\/username>\n {8}<id>\d+<\/id>\n {6}<\/contributor>\n {6}<comment>new &gt; old<\/comment>\n {6}<origin>\1<\/origin>\n {6}<model>wikitext<\/model>\n {6}<format>text\/x-wiki<\/format>\n {6}<text bytes="\d+" sha1="(\w{31})" xml:space="preserve">A &amp; B &lt;ref&gt; "C"\n?<\/text>\n {6}<sha1>\2<\/sha1>\n {4}<\/revision>\n/,
    );
    expect(heron).toMatch(
      /<contributor deleted="deleted" \/>\n {6}<comment deleted="deleted" \/>\n.*<text bytes="\d+" sha1="\w+" deleted="deleted" \/>\n {6}<sha1\/>/s,
    );
    expect(heron).toMatch(/<ip>192\.0\.2\.1<\/ip>\n {6}<\/contributor>\n {6}<minor\/>\n.*>End \ufffd ü<\/text>/s);
    expect(template).toMatch(/<text bytes="0" sha1="\w+" xml:space="preserve" \/>/);
    expect(redirect).toContain('    <id>9</id>\n    <redirect title="Heron" />\n');
    expect(abroad).toContain('    <redirect title="atlas:Far shore" />\n');
    expect(css).toContain('<model>css</model>\n      <format>text/css</format>');
    expect(xml).not.toContain(SECRET);
    expect(xml.endsWith('  </page>\n</mediawiki>\n')).toBe(true);
  });

  it('writes selected pages, also in schema version 0.10', { timeout: 30_000 }, async () => {
    const titlesIn = (xml: string) => Array.from(xml.matchAll(/<title>(.*?)<\/title>/g), ([, title]) => title);
    const current = await dump(wiki.url, '--current', '--namespaces', '0', '--schema', '0.10');
    expect(titlesIn(current)).toEqual(['Heron', 'Old heron', 'Far heron']);
    expect(current.match(/<revision>/g)).toHaveLength(3);
    expect(current).toMatch(/version="0\.10"/);
    expect(current).not.toMatch(/<origin>|<text bytes="\d+" sha1/);
    await writeFile(join(folder, 'list.txt'), 'template:reed\n\nHeron\nNothing like it\n');
    expect(new Set(titlesIn(await dump(wiki.url, '--pages', join(folder, 'list.txt'))))).toEqual(new Set(['Heron', 'Template:Reed']));
  });
});

it('wikiquery export writes public logs and files, without suppressed versions', async () => {
  const wiki = await openWiki();
  try {
    await wiki.log('delete', 'delete', { title: 'Gone', user: 'Ada', comment: 'why' });
    await wiki.log('suppress', 'block', { title: SECRET, comment: SECRET });
    await wiki.log('block', 'block', { title: SECRET, user: SECRET, comment: SECRET, params: SECRET, hidden: 7 });
    await wiki.file('Pike.svg', { data: 'old', user: 'Ada', comment: 'first', hidden: 3 });
    await wiki.file('Pike.svg', { data: '<svg/>', user: 'Ada', text: 'A pike.' });
    const [old] = await wiki.db.selectFrom('oldimage').selectAll().execute();
    await wiki.db.updateTable('oldimage').set({ oi_deleted: 3 }).execute();
    const images = join(folder, 'images');
    const probe = await dump(wiki.url, '--uploads');
    const rel = /<rel>([^<]*\/)Pike\.svg<\/rel>/.exec(probe)?.[1] as string;
    for (const [path, text] of [
      [join(images, rel, 'Pike.svg'), '<svg/>'],
      [join(images, 'archive', rel, old?.oi_archive_name ?? ''), SECRET],
    ] as const) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
    const xml = await dump(wiki.url, '--logs', '--images', images, '--include-files', '--files-to', join(folder, 'copies'));
    expect(xml).toMatch(/<action>delete<\/action>\n {4}<logtitle>Gone<\/logtitle>\n {4}<params xml:space="preserve">/);
    expect(xml).toMatch(/<contributor deleted="deleted" \/>\n {4}<comment deleted="deleted" \/>\n.*<text deleted="deleted" \/>/s);
    expect(xml).toMatch(
      /<upload>\n.*<\/contributor>\n {6}<comment deleted="deleted" \/>\n {6}<filename>Pike\.svg<\/filename>\n {6}<archivename>.*<upload>.*>\r?\n?PHN2Zy8\+\r\n {6}<\/contents>/s,
    );
    for (const secret of [SECRET, SECRET.replaceAll(' ', '_'), Buffer.from(SECRET).toString('base64')]) expect(xml).not.toContain(secret);
    expect(await readdir(join(folder, 'copies'))).toEqual(['Pike.svg']);
    await wiki.db.deleteFrom('page').where('page_title', '=', 'Pike.svg').execute();
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const pageless = await dump(wiki.url, '--images', images, '--files-to', join(folder, 'pageless'));
    const messages = written.mock.calls.map(([text]) => String(text)).join('');
    written.mockRestore();
    expect(messages).toContain('1 file without a description page: the dump contains no record of them.\n');
    expect(pageless).not.toContain('<upload>');
    expect(await readdir(join(folder, 'pageless'))).toEqual(['Pike.svg']);
  } finally {
    await wiki.close();
  }
});

it('wikiquery export writes the same dump again after an import of its dump', { timeout: 30_000 }, async () => {
  const wiki = await openWiki();
  try {
    await fill(wiki);
    const first = await dump(wiki.url);
    const file = join(folder, 'first.xml');
    await writeFile(file, first);
    const database = `sqlite:${join(folder, 'back.sqlite')}`;
    const progress = { begin: () => {}, update: () => {}, end: () => {}, warn: () => {} };
    await importSources(database, [file], { progress, without: new Set(['search']) });
    expect(withoutSizes(await dump(database))).toBe(withoutSizes(first));
    const { db, close } = await open(database, { connections: 1 });
    onTestFinished(close);
    expect(await db.selectFrom('redirect').select(['rd_interwiki', 'rd_fragment']).where('rd_from', '=', 11).execute()).toEqual([
      { rd_interwiki: 'atlas', rd_fragment: 'Birds' },
    ]);
  } finally {
    await wiki.close();
  }
});

it('a dump preserves all log entries through an import', { timeout: 30_000 }, async () => {
  const wiki = await openWiki();
  try {
    await wiki.user('Ada');
    await wiki.log('delete', 'delete', { title: 'Gone', user: 'Ada', comment: 'why & "how" ü' });
    await wiki.log('move', 'move', { title: 'Heron', user: 'Ada', params: { '4::target': 'Talk:Crane', '5::noredir': '0' } });
    await wiki.log('block', 'block', { title: 'User:192.0.2.1', user: 'Ada', params: { '5::duration': '3 days', '6::flags': 'nocreate' } });
    await wiki.log('newusers', 'create', { title: 'User:Ada', user: 'Ada', params: { '4::userid': 1 } });
    await wiki.log('rights', 'rights', { title: 'User:Ada', user: '192.0.2.7', params: 'sysop\nbot', timestamp: '20080101000000' });
    for (const hidden of [1, 2, 4, 7])
      await wiki.log('delete', 'revision', { title: 'Heron', user: 'Ada', comment: SECRET, params: [SECRET], hidden });
    const file = join(folder, 'logs.xml');
    await writeFile(file, await dump(wiki.url, '--without-pages', '--logs'));
    const database = `sqlite:${join(folder, 'logs.sqlite')}`;
    await importSources(database, [file], { progress: QUIET, without: new Set(['links', 'search']) });
    expect(await logRows(database)).toEqual(await logRows(wiki.url));
    expect(await dump(database, '--without-pages', '--logs')).toContain((await readFile(file, 'utf8')).split('</siteinfo>')[1]);
  } finally {
    await wiki.close();
  }
});

const QUIET = { begin: () => {}, update: () => {}, end: () => {}, warn: () => {} };

/** Returns the columns of log entries that a dump contains. */
async function logRows(url: string): Promise<object[]> {
  const { db, close } = await open(url, { connections: 1 });
  try {
    const rows = await db
      .selectFrom('logging')
      .innerJoin('actor', 'actor_id', 'log_actor')
      .innerJoin('comment', 'comment_id', 'log_comment_id')
      .select([
        'log_id',
        'log_type',
        'log_action',
        'log_timestamp',
        'log_namespace',
        'log_title',
        'log_params',
        'log_deleted',
        'actor_name',
        'comment_text',
      ])
      .orderBy('log_id')
      .execute();
    return rows.map(({ log_namespace, log_title, log_params, actor_name, comment_text, ...row }) => ({
      ...row,
      ...(!(row.log_deleted & 1) && { title: `${log_namespace}:${log_title}`, params: log_params }),
      ...(!(row.log_deleted & 2) && { comment_text }),
      ...(!(row.log_deleted & 4) && { actor_name }),
    }));
  } finally {
    await close();
  }
}

it('wikiquery export reports invalid options', async () => {
  const refused = (...args: string[]) => runExport(app, ['--data', folder, ...args]);
  await expect(refused('--format', 'csv')).rejects.toThrow('wikiquery get');
  await expect(refused('--schema', '0.3')).rejects.toThrow('0.11, 0.10');
  await expect(refused('--namespaces', 'Talk')).rejects.toThrow('numbers');
  await expect(refused('pond')).rejects.toThrow('--wikis');
  const wiki = await openWiki();
  onTestFinished(() => wiki.close());
  await expect(refused('--database', wiki.url, '--out', join(folder, 'no', 'dump.xml'))).rejects.toThrow('Cannot write the dump: ENOENT');
  await mkdir(join(folder, 'wikis'), { recursive: true });
  await expect(refused('--wikis', join(folder, 'wikis'), 'pond')).rejects.toThrow('no wiki "pond"');
});

const { TEST_MEDIAWIKI_DATABASE: database, TEST_MEDIAWIKI_PROGRAM: program } = process.env;

it.runIf(database && program)("wikiquery export equals MediaWiki's dump of the same database", { timeout: 120_000 }, async () => {
  for (const [theirs, ours] of [
    [['--full'], []],
    [
      ['--current', '--uploads', '--schema-version=0.10'],
      ['--current', '--uploads', '--schema', '0.10'],
    ],
    [['--logs'], ['--without-pages', '--logs']],
  ] as const) {
    const expected = await dumpBackup(...theirs);
    const written = await dump(String(database), ...ours);
    const body = (xml: string): string => xml.slice(xml.indexOf('</siteinfo>'));
    expect(body(written)).toBe(body(expected));
  }
});

it.runIf(database && program)('wikiquery export of an imported dump equals that dump by MediaWiki', { timeout: 120_000 }, async () => {
  const files = ['pages.xml', 'log.xml'].map(name => join(folder, `their-${name}`)) as [string, string];
  for (const [file, what] of [
    [files[0], '--full'],
    [files[1], '--logs'],
  ] as const)
    await writeFile(file, await dumpBackup(what));
  const imported = `sqlite:${join(folder, 'theirs.sqlite')}`;
  await importSources(imported, files, { progress: QUIET, without: new Set(['search']) });
  const body = (xml: string): string => xml.slice(xml.indexOf('</siteinfo>'));
  expect(body(await dump(imported))).toBe(body(await readFile(files[0], 'utf8')));
  expect(body(await dump(imported, '--without-pages', '--logs'))).toBe(body(await readFile(files[1], 'utf8')));
});

/** Runs MediaWiki's dumpBackup. Returns the dump. */
async function dumpBackup(...args: string[]): Promise<string> {
  const place = dirname(dirname(String(database).slice('sqlite:'.length)));
  const script = join(String(program), 'maintenance/run.php');
  const env = { ...process.env, MW_CONFIG_FILE: join(place, 'LocalSettings.php') };
  const command = ['-d', 'memory_limit=512M', script, 'dumpBackup', '--quiet', ...args];
  return (await promisify(execFile)('php', command, { env, maxBuffer: 1 << 28 })).stdout;
}
