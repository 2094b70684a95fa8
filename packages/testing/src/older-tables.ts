import { createStatements, type EngineName, open } from '@wikiquery/database';
import { type Kysely, sql } from 'kysely';

interface Place {
  readonly url: string;
  readonly engine: EngineName;
}

/** What a wiki is made into. */
export interface Remade {
  /** The tables of MediaWiki 1.39 instead of 1.43's, with the same content. */
  readonly older?: boolean;
  /** Put before the name of every table. */
  readonly prefix?: string;
}

/** Remakes the tables of a wiki that was built, in its database. Nothing can be added to it afterwards. */
export async function remakeTables({ url, engine }: Place, { older = false, prefix = '' }: Remade): Promise<void> {
  const database = await open(url, { writable: true, connections: 1 });
  try {
    if (older) await makeOlder(database.db as unknown as Kysely<AnyTables>, engine);
    if (prefix === '') return;
    const tables = createStatements(engine, '', older ? '1.39' : '1.43').flatMap(statement => tableOf(statement, 'create') ?? []);
    for (const table of tables) await sql`alter table ${sql.id(table)} rename to ${sql.id(prefix + table)}`.execute(database.db);
  } finally {
    await database.close();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tables of two generations
type AnyTables = Record<string, Record<string, any>>;

async function makeOlder(db: Kysely<AnyTables>, engine: EngineName): Promise<void> {
  const pageLinks = await db
    .selectFrom('pagelinks')
    .innerJoin('linktarget', 'lt_id', 'pl_target_id')
    .select(['pl_from', 'pl_from_namespace', 'lt_namespace as pl_namespace', 'lt_title as pl_title'])
    .execute();
  const urls = await db.selectFrom('externallinks').select(['el_id', 'el_from', 'el_to_domain_index', 'el_to_path']).execute();
  const blocks = await db.selectFrom('block').innerJoin('block_target', 'bt_id', 'bl_target').selectAll().orderBy('bl_id').execute();
  const comments = await db
    .selectFrom('revision')
    .select(['rev_id as revcomment_rev', 'rev_comment_id as revcomment_comment_id'])
    .execute();

  for (const table of ['pagelinks', 'externallinks', 'block', 'block_target']) await db.schema.dropTable(table).execute();
  for (const statement of createStatements(engine, '', '1.39')) {
    if (CHANGED.has(tableOf(statement, 'create') ?? tableOf(statement, 'on') ?? '')) await sql.raw(statement).execute(db);
  }
  await sql`alter table ${sql.id('user')} drop column user_is_temp`.execute(db);
  await db.updateTable('revision').set({ rev_comment_id: 0 }).execute();
  const used = db.selectFrom('templatelinks').select('tl_target_id');
  await db.deleteFrom('linktarget').where('lt_id', 'not in', used).execute();

  const rows = {
    pagelinks: pageLinks,
    externallinks: urls.map(({ el_id, el_from, el_to_domain_index: domain, el_to_path: path }) => ({
      el_id,
      el_from,
      ...olderUrl(domain, path ?? ''),
    })),
    ipblocks: blocks.map(olderBlock),
    revision_comment_temp: comments,
  };
  for (const [table, values] of Object.entries(rows)) if (values.length > 0) await db.insertInto(table).values(values).execute();
}

const CHANGED: ReadonlySet<string> = new Set(['pagelinks', 'externallinks', 'ipblocks', 'revision_comment_temp']);

/** The table that a statement creates, or an index on it. */
function tableOf(statement: string, what: 'create' | 'on'): string | undefined {
  const found = what === 'create' ? /^create (?:virtual )?table ["`](\w+)["`]/.exec(statement) : / on "(\w+)" \(/.exec(statement);
  return found?.[1];
}

/** `https://org.example.` and `/a` are https://example.org/a; of a URL without host the first part is `tel:.`. */
function olderUrl(domain: string, path: string) {
  const index = domain.endsWith(':.') ? `${domain.slice(0, -1)}${path}.` : domain + path;
  const [, scheme = '', host = '', rest = ''] = /^(.*?:\/\/)(.*?)(:\d+)?$/.exec(domain) ?? [];
  const labels = host.split('.').slice(0, -1).reverse().join('.');
  const url = domain.endsWith(':.') ? domain.slice(0, -1) + path : scheme === '' ? index : scheme + labels + rest + path;
  return { el_to: url, el_index: index, el_index_60: index.slice(0, 60) };
}

function olderBlock(row: AnyTables[string]) {
  const own = Object.entries(row).flatMap(([name, value]) =>
    name.startsWith('bl_') && name !== 'bl_target' ? [[name.replace('bl_', 'ipb_'), value] as const] : [],
  );
  return {
    ...Object.fromEntries(own),
    ipb_address: row.bt_user_text ?? row.bt_address,
    ipb_user: row.bt_user ?? 0,
    ipb_auto: row.bt_auto,
    ipb_range_start: row.bt_range_start ?? row.bt_ip_hex ?? '',
    ipb_range_end: row.bt_range_end ?? row.bt_ip_hex ?? '',
  };
}
