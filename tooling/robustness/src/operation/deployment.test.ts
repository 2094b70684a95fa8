// Tests the documented deployment on several machines, and kills each kind of node under load. Three servers behind HAProxy share their
// state through Redis with a Sentinel. They read from a Galera cluster of three nodes behind another HAProxy.
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@wikiquery/launch/free-port';
import type { RunningServer } from '@wikiquery/launch/process';
import { findProgram } from '@wikiquery/launch/programs';
import { openWiki } from '@wikiquery/testing';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { DatabaseServer } from '../faults/database-server.ts';
import { hasGalera, startCluster } from '../faults/galera.test-kit.ts';
import { startHaproxy } from '../faults/haproxy.test-kit.ts';
import { hasRedis, RedisProcess } from '../faults/redis.test-kit.ts';
import { useStand } from '../stand.test-kit.ts';
import { Visitor } from '../visitor.ts';
import { BalancedLoad } from './balanced-load.ts';

const isThere = hasGalera && hasRedis && findProgram('haproxy') !== undefined;
const CLIENTS = 12;
const PASSWORD = 'a password of reeds';
const PATIENCE = { timeout: 60_000, interval: 100 };

describe.runIf(isThere && process.env.CI)(
  'three servers with Redis and a Galera cluster',
  { timeout: 180_000, meta: { needs: 'a deployment: set CI, and install MariaDB, Galera, rsync, HAProxy, Redis and its Sentinel' } },
  () => {
    const stand = useStand();
    let nodes: DatabaseServer[];
    let [primary, replica]: RedisProcess[] = [];
    let flags: readonly string[];
    let store: string;
    let servers: RunningServer[];
    let ports: number[];
    /** Origin of the balancer. */
    let origin: string;
    /** Start of the correct response. The ID of the page varies, because each node has its own sequence of IDs. */
    let start: string;

    const serve = (port: number): Promise<RunningServer> => stand.serve(flags, stand.folder(), { port, env: { WIKIQUERY_SHARED: store } });
    const isReady = async (server: string): Promise<void> => expect((await fetch(`${server}/readyz`)).status).toBe(200);
    const load = (): BalancedLoad => new BalancedLoad(`${origin}/w/api.php?${QUERY}`, { start, clients: CLIENTS });
    const visitor = (server: RunningServer): Visitor => stand.use(new Visitor(server.api, '192.0.2.1'));

    beforeAll(async () => {
      nodes = await startCluster(stand);
      const [first, second, third] = nodes as [DatabaseServer, DatabaseServer, DatabaseServer];
      const wiki = await openWiki('mariadb', { server: first.url });
      const { id } = await wiki.page('Page');
      await wiki.user('Ada', { password: PASSWORD });
      await wiki.database.close();
      start = `200 {"batchcomplete":true,"query":{"pages":[{"pageid":${id},`;
      const url = new URL(wiki.url);
      const place = url.pathname.slice(1);
      await vi.waitUntil(() => nodes.every(node => node.execute('select count(*) from page', place) === '1\n'), PATIENCE);
      const check = {
        name: 'is-synced',
        change: (script: string) => script.replace('mariadb ', 'mariadb --no-defaults ').replace('user=wikiquery', 'user=root'),
      };
      url.port = String(await startHaproxy(stand, stand.folder(), 'galera.cfg', check, { first, second, third }));
      primary = stand.use(await RedisProcess.server());
      replica = stand.use(await RedisProcess.server('--replicaof', `127.0.0.1 ${primary.port}`));
      const sentinel = stand.use(await RedisProcess.sentinel(primary));
      store = `redis+sentinel://127.0.0.1:${sentinel.port}/wiki`;
      flags = ['--database', url.href, '--connections', '6', '--workers', '1', '--drain', '0', '--trust-proxy', 'loopback'];
      ports = await Promise.all([freePort(), freePort(), freePort()]);
      servers = await Promise.all(ports.map(port => vi.waitFor(() => serve(port), PATIENCE)));
      const balancer = await stand.haproxy('haproxy/wikiquery.cfg', stand.folder(), text =>
        text.replace(/ {4}server first[\s\S]*/, ports.map((port, i) => `    server server${i} 127.0.0.1:${port}\n`).join('')),
      );
      origin = `http://127.0.0.1:${balancer}`;
      await vi.waitFor(() => isReady(origin), PATIENCE);
    }, 300_000);

    it('fails no request when a server is killed and started again', async () => {
      const running = load();
      await vi.waitUntil(() => running.count > 500, PATIENCE);
      servers[0]?.process.kill('SIGKILL');
      await sleep(3000);
      servers[0] = await serve(ports[0]!);
      await vi.waitFor(() => isReady(servers[0]!.origin), PATIENCE);
      const { failures } = await running.end(running.count + 500);
      expect(failures).toEqual([]);
    });

    it('fails no request and loses no logout when the primary of Redis is killed', async () => {
      const visitors = servers.map(visitor);
      const nameFor = async (each: Visitor): Promise<string> => (await each.json({ meta: 'userinfo' }, cookie)).query.userinfo.name;
      const cookie = await visitors[0]!.login('Ada', PASSWORD);
      await vi.waitFor(async () => expect(await Promise.all(visitors.map(nameFor))).toEqual(['Ada', 'Ada', 'Ada']), PATIENCE);
      const running = load();
      await vi.waitUntil(() => running.count > 500, PATIENCE);
      await primary!.kill();
      const { query } = await visitors[1]!.json({ meta: 'tokens' }, cookie);
      await visitors[1]!.post({ action: 'logout', token: query.tokens.csrftoken, format: 'json' }, cookie);
      await vi.waitUntil(() => replica!.run('role').startsWith('master'), PATIENCE);
      await vi.waitFor(async () => {
        for (const each of visitors) expect(await nameFor(each)).not.toBe('Ada');
      }, PATIENCE);
      const { failures } = await running.end(running.count + 500);
      expect(failures).toEqual([]);
    });

    it('fails at most one request per client when a node of the cluster is killed', async () => {
      const isAsked = (node: DatabaseServer) =>
        node.execute("select count(*) > 0 from information_schema.processlist where db like 'wikiquery%'") === '1\n';
      const running = load();
      const killed = await vi.waitUntil(() => nodes.find(isAsked), PATIENCE);
      await killed.kill();
      // The other nodes detect the failure after five seconds.
      await sleep(10_000);
      const { failures } = await running.end(running.count + 500);
      expect(failures.length).toBeLessThanOrEqual(CLIENTS);
      expect(failures.filter(each => !each.startsWith('503 {"error":{"code":"internal_api_error_'))).toEqual([]);
      expect((await load().end(100)).failures).toEqual([]);
    });
  },
);

const QUERY = 'action=query&titles=Page&format=json&formatversion=2';
