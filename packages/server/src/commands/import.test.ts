// Target folders of imports without `--database`.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { defaultSettings } from '../config/settings.ts';
import { afterImport, saveSite } from './import.ts';

const placeOf = (source: string): string | undefined => afterImport({ ...defaultSettings('/'), data: '/data', import: [source] }).database;

it.each([
  ['a/dump.xml.gz', 'dump'],
  ['https://dumps.example/aawiki-20240101-pages.xml.bz2?x=.zip', 'aawiki-20240101-pages'],
  ['https://dumps.example/%E0%A4%A.xml', '%E0%A4%A'],
  ['https://dumps.example/a%2F..%2F..%2F..', 'a_.._.._..'],
  ['https://dumps.example/%2e%2e%2f', '.._'],
  ['https://dumps.example/', 'wiki'],
  ['http://[', 'wiki'],
  ['/', 'wiki'],
  ['/some/folder/..', 'some'],
  ['c:wiki.xml', 'c:wiki'],
  [`${'鷺'.repeat(100)}.xml`, '鷺'.repeat(66)],
])('imports %s into a subfolder of "imports" in the data folder', (source, name) => {
  expect(placeOf(source)).toBe(`sqlite:/data/imports/${name}/wiki.sqlite`);
});

it('saves the site configuration of a wiki in a database server, and serves the wiki with it', async () => {
  const data = await mkdtemp(join(tmpdir(), 'wikiquery-import-'));
  onTestFinished(() => rm(data, { recursive: true }));
  const settings = { ...defaultSettings('/'), data, import: ['dump.xml'], database: 'postgres://wiki:secret@db.example/wikis?schema=pond' };
  const described = (wikiid: string, logo: string) => ({ query: { general: { wikiid, logo } } });
  const save = (description: unknown) => saveSite(settings.database, description, settings);
  const path = join(data, 'imports/db.example-wikis-pond.site.json');
  const saved = async () => JSON.parse(await readFile(path, 'utf8')) as unknown;
  expect(afterImport(settings).site).toBeUndefined();
  await save(described('pond', 'first.png'));
  expect(afterImport(settings).site).toBe(path);
  // An edited file is not overwritten, but another wiki replaces it.
  await save(described('pond', 'second.png'));
  expect(await saved()).toEqual(described('pond', 'first.png'));
  await save(described('lake', 'third.png'));
  expect(await saved()).toEqual(described('lake', 'third.png'));
  expect(afterImport({ ...settings, site: 'other.json' }).site).toBe('other.json');
  expect(afterImport({ ...settings, database: `sqlite:${join(data, 'wiki.sqlite')}` }).site).toBeUndefined();
});
