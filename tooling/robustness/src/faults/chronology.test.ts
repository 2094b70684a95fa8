// Tests reads after edits in proxy mode, with two servers and a replica that lags by three seconds.
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { open, openPlain, RequestReads, sql } from '@wikiquery/database';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useStand } from '../stand.test-kit.ts';
import { DatabaseServer, isInstalled, needsPrograms, serverEngines } from './database-server.ts';

const EDITS = { mariadb: 500, postgres: 100 };
const EDITORS = 5;

describe.each(serverEngines)('two servers in proxy mode with a delayed %s replica', { timeout: 120_000 }, engine => {
  describe.runIf(isInstalled(engine))('a delayed replica', { meta: needsPrograms }, () => {
    const stand = useStand();
    let wiki: TestWiki;
    let apis: readonly [string, string];
    /** Addresses of the primary and the replicas. */
    let urls: readonly [string, readonly string[]];

    beforeAll(async () => {
      const primary = stand.use(await DatabaseServer.start(engine));
      wiki = await openWiki(engine, { server: primary.url });
      stand.defer(() => wiki.database.close());
      for (let i = 0; i < EDITORS; i++) await wiki.page(`Page ${i}`, { text: `${i} of nobody` });
      const replicas = [stand.use(await DatabaseServer.start(engine, primary)), stand.use(await DatabaseServer.start(engine, primary))];
      const urlOf = ({ port }: DatabaseServer) => Object.assign(new URL(wiki.url), { port: String(port) }).href;
      for (const each of replicas) await vi.waitUntil(() => hasPages(urlOf(each), EDITORS), { timeout: 30_000, interval: 200 });
      replicas[0]?.execute(DELAY[engine]);
      if (engine === 'postgres') replicas[0]?.execute('select pg_reload_conf()');
      // The lag of a PostgreSQL replica is unknown until it has replayed a change.
      await wiki.page('Last page');
      await vi.waitUntil(() => hasPages(urlOf(replicas[0] as DatabaseServer), EDITORS + 1), { timeout: 30_000, interval: 200 });
      const upstream = await stand.peer(
        (request, response) => void edit(request).then(headers => response.writeHead(200, headers).end('{}')),
      );
      urls = [urlOf(primary), replicas.map(urlOf)];
      const flags = [
        ...['--database', urls[0], '--upstream', `${upstream}/w/api.php`, '--trust-proxy', 'loopback', '--workers', '1'],
        ...['--max-lag', '600s', ...urls[1].flatMap(url => ['--replicas', url])],
      ];
      const [first, second] = await Promise.all([stand.serve(flags, stand.folder()), stand.serve(flags, stand.folder())]);
      apis = [first.api, second.api];
    }, 120_000);

    /** Edits a page as MediaWiki does. Returns the cookie of its `ChronologyProtector`. */
    async function edit(request: Parameters<typeof readText>[0]): Promise<Record<string, string>> {
      const form = new URLSearchParams(await readText(request));
      await wiki.edit(form.get('title') ?? '', { text: form.get('text') ?? '' });
      const value = `1@${Math.floor(Date.now() / 1000)}#${'0'.repeat(32)}`;
      return { 'Set-Cookie': `cpPosIndex=${encodeURIComponent(value)}; Max-Age=10; path=/; HttpOnly` };
    }

    const ask = async (api: string, client: string, params: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${api}?action=query&format=json&formatversion=2&${params}`, {
        headers: { 'X-Forwarded-For': client, ...headers },
      });
      // biome-ignore lint/suspicious/noExplicitAny: any JSON
      const { query } = (await response.json()) as { readonly query: any };
      return { query, lag: Number(response.headers.get('x-replica-lag')) };
    };
    const read = async (api: string, client: string, page: string, extra = '', headers = {}) => {
      const { query, lag } = await ask(api, client, `prop=revisions&rvprop=ids|content&rvslots=main&titles=${page}${extra}`, headers);
      const [{ revid, slots }] = query.pages[0].revisions;
      return { id: Number(revid), text: String(slots.main.content), lag };
    };

    it('each client keeps to one replica in each process, and all replicas have clients', async () => {
      const port = engine === 'mariadb' ? sql<number>`@@port` : sql<number>`inet_server_port()`;
      const clients = Array.from({ length: 20 }, (_, i) => `198.51.100.${i}`);
      const used: string[][] = [];
      for (const replicas of [urls[1], urls[1].toReversed()]) {
        const direct = await openPlain(urls[0], { replicas, maxLag: 600 });
        const ask = async (client: string) => {
          const db = direct.forRequest({ reads: new RequestReads({ client }) });
          return String((await sql<{ port: number }>`select ${port} as port`.execute(db)).rows[0]?.port);
        };
        used.push(await Promise.all(clients.map(ask)).finally(() => direct.close()));
      }
      expect(used[1]).toEqual(used[0]);
      expect(new Set(used[0])).toEqual(new Set(urls[1].map(url => new URL(url).port)));
    });

    it(`${EDITS[engine]} edits are visible to their clients at once on the other server, and no client reads older data than before`, async () => {
      let isEditing = true;
      let lagging = 0;
      let stale = 0;
      const latest = new Map<string, number>();
      const reader = async (number: number): Promise<void> => {
        const [client, page] = [`203.0.113.${number}`, `Page ${number % EDITORS}`];
        let newest = 0;
        for (let i = 0; isEditing; i++) {
          const known = latest.get(page) ?? 0;
          const { id, lag } = await read(apis[i % 2 === 0 ? 0 : 1], client, page);
          expect(id).toBeGreaterThanOrEqual(newest);
          newest = id;
          if (id < known) stale += 1;
          if (lag >= 1) lagging += 1;
          await sleep(40);
        }
      };
      const editor = async (number: number): Promise<void> => {
        const page = `Page ${number}`;
        for (let i = 0; i < EDITS[engine] / EDITORS; i++) {
          const client = `198.51.100.${number * 10 + (i % 10)}`;
          const body = new URLSearchParams({ action: 'edit', title: page, text: `${i} of ${number}` });
          const edited = await fetch(apis[0], { method: 'POST', body, headers: { 'X-Forwarded-For': client } });
          const [cookie = ''] = edited.headers.get('set-cookie')?.split(';') ?? [];
          const result =
            i % 2 === 0 ? await read(apis[1], client, page, '', { cookie }) : await read(apis[1], client, page, '&cpPosIndex=1');
          expect(result.text).toBe(`${i} of ${number}`);
          expect(result.lag).toBe(0);
          latest.set(page, result.id);
        }
      };
      const readers = Promise.all(Array.from({ length: 12 }, (_, number) => reader(number)));
      const editors = Promise.all(Array.from({ length: EDITORS }, (_, number) => editor(number)));
      await Promise.race([editors, readers]).finally(() => {
        isEditing = false;
      });
      await Promise.all([editors, readers]);
      // The delayed replica was in use.
      expect(stale).toBeGreaterThan(0);
      expect(lagging).toBeGreaterThan(0);
    });
  });
});

/** Statements that delay a replica by three seconds. */
const DELAY = {
  mariadb: 'stop slave; change master to master_delay = 3; start slave',
  postgres: "alter system set recovery_min_apply_delay = '3s'",
};

async function hasPages(url: string, count: number): Promise<boolean> {
  const direct = await open(url).catch(() => undefined);
  const pages = (await direct?.db.selectFrom('page').select('page_id').execute()) ?? [];
  await direct?.close();
  return pages.length === count;
}
