// An import into a disk that is full: it says so, keeps what it has, and goes on when there is room.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { open } from '@wikiquery/database';
import { SOURCES } from '@wikiquery/launch/process';
import { writeXml } from '@wikiquery/wiki-builder';
import { afterEach, beforeEach, expect, it } from 'vitest';

const app = fileURLToPath(new URL('../../../../apps/minimal/src/main.ts', import.meta.url));
const PAGES = 1000;

let folder: string;
let disk: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-disk-'));
  disk = join(folder, 'disk');
  await mkdir(disk);
});
afterEach(async () => {
  try {
    call('umount', disk);
  } catch {
    // It was none.
  }
  await rm(folder, { recursive: true });
});

const call = (program: string, ...args: string[]): Buffer => execFileSync(program, args, { stdio: 'ignore' });

/** Makes the folder a disk of its own of so many megabytes; false where this account may not. */
function mount(megabytes: number, more = ''): boolean {
  try {
    call('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m${more}`, 'tmpfs', disk);
    return true;
  } catch {
    return false;
  }
}

async function importDump(path: string): Promise<{ code: number; errors: string[] }> {
  const importer = spawn(process.execPath, [SOURCES, app, 'import', path, '--database', `sqlite:${disk}/wiki.sqlite`], { cwd: folder });
  let told = '';
  importer.stderr.on('data', data => {
    told += data;
  });
  const [code] = (await once(importer, 'close')) as [number];
  return { code, errors: told.split('\n').filter(line => line.startsWith('wikiquery: ')) };
}

it('tells of a full disk and goes on when there is room', { timeout: 120_000 }, async context => {
  if (!mount(3)) return context.skip('mounting a disk takes root');
  const text = Array.from({ length: 400 }, (_, i) => `word${i} `).join('');
  const pages = Array.from({ length: PAGES }, (_, i) => ({
    id: i + 1,
    title: `Page ${i + 1}`,
    revisions: [{ id: i + 1, text: text + i }],
  }));
  const dump = join(folder, 'dump.xml');
  await writeFile(dump, writeXml({ pages }));
  expect(await importDump(dump)).toEqual({ code: 2, errors: [expect.stringMatching(/no room left .* goes on where it was/)] });
  mount(100, ',remount');
  expect(await importDump(dump)).toEqual({ code: 0, errors: [] });
  const database = await open(`sqlite:${disk}/wiki.sqlite`);
  const rows = await database.db.selectFrom('page').select('page_title').execute();
  const unfinished = await database.db.selectFrom('site_stats').select('ss_total_pages').execute();
  await database.close();
  expect(rows).toHaveLength(PAGES);
  expect(unfinished).toEqual([{ ss_total_pages: PAGES }]);
});
