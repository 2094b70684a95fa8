import type { Table } from './column.ts';
import { DatabaseUnusableError } from './errors.ts';
import { tables } from './tables.ts';

/** How one generation of MediaWiki lays out its tables. */
export interface Layout {
  readonly generation: '1.43';
  readonly tables: Readonly<Record<string, Table>>;
}

const layouts: readonly Layout[] = [{ generation: '1.43', tables }];

/** Tables that no query reads: a database without them is served. */
const UNREAD: ReadonlySet<string> = new Set([
  'l10n_cache',
  'module_deps',
  'objectcache',
  'searchindex',
  'site_identifiers',
  'sites',
  'updatelog',
  'user_autocreate_serial',
]);

/** The layout that the tables have. Throws an error that names what is missing when it is none that is known. */
export function detectLayout(found: ReadonlyMap<string, ReadonlySet<string>>, where: string): Layout {
  if (!found.has('page') || !found.has('revision')) {
    throw new DatabaseUnusableError(
      `${where} is not a MediaWiki database: it has no tables "page" and "revision". Check the address${found.size ? ' and the table prefix' : ''}.`,
    );
  }
  const differences = layouts.map(layout => ({ layout, missing: missingFrom(layout, found) }));
  const exact = differences.find(({ missing }) => missing.length === 0);
  if (exact) return exact.layout;
  const [nearest] = differences.sort((a, b) => a.missing.length - b.missing.length) as [(typeof differences)[number]];
  const shown = nearest.missing.slice(0, 20).join(', ');
  const more = nearest.missing.length > 20 ? ` and ${nearest.missing.length - 20} more` : '';
  throw new DatabaseUnusableError(
    `${where} does not have the tables of MediaWiki ${nearest.layout.generation}; missing: ${shown}${more}. ` +
      "Run MediaWiki's update script on it, or serve a database of that version.",
  );
}

function missingFrom(layout: Layout, found: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return Object.entries(layout.tables).flatMap(([table, { columns }]) => {
    if (UNREAD.has(table)) return [];
    const present = found.get(table);
    if (!present) return [table];
    return Object.keys(columns).flatMap(column => (present.has(column) ? [] : [`${table}.${column}`]));
  });
}
