import type { Table } from '../column.ts';
import { tables as newest } from '../tables.ts';
import { isBefore, type LayoutRelease, NEWEST } from './releases.ts';
import type { TraitForm } from './trait.ts';
import { TRAITS, type TraitName } from './traits/index.ts';

/** The tables of a database, in terms of MediaWiki releases. */
export interface Layout {
  /** MediaWiki release that the tables belong to. */
  readonly release: LayoutRelease;
  /** Whether a trait has its newer form in this database. */
  readonly has: (trait: TraitName) => boolean;
  readonly forms: readonly TraitForm[];
  readonly tables: Readonly<Record<string, Table>>;
  /** Descriptions of the forms, and of migrations in progress. */
  readonly described: readonly string[];
  /** Whether the release is newer than the supported ones. */
  readonly isLater: boolean;
  /** Columns that no supported release has. */
  readonly unknown: readonly string[];
  /** Required tables and columns that the database lacks. */
  readonly missing: readonly string[];
}

type Detected = Pick<Layout, 'described' | 'isLater' | 'unknown' | 'missing'>;

/** Returns the layout of a release, with the newer form of every trait that `older` does not contain. */
export function layoutWith(release: LayoutRelease, older: ReadonlySet<TraitName>, detected: Detected = NOTHING): Layout {
  const forms = TRAITS.map(([name, trait]) => (older.has(name) ? trait.older : trait.newer));
  const lacking = new Set(forms.flatMap(({ lacks = [] }) => lacks));
  const all: Readonly<Record<string, Table>> = Object.assign({}, newest, ...forms.map(({ tables }) => tables));
  const tables = Object.fromEntries(Object.entries(all).flatMap(([name, table]) => (lacking.has(name) ? [] : [[name, present(table)]])));
  return { release, has: trait => !older.has(trait), forms, tables, ...detected };
}

const NOTHING: Detected = { described: [], isLater: false, unknown: [], missing: [] };

const present = (table: Table): Table => ({
  ...table,
  columns: Object.fromEntries(Object.entries(table.columns).filter(([, { traits }]) => !traits.gone)),
});

/** Returns the layout of a MediaWiki release. */
export const layoutOfRelease = (release: LayoutRelease): Layout =>
  layoutWith(release, new Set(TRAITS.flatMap(([name, { since }]) => (since === undefined || isBefore(release, since) ? [name] : []))));

export const newestLayout: Layout = layoutOfRelease(NEWEST);

/** Tables of all releases. The columns of tables with the same name are merged. */
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
