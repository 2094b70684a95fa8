import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rateLimitKey } from '@wikiquery/core/host';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { FairQueue } from './fair-queue.ts';
import { isolatedTask } from './index.ts';
import { Scheduler } from './scheduler.ts';

// Starting processes takes a long time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'wikiquery-tasks-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(
  join(folder, 'tasks.mjs'),
  `import { existsSync, writeFileSync } from 'node:fs';
  import os from 'node:os';
  import { setTimeout } from 'node:timers/promises';
  export const double = n => n * 2;
  export const same = value => value;
  export const priority = () => os.getPriority();
  export const count = n => ({ numbers: Array.from({ length: n }, (_, i) => ({ i })), of: { none: [], few: [[1], undefined] } });
  export const fail = text => { throw new Error(text); };
  export const ask = async (name, host) => (await host.load(name)) + '!';
  export const forever = () => { for (;;); };
  export const backtrack = () => /^(a+)+$/.test('a'.repeat(40) + 'b');
  export const hoardLoudly = async (name, host) => { await host.load(name); hoard(); };
  export const hoard = () => { const kept = []; for (;;) kept.push(new Array(1e5).fill(kept.length)); };
  export const hoardBytes = async () => { const kept = []; for (;;) { kept.push(Buffer.alloc(1 << 20, 1)); await setTimeout(1); } };
  const left = [];
  export const leave = megabytes => left.push(Array.from({ length: megabytes }, () => new Array(2 ** 17).fill(left.length))) && process.pid;
  export const sleep = milliseconds => setTimeout(milliseconds, milliseconds);
  /** Creates a file when it begins, and ends once another file exists. */
  export const until = async file => {
    writeFileSync(file + '.begun', '');
    while (!existsSync(file)) await setTimeout(10);
    return file;
  };
  /** Uses so much processor time at the lowest priority. */
  export const last = async (milliseconds, host) => {
    await host.begin();
    os.setPriority(19);
    const { user } = process.cpuUsage();
    while ((process.cpuUsage().user - user) / 1000 < milliseconds);
    return process.pid;
  };
  /** Is killed the first time. */
  export const victim = file => {
    if (existsSync(file)) return 'done';
    writeFileSync(file, '');
    process.kill(process.pid, 'SIGKILL');
    for (;;);
  };
  export const suicide = () => { process.kill(process.pid, 'SIGKILL'); for (;;); };
  export const deep = n => deep(n + 1) + 1;
  export const longText = () => 'a'.repeat(2 ** 28).repeat(2 ** 20);
  export const longArray = () => 'a,'.repeat(1e8).split(/,/).length;`,
);
const module = pathToFileURL(join(folder, 'tasks.mjs')).href;
const workOf = (name: string, input?: unknown, ip = '192.0.2.1', signal?: AbortSignal, host: object = {}) => ({
  module,
  name,
  input,
  host,
  requester: { ip, signal },
});

describe('tasks', () => {
  const scheduler = new Scheduler({ most: 1500 });
  afterAll(() => scheduler.close());
  const run = (...work: Parameters<typeof workOf>) => scheduler.run(workOf(...work));

  it('run exports of modules one after the other', async () => {
    expect(await Promise.all([run('double', 1), run('double', 2), run('double', 3)])).toEqual([2, 4, 6]);
  });
  it('transfer long lists and texts in parts', async () => {
    const patient = new Scheduler();
    onTestFinished(() => patient.close());
    const run = (...work: Parameters<typeof workOf>) => patient.run(workOf(...work));
    const numbers = Array.from({ length: 123_456 }, (_, i) => ({ i }));
    expect(await run('count', numbers.length)).toEqual({ numbers, of: { none: [], few: [[1], undefined] } });
    expect(await run('same', { deep: [{ numbers }], title: 'x' })).toEqual({ deep: [{ numbers }], title: 'x' });
    // Parts of 65,536 characters split a surrogate pair.
    const text = `a${'😀'.repeat(100_000)}`;
    expect(await run('same', { text, texts: [text, 'short'], numbers })).toEqual({ text, texts: [text, 'short'], numbers });
    expect(await run('same', text)).toBe(text);
  });
  it('reject with their errors', async () => {
    await expect(run('fail', 'No such word.')).rejects.toThrow('No such word.');
  });
  it('call server functions and reject with their original errors', async () => {
    class Missing extends Error {}
    const load = async (name: string) => {
      if (name === '') throw new Missing();
      return `text of ${name}`;
    };
    expect(await run('ask', 'Pond', '', undefined, { load })).toBe('text of Pond!');
    await expect(run('ask', '', '', undefined, { load })).rejects.toBeInstanceOf(Missing);
  });
  it('run at a lower priority than the server', async () => {
    expect(await run('priority')).toBe(5);
    expect(getPriority()).not.toBe(5);
  });
  it.each(['forever', 'backtrack'])('are cancelled after the maximum duration: %s', async name => {
    await expect(run(name)).rejects.toMatchObject({ code: 'timeout' });
    expect(await run('double', 4)).toBe(8);
  });
  it('are cancelled or not started after the deadline of their request', async () => {
    const due = (name: string, milliseconds: number) => {
      const work = workOf(name);
      return scheduler.run({ ...work, requester: { ...work.requester, deadline: performance.now() + milliseconds } });
    };
    const late = { message: expect.stringContaining('within the deadline of a request') };
    const tasks = [due('forever', 300), due('double', 100), due('double', 0)];
    await Promise.all(tasks.map(task => expect(task).rejects.toMatchObject(late)));
  });
  it('are cancelled together with their request', async () => {
    const waiting = new AbortController();
    const [running, queued] = [run('forever', 0, '', waiting.signal), run('forever', 0, '', waiting.signal)];
    const next = run('double', 5);
    const gone = new Error('The request was cancelled.');
    waiting.abort(gone);
    await expect(running).rejects.toBe(gone);
    await expect(queued).rejects.toBe(gone);
    await expect(run('forever', 0, '', waiting.signal)).rejects.toBe(gone);
    expect(await next).toBe(10);
  });
});

describe('memory', () => {
  const scheduler = new Scheduler({ most: 60_000, memory: 64 });
  afterAll(() => scheduler.close());

  it.each(['hoard', 'longArray', 'deep', 'longText'])('is bounded without affecting the server: %s', async name => {
    await expect(scheduler.run(workOf(name))).rejects.toMatchObject({ code: 'memory-limit' });
    expect(await scheduler.run(workOf('double', 6))).toBe(12);
  });
  it('that earlier tasks retain does not make a later task fail', async () => {
    const pids: unknown[] = [];
    // Each task retains 20 MB, so that the fourth task at the latest runs out of memory.
    for (let i = 0; i < 5; i++) pids.push(await scheduler.run(workOf('leave', 20)));
    expect(new Set(pids).size).toBeGreaterThan(1);
  });
  it.runIf(process.platform === 'linux')('outside the heap is bounded if the pool limits resident memory', async () => {
    const own = new Scheduler({ most: 60_000, resident: 250 });
    onTestFinished(() => own.close());
    await expect(own.run(workOf('hoardBytes'))).rejects.toMatchObject({ code: 'memory-limit' });
    expect(await own.run(workOf('double', 6))).toBe(12);
  });
  it('is the reported limit if the process of a task is killed twice', async () => {
    expect(await scheduler.run(workOf('victim', join(folder, 'killed')))).toBe('done');
    // A task whose process is killed is retried only once.
    await expect(scheduler.run(workOf('suicide'))).rejects.toMatchObject({ code: 'memory-limit' });
    expect(await scheduler.run(workOf('double', 6))).toBe(12);
  });
  it('exhaustion in a fresh process is not retried', async () => {
    const own = new Scheduler({ most: 60_000, memory: 64 });
    onTestFinished(() => own.close());
    const starts: string[] = [];
    const host = { load: async (name: string) => starts.push(name) };
    await expect(own.run(workOf('hoardLoudly', 'start', '', undefined, host))).rejects.toMatchObject({ code: 'memory-limit' });
    expect(starts).toEqual(['start']);
  });
});

describe('clients', () => {
  const FIRST = '192.0.2.1';
  const SECOND = '192.0.2.2';

  it('are served in ascending order of their recent usage', () => {
    let now = 0;
    const queue = new FairQueue<string>(() => now);
    queue.charge('a', 1000);
    queue.charge('b', 500);
    for (const [client, item] of ['a1', 'a2', 'b1', 'c1'].map(item => [item[0] as string, item] as const)) queue.add(client, item);
    expect(queue.take()).toBe('c1');
    queue.charge('c', 600);
    queue.add('c', 'c2');
    expect([queue.take(), queue.take(), queue.take(), queue.take(), queue.take()]).toEqual(['b1', 'c2', 'a1', 'a2', undefined]);
    now = 60_000;
    expect(queue.used('a')).toBe(250);
    queue.charge('a', 250);
    expect([queue.used('a'), queue.expected('a'), queue.expected('d')]).toEqual([500, 400, 0]);
  });
  it('are rejected if they have too many waiting tasks', async () => {
    const scheduler = new Scheduler({ most: 200, waitingOfClient: 2, waiting: 3 });
    const results = [FIRST, FIRST, FIRST, FIRST, SECOND, SECOND].map(ip =>
      scheduler.run(workOf('forever', 0, ip)).catch(error => error.code),
    );
    expect(await Promise.all(results)).toEqual(['timeout', 'timeout', 'timeout', 'concurrency-limit', 'timeout', 'pool-queuefull']);
    await scheduler.close();
  });
  it('that fill the queue yield to a client with fewer waiting tasks', async () => {
    const scheduler = new Scheduler({ most: 60_000, short: 60_000, waitingOfClient: 2, waiting: 4 });
    onTestFinished(() => scheduler.close());
    const file = join(folder, 'full');
    const codeOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch(error => error.code);
    const running = scheduler.run(workOf('until', file, FIRST));
    await vi.waitFor(() => expect(existsSync(`${file}.begun`)).toBe(true), { timeout: 30_000 });
    const [first, second, third, fourth] = [FIRST, FIRST, SECOND, SECOND].map(ip => codeOf(scheduler.run(workOf('double', 1, ip))));
    const innocent = codeOf(scheduler.run(workOf('double', 2, '192.0.2.3')));
    const other = codeOf(scheduler.run(workOf('double', 3, '192.0.2.4')));
    // Now all clients have the same number of waiting tasks.
    expect(await codeOf(scheduler.run(workOf('double', 4, '192.0.2.5')))).toBe('pool-queuefull');
    writeFileSync(file, '');
    expect(await Promise.all([running, first, second, third, fourth, innocent, other])).toEqual([
      file,
      2,
      'pool-queuefull',
      2,
      'pool-queuefull',
      4,
      6,
    ]);
  });
  it('with long tasks wait only for a limited time for a client with higher recent usage', async () => {
    const scheduler = new Scheduler({ most: 60_000, contended: 1000, short: 100 });
    onTestFinished(() => scheduler.close());
    const file = join(folder, 'long');
    // Both clients have run long tasks.
    for (const [ip, milliseconds] of [
      [FIRST, 1000],
      [SECOND, 700],
    ] as const)
      await scheduler.run(workOf('sleep', milliseconds, ip));
    const never = join(folder, 'never');
    const code = scheduler.run(workOf('until', never, FIRST)).catch(error => error.code);
    await vi.waitFor(() => expect(existsSync(`${never}.begun`)).toBe(true), { timeout: 30_000 });
    const long = scheduler.run(workOf('until', file, SECOND));
    expect(await code).toBe('timeout');
    await vi.waitFor(() => expect(existsSync(`${file}.begun`)).toBe(true), { timeout: 30_000 });
    writeFileSync(file, '');
    expect(await long).toBe(file);
  });
  it('with short tasks do not wait for a long task, which continues', async () => {
    const scheduler = new Scheduler({ most: 60_000, contended: 1500, short: 1000 });
    onTestFinished(() => scheduler.close());
    const file = join(folder, 'beside');
    const order: string[] = [];
    const long = scheduler.run(workOf('until', file, FIRST)).then(() => order.push('long'));
    const next = scheduler.run(workOf('double', 1, FIRST)).then(() => order.push('next of the same client'));
    await vi.waitFor(() => expect(existsSync(`${file}.begun`)).toBe(true), { timeout: 30_000 });
    // Lasts longer than `contended`, which limits a long task only while another long task waits.
    let shorts = 0;
    for (const begun = performance.now(); performance.now() - begun < 3000; ) {
      await scheduler.run(workOf('sleep', 50, `198.51.100.${shorts++ % 3}`));
      order.push('short');
    }
    writeFileSync(file, '');
    await Promise.all([long, next]);
    expect(order).toEqual([...new Array(shorts).fill('short'), 'long', 'next of the same client']);
  });
  it('with short tasks do not wait for two clients with long tasks', async () => {
    const scheduler = new Scheduler({ most: 60_000, contended: 30_000, short: 500 });
    onTestFinished(() => scheduler.close());
    const files = ['one', 'other'].map(name => join(folder, name)) as [string, string];
    const order: string[] = [];
    const longs = files.map((file, i) => scheduler.run(workOf('until', file, `203.0.113.${i}`)).then(() => order.push('long')));
    await vi.waitFor(() => expect(files.every(file => existsSync(`${file}.begun`))).toBe(true), { timeout: 30_000 });
    for (let i = 0; i < 5; i++) {
      await scheduler.run(workOf('double', i, SECOND));
      order.push('short');
    }
    for (const file of files) writeFileSync(file, '');
    await Promise.all(longs);
    expect(order).toEqual([...new Array(5).fill('short'), 'long', 'long']);
  });
  it.runIf(existsSync('/proc/self/schedstat'))(
    'do not count as clients with long tasks because the machine is busy',
    { timeout: 240_000 },
    async () => {
      const scheduler = new Scheduler({ most: 60_000, contended: 60_000, short: 500 });
      onTestFinished(() => scheduler.close());
      const file = join(folder, 'beside busy');
      const long = scheduler.run(workOf('until', file, FIRST));
      await vi.waitFor(() => expect(existsSync(`${file}.begun`)).toBe(true), { timeout: 30_000 });
      await scheduler.run(workOf('double', 1, SECOND));
      for (let i = 0; i < availableParallelism(); i++) {
        const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
        onTestFinished(() => void busy.kill('SIGKILL'));
      }
      let begun = 0;
      const begin = async () => void begun++;
      const began = performance.now();
      const slow = scheduler.run(workOf('last', 30, SECOND, undefined, { begin }));
      // Waits for the second process, which would become free if the slow task counted as long.
      const next = scheduler.run(workOf('double', 1, '192.0.2.3'));
      await slow;
      // Proves that there was waiting time to exclude.
      expect(performance.now() - began).toBeGreaterThan(500);
      expect(begun).toBe(1);
      await next;
      await scheduler.run(workOf('double', 1, SECOND));
      writeFileSync(file, '');
      await long;
    },
  );
  it('with IPv6 addresses are identified by their network', () => {
    const clients = ['2001:db8::1', '2001:db8:0:0:ffff::', '2001:DB8::2', '2001:db8:0:1::', '192.0.2.1', '::1'].map(rateLimitKey);
    expect(clients).toEqual(['2001:db8:0:0', '2001:db8:0:0', '2001:db8:0:0', '2001:db8:0:1', '192.0.2.1', '0:0:0:0']);
  });
});

it('isolatedTask resolves task modules relative to the importing module', async () => {
  writeFileSync(join(folder, 'sum-task.js'), 'export const sum = numbers => numbers.reduce((a, b) => a + b, 0);');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const sum = isolatedTask<(numbers: readonly number[]) => number>(pathToFileURL(join(folder, 'sum.js')).href, './sum-task', 'sum');
  expect(await sum([1, 2, 3], { ip: '192.0.2.1' })).toBe(6);
});
