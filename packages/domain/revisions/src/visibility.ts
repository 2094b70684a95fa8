import type { Actor, Env, Title } from '@wikiquery/core';
import { canSeeAnythingHidden, isHidden, loadReach, maySee, type SuppressiblePart } from '@wikiquery/users';
import type { PartialRevision } from './revision.ts';

/** Whether the reader may see a part of a revision, hidden or not. */
export type CanSeePart = (revision: Pick<PartialRevision, 'hidden' | 'title' | 'isDeleted'>, part: SuppressiblePart) => boolean;

/** What the rights of the reader let see, whatever the page. */
export const visibilityOf =
  (actor: Actor): CanSeePart =>
  ({ hidden }, part) =>
    maySee(actor, hidden, part);

/** Whether a reader may have the text of deleted revisions, as far as it is not hidden besides. */
export const mayReadDeleted = (actor: Actor): boolean => actor.can('deletedtext') || actor.can('undelete');

/**
 * What the reader may see of these revisions where MediaWiki asks for the right to see hidden parts on the page of each: there a block takes
 * it away. Reads the reader's block only when something is hidden that the rights alone would show.
 */
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
  const { keepsOff } = await loadReach({ db, actor }, block);
  return page => (block.components ?? [block]).some(one => keepsOff(one, page));
}
