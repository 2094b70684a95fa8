// Tests two servers with a Galera cluster of three nodes behind HAProxy. If a node is killed, only its current requests may fail.
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '@wikiquery/launch/programs';
import { openWiki } from '@wikiquery/testing';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { MINIMAL_APP, type ServerProcess, startServerProcess } from '../server-process.ts';
import { useStand } from '../stand.test-kit.ts';
import type { DatabaseServer } from './database-server.ts';
import { hasGalera, startCluster } from './galera.test-kit.ts';
import { startHaproxy } from './haproxy.test-kit.ts';
import { ask, keepAsking } from './load.ts';

const isThere = hasGalera && findProgram('haproxy') !== undefined;
const CLIENTS = 6;

describe.runIf(isThere && process.env.CI)(
  'a Galera cluster',
  { timeout: 120_000, meta: { needs: 'a cluster: set CI, and install MariaDB, Galera, rsync and HAProxy' } },
  () => {
    const stand = useStand();
    let nodes: DatabaseServer[];
    let servers: ServerProcess[];
    /** ID of the page, which varies because each node has its own sequence of IDs. */
    let pageId: number;

    beforeAll(async () => {
      nodes = await startCluster(stand);
      const [first] = nodes as [DatabaseServer];
      const wiki = await openWiki('mariadb', { server: first.url });
      pageId = (await wiki.page('Page')).id;
      await wiki.database.close();
      const url = new URL(wiki.url);
      const place = url.pathname.slice(1);
      await vi.waitUntil(() => nodes.every(node => node.execute('select count(*) from page', place) === '1\n'), { timeout: 20_000 });
      const folder = stand.folder();
      const [, second, third] = nodes as [DatabaseServer, DatabaseServer, DatabaseServer];
      const check = {
        name: 'is-synced',
        change: (script: string) => script.replace('mariadb ', 'mariadb --no-defaults ').replace('user=wikiquery', 'user=root'),
      };
      url.port = String(await startHaproxy(stand, folder, 'galera.cfg', check, { first, second, third }));
      const flags = ['--database', url.href, '--connections', '6'];
      servers = await Promise.all([1, 2].map(() => vi.waitFor(() => startServerProcess(MINIMAL_APP, flags, folder), { timeout: 60_000 })));
      for (const server of servers) stand.use(server);
    }, 180_000);

    it('fails at most one request per client when a node in use is killed', async () => {
      const isAsked = (node: DatabaseServer) =>
        node.execute("select count(*) > 0 from information_schema.processlist where db like 'wikiquery%'") === '1\n';
      const loads = servers.map(({ api }) => keepAsking(api, 'titles=Page', CLIENTS));
      const killed = await vi.waitUntil(() => nodes.find(isAsked), { timeout: 20_000 });
      await killed.kill();
      // The other nodes detect the failure after five seconds.
      await sleep(10_000);
      const outcomes = (await Promise.all(loads.map(end => end(200)))).flat();
      const failed = outcomes.filter(({ status }) => status !== 200);
      expect(failed.length).toBeLessThanOrEqual(servers.length * CLIENTS);
      for (const { retryAfter } of failed) expect(retryAfter).not.toBeNull();
      expect(outcomes.filter(({ query }) => query !== undefined && query.pages[0].pageid !== pageId)).toEqual([]);
      for (const { api } of servers) expect((await ask(api, 'titles=Page')).status).toBe(200);
    });
  },
);
