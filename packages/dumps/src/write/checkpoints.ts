import { sql, type WikiDatabase } from '@wikiquery/database';

/** Checkpoint that exists while the first import is unfinished. Servers wait until it is removed. */
export const UNFINISHED = '#unfinished';

/** Stores the progress of imports in the database, so that rows and progress are written in the same transaction. */
export class Checkpoints {
  readonly #db: WikiDatabase['db'];
  readonly #table: string;

  private constructor(db: WikiDatabase['db'], table: string) {
    this.#db = db;
    this.#table = table;
  }

  static async open({ db, engine }: WikiDatabase, prefix: string): Promise<Checkpoints> {
    const table = `${prefix}wikiquery_import`;
    const types = { sqlite: ['text', 'text'], mariadb: ['varbinary(255)', 'mediumblob'], postgres: ['text', 'text'] }[engine];
    await sql.raw(`create table if not exists ${table} (source ${types[0]} not null primary key, state ${types[1]} not null)`).execute(db);
    return new Checkpoints(db, table);
  }

  async read<State>(source: string): Promise<State | undefined> {
    const { rows } = await sql<{ state: string }>`select state from ${sql.table(this.#table)} where source = ${source}`.execute(this.#db);
    const state = rows[0]?.state;
    return state === undefined ? undefined : (JSON.parse(String(state)) as State);
  }

  /** Returns all checkpoints whose names start with a prefix, by the rest of their names. */
  async beginningWith<State>(beginning: string): Promise<[rest: string, state: State][]> {
    const { rows } = await sql<{ source: string; state: string }>`select source, state from ${sql.table(this.#table)}
      where substr(source, 1, ${beginning.length}) = ${beginning}`.execute(this.#db);
    return rows.map(({ source, state }) => [String(source).slice(beginning.length), JSON.parse(String(state)) as State]);
  }

  async write(source: string, state: object): Promise<void> {
    await this.remove(source);
    await sql`insert into ${sql.table(this.#table)} (source, state) values (${source}, ${JSON.stringify(state)})`.execute(this.#db);
  }

  async remove(source: string): Promise<void> {
    await sql`delete from ${sql.table(this.#table)} where source = ${source}`.execute(this.#db);
  }
}
