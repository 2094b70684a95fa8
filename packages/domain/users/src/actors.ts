import type { Env, UserRef } from '@wikiquery/core';
import { type Database, expressionBuilder, loadInChunks, prepare, sql, whereEquals } from '@wikiquery/database';
import type { AliasableExpression, Kysely, SqlBool } from 'kysely';

/** An account, or (without `userId`) an IP address or an imported name. */
export interface ActorRow {
  readonly actorId: number;
  readonly userId: number | undefined;
  readonly name: string;
}

/** Loads actors by name, in one query. Names without an actor are omitted. */
export const loadActorsByName = async (db: Kysely<Database>, names: Iterable<string>): Promise<Map<string, ActorRow>> => {
  const rows = await loadInChunks(new Set(names), names => actors(db, { names }));
  return new Map(rows.map(row => [row.name, row]));
};

/** Returns the actor id for a filter by user: an unused id for an unknown name, or undefined without a name. */
export const actorIdOf = async (db: Kysely<Database>, named: Pick<UserRef, 'name'> | undefined): Promise<number | undefined> =>
  named && ((await loadActorsByName(db, [named.name])).get(named.name)?.actorId ?? NOBODY);

const NOBODY = 0;

/** Loads actors by account id, in one query. Accounts without an actor are omitted. */
export const loadActorsByUser = async (db: Kysely<Database>, userIds: Iterable<number>): Promise<Map<number, ActorRow>> => {
  const rows = await loadInChunks(new Set(userIds), users => actors(db, { users }));
  return new Map(rows.map(row => [row.userId ?? 0, row]));
};

/** Returns the account with an id (`#12` in parameters), or MediaWiki's `Unknown user` with the id 0. */
export const userById = async (db: Kysely<Database>, id: number): Promise<UserRef> => {
  const actor = id === 0 ? undefined : (await loadActorsByUser(db, [id])).get(id);
  return actor === undefined ? { kind: 'id', name: 'Unknown user', id: 0 } : { kind: 'id', name: actor.name, id };
};

/**
 * Condition that matches accounts hidden by a block; only users with `hideuser` may see their names. Columns of table `block_target` must
 * be qualified with the table name.
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
  // With "exists", MariaDB and PostgreSQL would first look up all hidden accounts. PostgreSQL estimates "is null" to be rare.
  return eb(eb.fn.coalesce(hiding, eb.lit(0)), '=', eb.lit(1));
};

/** Returns the ids of the accounts that are hidden by a block. */
export const loadHiddenUsers = async (db: Kysely<Database>, userIds: Iterable<number>): Promise<Set<number>> => {
  const rows = await loadInChunks(new Set(userIds), users => hidden(db, users).execute());
  return new Set(rows.flatMap(row => row.bt_user ?? []));
};

/** Returns the ids of the accounts whose names the user may not see. */
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
