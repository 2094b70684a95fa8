import { type Database, type LayoutRelease, layoutOfRelease, RELEASES, type TableName } from '@wikiquery/database';
import { EXTENSION_TABLES } from '@wikiquery/launch/extension-tables';
import type { WikiBuilder } from '@wikiquery/wiki-builder';
import type { Insertable } from 'kysely';

/** Tables that have only a few rows in every wiki. */
export const SMALL_TABLES: ReadonlySet<string> = new Set<TableName>([
  'change_tag_def',
  'content_models',
  'interwiki',
  // The job queue, whose rows `siprop=statistics` counts from time to time.
  'job',
  'querycache_info',
  'site_stats',
  'slot_roles',
]);

const ROWS = 3000;
const AT_ONCE = 500;

/** Adds unrelated rows to every large table, so that query optimizers have a reason to use indexes. */
export async function widen(wiki: WikiBuilder): Promise<void> {
  for (const table of [...Object.keys(tables), ...Object.keys(EXTENSION_TABLES)] as TableName[]) {
    if (SMALL_TABLES.has(table) || table === 'searchindex') continue;
    for (let from = 0; from < ROWS; from += AT_ONCE) {
      const rows = Array.from({ length: AT_ONCE }, (_, i) => row(table, from + i));
      const insert = wiki.db.insertInto(table).values(rows as Insertable<Database[TableName]>[]);
      await (wiki.database.engine === 'mariadb' ? insert.ignore() : insert.onConflict(on => on.doNothing())).execute();
    }
  }
}

const FIRST_ID = 1_000_000;

const { tables } = layoutOfRelease(RELEASES.at(-1) as LayoutRelease);

function row(table: TableName, i: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries((tables[table] ?? EXTENSION_TABLES[table])?.columns ?? {}).map(([name, column]) => [name, value(name, column, i)]),
  );
}

function value(
  name: string,
  { kind, traits }: { kind: string; traits: { size?: number | string; values?: readonly string[] } },
  i: number,
): unknown {
  switch (kind) {
    case 'serial':
    case 'bigint':
      return FIRST_ID + i;
    case 'int':
      return /namespace|_type$|_ns$/.test(name) ? i % 16 : FIRST_ID + i;
    case 'smallint':
      return i % 3000;
    case 'tinyint':
    case 'flag':
      return /deleted|redirect|private/.test(name) ? 0 : i % 2;
    case 'real':
    case 'decimal':
      return i / ROWS;
    case 'timestamp':
    case 'expiry':
    case 'datetime':
      return String(20_200_101_000_000 + Math.floor(i / 60) * 100 + (i % 60));
    case 'enum':
      return traits.values?.[0];
    default:
      return `Filler_${i}`.slice(0, typeof traits.size === 'number' ? traits.size : undefined);
  }
}
