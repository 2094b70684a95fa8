// Tests that servers behind a real load balancer can be replaced one after the other without a failed request.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@wikiquery/launch/free-port';
import type { RunningServer } from '@wikiquery/launch/process';
import { findProgram } from '@wikiquery/launch/programs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useStand } from '../stand.test-kit.ts';
import { BalancedLoad, bodyOf } from './balanced-load.ts';

const haproxy = findProgram('haproxy');
/** Number of replacements of each server, of which the last kills it, and number of requests that are sent meanwhile. */
const [ROUNDS, REQUESTS] = process.env.CI ? [5, 100_000] : [1, 1000];
/** Milliseconds between two requests of a client. */
const PAUSE = process.env.CI ? 0 : 40;
const CLIENTS = 16;
const PATIENCE = { timeout: 30_000, interval: 50 };

const QUERY = 'api.php?action=query&titles=Reed&format=json&formatversion=2';

const stand = useStand(afterEach);
let folder: string;
let database: string;
beforeEach(async () => {
  folder = stand.folder();
  database = await stand.wiki(join(folder, 'wiki.sqlite'), wiki => wiki.page('Reed'));
});

it.runIf(haproxy)(
  `none of ${REQUESTS} requests fails while servers behind HAProxy are replaced`,
  { timeout: 600_000, meta: { needs: 'a balancer: install haproxy' } },
  async () => {
    const ports = await Promise.all([freePort(), freePort()]);
    const servers = await Promise.all(ports.map(port => start(port)));
    const balancer = await startBalancer(ports);
    const ready = async () => expect(await (await fetch(`http://127.0.0.1:${balancer}/readyz`)).text()).toBe('ok\n');
    await vi.waitFor(ready, PATIENCE);
    const load = new BalancedLoad(`http://127.0.0.1:${balancer}/${QUERY}`, {
      start: '200 {"batchcomplete":true,"query":{"pages":[{"pageid"',
      clients: CLIENTS,
      pause: PAUSE,
    });
    const replaced = Array.from({ length: ROUNDS }, (_, round) =>
      ports.map((port, i) => ({ i, port, isKilled: round === ROUNDS - 1 })),
    ).flat();
    for (const { i, port, isKilled } of replaced) {
      const old = servers[i] as RunningServer;
      old.process.kill(isKilled ? 'SIGKILL' : 'SIGTERM');
      await vi.waitFor(() => expect(old.ended).toMatch(isKilled ? 'SIGKILL' : /exit code 0\.$/), PATIENCE);
      servers[i] = await start(port);
      await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200), PATIENCE);
      // The balancer uses a server only after several successful health checks.
      await sleep(1500);
    }
    const { count, failures } = await load.end(REQUESTS);
    expect(failures).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(REQUESTS);
  },
);

it.runIf(haproxy)(
  'HAProxy responds with a JSON error and Retry-After while no server is ready',
  { timeout: 60_000, meta: { needs: 'a balancer: install haproxy' } },
  async () => {
    const balancer = await startBalancer(await Promise.all([freePort(), freePort()]));
    await vi.waitFor(async () => {
      const response = await fetch(`http://127.0.0.1:${balancer}/${QUERY}`);
      expect([response.status, response.headers.get('Retry-After'), response.headers.get('Content-Type')]).toEqual([
        503,
        '5',
        'application/json; charset=utf-8',
      ]);
      expect(await response.json()).toEqual({
        error: { code: response.headers.get('MediaWiki-API-Error'), info: expect.stringMatching(/Try again/) },
      });
    }, PATIENCE);
  },
);

it.runIf(haproxy)(
  'HAProxy always sends a client to the same one of two servers',
  { timeout: 120_000, meta: { needs: 'a balancer: install haproxy' } },
  async () => {
    const ports = await Promise.all([freePort(), freePort()]);
    await Promise.all(ports.map(port => start(port)));
    const balancer = await startBalancer(ports);
    const served = async (port: number): Promise<number> => {
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return [...metrics.matchAll(/^wikiquery_requests_total\{[^}]*\} (\d+)/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const ask = (localAddress: string) => bodyOf(`http://127.0.0.1:${balancer}/${QUERY}`, { localAddress, agent: false });
    await vi.waitFor(async () => expect(await ask('127.0.0.1')).toContain('"query"'), PATIENCE);
    const servers: number[] = [];
    for (let client = 10; client < 22; client++) {
      const before = await Promise.all(ports.map(served));
      for (let i = 0; i < 6; i++) await ask(`127.0.0.${client}`);
      // The counts of the workers are aggregated after a short delay.
      const counted = await vi.waitFor(async () => {
        const now = await Promise.all(ports.map(served));
        const counts = now.map((count, i) => count - (before[i] ?? 0));
        expect(counts[0]! + counts[1]!).toBe(6);
        return counts;
      }, PATIENCE);
      expect(counted).toContain(6);
      servers.push(counted.indexOf(6));
    }
    expect(new Set(servers)).toEqual(new Set([0, 1]));
  },
);

async function start(port: number): Promise<RunningServer> {
  const flags = ['--database', database, '--workers', '2', '--drain', '4s', '--trust-proxy', 'loopback'];
  return stand.serve(flags, folder, { port });
}

const startBalancer = ([first, second]: readonly number[]): Promise<number> =>
  stand.haproxy('haproxy/wikiquery.cfg', folder, text => text.replace(':8081', `:${first}`).replace(':8082', `:${second}`));
