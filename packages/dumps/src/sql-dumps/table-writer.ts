import { type BulkRow, createStatements, insertRows, sql, type TableName, type WikiDatabase } from '@wikiquery/database';
import { FILE_NAMES, hasFileNames } from '../write/files.ts';
import { readRestrictions } from '../write/restrictions.ts';
import type { TargetDatabase } from '../write/target.ts';
import { DumpColumns } from './columns.ts';
import { layoutOf, type TableLayout } from './layouts.ts';
import type { DumpRow, ValueKind } from './reader.ts';
import type { RowReferences } from './references.ts';
import type { RevisionTexts } from './revision-texts.ts';
import { type ImportFilter, type PageIds, Selection } from './selection.ts';

export class TableWriter {
  readonly table: TableName;
  readonly columns: readonly string[];
  readonly kinds: readonly ValueKind[];
  readonly selection: Selection;
  readonly isFiltered: boolean;
  misfits = 0;
  readonly #layout: TableLayout;
  /** Returns the protections in a row of `page`. Old releases store them in its column `page_restrictions`. */
  readonly #restrictions: ((row: DumpRow) => [page: number, written: string]) | undefined;

  readonly #hasFileNames: (row: BulkRow) => boolean;

  /** Creates slots and contents for revisions that refer to their texts directly. */
  readonly #noteTexts: ((rows: readonly DumpRow[]) => Promise<void>) | undefined;

  constructor(
    table: TableName,
    columns: readonly string[],
    filter: ImportFilter,
    pages: PageIds | undefined,
    rows: number,
    texts?: RevisionTexts,
  ) {
    this.table = table;
    this.columns = columns;
    const dump = new DumpColumns(columns);
    this.#layout = layoutOf(table, dump);
    this.#hasFileNames = fileNameCheck(table, this.#layout.columns);
    this.selection = new Selection(table, dump, filter, pages, rows);
    this.isFiltered = pages !== undefined;
    if (table === 'page' && dump.has('page_restrictions')) {
      const [page, written] = [dump.number('page_id'), dump.text('page_restrictions')];
      this.#restrictions = row => [page(row), written(row)];
    }
    this.#noteTexts = texts?.reader(dump);
    this.kinds = dump.kinds;
  }

  /** Empties the table, and drops indexes so that filling is faster. Must be called before the first row, and not in a transaction. */
  async clear(target: TargetDatabase): Promise<void> {
    const { database, prefix } = target;
    await emptyTable(this.table, target);
    if (this.#noteTexts) for (const table of ['slots', 'content'] as const) await emptyTable(table, target);
    for (const { name } of this.#lateIndexes(database, prefix)) await sql`drop index if exists ${sql.ref(name)}`.execute(database.db);
  }

  /** Creates the dropped indexes again. Must be called after the last row. */
  async complete(target: TargetDatabase): Promise<void> {
    const { database, prefix } = target;
    for (const { statement, isUnique } of this.#lateIndexes(database, prefix)) {
      const make = () => sql.raw(statement).execute(database.db);
      if (isUnique) await make().catch(() => this.#dropDoubles(target).then(make));
      else await make();
    }
    if (database.engine === 'sqlite') await sql`pragma shrink_memory`.execute(database.db);
  }

  /** Deletes rows with duplicate titles, which only damaged dumps contain. Keeps the first of these rows. */
  async #dropDoubles({ database: { db }, prefix }: TargetDatabase): Promise<void> {
    const [id, title] = TITLES[this.table] as readonly [string, readonly string[]];
    const table = sql.table(prefix + this.table);
    await sql`delete from ${table} where ${sql.ref(id)} not in (select min(${sql.ref(id)}) from ${table} group by ${sql.join(title.map(each => sql.ref(each)))})`.execute(
      db,
    );
  }

  async write(rows: readonly DumpRow[], target: TargetDatabase, references: RowReferences): Promise<number> {
    const { selection } = this;
    const selected = rows.filter(row => selection.takes(row));
    for (const row of selected) this.#layout.note(row, references);
    await references.load();
    await target.flush();
    const written: BulkRow[] = [];
    for (const row of selected) {
      const converted = this.#layout.row(row, references);
      if (converted && this.#hasFileNames(converted)) written.push(converted);
    }
    this.misfits += selected.length - written.length;
    await insertRows(target.database, this.table, this.#layout.columns, written, { skipExisting: true, prefix: target.prefix });
    await this.#noteTexts?.(selected);
    if (this.#restrictions) for (const row of selected) this.#restrict(target, ...this.#restrictions(row));
    return written.length;
  }

  #restrict(target: TargetDatabase, page: number, written: string): void {
    for (const { type, level } of readRestrictions(written)) {
      target.add('page_restrictions', target.nextId('page_restrictions'), page, type, level, 0, 'infinity');
    }
  }

  /** Returns the indexes to create after the last row. None on MariaDB, where creating an index would rewrite the table. */
  #lateIndexes({ engine }: WikiDatabase, prefix: string) {
    if (engine === 'mariadb') return [];
    return createStatements(engine, prefix).flatMap(statement => {
      const [, unique, name, table] = /^create (unique )?index (\S+) on "([^"]+)"/.exec(statement) ?? [];
      const isUnique = unique !== undefined;
      if (name === undefined || table !== prefix + this.table || (isUnique && !(this.table in TITLES))) return [];
      return [{ name, isUnique, statement: statement.replace(' index ', ' index if not exists ') }];
    });
  }
}

/** Large tables whose rows are not sorted by title. Their unique index is created after the last row. */
const TITLES: Readonly<Partial<Record<TableName, readonly [id: string, title: readonly string[]]>>> = {
  linktarget: ['lt_id', ['lt_namespace', 'lt_title']],
  page: ['page_id', ['page_namespace', 'page_title']],
};

function fileNameCheck(table: TableName, columns: readonly string[]): (row: BulkRow) => boolean {
  const named = FILE_NAMES[table];
  if (named?.name === undefined) return () => true;
  const [name, archiveName] = [columns.indexOf(named.name), columns.indexOf(named.archiveName ?? '')];
  return row => hasFileNames(row[name], archiveName < 0 ? undefined : row[archiveName]);
}

export async function emptyTable(table: TableName, { database: { db, engine }, prefix }: TargetDatabase): Promise<void> {
  await sql`${sql.raw(engine === 'sqlite' ? 'delete from' : 'truncate table')} ${sql.table(prefix + table)}`.execute(db);
}
