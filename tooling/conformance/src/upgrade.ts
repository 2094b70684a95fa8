import { createStatements, type EngineName, insertRows, open, type TableName } from '@wikiquery/database';
import { type Kysely, sql } from 'kysely';

/** Brings the tables of MediaWiki 1.45 to those of 1.46: files by id, kinds of changes by source alone, hashes of contents alone. */
export async function upgradeTables(url: string): Promise<void> {
  const wiki = await open(url, { writable: true, single: true });
  const db = wiki.db as unknown as Kysely<AnyTables>;
  try {
    await identifyFiles(db);
    const links = await db
      .selectFrom('imagelinks')
      .innerJoin('linktarget', on => on.on('lt_namespace', '=', FILE).onRef('lt_title', '=', 'il_to'))
      .select(['il_from', 'il_from_namespace', 'lt_id'])
      .orderBy('il_from')
      .orderBy('lt_id')
      .execute();
    await remake(db, wiki.engine, 'imagelinks');
    const rows = links.map(row => [row.il_from, row.il_from_namespace, row.lt_id]);
    await insertRows(wiki, 'imagelinks', ['il_from', 'il_from_namespace', 'il_target_id'], rows);
    const index = sql.id('rc_name_type_patrolled_timestamp');
    if (wiki.engine === 'mariadb') await sql`alter table recentchanges drop index ${index}`.execute(db);
    else await sql`drop index ${index}`.execute(db);
    for (const [table, column] of DROPPED) await sql`alter table ${sql.id(table)} drop column ${sql.id(column)}`.execute(db);
    if (wiki.engine === 'postgres') await sql`analyze`.execute(db);
  } finally {
    await wiki.close();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tables on their way from one release to the next
type AnyTables = Record<string, Record<string, any>>;

const FILE = 6;
const DROPPED = [
  ['recentchanges', 'rc_type'],
  ['revision', 'rev_sha1'],
  ['archive', 'ar_sha1'],
] as const;

/** Every file that is shown gets a row of `linktarget`. */
async function identifyFiles(db: Kysely<AnyTables>): Promise<void> {
  const known = db.selectFrom('linktarget').select('lt_title').where('lt_namespace', '=', FILE);
  const fresh = await db.selectFrom('imagelinks').select('il_to').distinct().where('il_to', 'not in', known).orderBy('il_to').execute();
  for (const { il_to } of fresh) await db.insertInto('linktarget').values({ lt_namespace: FILE, lt_title: il_to }).execute();
}

async function remake(db: Kysely<AnyTables>, engine: EngineName, table: TableName): Promise<void> {
  await db.schema.dropTable(table).execute();
  const own = new RegExp(`^create (?:table|(?:unique )?index \\w+ on) ["\`]${table}["\`]`);
  for (const statement of createStatements(engine)) if (own.test(statement)) await sql.raw(statement).execute(db);
}
