import { NS } from '@wikiquery/core';
import type { ImportContext } from './context.ts';
import type { DeriveOptions } from './derive/index.ts';

/** Prefixes that are named, most links first. */
const SHOWN = 10;

/**
 * Tells of links that look as if they led to another wiki, or a namespace, whose prefix is not known here: they count as links to pages of the main namespace. Links that
 * a dump of the table held were told apart by the wiki itself.
 */
export async function tellUnknownPrefixes(
  { database: { db }, options, site }: ImportContext,
  { without, given }: DeriveOptions,
): Promise<void> {
  if (without.has('links') || given.has('pagelinks')) return;
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
    `${total} links look as if they led to other wikis or namespaces, by prefixes that are not known: ${shown.join(', ')}${more}. They count as links to pages that are ` +
      'missing here. The description of the wiki (--site), or a dump of its table interwiki, tells them.',
  );
}

/** What stands before a colon with nothing behind it: a title that has one in the middle has a space there. */
const PREFIX = /^([\p{L}\p{N}][\p{L}\p{M}\p{N}-]{1,30}):(?![_\d:])/u;
