// A database server that becomes unreachable and recovers without a restart.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT } from '@wikiquery/core/host';
import json from '@wikiquery/format-json';
import { engines, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultSettings } from '../config/settings.ts';
import { listen } from '../http/listen.ts';
import { output } from '../observability/log.ts';
import { assemble } from '../wiki/assemble.ts';
import type { RunningServer } from './running-server.ts';

const servers = engines.filter(engine => engine !== 'sqlite');
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  vi.restoreAllMocks();
});

describe.skipIf(servers.length === 0)('database outages', () => {
  it.each(servers)(
    'an unreachable %s server is logged and results in errors with status 503 until it recovers',
    { timeout: 60_000 },
    async engine => {
      const write = vi.spyOn(output, 'write').mockReturnValue(true);
      const events = () => write.mock.calls.map(([line]) => JSON.parse(line) as { event: string; problem?: string });
      const wiki = await openWiki(engine);
      closers.push(() => wiki.close());
      await wiki.page('Main Page');
      const link = await Link.to(wiki.url);
      closers.push(() => link.cut());
      const { origin } = await serve(link.url);
      const ask = async () => {
        const response = await fetch(`${origin}/api.php?action=query&titles=Main_Page&format=json&formatversion=2`);
        return { status: response.status, body: (await response.json()) as object };
      };
      const health = async () => (await fetch(`${origin}/healthz`)).status;
      const databaseUp = async () => /^wikiquery_database_up\{.*\} (\d)$/m.exec(await (await fetch(`${origin}/metrics`)).text())?.[1];

      expect((await ask()).body).toHaveProperty('query.pages.0.pageid');
      await link.cut();
      expect(await ask()).toEqual({
        status: 503,
        body: { error: expect.objectContaining({ code: 'internal_api_error_DBConnectionError' }) },
      });
      await vi.waitFor(async () => expect(await health()).toBe(503), { timeout: 5000, interval: 200 });
      expect(events().filter(({ event }) => event === 'database-unreachable')).toEqual([
        expect.objectContaining({ level: 'error', engine, problem: expect.stringMatching(/ECONNREFUSED|closed|terminated/i) }),
      ]);
      await vi.waitFor(async () => expect(await databaseUp()).toBe('0'), { timeout: 10_000, interval: 200 });
      for (let i = 0; i < 5; i++) await ask();
      // MariaDB's driver reports only that no server is online while it waits for its next attempt.
      expect(JSON.stringify(events())).not.toContain('online node');
      await link.mend();
      await vi.waitFor(async () => expect((await ask()).status).toBe(200), { timeout: 10_000, interval: 200 });
      await vi.waitFor(async () => expect(await health()).toBe(200), { timeout: 5000, interval: 200 });
      expect(events().filter(({ event }) => event === 'database-reachable')).toHaveLength(1);
      await vi.waitFor(async () => expect(await databaseUp()).toBe('1'), { timeout: 10_000, interval: 200 });
    },
  );
});

async function serve(database: string): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-outage-'));
  closers.push(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'app', version: '1.0.0', dependencies: { json: '*' } }));
  await mkdir(join(folder, 'node_modules/json'), { recursive: true });
  const marker = { name: 'json', version: '1.0.0', wikiquery: { contract: CONTRACT } };
  await writeFile(join(folder, 'node_modules/json/package.json'), JSON.stringify(marker));
  const settings = { ...defaultSettings(folder), database, port: 0, secretKey: 'k'.repeat(64) };
  const assembled = await assemble({ root: folder, load: async () => ({ default: json }) }, settings);
  const server = await listen(assembled, settings);
  closers.push(() => server.stop());
  return server;
}

/** A TCP proxy in front of a database server, whose connections can be interrupted. */
class Link {
  readonly url: string;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  readonly #port: number;
  #server = createServer();

  static async to(address: WikiBuilder['url']): Promise<Link> {
    const probe = createServer().listen(0, '127.0.0.1');
    await new Promise(resolve => probe.once('listening', resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise(resolve => probe.close(resolve));
    const link = new Link(address, port);
    await link.mend();
    return link;
  }

  private constructor(address: string, port: number) {
    this.#target = new URL(address);
    this.#port = port;
    const url = new URL(address);
    url.host = `127.0.0.1:${port}`;
    this.url = url.href;
  }

  mend(): Promise<void> {
    const { hostname, port, protocol } = this.#target;
    this.#server = createServer(near => {
      const far = connect(Number(port) || (protocol.startsWith('postgres') ? 5432 : 3306), hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from.pipe(to);
        from.on('error', () => to.destroy()).on('close', () => to.destroy());
      }
    });
    return new Promise(resolve => this.#server.listen(this.#port, '127.0.0.1', () => resolve()));
  }

  async cut(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await new Promise(resolve => this.#server.close(resolve));
  }
}
