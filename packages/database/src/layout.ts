import type { Table } from './column.ts';
import { DatabaseUnusableError } from './errors.ts';
import { tablesOf139 } from './mediawiki-1.39/tables.ts';
import { tables } from './tables.ts';
import { isRead, UNREAD_COLUMNS } from './unread.ts';

/** How one generation of MediaWiki lays out its tables. */
export interface Layout {
  readonly generation: '1.43' | '1.39';
  readonly tables: Readonly<Record<string, Table>>;
  /** What only others have: columns `table.column`. With them, data may lie elsewhere than this layout looks for it. */
  readonly foreign: readonly string[];
}

const layouts: readonly Layout[] = [
  { generation: '1.43', tables, foreign: ['ipblocks.ipb_id', 'pagelinks.pl_title', 'revision_comment_temp.revcomment_rev'] },
  { generation: '1.39', tables: tablesOf139(tables), foreign: ['block.bl_id', 'block_target.bt_id', 'pagelinks.pl_target_id'] },
];

/** The layout of a generation. */
export const layoutOf = (generation: Layout['generation']): Layout => layouts.find(layout => layout.generation === generation) as Layout;

/**
 * The layout that the tables have. Throws an error that names what is missing when it is none that is known. `wanted`: tables of the newest generation
 * that somebody reads; all when left out.
 */
export function detectLayout(found: ReadonlyMap<string, ReadonlySet<string>>, where: string, wanted?: ReadonlySet<string>): Layout {
  if (!found.has('page') || !found.has('revision')) {
    throw new DatabaseUnusableError(
      `${where} is not a MediaWiki database: it has no tables "page" and "revision". Check the address${found.size ? ' and the table prefix' : ''}.`,
    );
  }
  const { layout, missing, foreign } = layouts
    .map(layout => ({ layout, missing: missingFrom(layout, found, wanted), foreign: foreignIn(layout, found) }))
    .reduce((nearest, other) => (size(other) < size(nearest) ? other : nearest));
  if (missing.length === 0 && foreign.length === 0) return layout;
  const differences = [
    ...(missing.length > 0 ? [`missing: ${shortened(missing)}`] : []),
    ...(foreign.length > 0 ? [`of another version: ${shortened(foreign)}`] : []),
  ];
  const known = layouts.map(({ generation }) => generation).join(' or ');
  throw new DatabaseUnusableError(
    `${where} does not have the tables of MediaWiki ${layout.generation}; ${differences.join('; ')}. ` +
      `Run MediaWiki's update script on it, or serve a database of MediaWiki ${known}.`,
    missing,
  );
}

interface Differences {
  readonly layout: Layout;
  readonly missing: readonly string[];
  readonly foreign: readonly string[];
}

const size = ({ missing, foreign }: Differences): number => missing.length + foreign.length;

const shortened = (names: readonly string[]): string =>
  names.slice(0, 20).join(', ') + (names.length > 20 ? ` and ${names.length - 20} more` : '');

function missingFrom(layout: Layout, found: ReadonlyMap<string, ReadonlySet<string>>, wanted: ReadonlySet<string> | undefined): string[] {
  return Object.entries(layout.tables).flatMap(([table, { columns }]) => {
    // Without an index of words only searches fail.
    if (!isRead(table, wanted) || table === 'searchindex') return [];
    const present = found.get(table);
    if (!present) return [table];
    return Object.keys(columns)
      .map(column => `${table}.${column}`)
      .filter((name, i) => !present.has(Object.keys(columns)[i] as string) && !UNREAD_COLUMNS.has(name));
  });
}

function foreignIn({ foreign }: Layout, found: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return foreign.filter(name => {
    const [table = '', column = ''] = name.split('.');
    return found.get(table)?.has(column);
  });
}
