import { openPlain, type PlainDatabase, serverAddress, serverEngineOf, sql } from '@wikiquery/database';
import { createIndexTables, type Db, DROPPED, EDITION, metaOf, type ServerEngine } from './tables.ts';

/** Lengths of words that the index has. */
const SHORTEST_WORD = 3;
const LONGEST_WORD = 84;

/** Prepares the address of an index on a server: on MariaDB the database is created if it is missing. The lock creates the schema on PostgreSQL. */
export async function preparePlace(address: string): Promise<void> {
  const url = serverAddress(address);
  if (serverEngineOf(address) === 'mariadb') await makeDatabase(url);
  else if (!url.searchParams.get('schema')) throw new Error('The address of the index names no schema: put ?schema=NAME behind it.');
}

/** Opens the database of an index for writing, one connection; creates its tables where they are missing. */
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
