import type { Table } from '../column.ts';
import { tables as newest } from '../tables.ts';
import { isBefore, type LayoutRelease, NEWEST } from './releases.ts';
import type { TraitForm } from './trait.ts';
import { TRAITS, type TraitName } from './traits/index.ts';

/** How a database lays out what MediaWiki keeps in it. */
export interface Layout {
  /** The release that it looks like. */
  readonly release: LayoutRelease;
  /** Whether it has the newer form of something. */
  readonly has: (trait: TraitName) => boolean;
  /** The forms of everything, which say what they have instead of the tables of the newest release. */
  readonly forms: readonly TraitForm[];
  /** The tables that are read. */
  readonly tables: Readonly<Record<string, Table>>;
  /** The forms in words, and which migrations are under way. */
  readonly described: readonly string[];
  /** Whether it is of a release that came after those that are known. */
  readonly isLater: boolean;
  /** Columns, `table.column`, that no known release has. */
  readonly unknown: readonly string[];
  /** Tables and columns that are read and that it has not. */
  readonly missing: readonly string[];
}

type Seen = Pick<Layout, 'described' | 'isLater' | 'unknown' | 'missing'>;

/** The layout whose forms are the newer ones, except of some. */
export function layoutWith(release: LayoutRelease, older: ReadonlySet<TraitName>, seen: Seen = NOTHING): Layout {
  const forms = TRAITS.map(([name, trait]) => (older.has(name) ? trait.older : trait.newer));
  const lacking = new Set(forms.flatMap(({ lacks = [] }) => lacks));
  const all: Readonly<Record<string, Table>> = Object.assign({}, newest, ...forms.map(({ tables }) => tables));
  const tables = Object.fromEntries(Object.entries(all).flatMap(([name, table]) => (lacking.has(name) ? [] : [[name, present(table)]])));
  return { release, has: trait => !older.has(trait), forms, tables, ...seen };
}

const NOTHING: Seen = { described: [], isLater: false, unknown: [], missing: [] };

/** A table without the columns that it has no more. */
const present = (table: Table): Table => ({
  ...table,
  columns: Object.fromEntries(Object.entries(table.columns).filter(([, { traits }]) => !traits.gone)),
});

/** The layout that a release has by default. */
export const layoutOfRelease = (release: LayoutRelease): Layout =>
  layoutWith(release, new Set(TRAITS.flatMap(([name, { since }]) => (since === undefined || isBefore(release, since) ? [name] : []))));

export const newestLayout: Layout = layoutOfRelease(NEWEST);

/** The tables of all releases. Where two have one of the same name, it has the columns and keys of both. */
export const everyTable: Readonly<Record<string, Table>> = TRAITS.flatMap(([, { newer, older }]) => [newer, older])
  .flatMap(({ tables = {} }) => Object.entries(tables))
  .reduce<Record<string, Table>>(
    (all, [name, table]) => {
      const known = all[name];
      all[name] = known ? { ...known, columns: { ...table.columns, ...known.columns } } : table;
      return all;
    },
    { ...newest },
  );
