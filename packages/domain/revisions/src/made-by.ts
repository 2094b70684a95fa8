import type { Env, UserRef } from '@wikiquery/core';
import { type Bindings, sql } from '@wikiquery/database';
import { actorIdOf, lacksBits, unseenBits } from '@wikiquery/users';
import type { SelectQueryBuilder } from 'kysely';

/** Who made the revisions that are wanted. */
export interface Maker {
  /** Values of a query, actor ids: of the one who made them, of the one who did not. Both undefined for anybody. */
  readonly ids: MakerIds;
  /** Bits that hide a maker from the reader: a hidden name finds nothing, and hides what it is left out of. */
  readonly unseen: number | undefined;
}
export type MakerIds = { readonly actor: number | undefined; readonly excluded: number | undefined };

export async function readMaker(
  { db, actor: reader }: Pick<Env, 'db' | 'actor'>,
  { user, excludeuser }: { readonly user: UserRef | undefined; readonly excludeuser: UserRef | undefined },
): Promise<Maker> {
  const id = await actorIdOf(db, user ?? excludeuser);
  if (id === undefined) return ANYBODY;
  return { ids: { actor: user && id, excluded: user ? undefined : id }, unseen: unseenBits('user', reader) };
}

const ANYBODY: Maker = { ids: { actor: undefined, excluded: undefined }, unseen: undefined };

/** Keeps the revisions of that maker. `table` is what the columns of the revisions begin with. */
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
