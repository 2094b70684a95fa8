import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SlowServer, startSlowServer } from './slow-server.ts';

/** Milliseconds that a request may take the database. */
const DEADLINE = 1500;

/** A statement on SQLite runs within the server's process: it must neither hold up other requests nor outlive its own. */
describe('a slow request on SQLite', () => {
  let server: SlowServer;
  beforeAll(async () => {
    server = await startSlowServer(DEADLINE);
  }, 30_000);
  afterAll(() => server?.stop());

  it('ends at its deadline with an error that says so, and nothing runs on', async () => {
    const { status, headers, body, milliseconds } = await server.askSlow();
    expect(status).toBe(200);
    expect(headers['mediawiki-api-error']).toBe('internal_api_error_DBQueryTimeoutError');
    expect(JSON.parse(body).error.code).toBe('internal_api_error_DBQueryTimeoutError');
    expect(milliseconds).toBeGreaterThan(DEADLINE - 50);
    expect(milliseconds).toBeLessThan(DEADLINE + 1000);
    expect(await becomesIdle(server, 1000)).toBe(true);
  });

  it('lets light requests through meanwhile', async () => {
    const slow = [server.askSlow(), server.askSlow()];
    let slowEnded = false;
    void Promise.race(slow).then(() => (slowEnded = true));
    await sleep(100);
    for (let i = 0; i < 30; i++) {
      const { status, body } = await server.askLight();
      expect(status).toBe(200);
      expect(JSON.parse(body).query.pages).toBeDefined();
    }
    expect(slowEnded).toBe(false);
    await Promise.all(slow);
  });

  it('ends at its deadline even if it waited for others all the time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => server.askSlow()));
    for (const { headers, milliseconds } of answers) {
      expect(headers['mediawiki-api-error']).toBe('internal_api_error_DBQueryTimeoutError');
      expect(milliseconds).toBeLessThan(DEADLINE + 1000);
    }
    expect(await becomesIdle(server, 1000)).toBe(true);
    expect((await server.askLight()).status).toBe(200);
  });
});

describe('a client that goes away', () => {
  let server: SlowServer;
  beforeAll(async () => {
    server = await startSlowServer(60_000);
  }, 30_000);
  afterAll(() => server?.stop());

  it('ends its statements', async () => {
    const clients = Array.from({ length: 6 }, () => new AbortController());
    const asked = clients.map(({ signal }) => server.askSlow(signal).catch(() => 'gone'));
    await sleep(500);
    expect(await becomesIdle(server, 0)).toBe(false);
    for (const client of clients) client.abort();
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 6 }, () => 'gone'));
    expect(await becomesIdle(server, 3000)).toBe(true);
    // Nobody did anything wrong.
    expect(server.process.failures).toEqual([]);
  });
});

/** Whether the threads of the server do next to nothing for a while, at the latest after so many milliseconds. */
async function becomesIdle({ process }: SlowServer, within: number): Promise<boolean> {
  const until = performance.now() + within;
  for (;;) {
    const before = await process.processorTime();
    await sleep(200);
    if ((await process.processorTime()) - before < 100) return true;
    if (performance.now() > until) return false;
  }
}
