import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { VERSION } from '../version.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'wikiquery-version-'));
});
afterEach(() => rm(root, { recursive: true }));

const start = promisify(execFile);

/** Runs the program of an app in a process of its own, because it freezes the intrinsics. Returns its output. */
async function run(app: string, ...args: readonly string[]): Promise<string> {
  const commandLine = new URL('./command-line.ts', import.meta.url).href;
  const program = `
    const { run } = await import(${JSON.stringify(commandLine)});
    await run({ root: ${JSON.stringify(app)}, load: name => import(name) }, ${JSON.stringify(args)});`;
  const { stdout } = await start(process.execPath, ['--conditions=@wikiquery/source', '--input-type=module', '--eval', program]);
  return stdout;
}

it.each([
  ['its version', { version: '3.2.1' }, '3.2.1'],
  ['the version of the server if it has none', {}, VERSION],
])('prints, for an app, %s', async (_, manifest, version) => {
  await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'app', ...manifest }));
  const printed = await Promise.all(['version', '--version', '-v'].map(argument => run(root, argument)));
  expect(printed).toEqual([`${version}\n`, `${version}\n`, `${version}\n`]);
});
