import { describe, expect, it } from 'vitest';
import { ClientLimits, clientOf, type LimitError } from './client-limits.ts';

const NONE = { clientRequests: 0, clientRate: 0, clientDatabase: 0 };

/** Creates limits with a manual clock. */
function limitsOf(settings: Partial<typeof NONE>, processes = 1) {
  const clock = { now: 0 };
  return { clock, limits: new ClientLimits({ ...NONE, ...settings }, { processes, now: () => clock.now }) };
}

const refusal = (limits: ClientLimits, client = 'a') => {
  try {
    limits.end(limits.begin(client));
    return undefined;
  } catch (error) {
    const { limit, retryAfter } = error as LimitError;
    return [limit, retryAfter];
  }
};

describe('a client', () => {
  it('has its own limit of concurrent requests', () => {
    const { limits } = limitsOf({ clientRequests: 2 });
    const running = [limits.begin('a'), limits.begin('a')];
    expect(refusal(limits)).toEqual(['running', 1]);
    expect(refusal(limits, 'b')).toBeUndefined();
    limits.end(running[0]!);
    expect(refusal(limits)).toBeUndefined();
  });

  it('has a rate limit that refills gradually', () => {
    const { clock, limits } = limitsOf({ clientRate: 6 });
    for (let i = 0; i < 6; i++) expect(refusal(limits)).toBeUndefined();
    expect(refusal(limits)).toEqual(['rate', 10]);
    clock.now = 9500;
    expect(refusal(limits)).toEqual(['rate', 1]);
    clock.now = 10_000;
    expect(refusal(limits)).toBeUndefined();
    clock.now = 600_000;
    for (let i = 0; i < 6; i++) expect(refusal(limits)).toBeUndefined();
    expect(refusal(limits)).toEqual(['rate', 10]);
  });

  it('has a limit of database time', () => {
    const { clock, limits } = limitsOf({ clientDatabase: 60_000 });
    const usage = limits.begin('a');
    usage.charge(90_000);
    limits.end(usage);
    expect(refusal(limits)).toEqual(['database', 30]);
    clock.now = 30_001;
    expect(refusal(limits)).toBeUndefined();
  });

  it('has no limit if none is set, and is removed when its buckets are full', () => {
    const { clock, limits } = limitsOf({ clientRate: 60 });
    for (const client of ['a', 'b', 'c']) limits.end(limits.begin(client));
    limits.sweep();
    expect(limits.size).toBe(3);
    clock.now = 2000;
    limits.sweep();
    expect(limits.size).toBe(0);
    const { limits: free } = limitsOf({});
    for (let i = 0; i < 1000; i++) free.begin('a').charge(1e9);
    expect(refusal(free)).toBeUndefined();
  });
});

it('processes exchange usage, so that limits apply across processes, and each process keeps its share', () => {
  const clock = { now: 0 };
  const settings = { clientRequests: 4, clientRate: 100, clientDatabase: 10_000 };
  const all: ClientLimits[] = [];
  for (const me of [0, 1]) {
    const tell: NonNullable<ConstructorParameters<typeof ClientLimits>[1]['tell']> = spent => all[1 - me]!.spentElsewhere(me, spent);
    all.push(new ClientLimits(settings, { processes: 2, tell, now: () => clock.now }));
  }
  const [here, there] = all as [ClientLimits, ClientLimits];
  const running = Array.from({ length: 4 }, () => here.begin('a'));
  here.pulse();
  // The other process keeps its share: half of the four requests.
  there.begin('a');
  const last = there.begin('a');
  expect(refusal(there)).toEqual(['running', 1]);
  there.pulse();
  for (const usage of running) here.end(usage);
  expect(refusal(here)).toBeUndefined();
  const own = [here.begin('a'), here.begin('a')];
  expect(refusal(here)).toEqual(['running', 1]);
  for (const usage of own) here.end(usage);
  here.pulse();
  last.charge(11_000);
  there.pulse();
  expect(refusal(here)).toEqual(['database', 6]);
  // The last message from a process that has died soon expires.
  clock.now = 120_000;
  expect(Array.from({ length: 4 }, () => here.begin('a'))).toHaveLength(4);
  for (const limits of all) limits.close();
});

it('the rate-limit key is an account, an IPv4 address, an IPv6 /64 or this machine', () => {
  const anon = { id: 0, isAnon: true };
  expect(clientOf({ id: 7, isAnon: false }, '192.0.2.1')).toBe(clientOf({ id: 7, isAnon: false }, '198.51.100.1'));
  expect(clientOf(anon, '2001:db8:0:1::1')).toBe(clientOf(anon, '2001:db8::1:ffff:0:0:2'));
  expect(clientOf(anon, '2001:db8:0:1::1')).not.toBe(clientOf(anon, '2001:db8:0:2::1'));
  const machine = clientOf(anon, '127.0.0.1');
  expect(['127.1.2.3', '::1', ''].map(ip => clientOf(anon, ip))).toEqual([machine, machine, machine]);
  expect(clientOf({ id: 7, isAnon: false }, '127.0.0.1')).toBe(machine);
});

it('this machine may send a thousand concurrent requests, and has no other limit', () => {
  const { limits } = limitsOf({ clientRequests: 2, clientRate: 3, clientDatabase: 1000 });
  const machine = clientOf({ id: 0, isAnon: true }, '127.0.0.1');
  const running = Array.from({ length: 1000 }, () => limits.begin(machine));
  running[0]!.charge(1e6);
  expect(refusal(limits, machine)).toEqual(['running', 1]);
  expect(refusal(limits, 'a')).toBeUndefined();
  limits.end(running[0]!);
  expect(refusal(limits, machine)).toBeUndefined();
});

it('a request body that is still being received counts as a running request', () => {
  const { limits } = limitsOf({ clientRequests: 2, clientRate: 10 });
  const arriving = [limits.hold('a'), limits.hold('a')];
  expect(refusal(limits)).toEqual(['running', 1]);
  expect(refusal(limits, 'b')).toBeUndefined();
  for (const usage of arriving) limits.end(usage);
  for (let i = 0; i < 10; i++) expect(refusal(limits)).toBeUndefined();
});
