import { expect, it, test } from 'vitest';
import { Breaker, WikiDownError } from './breaker.ts';
import { CrowdedError, Gate } from './gate.ts';
import { UpstreamError } from './who-is.ts';

const LONG = 60_000;

it('assigns slots to clients in turn, regardless of how many requests each client has', async () => {
  const gate = new Gate({ running: 2, each: 1, waiting: 5 });
  const served: string[] = [];
  const ends: (() => void)[] = [];
  const ask = async (client: string) => {
    const done = await gate.take(client, LONG);
    served.push(client);
    ends.push(done);
  };
  const asked = ['203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.2'].map(ask);
  for (let round = 0; round < 10; round++) {
    await new Promise(resolve => setImmediate(resolve));
    ends.shift()?.();
  }
  await Promise.all(asked);
  expect(served.map(client => Number(client.slice(-1)))).toEqual([1, 2, 3, 1, 2, 1, 1]);
});

it('limits waiting requests, and counts an IPv6 /64 network as one client', async () => {
  const gate = new Gate({ running: 8, each: 1, waiting: 1 });
  const done = await gate.take('2001:db8::1', LONG);
  const second = gate.take('2001:db8::2', LONG);
  await expect(gate.take('2001:db8::3', LONG)).rejects.toThrow(CrowdedError);
  const other = await gate.take('2001:db8:0:1::1', LONG);
  expect(gate.begin('2001:db8:0:1::2')).toBeUndefined();
  done();
  done();
  (await second)();
  other();
});

it('rejects a request that waits too long', async () => {
  const gate = new Gate({ running: 1, each: 1, waiting: 5 });
  const done = await gate.take('203.0.113.1', LONG);
  await expect(gate.take('203.0.113.2', 10)).rejects.toThrow(CrowdedError);
  done();
  (await gate.take('203.0.113.2', 10))();
});

test('the circuit breaker pauses after a failure, then tries the upstream with a single request', async () => {
  let now = 0;
  let calls = 0;
  const breaker = new Breaker(() => now);
  const run = (outcome: Error | string) =>
    breaker.run(async () => {
      calls += 1;
      await new Promise(resolve => setImmediate(resolve));
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
  const down = new WikiDownError('down');
  // Concurrent failures count once.
  await Promise.allSettled([run(down), run(down), run(down)]);
  expect(calls).toBe(3);
  await expect(run('up')).rejects.toThrow(UpstreamError);
  now = 999;
  expect(() => breaker.check()).toThrow(UpstreamError);
  now = 1000;
  const trial = run(down);
  await expect(run('up')).rejects.toThrow(UpstreamError);
  await expect(trial).rejects.toBe(down);
  now = 2500;
  await expect(run('up')).rejects.toThrow(UpstreamError);
  now = 3000;
  expect(await run('up')).toBe('up');
  expect(calls).toBe(5);
  // Errors that concern a single client do not count as failures.
  await expect(run(new UpstreamError('no JSON'))).rejects.toThrow('no JSON');
  expect(await Promise.all([run('a'), run('b')])).toEqual(['a', 'b']);
  for (let at = 0; at < 10; at++) {
    await run(down).catch(() => {});
    now += 15_000;
  }
  expect(await run('up')).toBe('up');
});
