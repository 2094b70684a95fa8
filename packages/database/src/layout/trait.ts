import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Table } from '../column.ts';
import type { Counterpart, LinkTargetColumns } from './counterparts.ts';
import type { LayoutRelease } from './releases.ts';

/** A kind of data that MediaWiki releases store in an older or a newer form. */
export interface Trait {
  readonly about: string;
  /** First release that reads the newer form. Undefined if no supported release reads it. */
  readonly since: LayoutRelease | undefined;
  readonly newer: TraitForm;
  readonly older: TraitForm;
  /** Decides which form is read while a database has both. */
  readonly migration?: Migration;
}

/** Differences between a form and the tables of the newest release, for which modules are written. */
export interface TraitForm {
  readonly by: string;
  /** Column, as `table.column`, that exists only in this form. */
  readonly sign?: string;
  readonly tables?: Readonly<Record<string, Table>>;
  readonly lacks?: readonly string[];
  /** Equivalents of columns, by table and column of the newest release. */
  readonly columns?: Readonly<Record<string, Readonly<Record<string, Counterpart>>>>;
  /** Columns that identify link targets, by the column with the target id in the newest release. */
  readonly targets?: Readonly<Record<string, LinkTargetColumns>>;
  /** Replacements of tables, each by another table or by a query. */
  readonly instead?: Readonly<Record<string, string | ((db: AnyDatabase) => AnyQuery)>>;
}

interface Migration {
  /** Selects rows that exist only in the older form. The older form is read while there are any. */
  readonly remaining: (db: AnyDatabase) => AnyQuery;
  /** Selects rows of the newer form. The older form is read while there are none. */
  readonly done: (db: AnyDatabase) => AnyQuery;
}

// biome-ignore lint/suspicious/noExplicitAny: tables of all releases
export type AnyDatabase = Pick<Kysely<any>, 'selectFrom'>;
// biome-ignore lint/suspicious/noExplicitAny: tables of all releases
export type AnyQuery = SelectQueryBuilder<any, any, any>;
