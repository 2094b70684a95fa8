import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { SharedCounters } from './exchange.ts';

it('unpacking an archive without 7z-wasm fails with the command that installs it', async () => {
  // Outside the workspace, the package 7z-wasm cannot be found.
  const folder = mkdtempSync(join(tmpdir(), 'wikiquery-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of ['archive-thread.ts', 'exchange.ts']) copyFileSync(join(import.meta.dirname, file), join(folder, file));
  mkdirSync(join(folder, 'node_modules/@wikiquery'), { recursive: true });
  symlinkSync(join(import.meta.dirname, '../../../hardening'), join(folder, 'node_modules/@wikiquery/hardening'));
  const workerData = { path: join(folder, 'dump.7z'), memory: new SharedCounters().memory };
  const thread = new Worker(join(folder, 'archive-thread.ts'), { workerData, execArgv: ['--conditions=@wikiquery/source'] });
  const [error] = (await once(thread, 'error')) as [Error];
  expect(error.message).toBe(
    '7-Zip, Zip, bzip2 and xz files need the package 7z-wasm. Run "npm install 7z-wasm" in the folder of wikiquery.',
  );
});
