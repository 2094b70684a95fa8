import {
  type Bound,
  type Database,
  expressionBuilder,
  finds,
  isMoreThan,
  loadInChunks,
  prepare,
  scansSmallTables,
  sql,
  whereEquals,
} from '@wikiquery/database';
import type { Kysely, SelectQueryBuilder } from 'kysely';

/** What carries a tag: a revision (deleted ones too), a log entry, or an entry of the recent changes. */
export type Tagged = 'revision' | 'log' | 'change';

const COLUMNS = { revision: 'ct_rev_id', log: 'ct_log_id', change: 'ct_rc_id' } as const satisfies Record<Tagged, string>;

/** The tags of each of these rows, in one query, in the order in which MediaWiki's join finds the tags; rows without tags are not in the map. */
export async function loadTags(db: Kysely<Database>, kind: Tagged, ids: Iterable<number>): Promise<ReadonlyMap<number, readonly string[]>> {
  const column = COLUMNS[kind];
  const isScanned = scansSmallTables(db);
  const rows = await loadInChunks(new Set(ids), chunk => tagsOf(db, chunk, column, isScanned).execute());
  const tags = new Map<number, string[]>();
  for (const { id, ctd_name } of rows) {
    const known = tags.get(id ?? 0);
    if (known) known.push(ctd_name);
    else tags.set(id ?? 0, [ctd_name]);
  }
  return tags;
}

const tagsOf = prepare(
  (ids: readonly number[], column: (typeof COLUMNS)[Tagged], isScanned: boolean) => ({ bindings: { ids }, shape: { column, isScanned } }),
  (db, { ids }, { column, isScanned }) =>
    whereEquals(
      db
        .selectFrom('change_tag')
        .innerJoin('change_tag_def', 'ctd_id', 'ct_tag_id')
        .select([`${column} as id`, 'ctd_name']),
      { [column]: ids },
    )
      .orderBy(column)
      .orderBy(isScanned ? sql.ref('change_tag_def.ctid') : sql.ref('ct_tag_id')),
);

/** The id of a tag; undefined when nothing was ever marked with it. */
export const tagId = async (db: Kysely<Database>, name: string): Promise<number | undefined> =>
  (await db.selectFrom('change_tag_def').select('ctd_id').where('ctd_name', '=', name).executeTakeFirst())?.ctd_id;

/** The id of a tag that rows shall carry: one that none carries where there is no such tag. */
export const idToCarry = async (db: Kysely<Database>, name: string): Promise<number> => (await tagId(db, name)) ?? UNUSED;

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
): Promise<SelectQueryBuilder<DB, TB, Row>> => whereTaggedWith(query, id, kind, await idToCarry(db, name));

/** A tag that is asked for. */
export interface AskedTag {
  readonly id: number | undefined;
  /** So few rows carry it that they are found by it and sorted. Of many, those are found that come first. */
  readonly isRare: boolean;
}

/** What `whereTaggedWith` has to know of the tag, if one is asked for. */
export async function tagToCarry(db: Kysely<Database>, name: string | undefined): Promise<AskedTag> {
  if (name === undefined) return { id: undefined, isRare: false };
  const id = await idToCarry(db, name);
  return {
    id,
    isRare: !(await isMoreThan(MANY, db.selectFrom('change_tag').where('ct_tag_id', '=', id))),
  };
}

const MANY = 1000;

/** `whereTagged` by the id of the tag. With `isRare` the query begins with the tag, with false it does not: its rows are looked at in their order. */
export function whereTaggedWith<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  id: string,
  kind: Tagged,
  tag: number | Bound<number>,
  isRare?: boolean,
): SelectQueryBuilder<DB, TB, Row> {
  if (isRare !== undefined) {
    const carrying = expressionBuilder<Database>().selectFrom('change_tag').where('ct_tag_id', '=', tag);
    if (!isRare) return query.where(finds(carrying.whereRef(COLUMNS[kind], '=', id as 'ct_id')));
    return query.where(is => is(is.ref(id as never), 'in', carrying.select(COLUMNS[kind]) as never));
  }
  // The caller's types go on: the join adds no column to its rows.
  const plain = query as unknown as SelectQueryBuilder<Database, 'revision', Row>;
  const tagged = plain.innerJoin('change_tag', join => join.onRef(COLUMNS[kind], '=', id as 'rev_id').on('ct_tag_id', '=', tag));
  return tagged as unknown as SelectQueryBuilder<DB, TB, Row>;
}

/** No tag has this id. */
const UNUSED = 0;
