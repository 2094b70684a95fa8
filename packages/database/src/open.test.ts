// Opening databases, and the limits, table prefixes and values of statements.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPage } from '@wikiquery/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  column,
  createStatements,
  createTables,
  loadInChunks,
  open,
  ownTables,
  QueryCancelledError,
  QueryDeadlineError,
  type RowsOf,
  type StatementLimits,
  type WikiDatabase,
  whereEquals,
} from './index.ts';

const directory = mkdtempSync(join(tmpdir(), 'wikiquery-database-'));
afterAll(() => rmSync(directory, { recursive: true }));

describe('an open SQLite database', () => {
  let wiki: WikiDatabase;
  beforeAll(async () => {
    await build('wiki.sqlite');
    wiki = await open(`sqlite:${directory}/wiki.sqlite`);
  });
  afterAll(() => wiki.close());

  test('has the detected layout', () => {
    expect(wiki).toMatchObject({ engine: 'sqlite', layout: { release: '1.46' } });
  });

  test('is read-only', async () => {
    await expect(wiki.db.deleteFrom('page').execute()).rejects.toThrow('readonly');
  });

  test('returns texts as bytes and datetime columns as fourteen digits', async () => {
    const [row] = await wiki.db.selectFrom('text').selectAll('text').execute();
    expect(row).toEqual({ old_id: 1, old_text: Buffer.from('Grüße'), old_flags: 'utf-8' });
    const [link] = await wiki.db
      .selectFrom('categorylinks')
      .select(['cl_timestamp', 'cl_from'])
      .where('cl_timestamp', '=', '20240102030405')
      .execute();
    expect(link).toEqual({ cl_timestamp: '20240102030405', cl_from: 1 });
  });

  test('stops a statement at its deadline', async () => {
    await expect(endless(wiki, { deadline: performance.now() + 150 })).rejects.toThrow(QueryDeadlineError);
    await expect(endless(wiki, { deadline: performance.now() - 1 })).rejects.toThrow(QueryDeadlineError);
  });

  test('lets long statements wait for a less busy event-loop tick', async () => {
    const nextTurn = () => new Promise<void>(resolve => setImmediate(resolve));
    const done: string[] = [];
    let isBusy = false;
    // Replaces the clock, so that the machine's load has no effect: each call of the clock adds a hundredth of a millisecond.
    let time = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 0.01));
    onTestFinished(() => clock.mockRestore());
    /** Counts pairs of pages: quickly for two pages, slowly for thousands of pairs. */
    const read = async (name: string, of: number) => {
      const giveWay = () => {
        done.push(`${name} asks`);
        return isBusy ? nextTurn() : undefined;
      };
      const pairs = wiki.forRequest({ giveWay }).selectFrom(['page as a', 'page as b']).where('a.page_id', '<=', of);
      await (of === 1 ? pairs.where('b.page_id', '=', 1) : pairs).select(({ fn }) => fn.countAll<number>().as('n')).execute();
      done.push(name);
    };
    // After these runs, the average durations of both statements are recorded.
    for (let i = 0; i < 8; i++) await Promise.all([read('long', 60), read('short', 1)]);
    expect(done.slice(-3)).toEqual(['long asks', 'long', 'short']);
    expect(done).not.toContain('short asks');
    done.length = 0;
    isBusy = true;
    await Promise.all([read('long', 60), read('short', 1)]);
    expect(done).toEqual(['long asks', 'short', 'long']);
  });

  test('cancels a statement when its request is cancelled', async () => {
    const request = new AbortController();
    setTimeout(() => request.abort(), 50);
    await expect(endless(wiki, { signal: request.signal })).rejects.toThrow(QueryCancelledError);
    await expect(endless(wiki, { signal: request.signal })).rejects.toThrow(QueryCancelledError);
  });

  test('serves other requests while long statements run', async () => {
    const request = new AbortController();
    let ended = 0;
    const slow = [1, 2, 3].map(() =>
      endless(wiki, { signal: request.signal }).catch(error => {
        ended++;
        return error;
      }),
    );
    for (let i = 0; i < 50; i++) await wiki.forRequest({}).selectFrom('page').select('page_title').where('page_id', '=', i).execute();
    expect(ended).toBe(0);
    request.abort();
    for (const error of await Promise.all(slow)) expect(error).toBeInstanceOf(QueryCancelledError);
  });

  test('lets the process exit during a statement', async () => {
    const program = `
      import { open } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
      const { db } = await open(process.argv[1]);
      db.selectFrom(['page as a', 'page as b', 'page as c', 'page as d']).select(({ fn }) => fn.countAll().as('n')).execute().catch(() => {});
      setTimeout(() => process.exit(3), 300);`;
    const options = ['--conditions=@wikiquery/source', '--input-type=module', '-e', program, `sqlite:${directory}/wiki.sqlite`];
    const [code] = await once(spawn(process.execPath, options, { stdio: 'inherit' }), 'exit');
    expect(code).toBe(3);
  });

  test('finishes slow statements in a worker thread with the same values', async () => {
    const rows = await wiki.db
      .selectFrom(['page as a', 'page as b'])
      .innerJoin('text', join => join.onTrue())
      .select(({ fn }) => ['old_text', fn.countAll<number>().as('n')])
      .where(sql<boolean>`length(a.page_title || b.page_title || hex(randomblob(200))) > 0`)
      .groupBy('old_id')
      .execute();
    expect(rows.map(({ old_text, n }) => [Buffer.from(old_text).toString(), n])).toEqual([['Grüße', 160_000]]);
  });

  test('ends idle threads after the configured time', async () => {
    const lean = await open(`sqlite:${directory}/wiki.sqlite`, { cache: 1024, linger: 20, connections: 1 });
    const slowly = () =>
      lean.db
        .selectFrom(['page as a', 'page as b'])
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where(sql<boolean>`length(a.page_title || b.page_title || hex(randomblob(200))) > 0`)
        .executeTakeFirst();
    try {
      for (let round = 0; round < 2; round++) {
        expect(await slowly()).toEqual({ n: 160_000 });
        expect(lean.load()).toMatchObject({ busy: 0, idle: 1 });
        await vi.waitFor(() => expect(lean.load()).toMatchObject({ busy: 0, idle: 0 }), { timeout: 10_000, interval: 10 });
      }
    } finally {
      await lean.close();
    }
  });

  test('reads pages of rows and continues from a row', async () => {
    const pages = (from?: string) =>
      readPage(whereEquals(wiki.db.selectFrom('page').select(['page_id', 'page_title']), { page_namespace: 0, page_lang: null }), {
        by: { 'page.page_title': 'string', page_id: 'int' },
        limit: 150,
        start: 'Page 2',
        continue: from,
      });
    const first = await pages();
    expect([first.rows.length, first.rows[0]?.page_title, first.next]).toEqual([150, 'Page 2', 'Page 334|334']);
    await expect(pages('Page 334')).rejects.toMatchObject({ code: 'badcontinue' });
    await expect(pages('Page 334|x')).rejects.toMatchObject({ code: 'badcontinue' });
    await expect(pages('Page 334|0334')).rejects.toMatchObject({ code: 'badcontinue' });
    expect((await pages(first.next as string)).rows[0]?.page_title).toBe('Page 334');
  });

  test('filters rows by single values and by sets', async () => {
    const ids = async (wanted: Parameters<typeof pagesWhere>[0]) => (await pagesWhere(wanted).execute()).map(row => row.page_id);
    const pagesWhere = (wanted: { page_id?: number | readonly number[] | ReadonlySet<number>; page_lang?: string | null }) =>
      whereEquals(wiki.db.selectFrom('page').select('page_id').orderBy('page_id').limit(3), wanted);
    expect(await ids({})).toEqual([1, 2, 3]);
    expect(await ids({ page_id: 2 })).toEqual([2]);
    expect(await ids({ page_id: new Set([5, 4, 1000]) })).toEqual([4, 5]);
    expect(await ids({ page_id: [] })).toEqual([]);
    expect(await ids({ page_id: [7, 8], page_lang: null })).toEqual([7, 8]);
    expect(await ids({ page_lang: 'de' })).toEqual([]);
    expect(await whereEquals(wiki.db.selectFrom('page as p').select('p.page_id'), { 'p.page_title': 'Page 9' }).execute()).toEqual([
      { page_id: 9 },
    ]);
  });

  test('loads rows by more ids than fit into one list', async () => {
    const ids = Array.from({ length: 12_000 }, (_, i) => i);
    const rows = await loadInChunks(ids, chunk => wiki.db.selectFrom('page').select('page_id').where('page_id', 'in', chunk).execute());
    expect(rows).toHaveLength(400);
  });
});

test('tables of extensions get the table prefix', async () => {
  await build('extended.sqlite', 'wiki_');
  const ponds = ownTables({
    pond: { columns: { pond_id: column.uint(), pond_since: column.timestamp() }, primaryKey: ['pond_id'], indexes: {} },
  });
  const wiki = await open(`sqlite:${directory}/extended.sqlite`, { writable: true, prefix: 'wiki_' });
  for (const statement of createTables('sqlite', ponds, 'wiki_')) await sql.raw(statement).execute(wiki.db);
  const db = wiki.db.withTables<RowsOf<typeof ponds>>();
  await db.insertInto('pond').values({ pond_id: 1, pond_since: '20240101000000' }).execute();
  expect(await db.selectFrom('pond').innerJoin('page', 'page_id', 'pond_id').select(['page_title', 'pond_since']).execute()).toEqual([
    { page_title: 'Page 1', pond_since: '20240101000000' },
  ]);
  await wiki.close();
});

test('tables of the wiki get the table prefix', async () => {
  await build('prefixed.sqlite', 'wiki_');
  const wiki = await open(`sqlite:${directory}/prefixed.sqlite`, { prefix: 'wiki_' });
  const rows = await wiki.db
    .with('first', db => db.selectFrom('page').select('page_id').where('page.page_id', '=', 1))
    .selectFrom('first')
    .innerJoin('page as p', 'p.page_id', 'first.page_id')
    .leftJoin('text', 'text.old_id', 'p.page_id')
    .select(['p.page_title', 'text.old_flags'])
    .execute();
  expect(rows).toEqual([{ page_title: 'Page 1', old_flags: 'utf-8' }]);
  await wiki.close();
  await expect(open(`sqlite:${directory}/prefixed.sqlite`)).rejects.toThrow(
    'no tables "page" and "revision". Check the address and the table prefix',
  );
});

describe('open rejects as a wiki database', () => {
  test('a missing file', () => expect(open(`sqlite:${directory}/none`)).rejects.toThrow(`There is no file ${directory}/none`));
  test('a file of another kind', () => expect(open(`sqlite:${import.meta.filename}`)).rejects.toMatchObject({ code: 'database-unusable' }));
  test('an unknown scheme', () =>
    expect(open('oracle://user:secret@host')).rejects.toThrow('"oracle://user:…@host" is not a database address'));
});

const servers = [
  { engine: 'mariadb', url: process.env.TEST_MARIADB_URL, meta: {} },
  { engine: 'postgres', url: process.env.TEST_POSTGRES_URL, meta: { needs: 'a PostgreSQL server: set TEST_POSTGRES_URL' } },
];

for (const { engine, url = '', meta } of servers) {
  describe.skipIf(!url)(`a ${engine} server`, { meta }, () => {
    testServer(engine, url);
  });
}

function testServer(engine: string, url: string): void {
  let server: WikiDatabase;
  beforeAll(async () => {
    server = await open(url, { writable: true, connections: 3 });
  });
  afterAll(() => server.close());
  /** Maximum wait in milliseconds, less than the duration of a statement that is not cancelled. */
  const SOON = { timeout: 3000 };
  const sleep = (limits: StatementLimits) =>
    (engine === 'mariadb' ? sql`select sleep(5)` : sql`select pg_sleep(5)`).execute(server.forRequest(limits));
  const sleeping = async () => {
    const statement =
      engine === 'mariadb'
        ? sql<{ n: number }>`select count(*) as n from information_schema.processlist where info like 'select sleep%'`
        : sql<{ n: number }>`select count(*) as n from pg_stat_activity where state = 'active' and query like 'select pg_sleep%'`;
    return (await statement.execute(server.db)).rows[0]?.n;
  };

  test('stops a statement at its deadline', async () => {
    await expect(sleep({ deadline: performance.now() + 100 })).rejects.toThrow(QueryDeadlineError);
    await expect.poll(sleeping, SOON).toBe(0);
  });
  test('cancels a statement with its request and stays usable', async () => {
    for (let i = 0; i < 5; i++) await expect(sleep({ signal: AbortSignal.timeout(30) })).rejects.toThrow(QueryCancelledError);
    await expect.poll(sleeping, SOON).toBe(0);
    expect((await sql`select 1 as one`.execute(server.db)).rows).toEqual([{ one: 1 }]);
  });
  test('explains connection errors', async () => {
    await expect(open(url)).rejects.toMatchObject({
      code: 'database-unusable',
      message: expect.stringContaining('is not a MediaWiki database'),
    });
    const wrong = url.replace(/:(\d+)/, ':1');
    await expect(open(wrong)).rejects.toMatchObject({ code: 'database-unusable', message: expect.stringContaining('cannot be opened') });
  });
}

/** A statement that visits too many rows to finish. */
const endless = (wiki: WikiDatabase, limits: StatementLimits) =>
  wiki
    .forRequest(limits)
    .selectFrom(['page as a', 'page as b', 'page as c', 'page as d'])
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .execute();

async function build(file: string, prefix = ''): Promise<void> {
  const wiki = await open(`sqlite:${directory}/${file}`, { writable: true, prefix });
  for (const statement of createStatements('sqlite', prefix)) await sql.raw(statement).execute(wiki.db);
  const page = { page_namespace: 0, page_random: 0, page_touched: '20240101000000', page_latest: 1, page_len: 0 };
  await wiki.db
    .insertInto('page')
    .values(Array.from({ length: 400 }, (_, i) => ({ ...page, page_title: `Page ${i + 1}` })))
    .execute();
  await wiki.db.insertInto('text').values({ old_text: 'Grüße', old_flags: 'utf-8' }).execute();
  await wiki.db.insertInto('categorylinks').values({ cl_from: 1, cl_target_id: 1, cl_timestamp: '20240102030405' }).execute();
  await wiki.close();
}
