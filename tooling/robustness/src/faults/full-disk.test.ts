// Tests an import that fills the disk. It must fail with a clear error, and resume when there is space again.
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { open } from '@wikiquery/database';
import { runCommand } from '@wikiquery/launch/command';
import { SOURCES } from '@wikiquery/launch/process';
import { writeXml } from '@wikiquery/wiki-builder';
import { expect, it } from 'vitest';
import { MINIMAL_APP } from '../server-process.ts';
import { useStand } from '../stand.test-kit.ts';

const PAGES = 1000;

const stand = useStand();
const folder = stand.folder();
const disk = join(folder, 'disk');

const call = (program: string, ...args: string[]): Buffer => execFileSync(program, args, { stdio: 'ignore' });

/** Mounts a small file system. Returns false without permission to mount. */
function mount(megabytes: number): boolean {
  try {
    call('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk);
    stand.defer(() => call('umount', disk));
    return true;
  } catch {
    return false;
  }
}

async function importDump(path: string): Promise<{ code: number | null; errors: string[] }> {
  const args = ['import', path, '--database', `sqlite:${disk}/wiki.sqlite`];
  const { code, output } = await runCommand(args, { folder, program: [SOURCES, MINIMAL_APP] });
  return { code, errors: output.split('\n').filter(line => line.startsWith('wikiquery: ')) };
}

it('an import reports a full disk, and resumes when there is space again', { timeout: 120_000 }, async context => {
  await mkdir(disk);
  if (!mount(3)) return context.skip('mounting a disk takes root');
  const text = Array.from({ length: 400 }, (_, i) => `word${i} `).join('');
  const pages = Array.from({ length: PAGES }, (_, i) => ({
    id: i + 1,
    title: `Page ${i + 1}`,
    revisions: [{ id: i + 1, text: text + i }],
  }));
  const dump = join(folder, 'dump.xml');
  await writeFile(dump, writeXml({ pages }));
  expect(await importDump(dump)).toEqual({ code: 2, errors: [expect.stringMatching(/disk of the database is full .* to resume/)] });
  call('mount', '-o', 'remount,size=100m', disk);
  expect(await importDump(dump)).toEqual({ code: 0, errors: [] });
  const database = await open(`sqlite:${disk}/wiki.sqlite`);
  const rows = await database.db.selectFrom('page').select('page_title').execute();
  const unfinished = await database.db.selectFrom('site_stats').select('ss_total_pages').execute();
  await database.close();
  expect(rows).toHaveLength(PAGES);
  expect(unfinished).toEqual([{ ss_total_pages: PAGES }]);
});
