import type { Actor, Env, Title } from '@wikiquery/core';
import { canSeeAnythingHidden, isHidden, loadBlockScope, maySee, type SuppressiblePart } from '@wikiquery/users';
import type { PartialRevision } from './revision.ts';

/** Whether the user may see a part of a revision, even if it is revision-deleted. */
export type CanSeePart = (revision: Pick<PartialRevision, 'hidden' | 'title' | 'isDeleted'>, part: SuppressiblePart) => boolean;

/** Returns the visibility by the user's rights alone, regardless of blocks. */
export const visibilityOf =
  (actor: Actor): CanSeePart =>
  ({ hidden }, part) =>
    maySee(actor, hidden, part);

/** Whether the user may read the content of deleted revisions, except revision-deleted parts. */
export const mayReadDeleted = (actor: Actor): boolean => actor.can('deletedtext') || actor.can('undelete');

/** Loads the visibility of revisions. Users who are blocked from a page cannot see its revision-deleted parts, whatever their rights. */
export async function loadVisibility(
  env: Pick<Env, 'db' | 'actor'>,
  revisions: readonly Pick<PartialRevision, 'hidden'>[],
): Promise<CanSeePart> {
  const { actor } = env;
  const byRights = visibilityOf(actor);
  if (!canSeeAnythingHidden(actor) || revisions.every(({ hidden }) => hidden === 0)) return byRights;
  const isBlocked = await loadBlockedPages(env);
  const readsDeleted = mayReadDeleted(actor);
  return (revision, part) =>
    !isHidden(revision.hidden, part) ||
    (byRights(revision, part) && !isBlocked(revision.title) && (readsDeleted || !revision.isDeleted || part !== 'text'));
}

async function loadBlockedPages({ db, actor }: Pick<Env, 'db' | 'actor'>): Promise<(page: Title) => boolean> {
  const block = await actor.block();
  if (!block) return () => false;
  const { blocksUser } = await loadBlockScope({ db, actor }, block);
  return page => (block.components ?? [block]).some(one => blocksUser(one, page));
}
