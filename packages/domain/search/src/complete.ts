import { type Env, NS } from '@wikiquery/core';
import { keyColumn, whereStartsWith } from '@wikiquery/database';
import { withoutIllegalCharacters } from '@wikiquery/titles';
import type { CompletionRequest, Hit } from './backend.ts';

const byTitle = keyColumn({ column: 'page_title', isText: true, forward: true });

/** Titles in the order of their bytes: of each namespace as many as are needed, which an index has at hand. */
export async function complete({ db, site, titles }: Env, { text, namespaces, limit, offset }: CompletionRequest): Promise<readonly Hit[]> {
  const legal = withoutIllegalCharacters(site, text);
  const wanted = namespaces.length === 0 ? [NS.MAIN] : [...new Set(namespaces)];
  const [first, ...rest] = wanted.flatMap(namespace => {
    const prefix = text === '' ? '' : titles.make(namespace, legal)?.dbkey;
    return prefix === undefined ? [] : [firstTitles(db, namespace, prefix, offset + limit + 1)];
  });
  if (!first) return [];
  const pages = rest.reduce((all, query) => all.unionAll(query), first);
  const rows = await db
    .selectFrom(pages.as('pages'))
    .selectAll()
    .orderBy(byTitle)
    .orderBy('page_namespace')
    .limit(limit + 1)
    .offset(offset)
    .execute();
  return rows.map(row => ({
    namespace: row.page_namespace,
    dbkey: row.page_title,
    page: { id: row.page_id, latest: row.page_latest },
  }));
}

function firstTitles(db: Env['db'], namespace: number, prefix: string, count: number) {
  const pages = db
    .selectFrom('page')
    .select(['page_id', 'page_namespace', 'page_title', 'page_latest'])
    .where('page_namespace', '=', namespace)
    .orderBy(byTitle)
    .limit(count);
  // SQLite takes no limit in a part of a union, but a table that is made with one.
  return db.selectFrom(whereStartsWith(pages, 'page_title', prefix).as('pages')).selectAll();
}
