import { tables } from '@wikiquery/database';

export const isSqlDump = (beginning: string): boolean => tableOf(beginning) !== undefined || /^-- (?:MySQL|MariaDB) dump/m.test(beginning);

/** Returns the rank of a dump in the import order, relative to pages (0). It is negative for tables that other tables reference. */
export function sqlOrder(beginning: string): number {
  const table = (tableOf(beginning) ?? '').slice(prefixIn(beginning).length);
  const position = FIRST.indexOf(table);
  if (position >= 0) return position - FIRST.length;
  return table === 'page' ? 1 : 2;
}

const FIRST = ['interwiki', 'actor', 'comment', 'user', 'linktarget', 'change_tag_def', 'page_restrictions'];

const TABLE = /^[^\S\n]*(?:create\s+table\s+(?:if\s+not\s+exists\s+)?|(?:insert|replace)\s+(?:ignore\s+)?into\s+)[`"]?(\w+)/gim;

const tableOf = (beginning: string): string | undefined => beginning.matchAll(TABLE).next().value?.[1];

/** Returns the table prefix (`$wgDBprefix`) according to the first known table: `mw_` for `mw_page`. */
export function prefixIn(beginning: string): string {
  for (const [, name = ''] of beginning.matchAll(TABLE)) {
    if (Object.hasOwn(tables, name)) return '';
    const end = [...name.matchAll(/_/g)].map(({ index }) => index + 1).find(at => Object.hasOwn(tables, name.slice(at)));
    if (end !== undefined) return name.slice(0, end);
  }
  return '';
}
