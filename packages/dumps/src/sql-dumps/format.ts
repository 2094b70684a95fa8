/** Whether a file, told by its beginning, is what mysqldump writes. */
export const isSqlDump = (beginning: string): boolean => tableOf(beginning) !== undefined || /^-- (?:MySQL|MariaDB) dump/m.test(beginning);

/**
 * When to import it, among others: before dumps of pages (negative) what they refer to, after them what belongs to pages. Of a dump of several
 * tables the first one counts.
 */
export function turnOf(beginning: string): number {
  const table = tableOf(beginning) ?? '';
  const place = FIRST.indexOf(table);
  if (place >= 0) return place - FIRST.length;
  return table === 'page' ? 1 : 2;
}

const FIRST = ['interwiki', 'actor', 'comment', 'user', 'linktarget', 'change_tag_def', 'page_restrictions'];

const tableOf = (beginning: string): string | undefined =>
  /^\s*(?:create\s+table\s+(?:if\s+not\s+exists\s+)?|(?:insert|replace)\s+(?:ignore\s+)?into\s+)[`"]?(\w+)/im.exec(beginning)?.[1];
