import type { Env } from '@wikiquery/core';
import type { Revision } from '@wikiquery/revisions';

/** The revision of the page that came before, which need not be the one that it was made of. */
export async function previousRevision(
  { db }: Env,
  { id, pageId = 0, timestamp }: Revision,
): Promise<Pick<Revision, 'id' | 'length'> | undefined> {
  const row = await db
    .selectFrom('revision')
    .select(['rev_id', 'rev_len'])
    .where('rev_page', '=', pageId)
    .where(is => is.or([is('rev_timestamp', '<', timestamp), is.and([is('rev_timestamp', '=', timestamp), is('rev_id', '<', id)])]))
    .orderBy('rev_timestamp', 'desc')
    .orderBy('rev_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.rev_id, length: row.rev_len ?? undefined };
}
