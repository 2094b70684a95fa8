import { NS } from '@wikiquery/core';
import type { ImportContext } from './context.ts';
import type { DeriveOptions } from './derive/index.ts';
import { countText } from './progress.ts';

const SHOWN = 10;

/** Warns about links with unknown prefixes. Ignores links from table dumps, because the wiki itself resolved their prefixes. */
export async function warnUnknownPrefixes(
  { database: { db }, options, site }: ImportContext,
  { without, imported }: DeriveOptions,
): Promise<void> {
  if (without.has('links') || imported.has('pagelinks')) return;
  const languages = new Set(((await site()).info.languages as readonly { code: string }[]).map(({ code }) => code));
  const links = await db
    .selectFrom('linktarget')
    .innerJoin('pagelinks', 'pl_target_id', 'lt_id')
    .select(is => ['lt_title as title', is.fn.countAll<number>().as('links')])
    .where('lt_namespace', '=', NS.MAIN)
    .where('lt_title', 'like', '%:%')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('page').select('page_id').where('page_namespace', '=', NS.MAIN).whereRef('page_title', '=', 'lt_title'))),
    )
    .groupBy('lt_title')
    .execute();
  const counts = new Map<string, number>();
  for (const { title, links: count } of links) {
    const prefix = PREFIX.exec(title)?.[1]?.toLowerCase();
    if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + Number(count));
  }
  if (counts.size === 0) return;
  const rank = ([prefix, count]: readonly [string, number]): number => count + (languages.has(prefix) ? 1e9 : 0);
  const sorted = [...counts].sort((a, b) => rank(b) - rank(a));
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  const shown = sorted.slice(0, SHOWN).map(([prefix, count]) => `${prefix}: (${count})`);
  const more = sorted.length > SHOWN ? ` and ${sorted.length - SHOWN} more` : '';
  options.progress.warn(
    `Found ${countText(total, 'links')} with unknown interwiki or namespace prefixes: ${shown.join(', ')}${more}. They count as links to missing pages. ` +
      'Add the prefixes with --site, or import a dump of the table interwiki.',
  );
}

/** A prefix directly before text. Titles that contain a colon usually have a space after it. */
const PREFIX = /^([\p{L}\p{N}][\p{L}\p{M}\p{N}-]{1,30}):(?![_\d:])/u;

/** Warns about pages in namespaces that the site configuration lacks: no title refers to these pages. */
export async function warnUnknownNamespaces({ database, options, site }: ImportContext): Promise<void> {
  const { namespaces } = await site();
  const counts = await database.db
    .selectFrom('page')
    .select(is => ['page_namespace as id', is.fn.countAll<number>().as('pages')])
    .groupBy('page_namespace')
    .orderBy('page_namespace')
    .execute();
  const unknown = counts.filter(({ id }) => !namespaces.has(id));
  if (unknown.length === 0) return;
  const shown = unknown.map(({ id, pages }) => `${id} (${pages})`).join(', ');
  options.progress.warn(
    `The site configuration lacks these namespaces of imported pages (with page counts): ${shown}. ` +
      'Their pages have no title. Add the namespaces with --site.',
  );
}
