import type { Env } from '@wikiquery/core';
import { loadInChunks } from '@wikiquery/database';
import type { SearchHit } from '@wikiquery/search';
import { isHidden } from '@wikiquery/users';
import { ClusterUnavailableError } from './cluster/errors.ts';
import type { CirrusDocument } from './query/response.ts';

type Db = Pick<Env, 'db'>;

/**
 * Returns the current pages of documents. Drops documents whose pages no longer exist, and those whose indexed texts are no longer public: the
 * document and its snippets would show words of the text.
 */
export async function publicHits({ db }: Db, documents: readonly CirrusDocument[]): Promise<SearchHit[]> {
  if (documents.length === 0) return [];
  const rows = await loadInChunks(new Set(documents.map(({ pageId }) => pageId)), chunk =>
    db.selectFrom('page').select(['page_id', 'page_namespace', 'page_title', 'page_latest']).where('page_id', 'in', chunk).execute(),
  );
  const pages = new Map(rows.map(row => [row.page_id, row]));
  // The text of a document without a revision is the one of the page when it was indexed, which is not known.
  const revisionOf = ({ pageId, revision }: CirrusDocument): number => revision ?? pages.get(pageId)?.page_latest ?? 0;
  const wanted = new Set(documents.map(revisionOf).filter(id => id > 0));
  const revisions = await loadInChunks(wanted, chunk =>
    db.selectFrom('revision').select(['rev_id', 'rev_deleted']).where('rev_id', 'in', chunk).execute(),
  );
  const visible = new Set(revisions.filter(row => !isHidden(row.rev_deleted, 'text')).map(row => row.rev_id));
  return documents.flatMap(document => {
    const page = pages.get(document.pageId);
    const revision = revisionOf(document);
    // The writer indexes no text of a page whose text is not public, and revision 0.
    if (!page || !(revision === 0 || visible.has(revision))) return [];
    const { pageId: _, revision: __, ...hit } = document;
    const { page_namespace: namespace, page_title: dbkey, page_id: id, page_latest: latest } = page;
    return [{ ...hit, namespace, dbkey, page: { id, latest } }];
  });
}

/** Maximum number of pages that are excluded from a search. An index with more of them is out of date. */
const MAX_EXCLUDED = 5000;

/**
 * Returns the ids of pages of which something was deleted or suppressed after the index was updated. The number of results would reveal words
 * of their texts. `entry`: highest id of a log entry when the index was updated.
 */
export async function erasedSince({ db }: Db, entry: number): Promise<number[]> {
  const rows = await db
    .selectFrom('logging')
    .select('log_page')
    .where('log_id', '>', entry)
    .where('log_type', 'in', ['delete', 'suppress'])
    .limit(MAX_EXCLUDED + 1)
    .execute();
  if (rows.length > MAX_EXCLUDED)
    throw new ClusterUnavailableError(
      'The search index is out of date: too many pages were deleted since. Update it with "wikiquery index".',
    );
  return [...new Set(rows.flatMap(({ log_page }) => log_page ?? []))];
}
