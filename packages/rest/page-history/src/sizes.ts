import type { Env } from '@wikiquery/core';
import type { Revision } from '@wikiquery/revisions';

/** Returns the known sizes and the sizes of parent revisions in bytes, by revision id. */
export async function parentSizes(
  { db }: Env,
  revisions: readonly Revision[],
  known: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, number>> {
  const missing = revisions.flatMap(({ parentId }) => (parentId && !known.has(parentId) ? [parentId] : []));
  if (missing.length === 0) return known;
  const rows = await db.selectFrom('revision').select(['rev_id', 'rev_len']).where('rev_id', 'in', missing).execute();
  return new Map([...known, ...rows.map(({ rev_id, rev_len }): [number, number] => [rev_id, rev_len ?? 0])]);
}
