import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Table } from '../column.ts';
import type { Counterpart, LinkTargetColumns } from './counterparts.ts';
import type { LayoutRelease } from './releases.ts';

/** Something that releases of MediaWiki keep in two ways, an older and a newer one. */
export interface Trait {
  /** What it is, for people. */
  readonly about: string;
  /** The first release that reads the newer form; undefined where none does that is known. */
  readonly since: LayoutRelease | undefined;
  readonly newer: TraitForm;
  readonly older: TraitForm;
  /** Where a database has both forms, because a migration has begun, its rows decide. */
  readonly migration?: Migration;
}

/** One of the two ways. Modules are written for the tables of the newest release; a form says what it has instead. */
export interface TraitForm {
  /** What it is made of, for people. */
  readonly by: string;
  /** A column, `table.column`, that only this form has. */
  readonly sign?: string;
  /** Tables that are others than in the newest release, or that it has not. */
  readonly tables?: Readonly<Record<string, Table>>;
  /** Tables of the newest release that this form has not. */
  readonly lacks?: readonly string[];
  /** What it has instead of columns, by table and column. */
  readonly columns?: Readonly<Record<string, Readonly<Record<string, Counterpart>>>>;
  /** What it has instead of an id of `linktarget`, by the column of that id. */
  readonly targets?: Readonly<Record<string, LinkTargetColumns>>;
  /** What stands for tables: the name of another one, or a query. */
  readonly instead?: Readonly<Record<string, string | ((db: AnyDatabase) => AnyQuery)>>;
}

interface Migration {
  /** Rows that only the older form tells: as long as there is one, that form is read. */
  readonly remaining: (db: AnyDatabase) => AnyQuery;
  /** Rows that the newer form tells. */
  readonly done: (db: AnyDatabase) => AnyQuery;
}

// biome-ignore lint/suspicious/noExplicitAny: tables of all releases
export type AnyDatabase = Pick<Kysely<any>, 'selectFrom'>;
// biome-ignore lint/suspicious/noExplicitAny: tables of all releases
export type AnyQuery = SelectQueryBuilder<any, any, any>;
