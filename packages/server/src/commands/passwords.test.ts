// The output of commands and the log never contain the password of a database.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engines, openWiki } from '@wikiquery/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { run } from './command-line.ts';

vi.setConfig({ testTimeout: 120_000 });

const SECRET = 'sEcReT';
const root = fileURLToPath(new URL('../../../../apps/server', import.meta.url));
const app = { root, load: (name: string) => import(import.meta.resolve(name, `file://${root}/src/main.ts`)) };

let folder: string;
let printed = '';
const title = process.title;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-passwords-'));
  await writeFile(join(folder, 'dump.xml'), '<mediawiki version="0.11"><page><title>A</title><ns>0</ns><id>1</id></page></mediawiki>');
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  printed = '';
  const print = (...values: unknown[]): boolean => {
    printed += `${values.join(' ')}\n`;
    return true;
  };
  for (const name of ['log', 'error', 'warn'] as const) vi.spyOn(console, name).mockImplementation(print);
  vi.spyOn(process.stderr, 'write').mockImplementation(print);
  vi.spyOn(process.stdout, 'write').mockImplementation(print);
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = 0;
  process.title = title;
});

/** Runs a command. Returns its output and the text that Node would print for its error. */
async function outputOf(...args: string[]): Promise<string> {
  const { inspect } = await import('node:util');
  await run(app, [...args, '--data', join(folder, 'data')]).catch((error: unknown) => {
    printed += inspect(error);
  });
  return printed;
}

const ADDRESSES = [
  ...['mariadb', 'mysql', 'postgres', 'postgresql', 'postgre'].map(scheme => `${scheme}://wiki:${SECRET}@127.0.0.1:1/wiki`),
  ...[`1/${SECRET}`, `${SECRET}#1`, `1?${SECRET}`, `a@${SECRET}`].map(password => `mariadb://wiki:${password}@127.0.0.1:1/wiki`),
  `postgres://127.0.0.1:1/wiki?user=wiki&password=${SECRET}`,
  `mariadb://wiki:${SECRET}`,
];

it.each([
  ['doctor'],
  ['doctor', '--grants'],
  ['index', '--search-index', 'x.sqlite'],
  ['derive', 'extracts'],
  ['import', 'DUMP'],
  ['follow', 'http://127.0.0.1:1/'],
])('the password of a database is not printed by %s %s', async (...command) => {
  const args = command.filter(arg => arg !== undefined).map(arg => (arg === 'DUMP' ? join(folder, 'dump.xml') : arg));
  for (const address of ADDRESSES) {
    const output = await outputOf(...args, '--database', address);
    expect(output.length).toBeGreaterThan(10);
    expect(output).not.toContain(SECRET);
    printed = '';
  }
});

it('the password of a database is not printed if the address is in any other setting or argument', async () => {
  for (const address of ADDRESSES)
    for (const args of [
      ['import', address],
      ['follow', address, '--database', 'sqlite:x.sqlite'],
      ['doctor', '--database', 'mariadb://wiki@127.0.0.1:1/wiki', '--replicas', address],
      ['index', '--database', `sqlite:${join(folder, 'none.sqlite')}`, '--search-index', address],
      ['adopt', address],
      ['doctor', `--databse=${address}`],
      ['doctor', address],
    ]) {
      expect([args[0], await outputOf(...args)]).toEqual([args[0], expect.not.stringContaining(SECRET)]);
      printed = '';
    }
});

it.runIf(engines.includes('postgres'))('the password of a database is not printed after an import', async () => {
  const wiki = await openWiki('postgres');
  try {
    const address = wiki.url.replace(/\/\/(?:([^@/]*?)(?::[^@/]*)?@)?/, (_, user?: string) => `//${user ?? 'postgres'}:${SECRET}@`);
    await wiki.db.deleteFrom('page').execute();
    const output = await outputOf('import', join(folder, 'dump.xml'), '--database', address, '--without', 'links,search');
    expect(output).toMatch(/Serve it with: .* serve --database postgres\w*:\/\/[^:@]+:…@/);
    expect(output).not.toContain(SECRET);
  } finally {
    await wiki.close();
  }
});

it.runIf(process.platform === 'linux')('the password of a database is not in the arguments that other users can see', async () => {
  const main = join(root, 'src', 'main.ts');
  const args = [
    '--conditions=@wikiquery/source',
    main,
    'follow',
    'http://192.0.2.1/',
    '--database',
    `mariadb://wiki:${SECRET}@127.0.0.1:1/wiki`,
  ];
  const child = execFile(process.execPath, args, { cwd: folder });
  try {
    const seen = async () => (await readFile(`/proc/${child.pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    await vi.waitFor(async () => expect(await seen()).toContain('wikiquery follow'), { timeout: 60_000, interval: 100 });
    expect(await seen()).not.toContain(SECRET);
  } finally {
    child.kill('SIGKILL');
  }
});
