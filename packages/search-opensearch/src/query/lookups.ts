import { type Env, NS, type Title, titleKey } from '@wikiquery/core';
import { pagesById, pagesByTitle, redirectTargets } from '@wikiquery/pages';
import type { WikiLookups } from './wiki.ts';

/** Limits of `deepcategory:`, as in CirrusSearch: levels below the category, and categories including it. */
const MAX_DEPTH = 5;
const MAX_CATEGORIES = 5000;
/** Number of categories whose subcategories one statement reads. */
const CHUNK = 200;
/** Maximum number of redirects to follow from a title. */
const MAX_REDIRECTS = 3;

/** Returns the lookups of keywords in the wiki's database. */
export const databaseLookups = (db: Env['db']): WikiLookups => ({
  pages: titles => existingPages(db, titles),
  titlesOf: ids => pagesById(db, ids),
  categoryTree: category => categoryTree(db, category),
});

async function existingPages(db: Env['db'], titles: readonly Title[]) {
  const found = new Map<number, Title & { readonly id: number }>();
  let wanted = titles;
  for (let step = 0; step <= MAX_REDIRECTS && wanted.length > 0; step++) {
    const rows = await pagesByTitle(db, wanted);
    for (const { id, namespace, dbkey, isRedirect } of rows) if (!isRedirect) found.set(id, { id, namespace, dbkey });
    const redirects = rows.filter(({ isRedirect }) => isRedirect).map(({ id }) => id);
    const targets = redirects.length > 0 ? await redirectTargets(db, redirects) : [];
    wanted = targets.filter(({ interwiki }) => interwiki === '');
  }
  const order = new Map(titles.map(({ namespace, dbkey }, index) => [titleKey(namespace, dbkey), index]));
  const rank = ({ namespace, dbkey }: Title): number => order.get(titleKey(namespace, dbkey)) ?? titles.length;
  return [...found.values()].sort((a, b) => rank(a) - rank(b) || a.id - b.id);
}

/** Reads the subcategories of a category level by level, until a limit is reached. */
async function categoryTree(db: Env['db'], category: string) {
  const found = new Set([category]);
  let level = [category];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (let first = 0; first < level.length; first += CHUNK) {
      const names = await subcategories(db, level.slice(first, first + CHUNK), MAX_CATEGORIES + 1);
      for (const name of names) {
        if (found.has(name)) continue;
        if (found.size === MAX_CATEGORIES) return { categories: [...found], isCut: true };
        found.add(name);
        next.push(name);
      }
      if (names.length > MAX_CATEGORIES) return { categories: [...found], isCut: true };
    }
    level = next;
  }
  return { categories: [...found], isCut: false };
}

async function subcategories(db: Env['db'], categories: readonly string[], limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('categorylinks')
    .innerJoin('page', 'page_id', 'cl_from')
    .select('page_title')
    .where('cl_target_id', 'in', ({ selectFrom }) =>
      selectFrom('linktarget').select('lt_id').where('lt_namespace', '=', NS.CATEGORY).where('lt_title', 'in', categories),
    )
    .where('cl_type', '=', 'subcat')
    .limit(limit)
    .execute();
  return rows.map(row => row.page_title);
}
