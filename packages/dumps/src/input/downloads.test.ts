import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import type { Progress } from '../progress.ts';
import { Downloads, STANDARD_INPUT } from './downloads.ts';

const silent: Progress = { begin: () => {}, update: () => {}, end: () => {}, warn: () => {} };

it('Downloads removes an incomplete standard input', async () => {
  const root = await mkdtemp(join(tmpdir(), 'wikiquery-incoming-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = join(root, 'downloads');
  const input = Readable.from(
    (async function* () {
      yield Buffer.from('<mediawiki');
      throw new Error('broken pipe');
    })(),
  );
  const incoming = new Downloads(folder, silent, input);
  await expect(incoming.take(STANDARD_INPUT)).rejects.toThrow('broken pipe');
  await incoming.clear(false);
  expect(existsSync(folder)).toBe(false);
});
