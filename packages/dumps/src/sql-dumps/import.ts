import { inTransaction, RowTooLargeError, type TableName, tables } from '@wikiquery/database';
import { type ImportContext, messageOf, SourceError } from '../context.ts';
import { type DumpLocation, marksOf, nameOf, shortNameOf } from '../input/location.ts';
import { firstContent, openFile } from '../input/open-file.ts';
import { forgetDerived } from '../write/derived.ts';
import { importedTables, noteImportedTable } from '../write/imported-tables.ts';
import { TargetDatabase } from '../write/target.ts';
import { FillWriter, isFill } from './fill-writer.ts';
import { prefixIn } from './format.ts';
import { namesTitles, targetNumber } from './layouts.ts';
import { type DumpRow, SqlError, SqlReader, type ValueKind } from './reader.ts';
import { RowReferences } from './references.ts';
import { hasTextIds, OF_REVISIONS, RevisionTexts } from './revision-texts.ts';
import { PageIds } from './selection.ts';
import { readStates, type TableState, type TableStates, writeStates } from './states.ts';
import { emptyTable, TableWriter } from './table-writer.ts';

interface FileState {
  readonly mark: string;
  readonly tables: readonly string[];
}

const BATCH = 8000;
const BATCH_BYTES = 4 << 20;
const PIECE = 64 << 10;
const BEGINNING = 64 << 10;

/** Imports the tables of a mysqldump file. Each one replaces the rows of its table. */
export async function importSqlDump(place: DumpLocation, context: ImportContext): Promise<void> {
  const { checkpoints, options } = context;
  const name = nameOf(place);
  const marks = await marksOf(place, options.namespaces ?? null, options.limit ?? null);
  // Earlier versions put the file name at the start of a fingerprint.
  const earlier = JSON.stringify([shortNameOf(place), ...JSON.parse(marks.earlier)]);
  const states = await readStates(checkpoints);
  const mark = Object.values(states).some(state => state?.mark === earlier) ? earlier : marks.mark;
  const before = (await checkpoints.read<FileState>(name)) ?? (await checkpoints.read<FileState>(shortNameOf(place)));
  if (before?.mark === mark && before.tables.every(table => states[table]?.mark === mark && states[table]?.status === 'done')) {
    options.progress.warn(`${name}: already imported.`);
    return;
  }
  const run = await DumpImport.open(place, mark, states, context);
  await run.read();
  await checkpoints.write(name, { mark, tables: run.tables } satisfies FileState);
}

interface Section {
  readonly writer: TableWriter | FillWriter;
  readonly rows: DumpRow[];
  isCleared: boolean;
  written: number;
}

class DumpImport {
  readonly tables: string[] = [];
  readonly #refused: string[] = [];
  readonly #place: DumpLocation;
  readonly #name: string;
  readonly #mark: string;
  readonly #context: ImportContext;
  readonly #target: TargetDatabase;
  readonly #references: RowReferences;
  readonly #texts: RevisionTexts;
  readonly #prefix: string;
  readonly #imported: Set<string>;
  readonly #pages: PageIds | undefined;
  #states: TableStates;
  /** Sections of the file with unwritten rows. Only the last one is still being read. */
  #sections: Section[] = [];
  #pending = 0;
  /** Position in the file up to which rows are written. */
  #flushed = 0;
  #total = 0;
  #isWikiChecked = false;
  readonly #reader: SqlReader;

  static async open(place: DumpLocation, mark: string, states: TableStates, context: ImportContext): Promise<DumpImport> {
    const { database, options } = context;
    const target = await TargetDatabase.open(database, options.prefix ?? '');
    const references = new RowReferences(target, await context.site(), message => context.warn(nameOf(place), message));
    const isChosen = options.namespaces !== undefined || options.limit !== undefined;
    const pages = isChosen ? await PageIds.read(database) : undefined;
    const prefix = prefixIn(new TextDecoder().decode(await firstContent(place, BEGINNING)));
    return new DumpImport(place, mark, states, context, target, references, new Set(await importedTables(context)), pages, prefix);
  }

  private constructor(
    place: DumpLocation,
    mark: string,
    states: TableStates,
    context: ImportContext,
    target: TargetDatabase,
    references: RowReferences,
    imported: Set<string>,
    pages: PageIds | undefined,
    prefix: string,
  ) {
    [this.#place, this.#name, this.#mark, this.#states, this.#context] = [place, nameOf(place), mark, states, context];
    [this.#target, this.#references, this.#imported, this.#pages] = [target, references, imported, pages];
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
        throw new SourceError(`before byte ${this.#reader.offset}: ${error.message} Then import again to resume.`);
      if (!(error instanceof SqlError)) throw error;
      await this.#end('begun');
      throw new SourceError(`at byte ${error.offset}: ${error.message}`);
    } finally {
      progress.end();
    }
  }

  async #checkWiki(): Promise<void> {
    const id = this.#reader.database;
    if (this.#isWikiChecked || id === undefined) return;
    await this.#context.checkWiki({ id });
    this.#isWikiChecked = true;
  }

  async *#pieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let skip = this.#reader.offset;
    try {
      for await (const chunk of chunks) {
        for (let at = skip; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE);
        skip = Math.max(0, skip - chunk.length);
      }
    } catch (error) {
      throw new SqlError(messageOf(error), this.#reader.offset);
    }
    if (skip > 0) throw new SqlError('The file is shorter than at the last import. Download it again.', this.#reader.offset - skip);
  }

  /** Starts a table. Returns the kinds of its columns, or undefined to skip its rows. */
  #begin(written: string, columns: readonly string[]): readonly ValueKind[] | undefined {
    const name = written.startsWith(this.#prefix) ? written.slice(this.#prefix.length) : written;
    if (UNREAD.has(name)) return undefined;
    if (!Object.hasOwn(tables, name) && !isFill(name)) {
      this.#context.warn(this.#name, REMOVED.get(name) ?? `The table ${name} does not belong to MediaWiki and is skipped.`);
      return undefined;
    }
    if (!this.tables.includes(name)) this.tables.push(name);
    const state = this.#states[name]?.mark === this.#mark ? this.#states[name] : undefined;
    if (state?.status === 'done') return undefined;
    if (targetNumber(columns) !== undefined && !this.#imported.has('linktarget')) {
      this.#wait(name, columns);
      return undefined;
    }
    const open = this.#sections.find(({ writer }) => writer.table === name && sameList(writer.columns, columns));
    if (open) return open.writer.kinds;
    const rows = state?.status === 'begun' ? state.rows : 0;
    const writer = this.#writer(name, columns, rows);
    if (!writer) return undefined;
    this.#imported.add(name);
    this.#sections.push({ writer, rows: [], isCleared: state?.status === 'begun' && state.offset > 0, written: rows });
    return writer.kinds;
  }

  /** Creates the writer of a table. Returns undefined for an unsupported layout, so that other tables of the file are still imported. */
  #writer(name: string, columns: readonly string[], rows: number): Section['writer'] | undefined {
    const { options } = this.#context;
    try {
      if (isFill(name)) return new FillWriter(name, columns);
      const table = name as TableName;
      const texts = hasTextIds(table, columns) && !this.#states.content?.rows ? this.#texts : undefined;
      return new TableWriter(table, columns, options, PAGES.has(table) ? undefined : this.#pages, rows, texts);
    } catch (error) {
      this.#refused.push(`at byte ${this.#reader.offset}: ${messageOf(error)}`);
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
      `The table ${table} refers to linktarget, which is missing. Download ${linkTargetsFor(this.#name)} and import it; ` +
        'this file is then imported too. Until then, links are derived from page texts.',
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

  /** Whether a table is empty because its release did not fill it yet. Its rows were then created from those of `revision`. */
  #isFilledFromRevisions({ writer, rows }: Section): boolean {
    return rows.length === 0 && OF_REVISIONS.has(writer.table) && hasTextIds('revision', this.#states.revision?.columns ?? []);
  }

  async #clear(section: Section): Promise<void> {
    // Derived tables become stale even before the first row is written.
    await forgetDerived(this.#context);
    await section.writer.clear(this.#target);
    section.isCleared = true;
    if (section.writer.table !== 'linktarget') return;
    // Rows with old target ids are invalid. Derived rows are derived again, and older dumps are imported again.
    for (const table of ['pagelinks', 'templatelinks', 'categorylinks', 'imagelinks'] as const) {
      const state = this.#states[table];
      if (this.#imported.has(table) && !(state?.status === 'done' && namesTitles(state.columns))) continue;
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
      await noteImportedTable(this.#context, writer.table);
    });
    if (writer.selection.isFull) this.#reader.skipRows();
    if (status !== 'done') return;
    // If the import is interrupted while indexes are created, the table is not complete.
    await writer.complete(this.#target);
    await note('done');
    if (writer.misfits > 0)
      this.#context.warn(
        this.#name,
        `${writer.misfits} rows of ${writer.table} are skipped: ${MISFITS[writer.table as TableName] ?? 'their targets do not exist'}.`,
      );
  }

  async #end(status: 'begun' | 'done'): Promise<void> {
    await this.#flush();
    const [last] = this.#sections;
    if (last) await this.#write(last, status);
    // Rows before the damage of a file are usable.
    if (last && status === 'begun') await last.writer.complete(this.#target);
    await writeStates(this.#context.checkpoints, this.#states);
  }

  /** Whether the rest of the file can be skipped. A file that has the name of a table contains only this table. */
  #hasEnough(): boolean {
    const [table, ...others] = this.tables;
    const isMissingRows = this.#sections.some(({ writer }) => !writer.selection.isFull);
    return (
      table !== undefined && others.length === 0 && !isMissingRows && new RegExp(`(?:^|[^a-z])${table}\\.sql(?:\\.\\w+)?$`).test(this.#name)
    );
  }

  #stateOf(status: TableState['status'], columns: readonly string[], rows: number, isFiltered: boolean): TableState {
    return { ...this.#place, mark: this.#mark, status, columns, offset: this.#reader.rowEnd, rows, isFiltered, isSettled: false };
  }
}

const MISFITS: Readonly<Partial<Record<TableName, string>>> = {
  categorylinks: 'their categories are missing in linktarget; use dumps of the same day',
  externallinks: 'their URLs use protocols that the wiki does not link',
  imagelinks: 'their files are missing in linktarget; use dumps of the same day',
  image: 'their names are not valid file names',
  oldimage: 'their names are not valid file names',
  recentchanges: 'their source and type are unknown',
};

/** Tables that no query reads, or that are built again. */
const UNREAD: ReadonlySet<string> = new Set([
  ...['job', 'l10n_cache', 'module_deps', 'objectcache', 'searchindex', 'updatelog'],
  ...['hitcounter', 'tag_summary', 'transcache', 'valid_tag'],
]);

/** Tables that MediaWiki removed and that are not converted, with the warning for each. */
const REMOVED: ReadonlyMap<string, string> = new Map([
  ['ipblocks', 'The table ipblocks (MediaWiki 1.41 and older) is not supported and is skipped: blocks are missing.'],
]);

/** Tables that contain the pages themselves, so that their rows are not filtered by existing pages. */
const PAGES: ReadonlySet<string> = new Set(['page']);

const sameList = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((each, i) => each === b[i]);

function linkTargetsFor(name: string): string {
  const [, wiki, date] = /(?:^|\/)(\w+?)-(\d{8}|latest)-[^/]*$/.exec(name) ?? [];
  if (wiki === undefined) return 'the dump of linktarget of the same day';
  return `https://dumps.wikimedia.org/${wiki}/${date}/${wiki}-${date}-linktarget.sql.gz`;
}
