// Tests three servers that share their state through Redis, and faults of Redis.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import type { RunningServer } from '@wikiquery/launch/process';
import { EXAMPLES } from '@wikiquery/launch/stand';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useStand } from '../stand.test-kit.ts';
import { cookieOf, FORM, Visitor } from '../visitor.ts';
import { Link } from './link.ts';
import { hasRedis, needsRedis, RedisProcess } from './redis.test-kit.ts';

const PASSWORD = 'a password of reeds';
const PATIENCE = { timeout: 30_000, interval: 50 };
/** Number of requests for each fault, and of concurrent clients of each server. */
const [REQUESTS, CLIENTS] = [10_000, 6];

const stand = useStand();
const folder = stand.folder();
let database: string;

interface Shared {
  readonly all: readonly RunningServer[];
  readonly logged: readonly string[];
}

/** Starts servers with a store and with separate data folders. The last one has two workers. `requests`: limit of concurrent requests. */
async function startServers(count: number, address: string, rate: number, requests = 0): Promise<Shared> {
  const logged: string[] = [];
  const limits = ['--client-rate', String(rate), '--client-requests', String(requests), '--trust-proxy', 'loopback'];
  const start = (_: unknown, i: number) => {
    const data = stand.folder();
    const flags = [
      '--database',
      database,
      '--data',
      data,
      '--render-cache',
      join(data, 'renderings'),
      '--workers',
      i === count - 1 ? '2' : '1',
      ...limits,
    ];
    return stand.serve(flags, folder, { onLog: line => void logged.push(line), env: { WIKIQUERY_SHARED: address } });
  };
  const all = await Promise.all(Array.from({ length: count }, start));
  await usable({ all, logged });
  return { all, logged };
}

async function healthOf({ origin }: RunningServer): Promise<{ readonly status: string; readonly problems: readonly string[] }> {
  return (await fetch(`${origin}/healthz`)).json() as Promise<{ status: string; problems: string[] }>;
}
const usable = ({ all }: Shared): Promise<void> =>
  vi.waitFor(async () => {
    for (const server of all) expect(await healthOf(server)).toMatchObject({ status: 'ok', problems: [] });
  }, PATIENCE);
/** Waits until a server reports that it cannot use the store, for this reason. */
const unusable = ({ all }: Shared, reason: string): Promise<void> =>
  vi.waitFor(async () => {
    const { status, problems } = await healthOf(all[0] as RunningServer);
    expect([status, problems.join()]).toEqual(['degraded', expect.stringContaining(reason)]);
  }, PATIENCE);

/** Returns a visitor of each server. */
const visitorsOf = ({ all }: Shared, address: string): Visitor[] => all.map(({ api }) => stand.use(new Visitor(api, address)));

const nameOf = async (visitor: Visitor, cookie: string): Promise<string> =>
  (await visitor.json({ meta: 'userinfo' }, cookie)).query.userinfo.name;

async function logOut(visitor: Visitor, cookie: string): Promise<void> {
  const { query } = await visitor.json({ meta: 'tokens' }, cookie);
  const { status } = await visitor.post({ action: 'logout', token: query.tokens.csrftoken, format: 'json' }, cookie);
  expect(status).toBe(200);
}

/** Expects that a session is soon revoked on all servers. */
const isRevoked = (visitors: readonly Visitor[], cookie: string): Promise<void> =>
  vi.waitFor(async () => {
    for (const visitor of visitors) expect(await nameOf(visitor, cookie)).not.toBe('Ada');
  }, PATIENCE);

beforeAll(async () => {
  database = await stand.wiki(join(folder, 'wiki.sqlite'), async wiki => {
    await wiki.user('Ada', { password: PASSWORD });
    await wiki.user('Ben', { password: PASSWORD });
    await wiki.page('Reed');
  });
});

describe.runIf(hasRedis)('three servers that share their state', { timeout: 120_000, meta: needsRedis }, () => {
  let address: string;
  let three: Shared;
  beforeAll(async () => {
    const redis = stand.use(await RedisProcess.server());
    // The documented account has all rights that the servers need.
    const [, command = ''] = /^ACL (SETUSER .*)$/m.exec(readFileSync(join(EXAMPLES, 'operators/shared-state.md'), 'utf8')) ?? [];
    redis.run('acl', ...command.split(' '));
    address = `redis://wikiquery:PASSWORD@127.0.0.1:${redis.port}`;
    three = await startServers(3, address, 60);
  });

  it('revoke a session together, and a server that starts later reads it', async () => {
    const visitors = visitorsOf(three, '192.0.2.1');
    const [first, second] = visitors as [Visitor, Visitor];
    const cookie = await first.login('Ada', PASSWORD);
    expect(await Promise.all(visitors.map(visitor => nameOf(visitor, cookie)))).toEqual(['Ada', 'Ada', 'Ada']);
    const begun = performance.now();
    await logOut(second, cookie);
    await isRevoked(visitors, cookie);
    process.stderr.write(`A logout took effect on all servers after ${Math.round(performance.now() - begun)} ms.\n`);
    await isRevoked(visitorsOf(await startServers(1, address, 60), '192.0.2.1'), cookie);
  });

  it('render a page once in all', async () => {
    const visitors = visitorsOf(three, '192.0.2.4');
    const parse = (visitor: Visitor) => visitor.send({ query: 'action=parse&page=Reed&format=json&formatversion=2' });
    const { body } = await parse(visitors[0]!);
    expect(body).toContain('"text"');
    await vi.waitFor(async () => {
      expect((await parse(visitors[1]!)).body).toBe(body);
      const metrics = await (await fetch(`${three.all[1]!.origin}/metrics`)).text();
      expect(metrics).toMatch(/^wikiquery_shared_state_duration_seconds_count\{operation="find",result="ok"\} [1-9]/m);
      expect(metrics).not.toContain('operation="keep"');
    }, PATIENCE);
  });

  it('allow five wrong passwords in all', async () => {
    const visitors = visitorsOf(three, '192.0.2.2');
    const results: string[] = [];
    await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const visitor = visitors[i % 3] as Visitor;
        const first = await visitor.post({ action: 'query', meta: 'tokens', type: 'login', format: 'json' });
        const lgtoken = JSON.parse(first.body).query.tokens.logintoken;
        const given = { action: 'login', lgname: 'Ben', lgpassword: `wrong ${i}`, lgtoken, format: 'json' };
        const { login } = JSON.parse((await visitor.post(given, cookieOf(first))).body);
        results.push(login.reason.includes('Too many') ? 'throttled' : login.result);
      }),
    );
    expect(results.filter(result => result === 'Failed')).toHaveLength(5);
    expect(results.filter(result => result === 'throttled')).toHaveLength(7);
    await expect(visitors[0]?.login('Ben', PASSWORD)).rejects.toThrow('Too many');
  });

  it('limit the requests of a client together', async () => {
    const visitors = visitorsOf(three, '192.0.2.3');
    const begun = performance.now();
    // Equal requests would share a response, which counts once.
    const ask = (_: unknown, i: number) => visitors[i % 3]!.send({ query: `action=query&titles=Reed_${i}&format=json` });
    const answers = await Promise.all(Array.from({ length: 300 }, ask));
    const seconds = Math.ceil((performance.now() - begun) / 1000);
    const allowed = answers.filter(({ status }) => status === 200).length;
    process.stderr.write(`Of 300 requests, ${allowed} were allowed.\n`);
    expect(allowed).toBeGreaterThanOrEqual(60);
    // One more request is allowed each second.
    expect(allowed).toBeLessThanOrEqual(66 + seconds);
  });

  it('limit the concurrent requests of a client together', async () => {
    const { all } = await startServers(3, address, 1_000_000, 8);
    const [first, second] = all as [RunningServer, RunningServer];
    // A request whose body is not complete counts as running.
    const stalled = await Promise.all(Array.from({ length: 8 }, () => stall(first, '192.0.2.5')));
    const visitor = stand.use(new Visitor(second.api, '192.0.2.5'));
    const ask = async (): Promise<string> => {
      const { status, body } = await visitor.send({ query: 'action=query&meta=siteinfo&format=json' });
      return status === 200 ? 'accepted' : `${status} ${body}`;
    };
    // Each of the four processes always accepts its share.
    await Promise.all([stall(second, '192.0.2.5'), stall(second, '192.0.2.5')]);
    await vi.waitFor(async () => expect(await ask()).toContain('429'), PATIENCE);
    for (const request of stalled) request.destroy();
    await vi.waitFor(async () => expect(await ask()).toBe('accepted'), PATIENCE);
  });

  it('need no further rights than the documented ones', () => {
    expect(three.logged.filter(line => line.includes('NOPERM'))).toEqual([]);
  });
});

/** Sends the start of a POST request from this address. Resolves when the server has received it. */
async function stall({ api }: RunningServer, address: string): Promise<ClientRequest> {
  const stalled = request(api, { method: 'POST', headers: { 'content-type': FORM, 'content-length': 1000, 'x-forwarded-for': address } });
  stand.defer(() => stalled.destroy());
  stalled.on('error', () => {}).flushHeaders();
  await once(stalled, 'socket');
  stalled.write('action=query&titles=');
  return stalled;
}

/** Load on three servers, with their failures. */
class Load {
  readonly failures: string[] = [];
  count = 0;
  #most = Number.POSITIVE_INFINITY;
  readonly #ended: Promise<unknown>;

  constructor(three: Shared, cookie: string) {
    const clients = Array.from({ length: 3 * CLIENTS }, (_, i) => new Visitor((three.all[i % 3] as RunningServer).api, `198.51.100.${i}`));
    this.#ended = Promise.all(clients.map((client, i) => this.#ask(client, i % 2 === 0 ? cookie : '').finally(() => client.close())));
  }

  /** Stops the clients once they have sent `most` requests. */
  async end(most: number): Promise<this> {
    this.#most = most;
    await this.#ended;
    return this;
  }

  async #ask(client: Visitor, cookie: string): Promise<void> {
    const queries = [
      'action=query&titles=Reed&format=json',
      'action=query&meta=userinfo&format=json',
      'action=query&list=allpages&format=json',
    ];
    while (this.count < this.#most) {
      const query = queries[this.count++ % queries.length] as string;
      try {
        const { status, body } = await client.send({ query, ...(cookie !== '' && { headers: { cookie } }) });
        if (status !== 200 || !body.includes('"query"') || (query.includes('userinfo') && cookie !== '' && !body.includes('Ben')))
          this.failures.push(`${status} ${body.slice(0, 200)}`);
      } catch (error) {
        this.failures.push(String(error));
      }
    }
  }
}

/**
 * Causes a fault under load, logs in and out during it, and ends the fault. No request may fail, and afterwards the session must be revoked
 * on all servers.
 */
async function survives(three: Shared, reason: string, cause: () => unknown, heal: () => unknown): Promise<void> {
  const visitors = visitorsOf(three, '192.0.2.9');
  const cookies = await Promise.all([visitors[0]?.login('Ada', PASSWORD), visitors[2]?.login('Ada', PASSWORD)]);
  const load = new Load(three, (await visitors[1]?.login('Ben', PASSWORD)) ?? '');
  await vi.waitUntil(() => load.count > REQUESTS / 10, PATIENCE);
  await cause();
  const begun = performance.now();
  const during = await visitors[1]!.login('Ada', PASSWORD);
  const milliseconds = Math.round(performance.now() - begun);
  await Promise.all([logOut(visitors[0]!, cookies[0]!), logOut(visitors[2]!, cookies[1]!)]);
  if (reason !== '') await unusable(three, reason);
  await logOut(visitors[1]!, during);
  await heal();
  await usable(three);
  for (const cookie of [...cookies, during]) await isRevoked(visitors, cookie!);
  const { count, failures } = await load.end(REQUESTS);
  process.stderr.write(`${count} requests, ${failures.length} failures. A login during the fault took ${milliseconds} ms under load.\n`);
  expect(failures).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(REQUESTS);
  expect(three.logged.filter(line => /"event":"(?:request-failed|uncaught|unhandled-rejection)"/.test(line))).toEqual([]);
}

describe.runIf(hasRedis)('no request fails and no logout is lost', { timeout: 240_000, meta: needsRedis }, () => {
  it('if Redis is killed, partitioned, full or slow', async () => {
    const redis = stand.use(await RedisProcess.server('--maxmemory-policy', 'noeviction'));
    const link = stand.use(await Link.to(redis.port));
    const three = await startServers(3, `redis://127.0.0.1:${link.port}`, 1_000_000);
    await survives(
      three,
      'cannot be used',
      () => redis.kill(),
      () => redis.start(),
    );
    await survives(
      three,
      'cannot be used',
      () => link.freeze(),
      () => link.thaw(),
    );
    await survives(
      three,
      'OOM',
      () => redis.run('config', 'set', 'maxmemory', '1'),
      () => redis.run('config', 'set', 'maxmemory', '0'),
    );
    await survives(
      three,
      'slowly',
      () => (link.latency = 250),
      () => (link.latency = 0),
    );
    expect(three.logged.filter(line => line.includes('shared-state-lost')).length).toBeGreaterThanOrEqual(12);
  });

  it('if a Sentinel promotes a replica', async () => {
    const primary = stand.use(await RedisProcess.server());
    const replica = stand.use(await RedisProcess.server('--replicaof', `127.0.0.1 ${primary.port}`));
    const sentinel = stand.use(await RedisProcess.sentinel(primary));
    const three = await startServers(3, `redis+sentinel://127.0.0.1:${sentinel.port}/wiki`, 1_000_000);
    const promoted = () => vi.waitUntil(() => replica.run('role').startsWith('master'), PATIENCE);
    await survives(three, '', () => primary.kill(), promoted);
    expect(replica.run('role')).toMatch(/^master/);
  });
});
