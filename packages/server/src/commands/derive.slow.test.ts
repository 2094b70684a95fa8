import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { withWriterLock } from '@wikiquery/database';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { app, keptIn } from '../wiki/render-cache.test-kit.ts';

const PAGES = 150;

let wiki: TestWiki;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-derive-'));
  wiki = await openWiki('sqlite');
  for (let i = 0; i < PAGES; i++) await wiki.page(`Page ${i}`, { text: `The '''text''' of page ${i}.` });
});
afterAll(async () => {
  await wiki.close();
  await rm(folder, { recursive: true, force: true });
});

const start = (path: string): ChildProcess => {
  const program = ['--conditions=@wikiquery/source', join(app.root, 'src/main.ts')];
  const args = ['derive', 'extracts', '--database', wiki.url, '--render-cache', path, '--workers', '3'];
  return spawn(process.execPath, [...program, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
};

async function outcomeOf(child: ChildProcess) {
  const [[code], said] = await Promise.all([once(child, 'close'), text(child.stderr as NodeJS.ReadableStream)]);
  return { code: code as number | null, said };
}

describe('derive with several processes', () => {
  it('renders every page once with several processes', async () => {
    const path = join(folder, 'together.renderings');
    const { code, said } = await outcomeOf(start(path));
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining(`${PAGES} pages`) });
    expect(keptIn(path)).toHaveLength(2 * PAGES);
  });

  it('is rejected while another process renders into the same file', async () => {
    const path = join(folder, 'busy.renderings');
    await withWriterLock(`sqlite:${path}`, {}, async () => {
      expect(await outcomeOf(start(path))).toEqual({
        code: 2,
        said: expect.stringContaining('Another derive is working on this database.'),
      });
    });
  });

  it.runIf(process.platform === 'linux')('finishes when a process is killed, and renders the remaining pages in the next run', async () => {
    const path = join(folder, 'killed.renderings');
    const child = start(path);
    const outcome = outcomeOf(child);
    process.kill(await helperOf(child), 'SIGKILL');
    expect((await outcome).code).toBe(0);
    expect(await outcomeOf(start(path))).toEqual({ code: 0, said: expect.not.stringContaining('could not be rendered') });
    expect(keptIn(path)).toHaveLength(2 * PAGES);
  });
});

/** Returns the id of the first helper process. */
async function helperOf({ pid }: ChildProcess): Promise<number> {
  for (;;) {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    const helper = children.find(id => id !== '' && readFileSync(`/proc/${id}/environ`, 'utf8').includes('NODE_UNIQUE_ID'));
    if (helper !== undefined) return Number(helper);
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}
