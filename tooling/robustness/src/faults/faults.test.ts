// Tests a database server that dies, freezes, disconnects or blocks while requests arrive. Each response must be correct, or an
// error within the deadline, and no restart may be needed.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '@wikiquery/launch/programs';
import { openWiki } from '@wikiquery/testing';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { MINIMAL_APP, type ServerProcess, startServerProcess } from '../server-process.ts';
import { useStand } from '../stand.test-kit.ts';
import { CLIENT, DatabaseServer, isInstalled, needsPrograms, type ServerEngine, serverEngines } from './database-server.ts';
import { Link } from './link.ts';
import { ask, keepAsking, type Outcome } from './load.ts';

const DEADLINE = 2000;
/** Tolerance in milliseconds for a busy machine. */
const GRACE = 5000;
const CONNECTIONS = 3;
const PAGES = 300;

const missing = [...serverEngines.filter(engine => !isInstalled(engine)), ...(findProgram('haproxy') ? [] : ['haproxy'])];
// In CI, a missing program must fail this test. Otherwise, tests could be skipped unnoticed.
const mayBeMissing = !process.env.CI || !process.env.TEST_MARIADB_URL || !process.env.TEST_POSTGRES_URL;
it.skipIf(missing.length > 0 && mayBeMissing)(
  `the programs of database servers are installed (missing: ${missing.join(', ') || 'none'})`,
  { meta: needsPrograms },
  () => {
    expect(missing).toEqual([]);
  },
);

for (const engine of serverEngines) {
  const options = { timeout: 60_000, meta: needsPrograms };
  describe.runIf(isInstalled(engine))(`a server on ${engine}`, options, () => {
    testFaults(engine);
  });
}

function testFaults(engine: ServerEngine): void {
  const stand = useStand();
  let database: DatabaseServer;
  let link: Link;
  let server: ServerProcess;
  let schema: string;

  beforeAll(async () => {
    database = stand.use(await DatabaseServer.start(engine));
    const wiki = await openWiki(engine, { server: database.url });
    for (let i = 100; i < 100 + PAGES; i++) await wiki.page(`Page ${i} ${'x'.repeat(100)}`);
    await wiki.database.close();
    link = stand.use(await Link.to(database.port));
    const url = new URL(wiki.url);
    schema = url.searchParams.get('schema') ?? url.pathname.slice(1);
    url.port = String(link.port);
    const flags = ['--database', url.href, '--deadline', `${DEADLINE}ms`, '--connections', String(CONNECTIONS)];
    server = stand.use(await startServerProcess(MINIMAL_APP, flags, stand.folder()));
  }, 120_000);

  const health = async () => (await fetch(new URL('/healthz', server.api))).status;
  const recovered = () =>
    vi.waitFor(async () => expect(isRight(await ask(server.api, PARAMS))).toBe(true), { timeout: 5000, interval: 100 });
  /** Expects only correct responses and errors with Retry-After, all within the deadline. */
  const expectHonest = (outcomes: readonly Outcome[]) => {
    for (const outcome of outcomes) {
      if (!isRight(outcome))
        expect(outcome).toMatchObject(
          outcome.status === 200 ? { code: TIMEOUT } : { status: 503, code: GONE, retryAfter: expect.stringMatching(/^\d+$/) },
        );
      expect(outcome.milliseconds).toBeLessThan(DEADLINE + GRACE);
    }
    expect(server.ended).toBeUndefined();
    expect(server.failures.filter(line => /"event":"(?:uncaught|unhandled-rejection)"/.test(line) || !line.startsWith('{'))).toEqual([]);
  };

  it('recovers when the database is killed and restarted', async () => {
    const stop = keepAsking(server.api, PARAMS, 8);
    await sleep(300);
    await database.kill();
    await vi.waitFor(async () => expect(await health()).toBe(503), { timeout: 5000, interval: 100 });
    await sleep(1000);
    await database.start();
    await recovered();
    await vi.waitFor(async () => expect(await health()).toBe(200), { timeout: 5000, interval: 100 });
    const outcomes = await stop();
    expectHonest(outcomes);
    expect(outcomes.some(({ status }) => status === 503)).toBe(true);
    expect(outcomes.filter(isRight).length).toBeGreaterThan(8);
  });

  it('recovers when the database freezes and continues', async () => {
    const stop = keepAsking(server.api, PARAMS, 8);
    await sleep(200);
    link.freeze();
    await sleep(DEADLINE + 1500);
    link.thaw();
    await recovered();
    const outcomes = await stop();
    expectHonest(outcomes);
    expect(outcomes.some(outcome => !isRight(outcome))).toBe(true);
  });

  it('repeats a statement after one broken connection', async () => {
    for (const bytes of [1, 100, 5000, 20_000]) {
      link.breakAfter(bytes, 1);
      expect(isRight(await ask(server.api, PARAMS))).toBe(true);
    }
  });

  it('returns errors while connections break repeatedly', async () => {
    link.breakAfter(20_000, 100);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => ask(server.api, PARAMS)));
    link.breakAfter(Number.POSITIVE_INFINITY, 0);
    expectHonest(outcomes);
    expect(outcomes.some(({ status }) => status === 503)).toBe(true);
    await recovered();
  });

  it('cancels statements that wait for a locked table, and reuses their connections', async () => {
    const unlock = await lock(database, schema);
    try {
      const outcomes = await Promise.all(Array.from({ length: 10 * CONNECTIONS }, () => ask(server.api, PARAMS)));
      expectHonest(outcomes);
      expect(new Set(outcomes.map(({ code }) => code))).toEqual(new Set([TIMEOUT]));
      await vi.waitFor(() => expect(waiting(database)).toBe(0), { timeout: 5000, interval: 200 });
    } finally {
      await unlock();
    }
    await recovered();
  });

  it('recovers when the database is killed during statements', async () => {
    const unlock = await lock(database, schema);
    const asked = Promise.all(Array.from({ length: CONNECTIONS }, () => ask(server.api, PARAMS)));
    await vi.waitFor(() => expect(waiting(database)).toBeGreaterThan(0), { timeout: 1500, interval: 50 });
    await database.kill();
    await database.start();
    await unlock();
    expectHonest(await asked);
    await recovered();
  });

  it('cancels the statements of disconnected clients', async () => {
    const unlock = await lock(database, schema);
    try {
      const clients = Array.from({ length: CONNECTIONS }, () => new AbortController());
      const asked = clients.map(({ signal }) => fetch(`${server.api}?action=query&format=json&${PARAMS}`, { signal }).catch(() => {}));
      await vi.waitFor(() => expect(waiting(database)).toBeGreaterThan(0), { timeout: 1500, interval: 50 });
      for (const client of clients) client.abort();
      await Promise.all(asked);
      await vi.waitFor(() => expect(waiting(database)).toBe(0), { timeout: 5000, interval: 50 });
    } finally {
      await unlock();
    }
    await recovered();
  });
}

const PARAMS = 'list=allpages&aplimit=500';
const TIMEOUT = 'internal_api_error_DBQueryTimeoutError';
const GONE = 'internal_api_error_DBConnectionError';

/** Whether a response lists all pages in order. */
function isRight({ query }: Outcome): boolean {
  const titles: string[] | undefined = query?.allpages.map(({ title }: { title: string }) => title);
  return titles?.length === PAGES && titles.every((title, i) => title.startsWith(`Page ${100 + i} `));
}

/** Locks the table `page` until the returned function is called. */
async function lock(database: DatabaseServer, schema: string): Promise<() => Promise<void>> {
  const isMariadb = database.engine === 'mariadb';
  const args = isMariadb ? [...CLIENT, `--port=${database.port}`, '-n', schema] : [database.url, '-Atq'];
  const client = spawn(findProgram(isMariadb ? 'mariadb' : 'psql')!, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  client.stdin.write(
    isMariadb
      ? "lock tables page write; select 'locked';\n"
      : `begin; lock table ${schema}.page in access exclusive mode; select 'locked';\n`,
  );
  for await (const chunk of client.stdout) if (String(chunk).includes('locked')) break;
  const ended = new Promise<void>(resolve => client.once('exit', () => resolve()));
  return () => {
    client.stdin.end();
    return ended;
  };
}

/** Counts statements that wait for a locked table. */
function waiting(database: DatabaseServer): number {
  const statement =
    database.engine === 'mariadb'
      ? "select count(*) from information_schema.processlist where state like 'Waiting for table%'"
      : "select count(*) from pg_stat_activity where wait_event_type = 'Lock'";
  return Number(database.execute(statement));
}
