import type { Env, PageRow } from '@wikiquery/core';
import { revertTags, whereBot } from '@wikiquery/rest-pages';
import { type Revision, selectRevisions, toRevision } from '@wikiquery/revisions';
import { whereMaySee } from '@wikiquery/users';

interface HistoryRequest {
  readonly page: PageRow;
  readonly filter: 'anonymous' | 'bot' | 'reverted' | 'minor' | undefined;
  /** Revision from which the history is read. It is excluded. */
  readonly from: Revision | undefined;
  readonly isNewer: boolean;
  readonly limit: number;
}

/** Reads the revisions before or after `from`, or the newest revisions. Filters by author skip authors that the user cannot see. */
export async function readHistory(env: Env, { page, filter, from, isNewer, limit }: HistoryRequest): Promise<Revision[]> {
  const { db, actor } = env;
  let query = selectRevisions(db).where('rev_page', '=', page.id).limit(limit);
  if (filter === 'anonymous' || filter === 'bot') {
    const seen = whereMaySee('rev_deleted', 'user', actor);
    if (seen) query = query.where(seen);
  }
  if (filter === 'anonymous') query = query.where('actor_user', 'is', null);
  if (filter === 'bot') query = query.where(whereBot(env, 'actor_user'));
  if (filter === 'minor') query = query.where('rev_minor_edit', '!=', 0);
  if (filter === 'reverted') {
    const tags = await revertTags(db);
    if (tags.length === 0) return [];
    query = query.where(is =>
      is.exists(is.selectFrom('change_tag').select('ct_id').whereRef('ct_rev_id', '=', 'rev_id').where('ct_tag_id', 'in', tags)),
    );
  }
  if (from) {
    const { id, timestamp } = from;
    const sign = isNewer ? '>' : '<';
    query = query.where(is =>
      is.or([is('rev_timestamp', sign, timestamp), is.and([is('rev_timestamp', '=', timestamp), is('rev_id', sign, id)])]),
    );
  }
  const direction = isNewer ? 'asc' : 'desc';
  const rows = await query.orderBy('rev_timestamp', direction).orderBy('rev_id', direction).execute();
  return rows.map(row => toRevision(row));
}
