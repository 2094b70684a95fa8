// Wikis on one database server share its connections.
import { engines, openWiki, quickEngines } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { open, QueryDeadlineError, type StatementLimits, sql, type WikiDatabase } from './index.ts';

describe.each(engines.filter(engine => engine !== 'sqlite'))('wikis on one %s server', engine => {
  const isMaria = engine === 'mariadb';
  const WIKIS = 4;
  const CONNECTIONS = 6;
  const built: Awaited<ReturnType<typeof openWiki>>[] = [];

  beforeAll(async () => {
    for (let number = 0; number < WIKIS; number++) {
      const wiki = await openWiki(engine);
      built.push(wiki);
      await wiki.page(`Wiki ${number}`, { id: 1 });
    }
  }, 60_000);
  afterAll(async () => {
    for (const wiki of built) await wiki.close();
  });

  const openAll = async (): Promise<WikiDatabase[]> => {
    const all = await Promise.all(built.map(({ url }) => open(url, { connections: CONNECTIONS, maxLag: 7, statementLimit: 31_000 })));
    onTestFinished(async () => {
      for (const wiki of all) await wiki.close();
    });
    return all;
  };

  const thread = isMaria ? sql<number>`connection_id()` : sql<number>`pg_backend_pid()`;
  const read = async ({ forRequest }: WikiDatabase, limits: StatementLimits = {}) => {
    const row = await forRequest(limits)
      .selectFrom('page')
      .select(['page_title', thread.as('thread')])
      .executeTakeFirstOrThrow();
    return { title: row.page_title, thread: Number(row.thread) };
  };

  // All connections of the embedded PostgreSQL have the same process ID, and their statements cannot be cancelled.
  const isServer = quickEngines.includes(engine);
  const meta = { needs: 'a PostgreSQL server: set TEST_POSTGRES_URL' };
  it.runIf(isServer)('share their connections, and each reads its own tables', { meta }, async () => {
    const wikis = await openAll();
    const threads = new Set<number>();
    const orders = Array.from({ length: 60 }, (_, at) => (at * 7) % WIKIS);
    const rows = await Promise.all(orders.map(number => read(wikis[number]!)));
    for (const [at, { title, thread }] of rows.entries()) {
      expect(title).toBe(`Wiki_${orders[at]}`);
      threads.add(thread);
    }
    // On MariaDB, two of the connections check the lag and cancel statements.
    expect(threads.size).toBeLessThanOrEqual(isMaria ? CONNECTIONS - 2 : CONNECTIONS);
    const loads = wikis.map(wiki => wiki.load());
    expect(loads.reduce((sum, { busy }) => sum + busy, 0)).toBe(0);
    expect(loads.reduce((sum, { idle }) => sum + idle, 0)).toBe(threads.size);
  });

  it.runIf(isServer)('still read their own tables after a statement of another wiki was cancelled', { meta }, async () => {
    const [first, second] = (await openAll()) as [WikiDatabase, WikiDatabase];
    const sleep = isMaria ? sql`select sleep(20)` : sql`select pg_sleep(20)`;
    for (let round = 0; round < 3; round++) {
      const limits = { deadline: performance.now() + 50 };
      const sleeping = Array.from({ length: 3 }, () => sleep.execute(first.forRequest(limits)));
      const [outcomes, rows] = await Promise.all([
        Promise.allSettled(sleeping),
        Promise.all(Array.from({ length: 10 }, () => read(second))),
      ]);
      for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(QueryDeadlineError) });
      expect(new Set(rows.map(({ title }) => title))).toEqual(new Set(['Wiki_1']));
    }
    expect(await read(first)).toMatchObject({ title: 'Wiki_0' });
  });

  it.runIf(isServer)('keep the connections until the last wiki is closed', { meta }, async () => {
    const wikis = await openAll();
    const { thread } = await read(wikis[0]!);
    for (const wiki of wikis.slice(1)) await wiki.close();
    expect(await read(wikis[0]!)).toMatchObject({ title: 'Wiki_0' });
    await wikis[0]!.close();
    const list = isMaria
      ? sql<{ id: number }>`select id from information_schema.processlist where id = ${thread}`
      : sql<{ id: number }>`select pid as id from pg_stat_activity where pid = ${thread}`;
    const found = async () => (await list.execute(built[0]!.db)).rows;
    await vi.waitFor(async () => expect(await found()).toEqual([]), { timeout: 10_000 });
  });

  it('are rejected if their database does not exist, while the others stay usable', async () => {
    const [first] = (await openAll()) as [WikiDatabase];
    const url = new URL(built[0]!.url);
    if (isMaria) url.pathname = '/wikiquery_missing';
    else url.searchParams.set('schema', 'wikiquery_missing');
    await expect(open(url.href, { connections: CONNECTIONS, maxLag: 7, statementLimit: 31_000 })).rejects.toMatchObject({
      code: 'database-unusable',
    });
    expect(await read(first)).toMatchObject({ title: 'Wiki_0' });
  });
});
