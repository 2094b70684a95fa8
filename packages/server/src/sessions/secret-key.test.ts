// The key that signs sessions: all processes with the same data folder share it, and a key file with other content is an error.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { secretKeyOf, withSecretKey } from './secret-key.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-key-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = promisify(execFile);
const PROCESSES = 24;

it(`is the same for ${PROCESSES} processes that start at once on a new folder`, { timeout: 120_000 }, async () => {
  const data = join(folder, 'data');
  const module = new URL('./secret-key.ts', import.meta.url).href;
  // All begin at the same moment, independent of Node's startup time.
  const begin = Date.now() + 4000;
  const program = `
    const { secretKeyOf } = await import(${JSON.stringify(module)});
    while (Date.now() < ${begin});
    console.log(await secretKeyOf({ secretKey: undefined, data: ${JSON.stringify(data)} }, () => {}));`;
  const args = ['--conditions=@wikiquery/source', '--input-type=module', '--eval', program];
  const printed = await Promise.all(Array.from({ length: PROCESSES }, () => run(process.execPath, args)));
  const keys = new Set(printed.map(({ stdout }) => stdout.trim()));
  expect([...keys]).toEqual([(await readFile(join(data, 'secret-key'), 'utf8')).trim()]);
  expect(await readdir(data)).toEqual(['secret-key']);
  expect((await stat(join(data, 'secret-key'))).mode & 0o777).toBe(0o600);
});

it('is read from an existing key file, and not generated again', async () => {
  const notes: string[] = [];
  const [first, second] = [
    await secretKeyOf({ secretKey: undefined, data: folder }, note => notes.push(note)),
    await secretKeyOf({ secretKey: undefined, data: folder }, note => notes.push(note)),
  ];
  expect(second).toBe(first);
  expect(notes).toEqual([expect.stringContaining(`was generated and stored in ${join(folder, 'secret-key')}`)]);
});

it('stays in memory if the data folder is not writable, with a warning', async () => {
  await writeFile(join(folder, 'file'), '');
  const notes: string[] = [];
  const settings = { secretKey: undefined, data: join(folder, 'file', 'data') };
  const first = await withSecretKey(settings, note => notes.push(note));
  expect(notes).toEqual([expect.stringContaining('none can be stored')]);
  // The key stays the same when the settings are read again.
  expect((await withSecretKey({ ...settings, secretKey: first.secretKey }, note => notes.push(note))).secretKey).toBe(first.secretKey);
  expect(notes).toHaveLength(1);
});

it('is not generated, but reported as invalid, if the key file has other content', async () => {
  const path = join(folder, 'secret-key');
  // After a power failure, some file systems leave NUL bytes in a file that was just written.
  for (const text of ['', 'short\n', '\0'.repeat(65), `${'root:x:0:0:root\n'.repeat(9)}`]) {
    await writeFile(path, text);
    await expect(secretKeyOf({ secretKey: undefined, data: folder }, () => {})).rejects.toThrow(`${path} does not contain a secret key`);
    expect(await readFile(path, 'utf8')).toBe(text);
  }
});

it('stays in memory if the key file is a dangling link, with a warning', async () => {
  await symlink(join(folder, 'nowhere', 'key'), join(folder, 'secret-key'));
  const notes: string[] = [];
  await secretKeyOf({ secretKey: undefined, data: folder }, note => notes.push(note));
  expect(notes).toEqual([expect.stringContaining('none can be stored')]);
});

it('causes a warning if every account of the machine can read the key file', async () => {
  const path = join(folder, 'secret-key');
  const settings = { secretKey: undefined, data: folder };
  await secretKeyOf(settings, () => {});
  await chmod(path, 0o644);
  const notes: string[] = [];
  await secretKeyOf(settings, note => notes.push(note));
  expect(notes).toEqual([expect.stringContaining(`chmod 600 ${path}`)]);
});
