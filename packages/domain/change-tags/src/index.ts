import { type Database, loadInChunks, scansSmallTables, whereEquals } from '@wikiquery/database';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';

/** What carries a tag: a revision (deleted ones too), a log entry, or an entry of the recent changes. */
export type Tagged = 'revision' | 'log' | 'change';

const COLUMNS = { revision: 'ct_rev_id', log: 'ct_log_id', change: 'ct_rc_id' } as const satisfies Record<Tagged, string>;

/** The tags of each of these rows, in one query, in the order in which MediaWiki's join finds the tags; rows without tags are not in the map. */
export async function loadTags(db: Kysely<Database>, kind: Tagged, ids: Iterable<number>): Promise<ReadonlyMap<number, readonly string[]>> {
  const column = COLUMNS[kind];
  const rows = await loadInChunks(new Set(ids), chunk =>
    whereEquals(
      db
        .selectFrom('change_tag')
        .innerJoin('change_tag_def', 'ctd_id', 'ct_tag_id')
        .select([`${column} as id`, 'ctd_name']),
      {
        [column]: chunk,
      },
    )
      .orderBy(column)
      .orderBy(scansSmallTables(db) ? sql.ref('change_tag_def.ctid') : sql.ref('ct_tag_id'))
      .execute(),
  );
  const tags = new Map<number, string[]>();
  for (const { id, ctd_name } of rows) {
    const known = tags.get(id ?? 0);
    if (known) known.push(ctd_name);
    else tags.set(id ?? 0, [ctd_name]);
  }
  return tags;
}

/** The id of a tag; undefined when nothing was ever marked with it. */
export const tagId = async (db: Kysely<Database>, name: string): Promise<number | undefined> =>
  (await db.selectFrom('change_tag_def').select('ctd_id').where('ctd_name', '=', name).executeTakeFirst())?.ctd_id;

/**
 * Keeps the rows that carry the tag. `id` is the column with the id of the row. It is a join, so that the database may begin with a rare tag and
 * need not look at all rows.
 */
export const whereTagged = async <DB, TB extends keyof DB, Row>(
  db: Kysely<Database>,
  query: SelectQueryBuilder<DB, TB, Row>,
  id: string,
  kind: Tagged,
  name: string,
): Promise<SelectQueryBuilder<DB, TB, Row>> => whereTaggedWith(query, id, kind, (await tagId(db, name)) ?? UNUSED);

/** The id for `whereTaggedWith`; undefined when no tag is asked for. */
export const tagToCarry = async (db: Kysely<Database>, name: string | undefined): Promise<number | undefined> =>
  name === undefined ? undefined : ((await tagId(db, name)) ?? UNUSED);

/** `whereTagged` by the id of the tag. */
export function whereTaggedWith<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  id: string,
  kind: Tagged,
  tag: number,
): SelectQueryBuilder<DB, TB, Row> {
  // The caller's types go on: the join adds no column to its rows.
  const plain = query as unknown as SelectQueryBuilder<Database, 'revision', Row>;
  const tagged = plain.innerJoin('change_tag', join => join.onRef(COLUMNS[kind], '=', id as 'rev_id').on('ct_tag_id', '=', tag));
  return tagged as unknown as SelectQueryBuilder<DB, TB, Row>;
}

/** No tag has this id. */
const UNUSED = 0;
