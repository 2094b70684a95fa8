import { describe, expect, it } from 'vitest';
import type { ClientClass, LimitSettings } from './client-classes.ts';
import { ClientLimits, clientOf, type LimitError } from './client-limits.ts';

const NONE: LimitSettings = { clientRequests: 0, clientRate: 0, clientDatabase: 0, clientClasses: {} };

/** Creates limits with a manual clock. */
function limitsOf(settings: Partial<LimitSettings>, processes = 1) {
  const clock = { now: 0 };
  return { clock, limits: new ClientLimits({ ...NONE, ...settings }, { processes, now: () => clock.now }) };
}

const refusal = (limits: ClientLimits, client = 'a', clientClass?: ClientClass) => {
  try {
    limits.end(limits.begin(client, clientClass));
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
  const settings = { ...NONE, clientRequests: 4, clientRate: 100, clientDatabase: 10_000 };
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

describe('a class of clients', () => {
  const accepted = (limits: ClientLimits, clientClass: ClientClass, client = 'a'): number => {
    let count = 0;
    while (count < 10_000 && !refusal(limits, client, clientClass)) count++;
    return count;
  };

  it('has its own limit of requests in a minute, and otherwise that of all clients', () => {
    const { clock, limits } = limitsOf({
      clientRate: 60,
      clientClasses: { anonymous: { rate: 7 }, bot: { rate: 600 }, account: { rate: 0 } },
    });
    expect(accepted(limits, 'anonymous', 'a')).toBe(7);
    expect(refusal(limits, 'a', 'anonymous')).toEqual(['rate', 9]);
    expect(accepted(limits, 'identified', 'b')).toBe(60);
    expect(accepted(limits, 'bot', 'c')).toBe(600);
    expect(accepted(limits, 'account', 'd')).toBe(10_000);
    clock.now = 60_000;
    expect(accepted(limits, 'anonymous', 'a')).toBe(7);
    limits.close();
  });

  it('has a limit although there is none for all clients', () => {
    const { limits } = limitsOf({ clientClasses: { anonymous: { rate: 5, requests: 2, database: 1000 } } });
    expect(accepted(limits, 'anonymous')).toBe(5);
    expect(accepted(limits, 'account', 'b')).toBe(10_000);
    const usage = limits.begin('c', 'anonymous');
    usage.charge(1000 * limits.costsOf('anonymous').millisecond);
    expect(refusal(limits, 'c', 'anonymous')).toEqual(['database', 1]);
    expect(refusal(limits, 'c', 'identified')).toBeUndefined();
    limits.close();
  });

  it('has its own limit of concurrent requests and of database time', () => {
    const { clock, limits } = limitsOf({
      clientRequests: 4,
      clientDatabase: 60_000,
      clientClasses: { anonymous: { requests: 2, database: 6000 } },
    });
    const running = [limits.begin('a', 'anonymous'), limits.begin('a', 'anonymous')];
    expect(refusal(limits, 'a', 'anonymous')).toEqual(['running', 1]);
    running.push(limits.begin('a', 'identified'), limits.begin('a', 'identified'));
    expect(refusal(limits, 'a', 'identified')).toEqual(['running', 1]);
    for (const usage of running) limits.end(usage);
    running[0]!.charge(9000 * limits.costsOf('anonymous').millisecond);
    expect(refusal(limits, 'a', 'anonymous')).toEqual(['database', 30]);
    clock.now = 30_001;
    expect(refusal(limits, 'a', 'anonymous')).toBeUndefined();
    limits.close();
  });

  it('does not help a client that alternates between classes to exceed the highest limit', () => {
    const settings = { clientRate: 100, clientClasses: { anonymous: { rate: 10 }, identified: { rate: 50 } } };
    for (const order of [
      ['anonymous', 'identified'],
      ['identified', 'anonymous'],
      ['identified', 'identified', 'anonymous'],
    ] as const) {
      const { clock, limits } = limitsOf(settings);
      const counts = { anonymous: 0, identified: 0 };
      for (let at = 0; at < 10 * 60_000; at += 100) {
        clock.now = at;
        for (const name of order) if (!refusal(limits, 'a', name)) counts[name]++;
      }
      // A full bucket in addition to ten minutes.
      expect(counts.anonymous / 10 + counts.identified / 50).toBeLessThanOrEqual(11 + 1e-6);
      expect(counts.anonymous + counts.identified).toBeLessThanOrEqual(550);
      limits.close();
    }
  });

  it('lists the classes with a higher limit in its errors', () => {
    const { limits } = limitsOf({ clientRate: 2, clientRequests: 1, clientClasses: { identified: { rate: 4 }, bot: { rate: 0 } } });
    const remediesOf = (clientClass: ClientClass) => {
      accepted(limits, clientClass, clientClass);
      return limits.look(clientClass, clientClass)?.remedies;
    };
    expect(remediesOf('anonymous')).toEqual(['identified', 'bot']);
    expect(remediesOf('identified')).toEqual(['bot']);
    expect(remediesOf('account')).toEqual(['bot']);
    limits.begin('b', 'anonymous');
    expect(limits.look('b', 'anonymous')).toMatchObject({ limit: 'running', remedies: [], clientClass: 'anonymous' });
    limits.close();
  });

  it('has the same limit in several processes', () => {
    const settings = { ...NONE, clientRate: 100, clientClasses: { anonymous: { rate: 10 } } };
    const there = new ClientLimits(settings, { processes: 2, now: () => 0 });
    const here = new ClientLimits(settings, { processes: 2, now: () => 0, tell: spent => there.spentElsewhere(1, spent) });
    for (let i = 0; i < 6; i++) expect(refusal(here, 'a', 'anonymous')).toBeUndefined();
    here.pulse();
    expect(accepted(there, 'anonymous')).toBe(4);
    for (const limits of [here, there]) limits.close();
  });
});
