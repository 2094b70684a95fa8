import { inTransaction, RowTooLargeError, type TableName, tables } from '@wikiquery/database';
import { type ImportContext, SourceError } from '../context.ts';
import { openFile } from '../input/open-file.ts';
import { markOf, nameOf, type Place } from '../input/place.ts';
import { forgetDerived } from '../write/derived.ts';
import { givenTables, noteGivenTable } from '../write/given-tables.ts';
import { Target } from '../write/target.ts';
import { namesTitles, targetNumber } from './layouts.ts';
import { type DumpRow, SqlError, SqlReader, type ValueKind } from './reader.ts';
import { References } from './references.ts';
import { PageIds } from './selection.ts';
import { readStates, type TableState, type TableStates, writeStates } from './states.ts';
import { emptyTable, TableWriter } from './table-writer.ts';

/** A dump that was imported whole. */
interface FileState {
  readonly mark: string;
  readonly tables: readonly TableName[];
}

/** Rows that are written in one transaction, the bytes that they may have in the file, and those that are read at a time. */
const BATCH = 8000;
const BATCH_BYTES = 4 << 20;
const PIECE = 64 << 10;

/** Imports the tables of a dump that mysqldump made, each in the place of what the table had. */
export async function importSqlDump(place: Place, context: ImportContext): Promise<void> {
  const { checkpoints, options } = context;
  const name = nameOf(place);
  const { size, mtimeMs } = await markOf(place);
  const mark = JSON.stringify([name, size, mtimeMs, options.namespaces ?? null, options.limit ?? null]);
  const states = await readStates(checkpoints);
  const before = await checkpoints.read<FileState>(name);
  if (before?.mark === mark && before.tables.every(table => states[table]?.mark === mark && states[table].status === 'done')) {
    options.progress.warn(`${name}: was imported before.`);
    return;
  }
  const run = await DumpImport.open(place, mark, states, context);
  await run.read();
  await checkpoints.write(name, { mark, tables: run.tables } satisfies FileState);
}

/** Rows of one table that were read and not written yet. */
interface Section {
  readonly writer: TableWriter;
  readonly rows: DumpRow[];
  isCleared: boolean;
  /** Rows that were written. */
  written: number;
}

class DumpImport {
  /** The tables of the file. */
  readonly tables: TableName[] = [];
  readonly #place: Place;
  readonly #name: string;
  readonly #mark: string;
  readonly #context: ImportContext;
  readonly #target: Target;
  readonly #references: References;
  readonly #given: Set<string>;
  readonly #pages: PageIds | undefined;
  #states: TableStates;
  /** The last one is being read. */
  #sections: Section[] = [];
  #pending = 0;
  /** Up to where in the file rows were written. */
  #flushed = 0;
  #total = 0;
  #isOfWiki = false;
  readonly #reader: SqlReader;

  static async open(place: Place, mark: string, states: TableStates, context: ImportContext): Promise<DumpImport> {
    const { database, options } = context;
    const target = await Target.open(database, options.prefix ?? '');
    const references = new References(target, await context.site(), message => context.warn(nameOf(place), message));
    const isChosen = options.namespaces !== undefined || options.limit !== undefined;
    const pages = isChosen ? await PageIds.read(database) : undefined;
    return new DumpImport(place, mark, states, context, target, references, new Set(await givenTables(context)), pages);
  }

  private constructor(
    place: Place,
    mark: string,
    states: TableStates,
    context: ImportContext,
    target: Target,
    references: References,
    given: Set<string>,
    pages: PageIds | undefined,
  ) {
    [this.#place, this.#name, this.#mark, this.#states, this.#context] = [place, nameOf(place), mark, states, context];
    [this.#target, this.#references, this.#given, this.#pages] = [target, references, given, pages];
    const begun = Object.entries(states).find(([, state]) => state.mark === mark && state.status === 'begun' && state.offset > 0);
    const receiver = {
      table: (table: string, columns: readonly string[]) => this.#begin(table, columns),
      row: (row: DumpRow) => {
        this.#sections.at(-1)?.rows.push(row);
        this.#pending++;
      },
      warn: (message: string, offset: number) => context.warn(nameOf(place), { message, offset, page: undefined }),
    };
    this.#reader = new SqlReader(receiver, begun && { table: begun[0], ...begun[1] });
  }

  async read(): Promise<void> {
    const { progress } = this.#context.options;
    const file = await openFile(this.#place);
    progress.begin(this.#name, file.size);
    try {
      for await (const piece of this.#pieces(file.chunks)) {
        this.#reader.write(piece);
        await this.#checkWiki();
        const isFull = this.#pending >= BATCH || (this.#pending > 0 && this.#reader.offset - this.#flushed >= BATCH_BYTES);
        if (isFull || this.#sections.length > 1) await this.#flush();
        progress.update(file.position(), { rows: this.#total });
        if (this.#hasEnough()) break;
      }
      if (!this.#hasEnough()) this.#reader.close();
      await this.#end('done');
      progress.update(file.position(), { rows: this.#total });
    } catch (error) {
      if (error instanceof RowTooLargeError)
        throw new SourceError(`before byte ${this.#reader.offset}: ${error.message} Then import again: it goes on here.`);
      if (!(error instanceof SqlError)) throw error;
      await this.#end('begun');
      throw new SourceError(`at byte ${error.offset}: ${error.message}`);
    } finally {
      progress.end();
    }
  }

  async #checkWiki(): Promise<void> {
    const id = this.#reader.database;
    if (this.#isOfWiki || id === undefined) return;
    await this.#context.belong({ id });
    this.#isOfWiki = true;
  }

  /** The file from where its reading begins. */
  async *#pieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let skip = this.#reader.offset;
    try {
      for await (const chunk of chunks) {
        for (let at = skip; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE);
        skip = Math.max(0, skip - chunk.length);
      }
    } catch (error) {
      throw new SqlError(error instanceof Error ? error.message : String(error), this.#reader.offset);
    }
    if (skip > 0) throw new SqlError('The file is shorter than it was when its import began.', this.#reader.offset - skip);
  }

  /** A table begins: says how its values are read, or nothing when they are not wanted. */
  #begin(name: string, columns: readonly string[]): readonly ValueKind[] | undefined {
    if (UNREAD.has(name)) return undefined;
    if (!Object.hasOwn(tables, name)) {
      this.#context.warn(this.#name, `The table ${name} is none of MediaWiki's; it is left out.`);
      return undefined;
    }
    const table = name as TableName;
    if (!this.tables.includes(table)) this.tables.push(table);
    const state = this.#states[table]?.mark === this.#mark ? this.#states[table] : undefined;
    if (state?.status === 'done') return undefined;
    if (targetNumber(columns) !== undefined && !this.#given.has('linktarget')) {
      this.#wait(table, columns);
      return undefined;
    }
    const open = this.#sections.find(({ writer }) => writer.table === table && sameList(writer.columns, columns));
    if (open) return open.writer.kinds;
    const rows = state?.status === 'begun' ? state.rows : 0;
    const writer = this.#writer(table, columns, rows);
    this.#given.add(table);
    this.#sections.push({ writer, rows: [], isCleared: state?.status === 'begun' && state.offset > 0, written: rows });
    return writer.kinds;
  }

  #writer(table: TableName, columns: readonly string[], rows: number): TableWriter {
    const { options } = this.#context;
    try {
      return new TableWriter(table, columns, options, PAGES.has(table) ? undefined : this.#pages, rows);
    } catch (error) {
      throw new SqlError(error instanceof Error ? error.message : String(error), this.#reader.offset);
    }
  }

  #wait(table: TableName, columns: readonly string[]): void {
    const state = this.#states[table];
    const isNew = state?.path !== this.#place.path || state.member !== this.#place.member || state.status !== 'waiting';
    this.#states = { ...this.#states, [table]: { ...this.#stateOf('waiting', columns, 0, false), offset: 0 } };
    if (!isNew) return;
    this.#context.warn(
      this.#name,
      `The rows of ${table} name their targets by numbers of the table linktarget, which is not there: fetch ${linkTargetsFor(this.#name)} and import it; ` +
        'this file is imported then, too. Until then the links are those that the texts of the pages have.',
    );
  }

  async #flush(): Promise<void> {
    for (const [i, section] of this.#sections.entries()) {
      if (!section.isCleared) await this.#clear(section);
      await this.#write(section, i === this.#sections.length - 1 ? 'begun' : 'done');
    }
    this.#sections = this.#sections.slice(-1);
    this.#pending = 0;
    this.#flushed = this.#reader.offset;
  }

  async #clear(section: Section): Promise<void> {
    // Before the table is empty, not with its first rows.
    await forgetDerived(this.#context);
    await section.writer.clear(this.#target);
    section.isCleared = true;
    if (section.writer.table !== 'linktarget') return;
    // What has numbers of the old table leads elsewhere now: what was derived is made anew, older dumps are read again.
    for (const table of ['pagelinks', 'templatelinks', 'categorylinks', 'imagelinks'] as const) {
      const state = this.#states[table];
      if (this.#given.has(table) && !(state?.status === 'done' && namesTitles(state.columns))) continue;
      await emptyTable(table, this.#target);
      if (state) this.#states = { ...this.#states, [table]: { ...state, status: 'waiting' } };
    }
  }

  async #write(section: Section, status: 'begun' | 'done'): Promise<void> {
    const { writer, rows } = section;
    const { database, checkpoints } = this.#context;
    const note = (now: 'begun' | 'done'): Promise<void> => {
      this.#states = { ...this.#states, [writer.table]: this.#stateOf(now, writer.columns, section.written, writer.isFiltered) };
      return writeStates(checkpoints, this.#states);
    };
    await inTransaction(database, async () => {
      const written = rows.length > 0 ? await writer.write(rows, this.#target, this.#references) : 0;
      await this.#target.flush();
      rows.length = 0;
      section.written += written;
      this.#total += written;
      await note('begun');
      await forgetDerived(this.#context);
      await noteGivenTable(this.#context, writer.table);
    });
    if (writer.selection.isFull) this.#reader.skipRows();
    if (status !== 'done') return;
    // One that is ended in the middle of its indexes is not done.
    await writer.complete(this.#target);
    await note('done');
    if (writer.misfits > 0)
      this.#context.warn(
        this.#name,
        `${writer.misfits} rows of ${writer.table} were left out: ${MISFITS[writer.table] ?? 'they lead nowhere'}.`,
      );
  }

  async #end(status: 'begun' | 'done'): Promise<void> {
    await this.#flush();
    const [last] = this.#sections;
    if (last) await this.#write(last, status);
    // What is there can be used, also when the file is damaged.
    if (last && status === 'begun') await last.writer.complete(this.#target);
    await writeStates(this.#context.checkpoints, this.#states);
  }

  /** A published dump holds one table, after which it is named. */
  #hasEnough(): boolean {
    const [table, ...others] = this.tables;
    const isWanted = this.#sections.some(({ writer }) => !writer.selection.isFull);
    return (
      table !== undefined && others.length === 0 && !isWanted && new RegExp(`(?:^|[^a-z])${table}\\.sql(?:\\.\\w+)?$`).test(this.#name)
    );
  }

  #stateOf(status: TableState['status'], columns: readonly string[], rows: number, isFiltered: boolean): TableState {
    return { ...this.#place, mark: this.#mark, status, columns, offset: this.#reader.rowEnd, rows, isFiltered, isSettled: false };
  }
}

/** Why rows have no place in their table. */
const MISFITS: Readonly<Partial<Record<TableName, string>>> = {
  categorylinks: 'the table linktarget does not have their categories; it should be of the same day',
  externallinks: 'they have no URL of a protocol that the wiki links to',
  imagelinks: 'the table linktarget does not have their files; it should be of the same day',
  recentchanges: 'neither a source nor a type that is known tells what kind of change they are',
};

/** Tables that no query reads, or that are made anew. */
const UNREAD: ReadonlySet<string> = new Set(['job', 'l10n_cache', 'module_deps', 'objectcache', 'searchindex', 'updatelog']);

/** What belongs to a page is taken when the page is there; these are the pages. */
const PAGES: ReadonlySet<TableName> = new Set(['page']);

const sameList = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((each, i) => each === b[i]);

/** Where Wikimedia has the file that lacks. */
function linkTargetsFor(name: string): string {
  const [, wiki, date] = /(?:^|\/)(\w+?)-(\d{8}|latest)-[^/]*$/.exec(name) ?? [];
  if (wiki === undefined) return 'the dump of linktarget of the same day';
  return `https://dumps.wikimedia.org/${wiki}/${date}/${wiki}-${date}-linktarget.sql.gz`;
}
