import { type Env, NS } from '@wikiquery/core';
import { afterPrefix, type Bound, type Database, keyColumn, prepare } from '@wikiquery/database';
import { withoutIllegalCharacters } from '@wikiquery/titles';
import type { Kysely } from 'kysely';
import type { CompletionRequest, Hit } from './backend.ts';

const byTitle = keyColumn({ column: 'page_title', isText: true, forward: true });

/** Lists titles with a prefix in byte order. Reads at most `offset + limit + 1` titles of each namespace from an index range. */
export async function complete({ db, site, titles }: Env, { text, namespaces, limit, offset }: CompletionRequest): Promise<readonly Hit[]> {
  const legal = withoutIllegalCharacters(site, text);
  const searched: number[] = [];
  const bounds: Record<string, string | number | undefined> = { most: offset + limit + 1, count: limit + 1, offset };
  for (const namespace of new Set(namespaces.length === 0 ? [NS.MAIN] : namespaces)) {
    const prefix = text === '' ? '' : titles.make(namespace, legal)?.dbkey;
    if (prefix === undefined) continue;
    bounds[`from${searched.length}`] = prefix;
    bounds[`end${searched.length}`] = afterPrefix(prefix);
    searched.push(namespace);
  }
  if (searched.length === 0) return [];
  const rows = await titlesBetween(db, searched, bounds).execute();
  return rows.map(row => ({
    namespace: row.page_namespace,
    dbkey: row.page_title,
    page: { id: row.page_id, latest: row.page_latest },
  }));
}

const titlesBetween = prepare(
  (namespaces: readonly number[], bindings: Readonly<Record<string, string | number | undefined>>) => ({ bindings, shape: { namespaces } }),
  (db, bounds, { namespaces }) => {
    const bound = <T extends string | number>(name: string) => bounds[name] as Bound<T> | undefined;
    const [first, ...rest] = namespaces.map((namespace, at) =>
      firstTitles(db, namespace, { from: bound<string>(`from${at}`)!, end: bound<string>(`end${at}`), most: bound<number>('most')! }),
    );
    const pages = rest.reduce((all, query) => all.unionAll(query), first!);
    return db
      .selectFrom(pages.as('pages'))
      .selectAll()
      .orderBy(byTitle)
      .orderBy('page_namespace')
      .limit(bound<number>('count')!)
      .offset(bound<number>('offset')!);
  },
);

interface Bounds {
  readonly from: Bound<string>;
  readonly end: Bound<string> | undefined;
  readonly most: Bound<number>;
}

function firstTitles(db: Kysely<Database>, namespace: number, { from, end, most }: Bounds) {
  const pages = db
    .selectFrom('page')
    .select(['page_id', 'page_namespace', 'page_title', 'page_latest'])
    .where('page_namespace', '=', namespace)
    .where(byTitle, '>=', from)
    .$if(end !== undefined, query => query.where(byTitle, '<', end!))
    .orderBy(byTitle)
    .limit(most);
  // SQLite rejects LIMIT in a UNION operand but accepts it in a subquery.
  return db.selectFrom(pages.as('pages')).selectAll();
}
