import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Table } from '../column.ts';
import type { Counterpart, LinkTargetColumns } from './counterparts.ts';
import type { LayoutRelease } from './releases.ts';

/** Data that MediaWiki releases store in an older or a newer form. */
export interface Trait {
  readonly about: string;
  /** First release that reads the newer form. Undefined if no supported release does. */
  readonly since: LayoutRelease | undefined;
  readonly newer: TraitForm;
  readonly older: TraitForm;
  /** Checked while both forms exist during a migration. */
  readonly migration?: Migration;
}

/** Differences between a form and the newest release, whose tables modules are written for. */
export interface TraitForm {
  readonly by: string;
  /** Column, as `table.column`, that only this form has. */
  readonly sign?: string;
  readonly tables?: Readonly<Record<string, Table>>;
  readonly lacks?: readonly string[];
  /** Counterparts by table and column. */
  readonly columns?: Readonly<Record<string, Readonly<Record<string, Counterpart>>>>;
  /** Link target columns by the column of the target id. */
  readonly targets?: Readonly<Record<string, LinkTargetColumns>>;
  /** Replacements for tables: another table or a query. */
  readonly instead?: Readonly<Record<string, string | ((db: AnyDatabase) => AnyQuery)>>;
}

interface Migration {
  /** Selects rows that exist only in the older form, which is read while there are any. */
  readonly remaining: (db: AnyDatabase) => AnyQuery;
  readonly done: (db: AnyDatabase) => AnyQuery;
}

// biome-ignore lint/suspicious/noExplicitAny: tables of all releases
export type AnyDatabase = Pick<Kysely<any>, 'selectFrom'>;
// biome-ignore lint/suspicious/noExplicitAny: tables of all releases
export type AnyQuery = SelectQueryBuilder<any, any, any>;
