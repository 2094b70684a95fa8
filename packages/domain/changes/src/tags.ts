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

/** Kinds of rows that have change tags. */
export type Tagged = 'revision' | 'log' | 'change';

const COLUMNS = { revision: 'ct_rev_id', log: 'ct_log_id', change: 'ct_rc_id' } as const satisfies Record<Tagged, string>;

/** Loads the tags of many rows in one query, in MediaWiki's order. Rows without tags are not in the map. */
export async function loadTags(db: Kysely<Database>, kind: Tagged, ids: Iterable<number>): Promise<ReadonlyMap<number, readonly string[]>> {
  const column = COLUMNS[kind];
  const isScanned = scansSmallTables(db);
  const rows = await loadInChunks(new Set(ids), chunk => tagsOf(db, chunk, column, isScanned).execute());
  return new Map(
    Array.from(
      Map.groupBy(rows, ({ id }) => id ?? 0),
      ([id, tags]) => [id, tags.map(({ ctd_name }) => ctd_name)],
    ),
  );
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

/** Returns the id of a tag, or undefined if it was never used. */
export const tagId = async (db: Kysely<Database>, name: string): Promise<number | undefined> =>
  (await db.selectFrom('change_tag_def').select('ctd_id').where('ctd_name', '=', name).executeTakeFirst())?.ctd_id;

/** Returns the id of a tag for a filter. For an unknown tag, returns an unused id, so that the filter matches no rows. */
export const tagIdForFilter = async (db: Kysely<Database>, name: string): Promise<number> => (await tagId(db, name)) ?? UNUSED_ID;

/** Selects the rows with a tag. `id`: the column with the row's id. A join lets the database start with a rare tag. */
export const whereTagged = async <DB, TB extends keyof DB, Row>(
  db: Kysely<Database>,
  query: SelectQueryBuilder<DB, TB, Row>,
  id: string,
  kind: Tagged,
  name: string,
): Promise<SelectQueryBuilder<DB, TB, Row>> => whereTaggedWith(query, id, kind, await tagIdForFilter(db, name));

/** Tag in a filter. The id is undefined if the request has no filter by tag. */
export interface RequestedTag {
  readonly id: number | undefined;
  /** Whether few rows have the tag. These rows are found by the tag and then sorted; other tags are checked while reading rows in order. */
  readonly isRare: boolean;
}

/** Loads the tag in a filter. A tag is rare if at most {@link MANY} rows have it. */
export async function loadRequestedTag(db: Kysely<Database>, name: string | undefined): Promise<RequestedTag> {
  if (name === undefined) return { id: undefined, isRare: false };
  const id = await tagIdForFilter(db, name);
  return {
    id,
    isRare: !(await isMoreThan(MANY, db.selectFrom('change_tag').where('ct_tag_id', '=', id))),
  };
}

const MANY = 1000;

/** Like {@link whereTagged}, by tag id. With `isRare: true`, the query starts with the tag; with `false`, it reads rows in order. */
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
  // The join adds no columns, so the row type does not change.
  const plain = query as unknown as SelectQueryBuilder<Database, 'revision', Row>;
  const tagged = plain.innerJoin('change_tag', join => join.onRef(COLUMNS[kind], '=', id as 'rev_id').on('ct_tag_id', '=', tag));
  return tagged as unknown as SelectQueryBuilder<DB, TB, Row>;
}

const UNUSED_ID = 0;
