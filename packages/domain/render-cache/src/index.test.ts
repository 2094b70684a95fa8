import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open as openFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RenderCache, type SharedResults } from './index.ts';

let folder: string;
let path: string;
const opened: RenderCache[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-renderings-'));
  path = join(folder, 'wiki.renderings');
});
afterEach(async () => {
  for (const cache of opened.splice(0)) await cache.close();
  await rm(folder, { recursive: true });
});

const open = (scope = 'a:', most = 1 << 20): RenderCache => {
  const cache = new RenderCache(path, { scope, most });
  opened.push(cache);
  return cache;
};

it('shares results between processes and restarts', async () => {
  const [first, second, other] = [open(), open(), open('b:')];
  first.keep('1', 'one');
  expect(first.find(['1', '2'])).toEqual(new Map([['1', 'one']]));
  await first.written();
  expect([second.find(['1']).get('1'), other.find(['1']).size]).toEqual(['one', 0]);
  second.forget('1');
  expect(second.find(['1']).size).toBe(0);
  await second.close();
  expect([open().find(['1']).size, (await stat(path)).mode & 0o777]).toEqual([0, 0o600]);
});

it('finds and stores results in a second level, which servers with separate files share', async () => {
  const values = new Map<string, string>();
  const shared: SharedResults = {
    find: async key => values.get(key),
    keep: (key, value) => void values.set(key, value),
    forget: key => void values.delete(key),
  };
  const [first, second] = ['first', 'second'].map(name => new RenderCache(join(folder, name), { scope: 'a:', most: 1 << 20, shared }));
  opened.push(first!, second!);
  expect(open().findShared(['1'])).toBeUndefined();
  first!.keep('1', 'one');
  first!.keep('2', 'x'.repeat((1 << 20) + 1));
  expect([...values]).toEqual([['a:1', 'one']]);
  expect(second!.find(['1']).size).toBe(0);
  expect(await second!.findShared(['1', '2'])).toEqual(new Map([['1', 'one']]));
  expect(second!.find(['1']).get('1')).toBe('one');
  second!.forget('1');
  expect(await first!.findShared(['1'])).toEqual(new Map());
});

it('evicts the least recently used results if the cache exceeds its maximum size', async () => {
  const cache = open('a:', 100_000);
  const value = 'x'.repeat(1000);
  for (let at = 0; at < 50; at++) cache.keep(`old ${at}`, value);
  await cache.written();
  const sqlite = new SQLite(path);
  sqlite.prepare('update result set used = used - 100000').run();
  cache.find(['old 7']);
  await cache.written();
  for (let at = 0; at < 60; at++) cache.keep(`new ${at}`, value);
  await cache.written();
  const young = Array.from({ length: 60 }, (_, at) => `new ${at}`);
  expect([cache.find(['old 7']).size, cache.find(['old 0']).size, cache.find(young).size]).toEqual([1, 0, 60]);
  const { bytes, real } = sqlite.prepare('select (select bytes from total) as bytes, sum(size) as real from result').get() as {
    bytes: number;
    real: number;
  };
  expect([bytes <= 100_000, bytes]).toEqual([true, real]);
  sqlite.close();
});

it('survives a process that is killed while it writes', async () => {
  const script = `
    import { RenderCache } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
    const cache = new RenderCache(${JSON.stringify(path)}, { scope: 'a:', most: 1 << 20 });
    for (let at = 0; ; at++) { cache.keep('k' + at % 3000, at + 'x'.repeat(500)); if (at % 20 === 0) { await cache.written(); if (at === 2000) console.log('now'); } }`;
  const program = join(folder, 'program.mjs');
  await writeFile(program, script);
  const child = spawn(process.execPath, ['--conditions=@wikiquery/source', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const cache = open();
  const found = cache.find(Array.from({ length: 3000 }, (_, at) => `k${at}`));
  expect([found.size > 0, [...found.values()].every(value => /^\d+x{500}$/.test(value))]).toEqual([true, true]);
  const sqlite = new SQLite(path, { readonly: true });
  const [sum, total] = [
    sqlite.prepare('select sum(size) from result').pluck().get(),
    sqlite.prepare('select bytes from total').pluck().get(),
  ];
  expect([sqlite.pragma('integrity_check', { simple: true }), sum]).toEqual(['ok', total]);
  sqlite.close();
});

it('rejects files of other programs', async () => {
  const other = new SQLite(path);
  other.exec('create table page (id)');
  other.close();
  expect(() => open()).toThrow('is the database of another program');
  await writeFile(path, 'some text that is no database, and long enough to be looked at as one');
  expect(() => open()).toThrow('not a database');
});

it('acts as an empty cache if the file is damaged', async () => {
  const cache = open();
  for (let at = 0; at < 2000; at++) cache.keep(`${at}`, 'x'.repeat(200));
  await cache.close();
  const file = await openFile(path, 'r+');
  // Keeps the first pages, which identify the file.
  const { size } = await file.stat();
  await file.write(Buffer.alloc(size - 40_960, 0xff), 0, size - 40_960, 40_960);
  await file.close();
  const damaged = open();
  const keys = Array.from({ length: 2000 }, (_, at) => `${at}`);
  expect(damaged.find(keys).size).toBeLessThan(2000);
  damaged.keep('1', 'one');
  await damaged.written();
});
