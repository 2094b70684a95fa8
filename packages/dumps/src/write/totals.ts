import { NS, type Site, timestampMillis, toTimestamp } from '@wikiquery/core';
import { inTransaction, sql, type WikiDatabase } from '@wikiquery/database';
import { dropLostPages } from './lost-pages.ts';

/** Computes category members, edit counts and site statistics, except those that were imported from table dumps. */
export async function countTotals(database: WikiDatabase, prefix: string, site: Site, imported: ReadonlySet<string>): Promise<void> {
  const content = [...site.namespaces.values()].filter(namespace => namespace.content).map(({ id }) => id);
  await inTransaction(database, async () => {
    await dropLostPages(database, prefix);
    if (!imported.has('category')) await countMembers(database);
    if (!imported.has('user')) await countEdits(database);
    if (!imported.has('site_stats')) await countWiki(database, content);
  });
}

async function countMembers({ db }: WikiDatabase): Promise<void> {
  await db.deleteFrom('category').execute();
  const sum = (type: string) => sql<number>`sum(case when cl_type = ${type} then 1 else 0 end)`;
  const none = sql<number>`0`;
  const counts = db
    .selectFrom('categorylinks')
    .innerJoin('linktarget', 'lt_id', 'cl_target_id')
    .select(is => ['lt_title as title', is.fn.countAll<number>().as('pages'), sum('subcat').as('subcats'), sum('file').as('files')])
    .groupBy('lt_title')
    .unionAll(
      db
        .selectFrom('page')
        .select(['page_title as title', none.as('pages'), none.as('subcats'), none.as('files')])
        .where('page_namespace', '=', NS.CATEGORY)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('linktarget')
                .innerJoin('categorylinks', 'cl_target_id', 'lt_id')
                .select('cl_from')
                .where('lt_namespace', '=', NS.CATEGORY)
                .whereRef('lt_title', '=', 'page_title'),
            ),
          ),
        ),
    );
  await db
    .insertInto('category')
    .columns(['cat_id', 'cat_title', 'cat_pages', 'cat_subcats', 'cat_files'])
    .expression(
      db
        .selectFrom(counts.as('counts'))
        .select([sql<number>`row_number() over (order by title)`.as('id'), 'title', 'pages', 'subcats', 'files']),
    )
    .execute();
}

async function countWiki(database: WikiDatabase, content: readonly number[]): Promise<void> {
  const { db } = database;
  const count = async (table: 'page' | 'revision' | 'user' | 'image'): Promise<number> => {
    const row = await db
      .selectFrom(table)
      .select(is => is.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return Number(row.rows);
  };
  const articles = await db
    .selectFrom('page')
    .select(is => is.fn.countAll<number>().as('rows'))
    .where('page_namespace', 'in', content)
    .where('page_is_redirect', '=', 0)
    .where(({ exists, selectFrom }) => exists(selectFrom('pagelinks').select('pl_from').whereRef('pl_from', '=', 'page_id')))
    .executeTakeFirstOrThrow();
  await db.deleteFrom('site_stats').execute();
  await db
    .insertInto('site_stats')
    .values({
      ss_row_id: 1,
      ss_total_edits: await count('revision'),
      ss_good_articles: Number(articles.rows),
      ss_total_pages: await count('page'),
      ss_users: await count('user'),
      ss_active_users: await countActive(database),
      ss_images: await count('image'),
    })
    .execute();
}

/** Counts the accounts with edits in the 30 days before the newest revision. */
async function countActive({ db }: WikiDatabase): Promise<number> {
  const last = await db.selectFrom('revision').select('rev_timestamp').orderBy('rev_timestamp', 'desc').limit(1).executeTakeFirst();
  if (!last) return 0;
  const since = toTimestamp(new Date(timestampMillis(last.rev_timestamp) - 30 * 86_400_000));
  const row = await db
    .selectFrom('revision')
    .innerJoin('actor', 'actor_id', 'rev_actor')
    .select(is => is.fn.count<number>('actor_user').distinct().as('accounts'))
    .where('rev_timestamp', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(row.accounts);
}

async function countEdits({ db }: WikiDatabase): Promise<void> {
  await db
    .updateTable('user')
    .set(is => ({
      user_editcount: is
        .selectFrom('revision')
        .innerJoin('actor', 'actor_id', 'rev_actor')
        .select(({ fn }) => fn.countAll<number>().as('edits'))
        .whereRef('actor_user', '=', 'user_id'),
    }))
    .execute();
}
