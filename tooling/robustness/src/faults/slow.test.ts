// Tests statements that take minutes on SQLite, which run within the server's process.
import { setTimeout as sleep } from 'node:timers/promises';
import { unpackSet } from '@wikiquery/conformance/recording';
import { beforeAll, describe, expect, it } from 'vitest';
import { FAULTY_APP, SET, type ServerProcess, startServerProcess } from '../server-process.ts';
import { useStand } from '../stand.test-kit.ts';
import { type Answer, Visitor } from '../visitor.ts';

/** Request deadline in milliseconds. */
const DEADLINE = 1500;
/** Tolerance in milliseconds for a busy machine. */
const GRACE = 3000;
const TIMEOUT = 'internal_api_error_DBQueryTimeoutError';

/** Starts a server with two database connections before the first test. `deadline`: milliseconds. */
function useServer(deadline: number) {
  const stand = useStand();
  let server: ServerProcess;
  let visitor: Visitor;
  beforeAll(async () => {
    const { flags, folder } = stand.use(unpackSet(SET));
    const limits = ['--deadline', `${deadline}ms`, '--connections', '2', '--grace', '0'];
    server = stand.use(await startServerProcess(FAULTY_APP, [...flags, ...limits], folder));
    visitor = stand.use(new Visitor(server.api));
  }, 30_000);
  return {
    askSlow: (signal?: AbortSignal): Promise<Answer> =>
      visitor.send({ query: 'action=query&list=slow&format=json', ...(signal && { signal }) }),
    askLight: (): Promise<Answer> => visitor.send({ query: 'action=query&titles=Main_Page&format=json' }),
    failures: () => server.failures,
    /** Whether the server becomes idle or busy within five seconds, judged by its processor time. */
    async becomes(state: 'idle' | 'busy'): Promise<boolean> {
      for (const until = performance.now() + 5000; performance.now() < until; ) {
        const before = await server.processorTime();
        await sleep(300);
        const isIdle = (await server.processorTime()) - before < 30;
        if (isIdle === (state === 'idle')) return true;
      }
      return false;
    },
  };
}

describe('a server on SQLite', { timeout: 60_000 }, () => {
  const { askSlow, askLight, becomes } = useServer(DEADLINE);

  it('ends a slow request at its deadline with a timeout error, and cancels its statement', async () => {
    const { status, headers, body, milliseconds } = await askSlow();
    expect(status).toBe(200);
    expect(headers['mediawiki-api-error']).toBe(TIMEOUT);
    expect(JSON.parse(body).error.code).toBe(TIMEOUT);
    expect(milliseconds).toBeGreaterThan(DEADLINE - 50);
    expect(milliseconds).toBeLessThan(DEADLINE + GRACE);
    expect(await becomes('idle')).toBe(true);
  });

  it('does not delay light requests because of slow ones', async () => {
    const slow = [askSlow(), askSlow()];
    let slowEnded = false;
    void Promise.race(slow).then(() => (slowEnded = true));
    let answered = 0;
    for (; !slowEnded; answered++) {
      const { status, body } = await askLight();
      expect(status).toBe(200);
      expect(JSON.parse(body).query.pages).toBeDefined();
    }
    expect(answered).toBeGreaterThan(20);
    await Promise.all(slow);
  });

  it('ends a slow request at its deadline even if it still waits for a database connection', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => askSlow()));
    for (const { headers, milliseconds } of answers) {
      expect(headers['mediawiki-api-error']).toBe(TIMEOUT);
      expect(milliseconds).toBeLessThan(DEADLINE + GRACE);
    }
    expect(await becomes('idle')).toBe(true);
    expect((await askLight()).status).toBe(200);
  });
});

describe('a server on SQLite with a long deadline', { timeout: 60_000 }, () => {
  const { askSlow, becomes, failures } = useServer(60_000);

  it('cancels the SQL statements of disconnected clients without logging an error', async () => {
    const clients = Array.from({ length: 6 }, () => new AbortController());
    const asked = clients.map(({ signal }) => askSlow(signal).catch(() => 'aborted'));
    expect(await becomes('busy')).toBe(true);
    for (const client of clients) client.abort();
    expect(await Promise.all(asked)).toEqual(clients.map(() => 'aborted'));
    expect(await becomes('idle')).toBe(true);
    expect(failures()).toEqual([]);
  });
});
