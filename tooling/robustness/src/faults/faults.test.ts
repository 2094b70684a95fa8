// A database server that dies, falls silent, breaks off or is too busy, while requests come in: no wrong answer, no request without end, and nobody has
// to restart anything.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findProgram } from '@wikiquery/launch/programs';
import { openWiki } from '@wikiquery/testing';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
import { useStand } from '../stand.test-kit.ts';
import { DatabaseServer, isInstalled, needsPrograms, type ServerEngine, serverEngines } from './database-server.ts';
import { Link } from './link.ts';
import { ask, keepAsking, type Outcome } from './load.ts';

const DEADLINE = 2000;
/** For what a busy machine adds. */
const GRACE = 5000;
const CONNECTIONS = 3;
const PAGES = 300;
const app = fileURLToPath(new URL('../../../../apps/minimal/src/main.ts', import.meta.url));

const missing = [...serverEngines.filter(engine => !isInstalled(engine)), ...(findProgram('haproxy') ? [] : ['haproxy'])];
// Where the other tests have database servers, those of faults must not be left out unnoticed.
const mayBeMissing = !process.env.CI || !process.env.TEST_MARIADB_URL || !process.env.TEST_POSTGRES_URL;
it.skipIf(missing.length > 0 && mayBeMissing)(
  `finds the programs of database servers (missing: ${missing.join(', ') || 'none'})`,
  { meta: needsPrograms },
  () => {
    expect(missing).toEqual([]);
  },
);

for (const engine of serverEngines) {
  const options = { timeout: 60_000, meta: needsPrograms };
  describe.runIf(isInstalled(engine))(`with a ${engine} server that`, options, () => {
    testFaults(engine);
  });
}

function testFaults(engine: ServerEngine): void {
  const stand = useStand();
  let database: DatabaseServer;
  let link: Link;
  let server: ServerProcess;
  let place: string;

  beforeAll(async () => {
    database = stand.use(await DatabaseServer.start(engine));
    const wiki = await openWiki(engine, { server: database.url });
    for (let i = 100; i < 100 + PAGES; i++) await wiki.page(`Page ${i} ${'x'.repeat(100)}`);
    await wiki.database.close();
    link = stand.use(await Link.to(database.port));
    const url = new URL(wiki.url);
    place = url.searchParams.get('schema') ?? url.pathname.slice(1);
    url.port = String(link.port);
    const flags = ['--database', url.href, '--deadline', String(DEADLINE), '--connections', String(CONNECTIONS)];
    server = stand.use(await startServerProcess(app, flags, stand.folder()));
  }, 120_000);

  const health = async () => (await fetch(new URL('/healthz', server.api))).status;
  const recovered = () =>
    vi.waitFor(async () => expect(isRight(await ask(server.api, PARAMS))).toBe(true), { timeout: 5000, interval: 100 });
  /** Only answers that are right, and errors that say what to do, none of them after the deadline. */
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

  it('is killed and comes back', async () => {
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

  it('falls silent and goes on', async () => {
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

  it('breaks off in the middle of a result once is asked again', async () => {
    for (const bytes of [1, 100, 5000, 20_000]) {
      link.breakAfter(bytes, 1);
      expect(isRight(await ask(server.api, PARAMS))).toBe(true);
    }
  });

  it('always breaks off in the middle of a result is told of', async () => {
    link.breakAfter(20_000, 100);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => ask(server.api, PARAMS)));
    link.breakAfter(Number.POSITIVE_INFINITY, 0);
    expectHonest(outcomes);
    expect(outcomes.some(({ status }) => status === 503)).toBe(true);
    await recovered();
  });

  it('does not get at a table ends what waits for it, and the connections are free again', async () => {
    const unlock = await lock(database, place);
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

  it('is killed while statements run, and is there again at once', async () => {
    const unlock = await lock(database, place);
    const asked = Promise.all(Array.from({ length: CONNECTIONS }, () => ask(server.api, PARAMS)));
    await vi.waitFor(() => expect(waiting(database)).toBeGreaterThan(0), { timeout: 1500, interval: 50 });
    await database.kill();
    await database.start();
    await unlock();
    expectHonest(await asked);
    await recovered();
  });

  it('works for clients that went away stops', async () => {
    const unlock = await lock(database, place);
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

/** All pages in order. */
function isRight({ query }: Outcome): boolean {
  const titles: string[] | undefined = query?.allpages.map(({ title }: { title: string }) => title);
  return titles?.length === PAGES && titles.every((title, i) => title.startsWith(`Page ${100 + i} `));
}

/** Keeps everybody from reading the pages until the returned function is called. */
async function lock(database: DatabaseServer, place: string): Promise<() => Promise<void>> {
  const isMariadb = database.engine === 'mariadb';
  const args = isMariadb
    ? ['--no-defaults', '--protocol=tcp', '--host=127.0.0.1', `--port=${database.port}`, '--user=root', '-n', place]
    : [database.url, '-Atq'];
  const client = spawn(findProgram(isMariadb ? 'mariadb' : 'psql')!, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  client.stdin.write(
    isMariadb
      ? "lock tables page write; select 'locked';\n"
      : `begin; lock table ${place}.page in access exclusive mode; select 'locked';\n`,
  );
  for await (const chunk of client.stdout) if (String(chunk).includes('locked')) break;
  const ended = new Promise<void>(resolve => client.once('exit', () => resolve()));
  return () => {
    client.stdin.end();
    return ended;
  };
}

/** How many statements wait for a table. */
function waiting(database: DatabaseServer): number {
  const statement =
    database.engine === 'mariadb'
      ? "select count(*) from information_schema.processlist where state like 'Waiting for table%'"
      : "select count(*) from pg_stat_activity where wait_event_type = 'Lock'";
  return Number(database.execute(statement));
}
