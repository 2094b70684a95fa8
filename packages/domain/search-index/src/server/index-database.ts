import { openPlain, type PlainDatabase, serverAddress, serverEngineOf, sql } from '@wikiquery/database';
import { createIndexTables, type Db, DROPPED, EDITION, metaOf, type ServerEngine } from './tables.ts';

/** Minimum and maximum length of the words that MariaDB must index, in characters. */
const SHORTEST_WORD = 3;
const LONGEST_WORD = 84;

/** Creates a missing database on MariaDB. On PostgreSQL, the writer lock creates the schema. Throws if the address lacks either. */
export async function prepareIndexDatabase(address: string): Promise<void> {
  const url = serverAddress(address);
  if (serverEngineOf(address) === 'mariadb') await createDatabase(url);
  else if (!url.searchParams.get('schema')) throw new Error('The index address has no schema. Append ?schema=NAME.');
}

/**
 * Opens one connection to the index database for writing. Creates missing tables. Recreates tables of another format version or language.
 */
export async function openForWriting(address: string, language: string): Promise<{ readonly database: PlainDatabase; readonly db: Db }> {
  const database = await openPlain(address, { writable: true, single: true });
  const db = database.forRequest({});
  try {
    if (database.engine === 'mariadb') await checkWordLengths(db);
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

/** Creates the database if it is missing. Ignores a missing privilege, because the database may exist. */
async function createDatabase(url: URL): Promise<void> {
  const name = decodeURIComponent(url.pathname.slice(1));
  if (name === '') throw new Error('The index address has no database name. Append /NAME.');
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

async function checkWordLengths(db: Db): Promise<void> {
  const { rows } = await sql<{
    least: number;
    most: number;
  }>`select @@innodb_ft_min_token_size as least, @@innodb_ft_max_token_size as most`.execute(db);
  const { least = 0, most = 0 } = rows[0] ?? {};
  if (Number(least) > SHORTEST_WORD || Number(most) < LONGEST_WORD)
    throw new Error(
      `MariaDB must index words of ${SHORTEST_WORD} to ${LONGEST_WORD} characters. Change innodb_ft_min_token_size and innodb_ft_max_token_size.`,
    );
}
