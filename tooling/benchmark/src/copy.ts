import { basename } from 'node:path';
import { createStatements, type EngineName, layoutOfRelease, open } from '@wikiquery/database';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { RELEASE } from './wiki-file.ts';

type ServerEngine = Exclude<EngineName, 'sqlite'>;

/** Maximum number of rows and of values in one INSERT statement. PostgreSQL allows 65,535 placeholders. */
const MOST_ROWS = 1000;
const MOST_VALUES = 60_000;

/**
 * Returns the URL of a database on `engine` that contains the wiki of an SQLite file. On MariaDB and PostgreSQL, copies the wiki into
 * a database (PostgreSQL: a schema) of the server in `TEST_MARIADB_URL` or `TEST_POSTGRES_URL`, unless a complete copy exists.
 */
export async function databaseOn(engine: string, file: string, log: (line: string) => void): Promise<string> {
  if (engine === 'sqlite') return `sqlite:${file}`;
  if (engine !== 'mariadb' && engine !== 'postgres') throw new Error(`Unknown engine "${engine}". Choose sqlite, mariadb or postgres.`);
  const variable = `TEST_${engine.toUpperCase()}_URL`;
  const server = process.env[variable];
  if (!server) throw new Error(`Set ${variable} to the address of a server where databases can be created.`);
  const name = `wikiquery_${basename(file, '.sqlite').replaceAll('-', '_')}`;
  const url = new URL(server);
  if (engine === 'mariadb') url.pathname = `/${name}`;
  else url.searchParams.set('schema', name);
  if (await isComplete(url.href)) return url.href;
  await createEmpty(engine, { server, name, url: url.href });
  await copyTables(engine, { url: url.href, file }, log);
  return url.href;
}

/** Creates a database (PostgreSQL: a schema) with empty tables. Drops an existing one of the same name. */
async function createEmpty(
  engine: ServerEngine,
  { server, name, url }: { readonly server: string; readonly name: string; readonly url: string },
): Promise<void> {
  const kind = engine === 'mariadb' ? 'database' : 'schema';
  const root = await open(server, { writable: true, connections: 1 });
  await sql.raw(`drop ${kind} if exists ${name}${engine === 'mariadb' ? '' : ' cascade'}`).execute(root.db);
  await sql.raw(`create ${kind} ${name}`).execute(root.db);
  await root.close();
  const target = await open(url, { writable: true, connections: 1 });
  for (const statement of createStatements(engine, '', RELEASE)) await sql.raw(statement).execute(target.db);
  await target.close();
}

/** Copies the rows of an SQLite file into the empty tables of a database. */
async function copyTables(
  engine: ServerEngine,
  { url, file }: { readonly url: string; readonly file: string },
  log: (line: string) => void,
): Promise<void> {
  const begun = performance.now();
  const target = await open(url, { writable: true, connections: 2 });
  const source = new Sqlite(file, { readonly: true });
  try {
    // `site_stats` comes last: its row marks the copy as complete. The search index differs by engine and stays empty.
    const names = Object.keys(TABLES)
      .filter(table => table !== 'searchindex')
      .sort((a, b) => Number(a === LAST) - Number(b === LAST));
    for (const table of names) {
      const rows = await copyTable(source, target.db, table);
      if (rows > 0) log(`${table}: ${rows} rows (${Math.round((performance.now() - begun) / 1000)} s)`);
      if (rows > 0) await analyze(engine, target.db, table);
    }
  } finally {
    source.close();
    await target.close();
  }
}

type TableShape = Pick<ReturnType<typeof layoutOfRelease>['tables'][string], 'columns'>;
const LAST = 'site_stats';
const { tables: TABLES } = layoutOfRelease(RELEASE);

/** Updates the query planner's statistics of a table. */
const analyze = (engine: ServerEngine, db: Awaited<ReturnType<typeof open>>['db'], table: string): Promise<unknown> =>
  sql.raw(engine === 'mariadb' ? `analyze table \`${table}\`` : `vacuum analyze "${table}"`).execute(db);

async function isComplete(url: string): Promise<boolean> {
  try {
    const database = await open(url);
    try {
      return (await database.db.selectFrom(LAST).select('ss_row_id').execute()).length > 0;
    } finally {
      await database.close();
    }
  } catch {
    return false;
  }
}

/** Copies the rows of a table. Returns their number. */
async function copyTable(source: Sqlite.Database, target: Awaited<ReturnType<typeof open>>['db'], table: string): Promise<number> {
  const { columns } = TABLES[table] as TableShape;
  const isTime = Object.entries(columns).filter(([, { kind }]) => kind === 'datetime');
  const most = Math.min(MOST_ROWS, Math.floor(MOST_VALUES / Object.keys(columns).length));
  let rows: Record<string, unknown>[] = [];
  let count = 0;
  const write = async () => {
    if (rows.length > 0)
      await target
        .insertInto(table as never)
        .values(rows as never)
        .execute();
    count += rows.length;
    rows = [];
  };
  const names = Object.keys(columns).map(column => `"${column}"`);
  for (const row of source.prepare<[], Record<string, unknown>>(`select ${names.join()} from "${table}"`).iterate()) {
    for (const [column] of isTime) row[column] = String(row[column]);
    rows.push(row);
    if (rows.length === most) await write();
  }
  await write();
  return count;
}
