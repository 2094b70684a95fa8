import { createStatements, open, sql, type WikiDatabase } from '@wikiquery/database';

/** A schema with the tables of a wiki in a PostgreSQL database. */
export interface PostgresSchema {
  readonly url: string;
  readonly name: string;
  /** What changes with any change of the tables, but not with their rows. */
  shape: string;
}

export async function makeSchema(database: URL, name: string): Promise<PostgresSchema> {
  const address = new URL(database);
  address.searchParams.set('schema', name);
  const url = address.href;
  return using(url, async ({ db }) => {
    await sql.raw(`create schema ${name}`).execute(db);
    // One statement instead of two hundred.
    await sql.raw(`do $all$ begin ${createStatements('postgres').join('; ')}; end $all$`).execute(db);
    return { url, name, shape: await readShape(db) };
  });
}

/** Deletes all rows, if that gives the schema that was made: not where something was altered, has grown large or was analyzed, which plans depend on. */
export async function emptySchema({ url, shape }: PostgresSchema): Promise<boolean> {
  return using(url, async ({ db }) => {
    if ((await readShape(db)) !== shape) return false;
    await EMPTY.execute(db);
    return true;
  });
}

/** Changes rights of accounts: the schema is still the one that was made. */
export async function changeRights(schema: PostgresSchema, change: () => Promise<void>): Promise<void> {
  const shape = (): Promise<string> => using(schema.url, ({ db }) => readShape(db));
  const isAsMade = (await shape()) === schema.shape;
  await change();
  if (isAsMade) schema.shape = await shape();
}

export async function dropSchema({ url, name }: PostgresSchema): Promise<void> {
  await using(url, ({ db }) => sql.raw(`drop schema ${name} cascade`).execute(db));
}

async function readShape(db: WikiDatabase['db']): Promise<string> {
  const { rows } = await SHAPE.execute(db);
  return rows[0]?.shape ?? '';
}

/** The catalog by the transactions that wrote it. A table has at least ten pages for the planner, unless it was analyzed. */
const SHAPE = sql<{ shape: string }>`
  with relations as (select oid, xmin as written, relkind, relpages from pg_class where relnamespace = current_schema()::regnamespace),
    columns as (
      select concat_ws(' ', attrelid, attnum, pg_attribute.xmin, written, relpages) as state
      from pg_attribute join relations on relations.oid = attrelid
    )
  select concat(
    (select md5(string_agg(state, ',' order by state)) from columns),
    (select bool_or(pg_relation_size(oid) > 10 * 8192) from relations where relkind = 'r')
  ) as shape`;

const EMPTY = sql`
  do $$
  declare found record;
  begin
    for found in
      select oid::regclass as name, relkind from pg_class
      where relnamespace = current_schema()::regnamespace and (relkind = 'S' or relkind = 'r' and pg_relation_size(oid) > 0)
    loop
      if found.relkind = 'S' then perform setval(found.name, 1, false);
      else execute format('delete from %s', found.name);
      end if;
    end loop;
  end $$`;

/** Does something over a connection of its own. */
export async function using<T>(url: string, work: (database: WikiDatabase) => Promise<T>): Promise<T> {
  const database = await open(url, { writable: true, connections: 1 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
