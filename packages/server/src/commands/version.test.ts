import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { VERSION } from '../version.ts';
import { run } from './command-line.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'wikiquery-version-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  process.exitCode = 0;
  await rm(root, { recursive: true });
});

it.each([
  ['its version', { version: '3.2.1' }, '3.2.1'],
  ['the version of the server if it has none', {}, VERSION],
])('prints, for an app, %s', async (_, manifest, version) => {
  await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'app', ...manifest }));
  const printed = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  for (const argument of ['version', '--version', '-v']) await run({ root, load: name => import(name) }, [argument]);
  expect(printed.mock.calls).toEqual(Array.from({ length: 3 }, () => [`${version}\n`]));
});
