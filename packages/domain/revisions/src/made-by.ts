import type { Env, UserRef } from '@wikiquery/core';
import { loadActorsByName } from '@wikiquery/users';
import { whereMaySee } from '@wikiquery/visibility';
import { type SelectQueryBuilder, sql } from 'kysely';

/** No actor has it. */
const NOBODY = 0;

/**
 * Keeps revisions made by one user, or by all but one. A hidden name finds nothing, and hides what it is left out of. `table` is what the columns
 * of the revisions begin with.
 */
export async function whereMadeBy<DB, TB extends keyof DB, Row>(
  { db, actor: reader }: Env,
  revisions: SelectQueryBuilder<DB, TB, Row>,
  table: 'rev' | 'ar',
  { user, excludeuser }: { readonly user: UserRef | undefined; readonly excludeuser: UserRef | undefined },
): Promise<SelectQueryBuilder<DB, TB, Row>> {
  const named = user ?? excludeuser;
  if (!named) return revisions;
  const visible = whereMaySee(`${table}_deleted`, 'user', reader);
  const shown = visible ? revisions.where(visible) : revisions;
  const actor = (await loadActorsByName(db, [named.name])).get(named.name)?.actorId ?? NOBODY;
  return shown.where(is => is(sql.ref<number>(`${table}_actor`), user ? '=' : '!=', actor));
}
