import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseBusyError, openPlain, type PlainDatabase, serverAddress, serverEngineOf, sql } from '@wikiquery/database';
import { createIndexTables, type Db, DROPPED, EDITION, metaOf, type ServerEngine } from './tables.ts';

/** Lengths of words that the index has. */
const SHORTEST_WORD = 3;
const LONGEST_WORD = 84;

/** Opens the database of an index for writing, one connection; makes it, and its tables, where they are not there. */
export async function openForWriting(address: string, language: string): Promise<{ readonly database: PlainDatabase; readonly db: Db }> {
  const url = serverAddress(address);
  const isPostgres = serverEngineOf(address) === 'postgres';
  if (!isPostgres) await makeDatabase(url);
  const database = await openPlain(address, { writable: true, single: true });
  const db = database.forRequest({});
  try {
    if (isPostgres) await makeSchema(db, url.searchParams.get('schema'));
    await lock(db, isPostgres, address);
    if (!isPostgres) await checkWordLengths(db);
    const meta = await metaOf(db);
    const isOther = meta.size > 0 && (meta.get('edition') !== String(EDITION) || meta.get('language') !== language);
    if (isOther) for (const table of DROPPED) await sql.raw(`drop table if exists ${table}`).execute(db);
    for (const statement of createIndexTables(database.engine as ServerEngine)) await sql.raw(statement).execute(db);
    return { database, db };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Whoever may not make one has one that is there. */
async function makeDatabase(url: URL): Promise<void> {
  const name = decodeURIComponent(url.pathname.slice(1));
  if (name === '') throw new Error('The address of the index names no database.');
  const server = new URL(url);
  server.pathname = '/';
  try {
    const database = await openPlain(server.href, { writable: true, single: true });
    try {
      await sql.raw(`create database if not exists \`${name.replaceAll('`', '``')}\``).execute(database.forRequest({}));
    } finally {
      await database.close();
    }
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ER_DBACCESS_DENIED_ERROR') throw error;
  }
}

async function makeSchema(db: Db, schema: string | null): Promise<void> {
  if (!schema) throw new Error('The address of the index names no schema: put ?schema=NAME behind it.');
  const { rows } = await sql`select 1 from information_schema.schemata where schema_name = ${schema}`.execute(db);
  if (rows.length === 0) await sql`create schema ${sql.id(schema)}`.execute(db);
}

/** Milliseconds in which a server has noticed that a connection was closed, and between two looks. */
const NOTICED = 3000;
const LOOKS = 50;

/** Two that write at once would undo what the other does. The lock ends with the connection, a moment after that was closed. */
async function lock(db: Db, isPostgres: boolean, address: string): Promise<void> {
  const { pathname, searchParams } = serverAddress(address);
  const name = `wikiquery ${pathname} ${searchParams.get('schema') ?? ''}`.slice(0, 60);
  const end = performance.now() + NOTICED;
  for (;;) {
    const { rows } = isPostgres
      ? await sql<{ got: boolean }>`select pg_try_advisory_lock(hashtext(${name})) as got`.execute(db)
      : await sql<{ got: number }>`select get_lock(${name}, 0) as got`.execute(db);
    if (rows[0]?.got) return;
    if (performance.now() > end) throw new DatabaseBusyError('Another process is writing the index. Wait until it has ended, or stop it.');
    await sleep(LOOKS);
  }
}

async function checkWordLengths(db: Db): Promise<void> {
  const { rows } = await sql<{
    least: number;
    most: number;
  }>`select @@innodb_ft_min_token_size as least, @@innodb_ft_max_token_size as most`.execute(db);
  const { least = 0, most = 0 } = rows[0] ?? {};
  if (Number(least) > SHORTEST_WORD || Number(most) < LONGEST_WORD)
    throw new Error(
      `The server must index words of ${SHORTEST_WORD} to ${LONGEST_WORD} characters: innodb_ft_min_token_size, innodb_ft_max_token_size.`,
    );
}
