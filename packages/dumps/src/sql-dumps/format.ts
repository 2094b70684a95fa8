import { tables } from '@wikiquery/database';

/** Whether a file, told by its beginning, is what mysqldump writes. */
export const isSqlDump = (beginning: string): boolean => tableOf(beginning) !== undefined || /^-- (?:MySQL|MariaDB) dump/m.test(beginning);

/**
 * When to import it, among others: before dumps of pages (negative) what they refer to, after them what belongs to pages. Of a dump of several
 * tables the first one counts.
 */
export function turnOf(beginning: string): number {
  const table = (tableOf(beginning) ?? '').slice(prefixIn(beginning).length);
  const place = FIRST.indexOf(table);
  if (place >= 0) return place - FIRST.length;
  return table === 'page' ? 1 : 2;
}

const FIRST = ['interwiki', 'actor', 'comment', 'user', 'linktarget', 'change_tag_def', 'page_restrictions'];

const TABLE = /^[^\S\n]*(?:create\s+table\s+(?:if\s+not\s+exists\s+)?|(?:insert|replace)\s+(?:ignore\s+)?into\s+)[`"]?(\w+)/gim;

const tableOf = (beginning: string): string | undefined => beginning.matchAll(TABLE).next().value?.[1];

/** What the wiki puts before the names of its tables (`$wgDBprefix`), as its first tables tell: `mw_` of `mw_page`. */
export function prefixIn(beginning: string): string {
  for (const [, name = ''] of beginning.matchAll(TABLE)) {
    if (Object.hasOwn(tables, name)) return '';
    const end = [...name.matchAll(/_/g)].map(({ index }) => index + 1).find(at => Object.hasOwn(tables, name.slice(at)));
    if (end !== undefined) return name.slice(0, end);
  }
  return '';
}
