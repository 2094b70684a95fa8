import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createThrottle, PASSWORD_ATTEMPTS, RevocationTable, type RevokedSession, type Throttle } from '@wikiquery/accounts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  freePort,
  hasOpenssl,
  hasRedis,
  needsRedis,
  type OpenedStore,
  openServer,
  RedisServer,
  waitUntilUsable,
} from './redis.test-kit.ts';

/** A request of a client that may send 60 in a minute. */
const ONE = { units: 1, cost: 1, capacity: 60 };
const WAIT = { timeout: 30_000, interval: 20 };
/** Options of the nodes of a cluster, which detect failures faster than by default. */
const CLUSTER = ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1', '--cluster-node-timeout', '1000'];

/** Returns a session that was revoked now. */
const revoked = (id: string): RevokedSession => ({ id, holder: `holder of ${id}`, begunAt: Date.now(), until: Date.now() + 3_600_000 });

/** Shares the revoked sessions of a server. */
function shareRevocations({ store }: OpenedStore) {
  const table = new RevocationTable();
  const send = store.revocations({
    all: () => table.all(),
    add: sessions => {
      for (const session of sessions) table.end(session);
    },
  });
  return {
    has: (session: RevokedSession) => table.has(session),
    async end(session: RevokedSession) {
      table.end(session);
      await send(session);
    },
  };
}

describe.runIf(hasRedis)('servers that share a store', { meta: needsRedis }, () => {
  let redis: RedisServer;
  let servers: readonly OpenedStore[];
  beforeAll(async () => {
    redis = await RedisServer.start();
    servers = await Promise.all([openServer(redis.url), openServer(redis.url), openServer(redis.url)]);
    await Promise.all(servers.map(waitUntilUsable));
  });
  afterAll(async () => {
    for (const server of servers) await server[Symbol.asyncDispose]();
    await redis[Symbol.asyncDispose]();
  });
  const throttles = (): Throttle[] => servers.map(({ store }) => store.throttle(createThrottle(PASSWORD_ATTEMPTS), PASSWORD_ATTEMPTS));

  it('allow five login attempts in all, also at the same time, and clear them after a success', async () => {
    const all = throttles();
    const results = await Promise.all(Array.from({ length: 30 }, async (_, i) => all[i % 3]!.take('Ann')));
    expect(results.filter(wait => wait === undefined)).toHaveLength(5);
    expect(new Set(results)).toEqual(new Set([undefined, 300]));
    expect(await all[1]?.take('Bob')).toBeUndefined();
    await all[0]?.clear('Ann');
    expect(await all[0]?.take('Ann')).toBeUndefined();
    expect(await all[1]?.take('Ann')).toBeUndefined();
  });

  it('grant exactly the requests of a bucket', async () => {
    const grants = await Promise.all(Array.from({ length: 300 }, (_, i) => servers[i % 3]!.store.takeRequests('client', ONE)));
    const count = grants.reduce((sum, grant) => sum + (grant?.units ?? Number.NaN), 0);
    // The bucket refills by one request a second.
    expect(count).toBeGreaterThanOrEqual(60);
    expect(count).toBeLessThanOrEqual(66);
    expect(await servers[0]?.store.takeRequests('other client', { ...ONE, units: 100 })).toEqual({ units: 60, wait: 1000 });
    // The client of another class, whose requests cost more.
    expect(await servers[0]?.store.takeRequests('third client', { units: 100, cost: 7, capacity: 60 })).toEqual({ units: 56, wait: 3000 });
  });

  it('revoke sessions on all servers, and servers that start later read them', async () => {
    const tables = servers.map(shareRevocations);
    const session = revoked('a');
    await tables[0]?.end(session);
    await vi.waitFor(() => expect(tables.map(table => table.has(session))).toEqual([true, true, true]), WAIT);
    expect(tables.map(table => table.has(revoked('b')))).toEqual([false, false, false]);
    await using later = await openServer(redis.url);
    const table = shareRevocations(later);
    await vi.waitFor(() => expect(table.has(session)).toBe(true), WAIT);
  });

  it('share cached values until they expire or are deleted', async () => {
    const [one, two] = servers as [OpenedStore, OpenedStore];
    one.store.keep('page', '<b>Täxt</b>', 60_000);
    const found = await vi.waitUntil(() => two.store.find('page'), WAIT);
    expect(found.value).toBe('<b>Täxt</b>');
    expect(found.remaining).toBeGreaterThan(0);
    expect(found.remaining).toBeLessThanOrEqual(60_000);
    two.store.forget('page');
    await vi.waitFor(async () => expect(await one.store.find('page')).toBeUndefined(), WAIT);
    one.store.keep('large', 'x'.repeat((1 << 20) + 1), 60_000);
    expect(await one.store.find('large')).toBeUndefined();
  });

  it('reject an expired value, even if the lifetime of its key was extended', async () => {
    const [one] = servers as [OpenedStore];
    await using late = await openServer(redis.url, undefined, () => Date.now() + 10_000);
    await waitUntilUsable(late);
    one.store.keep('user', 'Ann', 4000);
    await vi.waitUntil(() => one.store.find('user'), WAIT);
    for (const key of (await redis.run(['KEYS', '*:value:*'])) as string[]) await redis.run(['PEXPIRE', key, 60_000]);
    expect(await late.store.find('user')).toBeUndefined();
  });

  it('exchange messages, and count the processes of all servers', async () => {
    const [one, two] = servers as [OpenedStore, OpenedStore];
    const received: unknown[] = [];
    one.store.listen({ receive: (...given) => void received.push(given) });
    two.store.listen({ receive: (...given) => void received.push(given) });
    two.store.publish('topic', { a: 1 }, 7);
    await vi.waitFor(() => expect(received).toEqual([['topic', { a: 1 }, expect.stringMatching(/\/7$/)]]), WAIT);
    await vi.waitFor(() => expect(one.store.status).toEqual({ problem: undefined, processes: 3 }), WAIT);
  });

  it('store nothing in clear text, and each key has a prefix and a lifetime', async () => {
    await shareRevocations(servers[0] as OpenedStore).end(revoked('secret-session'));
    await throttles()[0]?.take('secret-name');
    servers[0]?.store.keep('secret-page', 'secret-text', 60_000);
    await servers[0]?.store.takeRequests('secret-client', ONE);
    const keys = (await redis.run(['KEYS', '*'])) as string[];
    expect(keys.length).toBeGreaterThan(4);
    for (const key of keys) {
      expect(key).toMatch(/^wikiquery:[\da-f]{12}:(?:(?:attempts|requests|value):[\w-]{27}|revoked|probe)$/);
      expect(await redis.run(['PTTL', key])).toBeGreaterThan(0);
      const type = await redis.run(['TYPE', key]);
      const read = { hash: ['HGETALL', key], zset: ['ZRANGE', key, 0, -1], string: ['GET', key] }[String(type)] as [string, string];
      expect(JSON.stringify([key, await redis.run(read)])).not.toContain('secret');
    }
  });

  it('ignore the state of servers with another secret key', async () => {
    await using other = await openServer(redis.url, 'j'.repeat(64));
    await waitUntilUsable(other);
    const table = shareRevocations(other);
    const session = revoked('c');
    await shareRevocations(servers[0] as OpenedStore).end(session);
    other.store.keep('key', 'theirs', 60_000);
    await vi.waitFor(async () => expect((await other.store.find('key'))?.value).toBe('theirs'), WAIT);
    expect(await servers[0]?.store.find('key')).toBeUndefined();
    expect(table.has(session)).toBe(false);
    expect(other.store.status.processes).toBe(1);
  });

  it('measure their operations', async () => {
    const json = JSON.stringify(await servers[0]?.metrics.json());
    expect(json).toContain('"operation":"throttle","result":"ok"');
    expect(json).toContain('wikiquery_shared_state_connected');
  });
});

describe.runIf(hasRedis)('a cluster', { meta: needsRedis }, () => {
  it('with three nodes shares state between servers', async () => {
    await using stack = new AsyncDisposableStack();
    const start = async () => stack.use(await RedisServer.start(...CLUSTER));
    const [redis, second, third] = [await start(), await start(), await start()];
    const slots = new Map([
      [redis, [0, 5000]],
      [second, [5001, 11_000]],
      [third, [11_001, 16_383]],
    ]);
    for (const [node, [from, to]] of slots)
      await node.run(['CLUSTER', 'ADDSLOTSRANGE', from!, to!], ['CLUSTER', 'MEET', '127.0.0.1', redis.port]);
    for (const node of slots.keys())
      await vi.waitFor(async () => expect(await node.run(['CLUSTER', 'INFO'])).toContain('cluster_state:ok'), WAIT);
    const address = `redis+cluster://127.0.0.1:${redis.port}`;
    await using one = await openServer(address);
    await using two = await openServer(address);
    await Promise.all([waitUntilUsable(one), waitUntilUsable(two)]);
    const [table, other] = [shareRevocations(one), shareRevocations(two)];
    const session = revoked('a');
    await table.end(session);
    await vi.waitFor(() => expect(other.has(session)).toBe(true), WAIT);
    expect(await one.store.takeRequests('client', { ...ONE, units: 100 })).toMatchObject({ units: 60 });
    two.store.keep('page', 'text', 60_000);
    expect((await vi.waitUntil(() => one.store.find('page'), WAIT)).value).toBe('text');
    await redis.kill();
    await vi.waitFor(() => expect(one.store.status.problem).toBeDefined(), WAIT);
    await redis.start();
    await waitUntilUsable(one);
  });
});

const needsTls = { needs: 'Redis with TLS: install redis-server and openssl' };
describe.runIf(hasRedis && hasOpenssl)('a store with TLS', { meta: needsTls }, () => {
  it('is used only with a trusted certificate', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wikiquery-tls-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    const subject = ['-subj', '/CN=store', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate];
    execFileSync('openssl', [...request, ...subject], { stdio: 'ignore' });
    const port = await freePort();
    const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate];
    await using _redis = await RedisServer.start('--tls-port', String(port), '--tls-auth-clients', 'no', ...files);
    const address = `rediss://127.0.0.1:${port}`;
    await using stranger = await openServer(address);
    expect(stranger.store.status.problem).toContain('certificate');
    const trusted = getCACertificates();
    setDefaultCACertificates([...trusted, await readFile(certificate, 'utf8')]);
    onTestFinished(() => setDefaultCACertificates(trusted));
    await using server = await openServer(address);
    await waitUntilUsable(server);
    server.store.keep('page', 'text', 60_000);
    expect((await vi.waitUntil(() => server.store.find('page'), WAIT)).value).toBe('text');
  });
});

describe.runIf(hasRedis)('a server whose store fails', { meta: needsRedis }, () => {
  it('starts without the store, uses local state, and recovers', async () => {
    await using redis = await RedisServer.start();
    await redis.kill();
    await using server = await openServer(redis.url);
    await using other = await openServer(redis.url);
    expect(server.store.status.problem).toMatch(
      /^The shared state at 127\.0\.0\.1:\d+ cannot be used, so local state applies: .*ECONNREFUSED/,
    );
    const own = server.store.throttle(createThrottle(PASSWORD_ATTEMPTS), PASSWORD_ATTEMPTS);
    for (let i = 0; i < 5; i++) expect(await own.take('Ann')).toBeUndefined();
    expect(await own.take('Ann')).toBe(300);
    expect(await server.store.takeRequests('client', ONE)).toBeUndefined();
    expect(await server.store.find('page')).toBeUndefined();
    server.store.keep('page', 'text', 1000);
    server.store.forget('page');
    const [table, otherTable] = [shareRevocations(server), shareRevocations(other)];
    const [session, otherSession] = [revoked('here'), revoked('there')];
    await Promise.all([table.end(session), otherTable.end(otherSession)]);
    expect([table.has(session), table.has(otherSession)]).toEqual([true, false]);

    await redis.start();
    await Promise.all([waitUntilUsable(server), waitUntilUsable(other)]);
    await vi.waitFor(() => expect([table.has(otherSession), otherTable.has(session)]).toEqual([true, true]), WAIT);
    // The attempts from before count now.
    const others = other.store.throttle(createThrottle(PASSWORD_ATTEMPTS), PASSWORD_ATTEMPTS);
    await vi.waitFor(async () => expect(await others.take('Ann')).toBe(300), WAIT);
  });

  it('restores the revoked sessions of a store that has lost its data', async () => {
    await using redis = await RedisServer.start();
    await using server = await openServer(redis.url);
    await waitUntilUsable(server);
    const session = revoked('a');
    await shareRevocations(server).end(session);
    await redis.kill();
    await redis.start();
    await vi.waitFor(async () => expect(await redis.run(['KEYS', '*:revoked'])).toHaveLength(1), WAIT);
    await redis.run(['FLUSHALL']);
    await vi.waitFor(async () => expect(await redis.run(['KEYS', '*:revoked'])).toHaveLength(1), WAIT);
    await using later = await openServer(redis.url);
    const table = shareRevocations(later);
    await vi.waitFor(() => expect(table.has(session)).toBe(true), WAIT);
  });

  it('uses local state while the store is full, and the other servers still receive revoked sessions', async () => {
    await using redis = await RedisServer.start('--maxmemory-policy', 'noeviction');
    await using server = await openServer(redis.url);
    await using other = await openServer(redis.url);
    await Promise.all([waitUntilUsable(server), waitUntilUsable(other)]);
    const [table, otherTable] = [shareRevocations(server), shareRevocations(other)];
    await redis.run(['CONFIG', 'SET', 'maxmemory', 1]);
    await vi.waitFor(() => expect(server.store.status.problem).toContain('OOM'), WAIT);
    const session = revoked('a');
    await table.end(session);
    await vi.waitFor(() => expect(otherTable.has(session)).toBe(true), WAIT);
    await redis.run(['CONFIG', 'SET', 'maxmemory', 0]);
    await waitUntilUsable(server);
    await vi.waitFor(async () => expect(await redis.run(['KEYS', '*:revoked'])).toHaveLength(1), WAIT);
  });

  it('reports a wrong password without printing it', async () => {
    await using redis = await RedisServer.start('--requirepass', 'right');
    await using server = await openServer(`redis://:wrong@127.0.0.1:${redis.port}`);
    await vi.waitFor(() => expect(server.store.status.problem).toContain('WRONGPASS'), WAIT);
    expect(server.store.status.problem).not.toContain('wrong@');
  });
});
