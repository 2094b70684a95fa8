import { createStatements, open, sql, type WikiDatabase } from '@wikiquery/database';

/** A PostgreSQL schema with the tables of a wiki. */
export interface PostgresSchema {
  readonly url: string;
  readonly name: string;
  /** Fingerprint of the tables, without their rows. */
  shape: string;
}

export async function makeSchema(database: URL, name: string): Promise<PostgresSchema> {
  const address = new URL(database);
  address.searchParams.set('schema', name);
  const url = address.href;
  return using(url, async ({ db }) => {
    await sql.raw(`create schema ${name}`).execute(db);
    // A single statement is faster than two hundred statements.
    await sql.raw(`do $all$ begin ${createStatements('postgres').join('; ')}; end $all$`).execute(db);
    return { url, name, shape: await readShape(db) };
  });
}

/** Deletes all rows. Resolves to false if the schema is not like new, because altered, large or analyzed tables affect query plans. */
export async function emptySchema({ url, shape }: PostgresSchema): Promise<boolean> {
  return using(url, async ({ db }) => {
    if ((await readShape(db)) !== shape) return false;
    await EMPTY.execute(db);
    return true;
  });
}

/** Runs `change`, which changes only rights, and updates the fingerprint accordingly. */
export async function changeRights(schema: PostgresSchema, change: () => Promise<void>): Promise<void> {
  const shape = (): Promise<string> => using(schema.url, ({ db }) => readShape(db));
  const isUnchanged = (await shape()) === schema.shape;
  await change();
  if (isUnchanged) schema.shape = await shape();
}

export async function dropSchema({ url, name }: PostgresSchema): Promise<void> {
  await using(url, ({ db }) => sql.raw(`drop schema ${name} cascade`).execute(db));
}

async function readShape(db: WikiDatabase['db']): Promise<string> {
  const { rows } = await SHAPE.execute(db);
  return rows[0]?.shape ?? '';
}

/** Catalog entries with their transactions, and whether a table has more than ten pages, which the planner assumes without analysis. */
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

/** Runs `work` with its own connection. */
export async function using<T>(url: string, work: (database: WikiDatabase) => Promise<T>): Promise<T> {
  const database = await open(url, { writable: true, connections: 1 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
