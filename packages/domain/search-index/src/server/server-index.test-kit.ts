import { openPlain, serverEngineOf, sql } from '@wikiquery/database';
import { DROPPED } from './tables.ts';

/** Returns the address of a separate database, or on PostgreSQL a separate schema, for the index of a test wiki. */
export function databaseBeside(address: string): string {
  const url = new URL(address);
  const schema = url.searchParams.get('schema');
  if (schema === null) url.pathname += '_search';
  else url.searchParams.set('schema', `${schema}_search`);
  return url.href;
}

/** Counts other connections to the database. Returns 0 on PostgreSQL, which does not record the schema of a connection. */
export const connectionsTo = (address: string): Promise<number> =>
  using(address, async db => {
    if (serverEngineOf(address) !== 'mariadb') return 0;
    const { rows } =
      await sql<object>`select id from information_schema.processlist where db = database() and id <> connection_id()`.execute(db);
    return rows.length;
  });

export async function dropDatabase(address: string): Promise<void> {
  const { pathname, searchParams } = new URL(address);
  await using(address, async db => {
    if (serverEngineOf(address) === 'mariadb') await sql.raw(`drop database ${pathname.slice(1)}`).execute(db);
    else await sql.raw(`drop schema ${searchParams.get('schema')} cascade`).execute(db);
  });
}

/** Whether any row of the index contains the word. */
export const isInDatabase = (address: string, word: string): Promise<boolean> =>
  using(address, async db => {
    for (const table of DROPPED) {
      const { rows } = await sql<object>`select * from ${sql.raw(table)}`.execute(db);
      if (rows.some(row => JSON.stringify(row).includes(word))) return true;
    }
    return false;
  });

async function using<T>(
  address: string,
  work: (db: ReturnType<Awaited<ReturnType<typeof openPlain>>['forRequest']>) => Promise<T>,
): Promise<T> {
  const database = await openPlain(address, { writable: true, single: true });
  try {
    return await work(database.forRequest({}));
  } finally {
    await database.close();
  }
}
