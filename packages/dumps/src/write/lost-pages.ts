import { sql, type WikiDatabase } from '@wikiquery/database';
import { PAGE_OF } from '../page-tables.ts';

const CHUNK = 500;

/** Deletes the rows of pages that were deleted, or whose title another page took. */
export async function dropLostPages(database: WikiDatabase, prefix: string): Promise<void> {
  const { db } = database;
  for (let last = 0; ; ) {
    const lost = await db
      .selectFrom('revision')
      .leftJoin('page', 'page_id', 'rev_page')
      .select('rev_page')
      .where('rev_page', '>', last)
      .where('page_id', 'is', null)
      .distinct()
      .orderBy('rev_page')
      .limit(CHUNK)
      .execute();
    const pages = lost.map(row => row.rev_page);
    if (pages.length === 0) return;
    await dropBelongings(database, prefix, pages);
    last = pages.at(-1) as number;
  }
}

export async function dropBelongings(database: WikiDatabase, prefix: string, pages: readonly number[]): Promise<void> {
  const { db } = database;
  const revisions = db.selectFrom('revision').select('rev_id').where('rev_page', 'in', pages);
  await db.deleteFrom('slots').where('slot_revision_id', 'in', revisions).execute();
  await db.deleteFrom('ip_changes').where('ipc_rev_id', 'in', revisions).execute();
  await db.deleteFrom('revision').where('rev_page', 'in', pages).execute();
  for (const [table, column] of Object.entries(PAGE_OF)) await deleteIn(database, prefix + table, column, pages);
  // On PostgreSQL, the search index is part of the rows of pages and texts.
  if (database.engine !== 'postgres') {
    await deleteIn(database, `${prefix}searchindex`, database.engine === 'sqlite' ? 'docid' : 'si_page', pages);
  }
}

async function deleteIn({ db }: WikiDatabase, table: string, column: string, ids: readonly number[]): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(ids)})`.execute(db);
}
