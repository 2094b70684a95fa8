import { inTransaction, RowTooLargeError, type TableName, tables } from '@wikiquery/database';
import { type ImportContext, SourceError } from '../context.ts';
import { firstContent, openFile } from '../input/open-file.ts';
import { type DumpLocation, marksOf, nameOf, shortNameOf } from '../input/place.ts';
import { forgetDerived } from '../write/derived.ts';
import { givenTables, noteGivenTable } from '../write/given-tables.ts';
import { TargetDatabase } from '../write/target.ts';
import { FillWriter, isFill } from './fill-writer.ts';
import { prefixIn } from './format.ts';
import { namesTitles, targetNumber } from './layouts.ts';
import { type DumpRow, SqlError, SqlReader, type ValueKind } from './reader.ts';
import { RowReferences } from './references.ts';
import { OF_REVISIONS, RevisionTexts, tellsTexts } from './revision-texts.ts';
import { PageIds } from './selection.ts';
import { readStates, type TableState, type TableStates, writeStates } from './states.ts';
import { emptyTable, TableWriter } from './table-writer.ts';

/** A dump that was imported whole. */
interface FileState {
  readonly mark: string;
  readonly tables: readonly string[];
}

/** Rows that are written in one transaction, the bytes that they may have in the file, and those that are read at a time. */
const BATCH = 8000;
const BATCH_BYTES = 4 << 20;
const PIECE = 64 << 10;
/** Bytes that tell what all names of tables begin with. */
const BEGINNING = 64 << 10;

/** Imports the tables of a dump that mysqldump made, each in the place of what the table had. */
export async function importSqlDump(place: DumpLocation, context: ImportContext): Promise<void> {
  const { checkpoints, options } = context;
  const name = nameOf(place);
  const marks = await marksOf(place, options.namespaces ?? null, options.limit ?? null);
  // Those of earlier versions begin with the name.
  const earlier = JSON.stringify([shortNameOf(place), ...JSON.parse(marks.earlier)]);
  const states = await readStates(checkpoints);
  const mark = Object.values(states).some(state => state?.mark === earlier) ? earlier : marks.mark;
  const before = (await checkpoints.read<FileState>(name)) ?? (await checkpoints.read<FileState>(shortNameOf(place)));
  if (before?.mark === mark && before.tables.every(table => states[table]?.mark === mark && states[table]?.status === 'done')) {
    options.progress.warn(`${name}: was imported before.`);
    return;
  }
  const run = await DumpImport.open(place, mark, states, context);
  await run.read();
  await checkpoints.write(name, { mark, tables: run.tables } satisfies FileState);
}

/** Rows of one table that were read and not written yet. */
interface Section {
  readonly writer: TableWriter | FillWriter;
  readonly rows: DumpRow[];
  isCleared: boolean;
  /** Rows that were written. */
  written: number;
}

class DumpImport {
  /** The tables of the file. */
  readonly tables: string[] = [];
  /** Those of which nobody knows how to read them. */
  readonly #refused: string[] = [];
  readonly #place: DumpLocation;
  readonly #name: string;
  readonly #mark: string;
  readonly #context: ImportContext;
  readonly #target: TargetDatabase;
  readonly #references: RowReferences;
  readonly #texts: RevisionTexts;
  readonly #prefix: string;
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

  static async open(place: DumpLocation, mark: string, states: TableStates, context: ImportContext): Promise<DumpImport> {
    const { database, options } = context;
    const target = await TargetDatabase.open(database, options.prefix ?? '');
    const references = new RowReferences(target, await context.site(), message => context.warn(nameOf(place), message));
    const isChosen = options.namespaces !== undefined || options.limit !== undefined;
    const pages = isChosen ? await PageIds.read(database) : undefined;
    const prefix = prefixIn(new TextDecoder().decode(await firstContent(place, BEGINNING)));
    return new DumpImport(place, mark, states, context, target, references, new Set(await givenTables(context)), pages, prefix);
  }

  private constructor(
    place: DumpLocation,
    mark: string,
    states: TableStates,
    context: ImportContext,
    target: TargetDatabase,
    references: RowReferences,
    given: Set<string>,
    pages: PageIds | undefined,
    prefix: string,
  ) {
    [this.#place, this.#name, this.#mark, this.#states, this.#context] = [place, nameOf(place), mark, states, context];
    [this.#target, this.#references, this.#given, this.#pages] = [target, references, given, pages];
    [this.#prefix, this.#texts] = [prefix, new RevisionTexts(target)];
    const begun = Object.entries(states).find(([, state]) => state?.mark === mark && state.status === 'begun' && state.offset > 0);
    const receiver = {
      table: (table: string, columns: readonly string[]) => this.#begin(table, columns),
      row: (row: DumpRow) => {
        this.#sections.at(-1)?.rows.push(row);
        this.#pending++;
      },
      warn: (message: string, offset: number) => context.warn(nameOf(place), { message, offset, page: undefined }),
    };
    this.#reader = new SqlReader(receiver, begun && { ...(begun[1] as TableState), table: prefix + begun[0] });
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
      if (this.#refused.length > 0) throw new SourceError(this.#refused.join(' '));
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
  #begin(written: string, columns: readonly string[]): readonly ValueKind[] | undefined {
    const name = written.startsWith(this.#prefix) ? written.slice(this.#prefix.length) : written;
    if (UNREAD.has(name)) return undefined;
    if (!Object.hasOwn(tables, name) && !isFill(name)) {
      const why = OLD[name] ?? `The table ${name} is none of MediaWiki's; it is left out.`;
      this.#context.warn(this.#name, why);
      return undefined;
    }
    if (!this.tables.includes(name)) this.tables.push(name);
    const state = this.#states[name]?.mark === this.#mark ? this.#states[name] : undefined;
    if (state?.status === 'done') return undefined;
    if (targetNumber(columns) !== undefined && !this.#given.has('linktarget')) {
      this.#wait(name, columns);
      return undefined;
    }
    const open = this.#sections.find(({ writer }) => writer.table === name && sameList(writer.columns, columns));
    if (open) return open.writer.kinds;
    const rows = state?.status === 'begun' ? state.rows : 0;
    const writer = this.#writer(name, columns, rows);
    if (!writer) return undefined;
    this.#given.add(name);
    this.#sections.push({ writer, rows: [], isCleared: state?.status === 'begun' && state.offset > 0, written: rows });
    return writer.kinds;
  }

  /** Undefined for a table of which nobody knows how to read it: others of the file are taken nevertheless. */
  #writer(name: string, columns: readonly string[], rows: number): Section['writer'] | undefined {
    const { options } = this.#context;
    try {
      if (isFill(name)) return new FillWriter(name, columns);
      const table = name as TableName;
      const texts = tellsTexts(table, columns) && !this.#states.content?.rows ? this.#texts : undefined;
      return new TableWriter(table, columns, options, PAGES.has(table) ? undefined : this.#pages, rows, texts);
    } catch (error) {
      this.#refused.push(`at byte ${this.#reader.offset}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  #wait(table: string, columns: readonly string[]): void {
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
      if (!section.isCleared && !this.#isFilledFromRevisions(section)) await this.#clear(section);
      await this.#write(section, i === this.#sections.length - 1 ? 'begun' : 'done');
    }
    this.#sections = this.#sections.slice(-1);
    this.#pending = 0;
    this.#flushed = this.#reader.offset;
  }

  /** Dumps from when tables were there already that only later releases filled. */
  #isFilledFromRevisions({ writer, rows }: Section): boolean {
    return rows.length === 0 && OF_REVISIONS.has(writer.table) && tellsTexts('revision', this.#states.revision?.columns ?? []);
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
        `${writer.misfits} rows of ${writer.table} were left out: ${MISFITS[writer.table as TableName] ?? 'they lead nowhere'}.`,
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
  image: 'their names are not valid file names',
  oldimage: 'their names are not valid file names',
  recentchanges: 'neither a source nor a type that is known tells what kind of change they are',
};

/** Tables that no query reads, or that are made anew. */
const UNREAD: ReadonlySet<string> = new Set([
  ...['job', 'l10n_cache', 'module_deps', 'objectcache', 'searchindex', 'updatelog'],
  ...['hitcounter', 'tag_summary', 'transcache', 'valid_tag'],
]);

/** Tables that MediaWiki had and that are not read: what is missing then. */
const OLD: Readonly<Record<string, string>> = {
  ipblocks: 'The table ipblocks, which MediaWiki had until 1.41, is left out: who was blocked is missing.',
};

/** What belongs to a page is taken when the page is there; these are the pages. */
const PAGES: ReadonlySet<string> = new Set(['page']);

const sameList = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((each, i) => each === b[i]);

/** Where Wikimedia has the file that lacks. */
function linkTargetsFor(name: string): string {
  const [, wiki, date] = /(?:^|\/)(\w+?)-(\d{8}|latest)-[^/]*$/.exec(name) ?? [];
  if (wiki === undefined) return 'the dump of linktarget of the same day';
  return `https://dumps.wikimedia.org/${wiki}/${date}/${wiki}-${date}-linktarget.sql.gz`;
}
