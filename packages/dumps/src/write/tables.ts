import { createStatements, DatabaseUnusableError, RELEASES, sql, tables, type WikiDatabase } from '@wikiquery/database';

/** Large tables that an import does not query. Creating their indexes after the last row is faster. */
const GROWING = ['revision', 'slots', 'logging'];

/** Creates the tables of an empty database. Rejects existing tables of another MediaWiki release. */
export async function prepareTables(database: WikiDatabase, prefix: string): Promise<void> {
  if (await isThere(database, `${prefix}page`)) {
    if (await isThere(database, `${prefix}imagelinks`, 'il_target_id')) return;
    const release = RELEASES.at(-1);
    throw new DatabaseUnusableError(`The database has tables of another MediaWiki release than ${release}. Import into a new database.`);
  }
  for (const statement of createStatements(database.engine, prefix)) {
    if (!isLate(statement, prefix)) await sql.raw(statement).execute(database.db);
  }
}

/** Creates the indexes that were left out. Must be called after the rows are written. */
export async function completeTables(database: WikiDatabase, prefix: string): Promise<void> {
  for (const statement of createStatements(database.engine, prefix)) {
    if (!isLate(statement, prefix)) continue;
    await sql.raw(statement.replace(' index ', ' index if not exists ')).execute(database.db);
  }
  await advanceCounters(database, prefix);
}

/** Advances PostgreSQL's sequences beyond the imported ids. */
async function advanceCounters({ db, engine }: WikiDatabase, prefix: string): Promise<void> {
  if (engine !== 'postgres') return;
  for (const [table, { columns }] of Object.entries(tables)) {
    const id = Object.entries(columns).find(([, column]) => column.kind === 'serial')?.[0];
    if (id === undefined) continue;
    const name = sql.table(prefix + table);
    const last = sql`coalesce((select max(${sql.ref(id)}) from ${name}), 0) + 1`;
    await sql`select setval(pg_get_serial_sequence(${`"${prefix}${table}"`}, ${id}), ${last}, false)`.execute(db);
  }
}

const isLate = (statement: string, prefix: string): boolean =>
  statement.startsWith('create index') && GROWING.some(table => statement.includes(` on "${prefix}${table}" `));

/** Whether a table or column exists. */
export async function isThere({ db }: WikiDatabase, table: string, column?: string): Promise<boolean> {
  try {
    await sql`select ${column === undefined ? sql.lit(1) : sql.ref(column)} from ${sql.table(table)} where 1 = 0`.execute(db);
    return true;
  } catch {
    return false;
  }
}
