import { hash } from 'node:crypto';
import { type Env, HttpError } from '@wikiquery/core';
import { loadSlots, loadVisibility, MAIN, type Revision, type Slot, selectRevisions, toRevision } from '@wikiquery/revisions';
import { loadBlobs } from '@wikiquery/text-storage';

export async function findRevision({ db }: Env, id: number): Promise<Revision | undefined> {
  if (id <= 0) return undefined;
  const row = await selectRevisions(db).where('rev_id', '=', id).executeTakeFirst();
  return row && toRevision(row);
}

export const noSuchRevision = (id: number): HttpError => new HttpError(404, 'rest-nonexistent-revision', `There is no revision ${id}.`);

export const hiddenRevision = (id: number): HttpError =>
  new HttpError(403, 'rest-permission-denied-revision', `You may not view revision ${id}.`);

/** Returns the ETag of a revision, which depends on its visibility. */
export const revisionTag = (id: number | undefined, isAccessible: boolean): string =>
  `"${hash('sha1', `${id ?? 'e0'}${isAccessible ? 'a1' : 'a0'}`)}"`;

/** Loads the main slot of a revision. Throws a 404 if there is none. */
export async function mainSlot({ db }: Env, id: number): Promise<Slot> {
  const slot = (await slotsOf({ db }, id)).find(({ role }) => role === MAIN);
  if (!slot) throw noSuchRevision(id);
  return slot;
}

const slotsOf = async ({ db }: Pick<Env, 'db'>, id: number): Promise<readonly Slot[]> => (await loadSlots(db, [id])).get(id) ?? [];

/** Returns the bytes of a revision. Old rows lack them. */
export async function sizeOf(env: Env, { id, length }: Pick<Revision, 'id' | 'length'>): Promise<number> {
  return length ?? (await slotsOf(env, id)).reduce((sum, { size }) => sum + size, 0);
}

/** Loads the text of a revision. Throws a 403 if it is hidden from the user, and a 404 if it is lost. */
export async function loadSource(env: Env, revision: Revision, slot: Slot): Promise<string> {
  const canSee = await loadVisibility(env, [revision]);
  if (!canSee(revision, 'text')) throw hiddenRevision(revision.id);
  const text = (await loadBlobs(env.db, [slot.address])).get(slot.address);
  if (text === undefined) throw noSuchRevision(revision.id);
  return text;
}

/** Returns user and comment of a revision, if visible to the user. */
export async function makersOf(env: Env, revisions: readonly Revision[]) {
  const canSee = await loadVisibility(env, revisions);
  return (revision: Revision) => ({
    user: canSee(revision, 'user') ? { id: revision.userId ?? null, name: revision.user } : null,
    comment: canSee(revision, 'comment') ? revision.comment : null,
  });
}
