import { constants, DatabaseSync } from 'node:sqlite';

/** Finds the tables and columns (`table.column`) that SQL statements read from a SQLite database. */
export class ColumnsRead {
  readonly #database: DatabaseSync;
  readonly #known = new Map<string, ReadonlySet<string>>();

  /** `url` is `sqlite:PATH`. */
  constructor(url: string) {
    this.#database = new DatabaseSync(url.slice('sqlite:'.length), { readOnly: true });
    // Statements may use this function, which wikiquery's connections define.
    this.#database.function('wikiquery_tick', { directOnly: true }, () => 0);
  }

  /** Returns the tables and columns that a statement reads. */
  of(sql: string): ReadonlySet<string> {
    let columns = this.#known.get(sql);
    if (!columns) {
      columns = this.#columnsOf(sql);
      this.#known.set(sql, columns);
    }
    return columns;
  }

  #columnsOf(sql: string): ReadonlySet<string> {
    const tables = new Set(
      this.#database
        .prepare(`select name from sqlite_schema where type in ('table', 'view')`)
        .all()
        .map(({ name }) => name),
    );
    const read = new Set<string>();
    // SQLite also reports row ids and columns that it reads internally.
    const isNamed = (column: string): boolean => column !== 'ROWID' && (sql.includes(column) || /select \*|\.\*/.test(sql));
    this.#database.setAuthorizer((action, table, column) => {
      const name = table?.startsWith('searchindex_') ? 'searchindex' : table;
      // Names that are not in the schema are table-valued functions.
      if (action === constants.SQLITE_READ && name !== null && tables.has(name))
        read.add(column && isNamed(column) && name !== 'searchindex' ? `${name}.${column}` : name);
      return constants.SQLITE_OK;
    });
    try {
      this.#database.prepare(sql);
    } catch {
      // A failing statement reads nothing.
    } finally {
      this.#database.setAuthorizer(null);
    }
    return read;
  }

  close(): void {
    this.#database.close();
  }
}
