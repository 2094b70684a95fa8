import { expect, it } from 'vitest';
import type { GrantedUnits, SharedState, SharedStatus, WantedUnits } from '../sharing/shared-state.ts';
import type { ClientClass } from './client-classes.ts';
import { ClientLimits, LimitError } from './client-limits.ts';

/** The buckets of a store in memory, which responds in a later event-loop tick. */
class Buckets implements SharedState {
  status: SharedStatus = { problem: undefined, processes: 3 };
  left: number;
  calls = 0;
  constructor(left: number) {
    this.left = left;
  }
  async takeRequests(_client: string, { units, cost, capacity }: WantedUnits): Promise<GrantedUnits | undefined> {
    this.calls += 1;
    await new Promise(setImmediate);
    if (this.status.problem !== undefined) return undefined;
    const taken = Math.min(units, Math.floor(this.left / cost) * cost);
    this.left -= taken;
    return { units: taken, wait: (cost * 60_000) / capacity };
  }
  async find() {
    return undefined;
  }
  keep(): void {}
  forget(): void {}
  publish(): void {}
}

/** Creates the limits of three servers with a manual clock. */
function serversOf(clientRate: number, clientRequests = 0) {
  const clock = { now: 0 };
  const shared = new Buckets(clientRate);
  const settings = { clientRequests, clientRate, clientDatabase: 0, clientClasses: { bot: { rate: 3 * clientRate } } };
  const servers = Array.from({ length: 3 }, () => new ClientLimits(settings, { processes: 1, shared, now: () => clock.now }));
  return { clock, shared, servers };
}

/** Sends a request to a server. Returns whether it is allowed, or the limit. */
async function ask(limits: ClientLimits, isEnding = true, clientClass?: ClientClass): Promise<string> {
  try {
    const usage = await limits.start('a', clientClass);
    if (isEnding) limits.end(usage);
    return 'allowed';
  } catch (error) {
    return (error as LimitError).limit;
  }
}

const count = (results: readonly string[], result: string): number => results.filter(each => each === result).length;

it('a burst of requests on three servers is limited exactly', async () => {
  const { clock, shared, servers } = serversOf(60);
  const results = await Promise.all(Array.from({ length: 300 }, (_, i) => ask(servers[i % 3]!)));
  expect([count(results, 'allowed'), count(results, 'rate')]).toEqual([60, 240]);
  const { calls } = shared;
  // Until the bucket has a request again, servers refuse without reading it.
  expect(await Promise.all(servers.map(each => ask(each)))).toEqual(['rate', 'rate', 'rate']);
  expect(servers[0]!.look('a')).toBeInstanceOf(LimitError);
  expect(shared.calls).toBe(calls);
  [clock.now, shared.left] = [1001, 1];
  expect(servers[0]!.look('a')).toBeUndefined();
  expect(await ask(servers[0]!)).toBe('allowed');
});

it('a client far below its limit never waits, and the servers rarely read the bucket', async () => {
  const { shared, servers } = serversOf(6000);
  for (let i = 0; i < 1000; i++) {
    const usage = servers[i % 3]!.start('a');
    expect(usage).not.toBeInstanceOf(Promise);
    servers[i % 3]!.end(usage as never);
    if (i % 10 === 0) await new Promise(setImmediate);
  }
  expect(shared.calls).toBeLessThan(50);
});

it('servers exceed a generous limit by at most a twentieth', async () => {
  const { servers } = serversOf(600);
  const results = [];
  for (let i = 0; i < 50; i++) results.push(...(await Promise.all(Array.from({ length: 18 }, (_, j) => ask(servers[j % 3]!)))));
  expect(count(results, 'allowed')).toBeGreaterThanOrEqual(600);
  expect(count(results, 'allowed')).toBeLessThanOrEqual(630);
});

it('requests that wait for the bucket respect the limit of concurrent requests, and return what they do not use', async () => {
  const { shared, servers } = serversOf(60, 3);
  const results = await Promise.all(Array.from({ length: 20 }, () => ask(servers[0]!, false)));
  expect([count(results, 'allowed'), count(results, 'running')]).toEqual([3, 17]);
  expect(shared.left).toBe(40);
});

it('the limit of each server applies while the store cannot be used', async () => {
  const { shared, servers } = serversOf(60);
  const waiting = ask(servers[0]!);
  shared.status = { problem: 'away', processes: 3 };
  expect(await waiting).toBe('allowed');
  const results = await Promise.all(Array.from({ length: 300 }, (_, i) => ask(servers[i % 3]!)));
  expect(count(results, 'allowed')).toBe(179);
});

it('servers exchange running requests, and each process keeps its share of the limit', async () => {
  const { servers } = serversOf(6000, 6);
  const running = Array.from({ length: 6 }, () => servers[0]!.begin('a'));
  for (const other of [1, 2]) servers[other]!.spentElsewhere('first/0', [['a', running.length, 6, 0]]);
  for (const other of [1, 2])
    expect(await Promise.all(Array.from({ length: 3 }, () => ask(servers[other]!, false)))).toEqual(['allowed', 'allowed', 'running']);
});

it('classes with a higher limit share the bucket', async () => {
  const { servers } = serversOf(60);
  const bots = await Promise.all(Array.from({ length: 90 }, (_, i) => ask(servers[i % 3]!, true, 'bot')));
  expect(count(bots, 'allowed')).toBe(90);
  const others = await Promise.all(Array.from({ length: 90 }, (_, i) => ask(servers[i % 3]!, true, 'account')));
  expect(count(others, 'allowed')).toBeGreaterThanOrEqual(28);
  expect(count(others, 'allowed')).toBeLessThanOrEqual(30);
});
