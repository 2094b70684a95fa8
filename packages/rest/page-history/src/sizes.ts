import type { Env } from '@wikiquery/core';
import type { Revision } from '@wikiquery/revisions';

/** Bytes of the revisions that these were made of, as far as there are any. */
export async function parentSizes(
  { db }: Env,
  revisions: readonly Revision[],
  known: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, number>> {
  const others = revisions.flatMap(({ parentId }) => (parentId && !known.has(parentId) ? [parentId] : []));
  if (others.length === 0) return known;
  const rows = await db.selectFrom('revision').select(['rev_id', 'rev_len']).where('rev_id', 'in', others).execute();
  return new Map([...known, ...rows.map(({ rev_id, rev_len }): [number, number] => [rev_id, rev_len ?? 0])]);
}
