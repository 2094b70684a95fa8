import { hash } from 'node:crypto';
import { type Env, HttpError } from '@wikiquery/core';
import { loadSlots, loadVisibility, MAIN, type Revision, type Slot, selectRevisions, toRevision } from '@wikiquery/revisions';
import { loadBlobs } from '@wikiquery/text-storage';

/** Loads a revision that is not deleted by its id. */
export async function findRevision({ db }: Env, id: number): Promise<Revision | undefined> {
  if (id <= 0) return undefined;
  const row = await selectRevisions(db).where('rev_id', '=', id).executeTakeFirst();
  return row && toRevision(row);
}

/** Creates the 404 error for a missing revision. */
export const noSuchRevision = (id: number): HttpError => new HttpError(404, 'rest-nonexistent-revision', `There is no revision ${id}.`);

/** Creates the 403 error for a revision that the user may not view. */
export const hiddenRevision = (id: number): HttpError =>
  new HttpError(403, 'rest-permission-denied-revision', `You may not view revision ${id}.`);

/** Returns the ETag of a revision, as MediaWiki does. It depends on whether the user may view the revision. */
export const revisionTag = (id: number | undefined, isAccessible: boolean): string =>
  `"${hash('sha1', `${id ?? 'e0'}${isAccessible ? 'a1' : 'a0'}`)}"`;

/** Loads the main slot of a revision. Throws a 404 error if the revision has none. */
export async function mainSlot({ db }: Env, id: number): Promise<Slot> {
  const slot = (await slotsOf({ db }, id)).find(({ role }) => role === MAIN);
  if (!slot) throw noSuchRevision(id);
  return slot;
}

const slotsOf = async ({ db }: Pick<Env, 'db'>, id: number): Promise<readonly Slot[]> => (await loadSlots(db, [id])).get(id) ?? [];

/** Returns the size of a revision in bytes. For old rows without a size, it is the sum of the slots. */
export async function sizeOf(env: Env, { id, length }: Pick<Revision, 'id' | 'length'>): Promise<number> {
  return length ?? (await slotsOf(env, id)).reduce((sum, { size }) => sum + size, 0);
}

/** Loads the text of a revision's slot. Throws a 403 error if the user may not view it, and a 404 error if it is lost. */
export async function loadSource(env: Env, revision: Revision, slot: Slot): Promise<string> {
  const canSee = await loadVisibility(env, [revision]);
  if (!canSee(revision, 'text')) throw hiddenRevision(revision.id);
  const text = (await loadBlobs(env.db, [slot.address])).get(slot.address);
  if (text === undefined) throw noSuchRevision(revision.id);
  return text;
}

/** Returns a function that returns user and comment of a revision. Parts that the user may not see are null. */
export async function makersOf(env: Env, revisions: readonly Revision[]) {
  const canSee = await loadVisibility(env, revisions);
  return (revision: Revision) => ({
    user: canSee(revision, 'user') ? { id: revision.userId ?? null, name: revision.user } : null,
    comment: canSee(revision, 'comment') ? revision.comment : null,
  });
}
