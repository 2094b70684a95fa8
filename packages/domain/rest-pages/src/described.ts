import { type Env, isoTimestamp, type PageRow } from '@wikiquery/core';
import type { Revision, Slot } from '@wikiquery/revisions';
import { licenseOf, pageNames } from './page.ts';
import { makersOf, sizeOf } from './revision.ts';

/** What is known of a revision beside its text. */
export async function describeRevision(q: Env, revision: Revision, page: PageRow, slot: Slot) {
  const size = await sizeOf(q, revision);
  const parent = await previousRevision(q, revision);
  return {
    id: revision.id,
    size,
    minor: revision.minor,
    timestamp: isoTimestamp(revision.timestamp),
    content_model: slot.model,
    page: pageNames(q, page),
    license: licenseOf(q),
    ...(await makersOf(q, [revision]))(revision),
    delta: parent ? size - (await sizeOf(q, parent)) : null,
  };
}

/** The revision of the page that came before, which need not be the one that it was made of. */
async function previousRevision(
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
