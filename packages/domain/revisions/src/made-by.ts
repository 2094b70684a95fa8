import type { Env, UserRef } from '@wikiquery/core';
import { type Bindings, sql } from '@wikiquery/database';
import { actorIdOf, lacksBits, unseenBits } from '@wikiquery/users';
import type { SelectQueryBuilder } from 'kysely';

export interface Maker {
  /** Actor ids of the included or the excluded user. Both undefined: no filter. */
  readonly ids: MakerIds;
  /** Bits that hide the user name. Filters by user skip such revisions, so that they do not reveal names. */
  readonly unseen: number | undefined;
}
export type MakerIds = { readonly actor: number | undefined; readonly excluded: number | undefined };

export async function readMaker(
  { db, actor: viewer }: Pick<Env, 'db' | 'actor'>,
  { user, excludeuser }: { readonly user: UserRef | undefined; readonly excludeuser: UserRef | undefined },
): Promise<Maker> {
  const id = await actorIdOf(db, user ?? excludeuser);
  if (id === undefined) return ANYBODY;
  return { ids: { actor: user && id, excluded: user ? undefined : id }, unseen: unseenBits('user', viewer) };
}

const ANYBODY: Maker = { ids: { actor: undefined, excluded: undefined }, unseen: undefined };

/** Filters revisions by user. `table` is the prefix of the columns. */
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
