import { type Env, isInvalid, type Title } from '@wikiquery/core';
import { loadInChunks } from '@wikiquery/database';
import type { LinkCondition } from './query.ts';
import type { Verified } from './verify.ts';

/** Maximum number of linking pages that are looked up in the index. */
const MAX_SOURCES = 10_000;

/** Conditions on links of a query. */
export interface LinkPlan {
  /** Ids of the pages to search. Undefined if conditions do not limit them to a list. */
  readonly pages: ReadonlySet<number> | undefined;
  /** Conditions that are checked for each found page. */
  readonly checked: readonly { readonly target: Title; readonly isNegated: boolean }[];
  /** Whether `pages` contains all linking pages. */
  readonly isComplete: boolean;
}

/** Reads which pages link to the targets. `hasWords`: whether further conditions limit the search, so that targets of many links are checked later. */
export async function planLinks({ db, titles }: Env, conditions: readonly LinkCondition[], hasWords: boolean): Promise<LinkPlan> {
  let pages: ReadonlySet<number> | undefined;
  let isComplete = true;
  const checked: { readonly target: Title; readonly isNegated: boolean }[] = [];
  for (const { target: text, isNegated } of conditions) {
    const target = titles.parse(text.trim());
    if (isInvalid(target) || target.interwiki !== '') {
      if (!isNegated) pages = new Set();
      continue;
    }
    const sources = isNegated ? undefined : await pagesLinkingTo(db, target);
    const isList = sources !== undefined && (sources.length <= MAX_SOURCES || (!hasWords && pages === undefined));
    if (!isList) {
      checked.push({ target, isNegated });
      continue;
    }
    isComplete &&= sources.length <= MAX_SOURCES;
    const list = new Set(sources.slice(0, MAX_SOURCES));
    pages = pages ? pages.intersection(list) : list;
  }
  return { pages, checked, isComplete };
}

/** Drops pages that do not fulfil the conditions. */
export async function checkLinks(
  { db }: Pick<Env, 'db'>,
  pages: readonly Verified[],
  checked: LinkPlan['checked'],
): Promise<readonly Verified[]> {
  let left = pages;
  for (const { target, isNegated } of checked) {
    const rows = await loadInChunks(new Set(left.map(({ page }) => page.id)), chunk =>
      linksTo(db, target).where('pl_from', 'in', chunk).execute(),
    );
    const linking = new Set(rows.map(({ pl_from }) => pl_from));
    left = left.filter(({ page }) => linking.has(page.id) !== isNegated);
  }
  return left;
}

async function pagesLinkingTo(db: Env['db'], target: Title): Promise<number[]> {
  const rows = await linksTo(db, target)
    .orderBy('pl_from')
    .limit(MAX_SOURCES + 1)
    .execute();
  return rows.map(({ pl_from }) => pl_from);
}

const linksTo = (db: Env['db'], { namespace, dbkey }: Title) =>
  db
    .selectFrom('linktarget')
    .innerJoin('pagelinks', 'pl_target_id', 'lt_id')
    .select('pl_from')
    .where('lt_namespace', '=', namespace)
    .where('lt_title', '=', dbkey);
