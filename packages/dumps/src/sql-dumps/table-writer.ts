import { type BulkRow, createStatements, insertRows, type TableName, type WikiDatabase } from '@wikiquery/database';
import { sql } from 'kysely';
import { readRestrictions } from '../write/restrictions.ts';
import type { Target } from '../write/target.ts';
import { DumpColumns } from './columns.ts';
import { type Layout, layoutOf } from './layouts.ts';
import type { DumpRow, ValueKind } from './reader.ts';
import type { References } from './references.ts';
import { type PageIds, Selection, type Wishes } from './selection.ts';

/** Writes the rows of one table of a dump in the place of those that the table had. */
export class TableWriter {
  readonly table: TableName;
  readonly columns: readonly string[];
  readonly kinds: readonly ValueKind[];
  readonly selection: Selection;
  readonly isFiltered: boolean;
  /** Rows that have no place in the table. */
  misfits = 0;
  readonly #layout: Layout;
  /** What a page noted of its protection before there was a table for that. */
  readonly #restrictions: ((row: DumpRow) => [page: number, written: string]) | undefined;

  constructor(table: TableName, columns: readonly string[], wishes: Wishes, pages: PageIds | undefined, rows: number) {
    this.table = table;
    this.columns = columns;
    const dump = new DumpColumns(columns);
    this.#layout = layoutOf(table, dump);
    this.selection = new Selection(table, dump, wishes, pages, rows);
    this.isFiltered = pages !== undefined;
    if (table === 'page' && dump.has('page_restrictions')) {
      const [page, written] = [dump.number('page_id'), dump.text('page_restrictions')];
      this.#restrictions = row => [page(row), written(row)];
    }
    this.kinds = dump.kinds;
  }

  /** To be called before the first row, outside a transaction: an empty table is filled faster without indexes that nobody uses meanwhile. */
  async clear(target: Target): Promise<void> {
    const { database, prefix } = target;
    const table = `${prefix}${this.table}`;
    await sql`${sql.raw(database.engine === 'sqlite' ? 'delete from' : 'truncate table')} ${sql.table(table)}`.execute(database.db);
    for (const { name } of this.#lateIndexes(database, prefix)) await sql`drop index if exists ${sql.ref(name)}`.execute(database.db);
  }

  /** To be called after the last row. */
  async complete(target: Target): Promise<void> {
    const { database, prefix } = target;
    for (const { statement } of this.#lateIndexes(database, prefix)) await sql.raw(statement).execute(database.db);
  }

  /** Returns how many rows were written. */
  async write(rows: readonly DumpRow[], target: Target, references: References): Promise<number> {
    const { selection } = this;
    const taken = rows.filter(row => selection.takes(row));
    for (const row of taken) this.#layout.note(row, references);
    await references.load();
    await target.flush();
    const written: BulkRow[] = [];
    for (const row of taken) {
      const made = this.#layout.row(row, references);
      if (made) written.push(made);
    }
    this.misfits += taken.length - written.length;
    await insertRows(target.database, this.table, this.#layout.columns, written, { skipExisting: true, prefix: target.prefix });
    if (this.#restrictions) for (const row of taken) this.#restrict(target, ...this.#restrictions(row));
    return written.length;
  }

  #restrict(target: Target, page: number, written: string): void {
    for (const { type, level } of readRestrictions(written)) {
      target.add('page_restrictions', target.nextId('page_restrictions'), page, type, level, 0, 'infinity');
    }
  }

  /** On MariaDB an index can be made later only by writing the table anew. */
  #lateIndexes({ engine }: WikiDatabase, prefix: string): { readonly name: string; readonly statement: string }[] {
    if (engine === 'mariadb') return [];
    return createStatements(engine, prefix).flatMap(statement => {
      const [, name, table] = /^create index (\S+) on "([^"]+)"/.exec(statement) ?? [];
      if (name === undefined || table !== prefix + this.table) return [];
      return [{ name, statement: statement.replace('create index', 'create index if not exists') }];
    });
  }
}
