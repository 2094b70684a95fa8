// Compiled SQL of the same queries for each database server.

import { readPage } from '@wikiquery/core';
import { DummyDriver, type ExpressionBuilder, Kysely, MysqlAdapter, PostgresAdapter, type QueryCompiler, sql } from 'kysely';
import { expect, test } from 'vitest';
import { binary, type Database } from './index.ts';
import { MariadbCompiler, returnedId } from './mariadb/compiler.ts';
import { withLiterals } from './mariadb/literals.ts';
import { PostgresCompiler } from './postgres/compiler.ts';
import { TableNames } from './table-names.ts';

const asked: { sql: string; parameters: readonly unknown[] }[] = [];

function compiling(compiler: QueryCompiler): Kysely<Database> {
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => (compiler instanceof PostgresCompiler ? new PostgresAdapter() : new MysqlAdapter()),
      createDriver: () => new DummyDriver(),
      createIntrospector: () => {
        throw new Error('not asked for');
      },
      createQueryCompiler: () => compiler,
    },
    log: event => {
      asked.push(event.query);
    },
  });
}

const mariadb = compiling(new MariadbCompiler(new TableNames('wiki_')));
const postgres = compiling(new PostgresCompiler(new TableNames(''), false));
const sorted = compiling(new PostgresCompiler(new TableNames(''), true));

/** Returns the compiled statement that reads the second page of log entries: its SQL from FROM on, followed by its parameters. */
async function pageOf(db: Kysely<Database>) {
  await readPage(db.selectFrom('logging').innerJoin('page', 'page.page_id', 'log_page').select(['log_title', 'log_timestamp', 'log_id']), {
    by: { log_title: 'string', log_timestamp: 'timestamp', log_id: 'int' },
    limit: 10,
    dir: 'older',
    continue: 'A|20240102030405|7',
  });
  const { sql, parameters } = asked.pop() as (typeof asked)[number];
  return [sql.slice(sql.indexOf(' from ') + 1), ...parameters];
}

test('MariaDB receives expanded row comparisons', async () => {
  expect(await pageOf(mariadb)).toEqual([
    'from `wiki_logging` as `logging` inner join `wiki_page` as `page` on `page`.`page_id` = `log_page` ' +
      'where (`log_title` < ? or `log_title` = ? and (`log_timestamp` < ? or `log_timestamp` = ? and `log_id` <= ?)) ' +
      'order by `log_title` desc, `log_timestamp` desc, `log_id` desc limit ?',
    ...['A', 'A', '20240102030405', '20240102030405', 7, 11],
  ]);
});

test('MariaDB and MySQL insert without a RETURNING clause', () => {
  const insert = mariadb.insertInto('slot_roles').values({ role_name: 'main' }).returning('role_id').compile();
  expect(insert.sql.trim()).toBe('insert into `wiki_slot_roles` (`role_name`) values (?)');
  expect(returnedId(insert.query)).toBe('role_id');
});

test('PostgreSQL receives row comparisons', async () => {
  expect(await pageOf(sorted)).toEqual([
    'from "logging" inner join "page" on "page"."page_id" = "log_page" where ("log_title", "log_timestamp", "log_id") <= ($1, $2, $3) ' +
      'order by "log_title" desc, "log_timestamp" desc, "log_id" desc limit $4',
    ...['A', '20240102T030405Z', 7, 11],
  ]);
});

test('PostgreSQL receives a bytewise collation unless the database collation is bytewise', async () => {
  const [sql] = await pageOf(postgres);
  expect(sql).toContain('where ("log_title" collate "C", "log_timestamp", "log_id") <= ($1, $2, $3) order by "log_title" collate "C" desc');
  expect(sorted.selectFrom('page').select('page_id').where(binary('page_title'), '>=', 'A').compile().sql).not.toContain('collate');
});

test('PostgreSQL receives timestamps in ISO 8601 in all clauses', () => {
  const where = (of: (is: ExpressionBuilder<Database, 'logging'>) => ReturnType<typeof is>) =>
    postgres.selectFrom('logging').select('log_id').where(of).compile().parameters;
  const time = '20240102030405';
  expect(where(is => is('log_timestamp', '>', time))).toEqual(['20240102T030405Z']);
  expect(where(is => is('logging.log_timestamp', 'in', [time, '20250102030405']))).toEqual(['20240102T030405Z', '20250102T030405Z']);
  expect(where(is => is.between('log_timestamp', time, '20250102030405') as never)).toEqual(['20240102T030405Z', '20250102T030405Z']);
  expect(where(is => is('log_title', '=', time))).toEqual([time]);
  expect(postgres.updateTable('page').set({ page_touched: time, page_title: time }).compile().parameters).toEqual([
    '20240102T030405Z',
    time,
  ]);
  expect(postgres.insertInto('watchlist_expiry').values({ we_item: 1, we_expiry: time }).compile().parameters).toEqual([
    1,
    '20240102T030405Z',
  ]);
  expect(postgres.selectFrom('block').select('bl_id').where('bl_expiry', '=', 'infinity').compile().parameters).toEqual(['infinity']);
});

test('PostgreSQL receives large numbers as bigint', async () => {
  await postgres
    .selectFrom('page')
    .select('page_id')
    .where('page_id', 'in', [7, 2 ** 31, -(2 ** 40)])
    .where('page_random', '<', 0.5)
    .execute();
  const { sql } = asked.pop() as (typeof asked)[number];
  expect(sql).toBe('select "page_id" from "page" where "page_id" in ($1, $2::bigint, $3::bigint) and "page_random" < $4');
});

test('PostgreSQL receives the year 0 as 1 BC and bytes as hexadecimal digits', async () => {
  await postgres.selectFrom('logging').select('log_id').where('log_timestamp', '>=', '00000203040506').execute();
  expect(asked.pop()?.parameters).toEqual(['00010203T040506Z BC']);
  const keyed = postgres.selectFrom('categorylinks').select(['cl_sortkey', 'cl_from']);
  await readPage(keyed, { by: { cl_sortkey: 'hex', cl_from: 'int' }, limit: 1, continue: '00ff|7' });
  expect(asked.pop()?.parameters).toEqual(['\\x00ff', 7, 2]);
  await postgres.selectFrom('page').select('page_id').where('page_title', '=', 'a\0b').execute();
  expect(asked.pop()?.parameters).toEqual(['\\x610062']);
});

test('MariaDB does not treat a question mark in a literal as a placeholder', async () => {
  await mariadb.selectFrom('page').select('page_id').where('page_title', '=', 'A?').where('page_title', '<>', sql.lit('?')).execute();
  const { sql: text, parameters } = asked.pop() as (typeof asked)[number];
  expect(withLiterals(text, parameters)).toContain("where `page_title` = 'A?' and `page_title` <> _utf8mb4 x'3f'");
});
