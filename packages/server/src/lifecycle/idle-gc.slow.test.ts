import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { app } from '../wiki/render-cache.test-kit.ts';

/** Line of V8's trace for an explicit garbage collection. Each call writes two lines. */
const COLLECTION = /\(reduce\).*testing/;

let folder: string;
let wiki: TestWiki;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-give-back-'));
  wiki = await openWiki('sqlite');
});
afterAll(async () => {
  await wiki.close();
  await rm(folder, { recursive: true, force: true });
});

interface Served {
  /** Sends a query. Returns the status of the response. */
  ask(query?: string): Promise<number>;
  /** Returns the number of lines about explicit garbage collections. */
  collections(): number;
  log(): string;
}

async function serving(use: (served: Served) => Promise<void>): Promise<void> {
  const program = ['--trace-gc', '--conditions=@wikiquery/source', join(app.root, 'src/main.ts')];
  const flags = ['serve', '--database', wiki.url, '--workers', '1', '--port', '0', '--cached-responses', '0'];
  const server = spawn(process.execPath, [...program, ...flags], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(server, 'exit');
  const address = Promise.withResolvers<string>();
  let [collections, log] = [0, ''];
  createInterface(server.stdout).on('line', line => {
    const api = /http:\S+api\.php/.exec(line)?.[0];
    if (api !== undefined) address.resolve(api);
    if (COLLECTION.test(line)) collections++;
  });
  server.stderr.on('data', (text: Buffer) => {
    log += text.toString();
  });
  try {
    const api = await address.promise;
    const ask = async (query = 'meta=siteinfo'): Promise<number> => {
      const response = await fetch(`${api}?action=query&format=json&${query}`);
      await response.arrayBuffer();
      return response.status;
    };
    await use({ ask, collections: () => collections, log: () => log });
  } finally {
    server.kill('SIGINT');
    await ended;
  }
}

describe('the garbage of the startup', () => {
  it('is collected once while the process is idle, and the collection is not logged as blocking', () =>
    serving(async ({ ask, collections, log }) => {
      // The watchdog starts with the first request.
      expect(await ask()).toBe(200);
      await vi.waitFor(() => expect(collections()).toBeGreaterThan(0), { timeout: 20_000 });
      const before = log();
      await delay(1500);
      expect(log()).toBe(before);
      expect(await ask()).toBe(200);
      await delay(1500);
      expect(collections()).toBeLessThanOrEqual(2);
    }));

  it('is not collected if the process was busy from the start', () =>
    serving(async ({ ask, collections }) => {
      const until = performance.now() + 6000;
      const client = async (): Promise<void> => {
        while (performance.now() < until) expect(await ask('meta=allmessages')).toBe(200);
      };
      await Promise.all(Array.from({ length: 4 }, client));
      await delay(3000);
      expect(collections()).toBe(0);
    }));
});
