import type { Env, UserRef } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { loadActorsByName } from '@wikiquery/users';
import { whereMaySee } from '@wikiquery/visibility';
import type { RevisionQuery } from './revision.ts';

/** Keeps revisions made by one user, or by all but one. A hidden name finds nothing, and hides what it is left out of. */
export async function whereMadeBy(
  { db, actor: reader }: Env,
  revisions: RevisionQuery,
  { user, excludeuser }: { readonly user: UserRef | undefined; readonly excludeuser: UserRef | undefined },
): Promise<RevisionQuery> {
  const named = user ?? excludeuser;
  if (!named) return revisions;
  const visible = whereMaySee('rev_deleted', 'user', reader);
  const shown = visible ? revisions.where(visible) : revisions;
  const actor = (await loadActorsByName(db, [named.name])).get(named.name)?.actorId;
  if (user) return whereEquals(shown, { rev_actor: actor === undefined ? [] : actor });
  return actor === undefined ? shown : shown.where('rev_actor', '!=', actor);
}
