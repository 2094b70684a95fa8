import type { Env, UserRef } from '@wikiquery/core';
import { type Database, expressionBuilder, loadInChunks, prepare, sql, whereEquals } from '@wikiquery/database';
import type { AliasableExpression, Kysely, SqlBool } from 'kysely';

/** Who made an edit or a log entry: an account, or (without `userId`) an address or an imported name. */
export interface ActorRow {
  readonly actorId: number;
  readonly userId: number | undefined;
  readonly name: string;
}

/** Actors by name, in one query; names that never did anything are left out. */
export const loadActorsByName = async (db: Kysely<Database>, names: Iterable<string>): Promise<Map<string, ActorRow>> => {
  const rows = await loadInChunks(new Set(names), names => actors(db, { names }));
  return new Map(rows.map(row => [row.name, row]));
};

/**
 * Id of the actor that a parameter names, for a column to be compared with: one that nobody has for a name that never did anything, undefined
 * where none is named.
 */
export const actorIdOf = async (db: Kysely<Database>, named: Pick<UserRef, 'name'> | undefined): Promise<number | undefined> =>
  named && ((await loadActorsByName(db, [named.name])).get(named.name)?.actorId ?? NOBODY);

const NOBODY = 0;

/** Actors by the id of their account. */
export const loadActorsByUser = async (db: Kysely<Database>, userIds: Iterable<number>): Promise<Map<number, ActorRow>> => {
  const rows = await loadInChunks(new Set(userIds), users => actors(db, { users }));
  return new Map(rows.map(row => [row.userId ?? 0, row]));
};

/** The account that `#id` names; an id without account stands for MediaWiki's `Unknown user`. */
export const userById = async (db: Kysely<Database>, id: number): Promise<UserRef> => {
  const actor = id === 0 ? undefined : (await loadActorsByUser(db, [id])).get(id);
  return actor === undefined ? { kind: 'id', name: 'Unknown user', id: 0 } : { kind: 'id', name: actor.name, id };
};

/**
 * Whether the account whose id is in `column` is hidden by a block: its name may then be shown only to those with the right `hideuser`.
 * `where(eb => eb.not(isHiddenUser('user_id')))`. A column of table `block_target` must be qualified.
 */
export const isHiddenUser = (column: string): AliasableExpression<SqlBool> => {
  const eb = expressionBuilder<Database>();
  const hiding = eb
    .selectFrom('block_target as hidden')
    .innerJoin('block', 'bl_target', 'bt_id')
    .select(is => is.lit(1).as('one'))
    .where('bt_user', '=', sql.ref<number>(column))
    .where('bl_deleted', '=', 1)
    .limit(1);
  // Not "exists", for which MariaDB and PostgreSQL would look up all hidden accounts of the wiki first. Nor "is not null", whose
  // opposite PostgreSQL takes for rare.
  return eb(eb.fn.coalesce(hiding, eb.lit(0)), '=', eb.lit(1));
};

/** Those of the accounts that are hidden, in one query. */
export const loadHiddenUsers = async (db: Kysely<Database>, userIds: Iterable<number>): Promise<Set<number>> => {
  const rows = await loadInChunks(new Set(userIds), users => hidden(db, users).execute());
  return new Set(rows.flatMap(row => row.bt_user ?? []));
};

/** Those of the accounts whose names the client may not see. */
export const loadUnseenUsers = (
  { db, actor }: Pick<Env, 'db' | 'actor'>,
  userIds: readonly (number | null | undefined)[],
): Promise<Set<number>> => loadHiddenUsers(db, actor.can('hideuser') ? [] : userIds.flatMap(id => id ?? []));

const hidden = prepare(
  (users: readonly number[]) => ({ bindings: { users } }),
  (db, { users }) =>
    whereEquals(db.selectFrom('block_target').innerJoin('block', 'bl_target', 'bt_id').select('bt_user'), {
      bt_user: users,
      bl_deleted: 1,
    }),
);

type ActorNames = { readonly names?: readonly string[]; readonly users?: readonly number[] };

const matchingActors = prepare(
  ({ names, users }: ActorNames) => ({ bindings: { names, users } }),
  (db, { names, users }) =>
    whereEquals(db.selectFrom('actor').select(['actor_id', 'actor_user', 'actor_name']), {
      actor_name: names,
      actor_user: users,
    }),
);

const actors = async (db: Kysely<Database>, named: ActorNames): Promise<ActorRow[]> => {
  const rows = await matchingActors(db, named).execute();
  return rows.map(row => ({ actorId: row.actor_id, userId: row.actor_user ?? undefined, name: row.actor_name }));
};
