import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SlowServer, startSlowServer } from './slow-server.ts';

/** Milliseconds that a request may take the database. */
const DEADLINE = 1500;
/** How much later an answer may come, on a machine that has other work too: next to the minutes that the statement takes it is nothing. */
const GRACE = 3000;

/** A statement on SQLite runs within the server's process: it must neither hold up other requests nor outlive its own. */
describe('a slow request on SQLite', { timeout: 60_000 }, () => {
  let server: SlowServer;
  beforeAll(async () => {
    server = await startSlowServer(DEADLINE);
  }, 30_000);
  afterAll(() => server?.stop(), 30_000);

  it('ends at its deadline with an error that says so, and nothing runs on', async () => {
    const { status, headers, body, milliseconds } = await server.askSlow();
    expect(status).toBe(200);
    expect(headers['mediawiki-api-error']).toBe('internal_api_error_DBQueryTimeoutError');
    expect(JSON.parse(body).error.code).toBe('internal_api_error_DBQueryTimeoutError');
    expect(milliseconds).toBeGreaterThan(DEADLINE - 50);
    expect(milliseconds).toBeLessThan(DEADLINE + GRACE);
    expect(await becomes('idle', server)).toBe(true);
  });

  it('lets light requests through meanwhile', async () => {
    const slow = [server.askSlow(), server.askSlow()];
    let slowEnded = false;
    void Promise.race(slow).then(() => (slowEnded = true));
    let answered = 0;
    for (; !slowEnded; answered++) {
      const { status, body } = await server.askLight();
      expect(status).toBe(200);
      expect(JSON.parse(body).query.pages).toBeDefined();
    }
    expect(answered).toBeGreaterThan(20);
    await Promise.all(slow);
  });

  it('ends at its deadline even if it waited for others all the time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => server.askSlow()));
    for (const { headers, milliseconds } of answers) {
      expect(headers['mediawiki-api-error']).toBe('internal_api_error_DBQueryTimeoutError');
      expect(milliseconds).toBeLessThan(DEADLINE + GRACE);
    }
    expect(await becomes('idle', server)).toBe(true);
    expect((await server.askLight()).status).toBe(200);
  });
});

describe('a client that goes away', { timeout: 60_000 }, () => {
  let server: SlowServer;
  beforeAll(async () => {
    server = await startSlowServer(60_000);
  }, 30_000);
  afterAll(() => server?.stop(), 30_000);

  it('ends its statements', async () => {
    const clients = Array.from({ length: 6 }, () => new AbortController());
    const asked = clients.map(({ signal }) => server.askSlow(signal).catch(() => 'gone'));
    expect(await becomes('busy', server)).toBe(true);
    for (const client of clients) client.abort();
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 6 }, () => 'gone'));
    expect(await becomes('idle', server)).toBe(true);
    // Nobody did anything wrong.
    expect(server.process.failures).toEqual([]);
  });
});

/** Whether the threads of the server do next to nothing for a while, or something, at the latest after some seconds. */
async function becomes(state: 'idle' | 'busy', { process }: SlowServer): Promise<boolean> {
  for (const until = performance.now() + 5000; performance.now() < until; ) {
    const before = await process.processorTime();
    await sleep(300);
    const isIdle = (await process.processorTime()) - before < 30;
    if (isIdle === (state === 'idle')) return true;
  }
  return false;
}
