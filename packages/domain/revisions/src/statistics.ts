import { type Database, prepare } from '@wikiquery/database';
import type { Statistics } from '@wikiquery/wikitext';
import type { Kysely } from 'kysely';

/** Loads the statistics of the wiki that magic words return. */
export async function loadStatistics(db: Kysely<Database>): Promise<Statistics> {
  const [row] = await statistics(db).execute();
  return {
    articles: row?.ss_good_articles ?? 0,
    edits: row?.ss_total_edits ?? 0,
    files: row?.ss_images ?? 0,
    pages: row?.ss_total_pages ?? 0,
    users: row?.ss_users ?? 0,
    activeUsers: Math.max(0, row?.ss_active_users ?? 0),
  };
}

const statistics = prepare(
  () => ({}),
  db =>
    db
      .selectFrom('site_stats')
      .select(['ss_good_articles', 'ss_total_edits', 'ss_images', 'ss_total_pages', 'ss_users', 'ss_active_users'])
      .where('ss_row_id', '=', 1),
);
