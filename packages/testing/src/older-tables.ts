import { createStatements, type EngineName, isBefore, type LayoutRelease, layoutOfRelease, open, RELEASES, sql } from '@wikiquery/database';
import type { Kysely } from 'kysely';

interface DatabaseAddress {
  readonly url: string;
  readonly engine: EngineName;
}

/** Result of a conversion: MediaWiki's tables as of `release` (default: the newest release), with a table prefix (default: none). */
export interface Remade {
  readonly release?: LayoutRelease;
  readonly prefix?: string;
}

/** Converts the tables of a filled wiki to an older release, or adds a prefix. Nothing can be added to the wiki afterwards. */
export async function remakeTables({ url, engine }: DatabaseAddress, { release = NEWEST, prefix = '' }: Remade): Promise<void> {
  const database = await open(url, { writable: true, connections: 1 });
  try {
    const db = database.db as unknown as Kysely<AnyTables>;
    for (const step of STEPS) if (isBefore(release, step.since)) await remake(db, engine, release, step);
    if (prefix === '') return;
    for (const table of Object.keys(layoutOfRelease(release).tables))
      await sql`alter table ${sql.id(table)} rename to ${sql.id(prefix + table)}`.execute(db);
  } finally {
    await database.close();
  }
}

const NEWEST = RELEASES.at(-1) as LayoutRelease;

// biome-ignore lint/suspicious/noExplicitAny: tables of all releases
type AnyTables = Record<string, Record<string, any>>;
type Rows = Readonly<Record<string, AnyTables[string][]>>;

/** Reverts the changes that a release made to tables. */
interface Step {
  readonly since: LayoutRelease;
  /** Tables that the release changed. Tables that the older release lacks are dropped. */
  readonly tables: readonly string[];
  readonly rows: (db: Kysely<AnyTables>) => Promise<Rows>;
  readonly after?: (db: Kysely<AnyTables>) => Promise<unknown>;
}

async function remake(db: Kysely<AnyTables>, engine: EngineName, release: LayoutRelease, { tables, rows, after }: Step): Promise<void> {
  const kept = await rows(db);
  const { tables: present } = layoutOfRelease(release);
  for (const table of tables) await sql`drop table if exists ${sql.id(table)}`.execute(db);
  for (const statement of createStatements(engine, '', release)) {
    const table = tableOf(statement);
    if (table !== undefined && tables.includes(table)) await sql.raw(statement).execute(db);
  }
  for (const [table, values] of Object.entries(kept)) {
    const columns = Object.keys(present[table]?.columns ?? {});
    const known = values.map(row => Object.fromEntries(Object.entries(row).filter(([column]) => columns.includes(column))));
    if (known.length > 0) await db.insertInto(table).values(known).execute();
  }
  await after?.(db);
}

/** Returns the table that a statement creates or indexes. */
const tableOf = (statement: string): string | undefined =>
  (/^create (?:virtual )?table ["`](\w+)["`]/.exec(statement) ?? / on "(\w+)" \(/.exec(statement))?.[1];

/** Selects rows with the titles of their link targets. */
const targeted = (db: Kysely<AnyTables>, table: string, id: string) =>
  db.selectFrom(table).innerJoin('linktarget', 'lt_id', id).selectAll().execute();

const CHANGE_TYPES: Readonly<Record<string, number>> = { 'mw.edit': 0, 'mw.new': 1, 'mw.log': 3, 'mw.categorize': 6 };

const STEPS: readonly Step[] = [
  {
    since: '1.46',
    tables: ['imagelinks', 'revision', 'archive', 'recentchanges'],
    rows: async db => ({
      imagelinks: (await targeted(db, 'imagelinks', 'il_target_id')).map(row => ({ ...row, il_to: row.lt_title })),
      revision: (await withHashes(db, 'revision', 'rev_id')).map(row => ({ ...row, rev_sha1: row.content_sha1 })),
      archive: (await withHashes(db, 'archive', 'ar_rev_id')).map(row => ({ ...row, ar_sha1: row.content_sha1 })),
      recentchanges: (await db.selectFrom('recentchanges').selectAll().orderBy('rc_id').execute()).map(row => ({
        ...row,
        rc_new: Number(row.rc_source === 'mw.new'),
        rc_type: CHANGE_TYPES[row.rc_source] ?? 5,
      })),
    }),
  },
  {
    since: '1.45',
    tables: ['categorylinks', 'collation'],
    rows: async db => ({
      categorylinks: (await targeted(db, 'categorylinks', 'cl_target_id')).map(row => ({
        ...row,
        cl_to: row.lt_title,
        cl_collation: 'uppercase',
      })),
    }),
    after: dropUnused,
  },
  {
    since: '1.43',
    tables: ['pagelinks', 'block', 'block_target', 'ipblocks'],
    rows: async db => ({
      pagelinks: (await targeted(db, 'pagelinks', 'pl_target_id')).map(row => ({
        ...row,
        pl_namespace: row.lt_namespace,
        pl_title: row.lt_title,
      })),
      ipblocks: (await db.selectFrom('block').innerJoin('block_target', 'bt_id', 'bl_target').selectAll().orderBy('bl_id').execute()).map(
        olderBlock,
      ),
    }),
    after: dropUnused,
  },
  {
    since: '1.41',
    tables: ['externallinks', 'revision_comment_temp', 'user'],
    rows: async db => ({
      externallinks: (await db.selectFrom('externallinks').selectAll().execute()).map(row => ({
        ...row,
        ...olderUrl(row.el_to_domain_index, row.el_to_path ?? ''),
      })),
      revision_comment_temp: await db
        .selectFrom('revision')
        .select(['rev_id as revcomment_rev', 'rev_comment_id as revcomment_comment_id'])
        .execute(),
      user: await db.selectFrom('user').selectAll().execute(),
    }),
    after: db => db.updateTable('revision').set({ rev_comment_id: 0 }).execute(),
  },
];

/** Selects revisions with the hash of their main slot. */
const withHashes = (db: Kysely<AnyTables>, table: 'revision' | 'archive', id: string) =>
  db
    .selectFrom(table)
    .leftJoin('slots', on =>
      on
        .onRef('slot_revision_id', '=', id)
        .on('slot_role_id', '=', is => is.selectFrom('slot_roles').select('role_id').where('role_name', '=', 'main')),
    )
    .leftJoin('content', 'content_id', 'slot_content_id')
    .selectAll(table)
    .select(is => is.fn.coalesce('content_sha1', is.val('')).as('content_sha1'))
    .orderBy(id)
    .execute();

/** Deletes link targets that no table refers to any longer. */
async function dropUnused(db: Kysely<AnyTables>): Promise<void> {
  const columns = [
    ['pagelinks', 'pl_target_id'],
    ['templatelinks', 'tl_target_id'],
  ] as const;
  const used: number[] = [];
  for (const [table, column] of columns) {
    const rows = await sql<Record<string, number>>`select * from ${sql.id(table)}`.execute(db);
    for (const row of rows.rows) if (row[column] !== undefined) used.push(row[column]);
  }
  await db
    .deleteFrom('linktarget')
    .where('lt_id', 'not in', [0, ...used])
    .execute();
}

/** Joins `https://org.example.` and `/a` to https://example.org/a. The domain index of a URL without host is like `tel:.`. */
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
