import type { Table } from '../column.ts';
import { tables as newest } from '../tables.ts';
import { isBefore, type LayoutRelease, NEWEST } from './releases.ts';
import type { TraitForm } from './trait.ts';
import { TRAITS, type TraitName } from './traits/index.ts';

export interface Layout {
  /** Release that the tables correspond to. */
  readonly release: LayoutRelease;
  /** Whether a trait has its newer form. */
  readonly has: (trait: TraitName) => boolean;
  readonly forms: readonly TraitForm[];
  readonly tables: Readonly<Record<string, Table>>;
  /** Descriptions of the forms and of migrations in progress. */
  readonly described: readonly string[];
  /** Whether the release is newer than the supported ones. */
  readonly isLater: boolean;
  readonly unknown: readonly string[];
  readonly missing: readonly string[];
}

type Detected = Pick<Layout, 'described' | 'isLater' | 'unknown' | 'missing'>;

/** Returns the layout with the newer form of every trait except `older`. */
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

export const layoutOfRelease = (release: LayoutRelease): Layout =>
  layoutWith(release, new Set(TRAITS.flatMap(([name, { since }]) => (since === undefined || isBefore(release, since) ? [name] : []))));

export const newestLayout: Layout = layoutOfRelease(NEWEST);

/** Tables of all releases. Tables with the same name are merged. */
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
