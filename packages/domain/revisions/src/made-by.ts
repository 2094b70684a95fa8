import type { Env, UserRef } from '@wikiquery/core';
import { type Bindings, sql } from '@wikiquery/database';
import { actorIdOf, lacksBits, unseenBits } from '@wikiquery/users';
import type { SelectQueryBuilder } from 'kysely';

/** Filter of revisions by user. */
export interface Maker {
  /** Actor id of the included or the excluded user. Both are undefined without a filter. */
  readonly ids: MakerIds;
  /** Bits that hide the user name from the client. The filter excludes such revisions, so that it does not reveal names. */
  readonly unseen: number | undefined;
}
/** Actor ids that a filter includes or excludes. */
export type MakerIds = { readonly actor: number | undefined; readonly excluded: number | undefined };

/** Reads the parameters `user` and `excludeuser`. Resolves an unknown user to an actor id that no row has. */
export async function readMaker(
  { db, actor: viewer }: Pick<Env, 'db' | 'actor'>,
  { user, excludeuser }: { readonly user: UserRef | undefined; readonly excludeuser: UserRef | undefined },
): Promise<Maker> {
  const id = await actorIdOf(db, user ?? excludeuser);
  if (id === undefined) return ANYBODY;
  return { ids: { actor: user && id, excluded: user ? undefined : id }, unseen: unseenBits('user', viewer) };
}

const ANYBODY: Maker = { ids: { actor: undefined, excluded: undefined }, unseen: undefined };

/** Filters revisions by user. `table`: the prefix of the columns. */
export function whereMadeBy<DB, TB extends keyof DB, Row>(
  revisions: SelectQueryBuilder<DB, TB, Row>,
  table: 'rev' | 'ar',
  { ids: { actor, excluded }, unseen }: { readonly ids: MakerIds | Bindings<MakerIds>; readonly unseen: Maker['unseen'] },
): SelectQueryBuilder<DB, TB, Row> {
  const id = actor ?? excluded;
  if (id === undefined) return revisions;
  const shown = unseen === undefined ? revisions : revisions.where(lacksBits(`${table}_deleted`, unseen));
  return shown.where(is => is(sql.ref<number>(`${table}_actor`), actor === undefined ? '!=' : '=', id));
}
