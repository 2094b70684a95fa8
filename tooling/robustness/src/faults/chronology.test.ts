// Tests reads after edits in proxy mode, with two servers and a replica that lags by three seconds.
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useStand } from '../stand.test-kit.ts';
import { DatabaseServer, isInstalled, needsPrograms } from './database-server.ts';

const EDITS = 500;
const EDITORS = 5;
const DELAYED = 1;

describe.runIf(isInstalled('mariadb'))(
  'two servers in proxy mode with a delayed replica',
  { timeout: 120_000, meta: needsPrograms },
  () => {
    const stand = useStand();
    let wiki: TestWiki;
    let apis: readonly [string, string];

    beforeAll(async () => {
      const start = async (source?: DatabaseServer) => stand.use(await DatabaseServer.start('mariadb', source));
      const primary = await start();
      const replicas = await Promise.all([start(primary), start(primary)]);
      wiki = await openWiki('mariadb', { server: primary.url });
      stand.defer(() => wiki.database.close());
      for (let i = 0; i < EDITORS; i++) await wiki.page(`Page ${i}`, { text: `${i} of nobody` });
      const place = new URL(wiki.url).pathname.slice(1);
      const isComplete = (each: DatabaseServer) => each.execute('select count(*) from page', place) === `${EDITORS}\n`;
      await vi.waitUntil(() => replicas.every(isComplete), { timeout: 30_000 });
      // The number of pages in the statistics identifies a database server.
      for (const [i, each] of [primary, ...replicas].entries())
        each.execute(`set sql_log_bin = 0; replace into site_stats (ss_row_id, ss_total_pages) values (1, ${i})`, place);
      replicas[DELAYED - 1]?.execute('stop slave; change master to master_delay = 3; start slave');
      const upstream = await stand.peer(
        (request, response) => void edit(request).then(headers => response.writeHead(200, headers).end('{}')),
      );
      const url = ({ port }: DatabaseServer) => `mariadb://root@127.0.0.1:${port}/${place}`;
      const flags = [
        ...['--database', url(primary), '--upstream', `${upstream}/w/api.php`, '--trust-proxy', 'loopback', '--workers', '1'],
        ...replicas.flatMap(each => ['--replicas', url(each)]),
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
    const serverOf = async (client: string, api = apis[0]) =>
      (await ask(api, client, 'meta=siteinfo&siprop=statistics')).query.statistics.pages;
    const read = async (api: string, client: string, page: string, extra = '', headers = {}) => {
      const { query, lag } = await ask(api, client, `prop=revisions&rvprop=ids|content&rvslots=main&titles=${page}${extra}`, headers);
      const [{ revid, slots }] = query.pages[0].revisions;
      return { id: Number(revid), text: String(slots.main.content), lag };
    };

    it('each client keeps to one replica on both servers, and all replicas have clients', async () => {
      const clients = Array.from({ length: 20 }, (_, i) => `198.51.100.${i}`);
      const first = await Promise.all(clients.map(client => serverOf(client)));
      expect(await Promise.all(clients.map(client => serverOf(client, apis[1])))).toEqual(first);
      expect(new Set(first)).toEqual(new Set([1, 2]));
    });

    it(`${EDITS} edits are visible to their clients at once on the other server, and no client reads older data than before`, async () => {
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
          await sleep(20);
        }
      };
      const editor = async (number: number): Promise<void> => {
        const page = `Page ${number}`;
        for (let i = 0; i < EDITS / EDITORS; i++) {
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
      const readers = Promise.all(Array.from({ length: 6 }, (_, number) => reader(number)));
      const editors = Promise.all(Array.from({ length: EDITORS }, (_, number) => editor(number)));
      await Promise.race([editors, readers]).finally(() => {
        isEditing = false;
      });
      await Promise.all([editors, readers]);
      // The delayed replica was in use.
      expect(stale).toBeGreaterThan(0);
      expect(lagging).toBeGreaterThan(0);
    });
  },
);
