import type { PageRow } from './query.ts';
import type { Title } from './title.ts';

/** A page that a generator found: by its row (order is kept), by id, by title, or through a revision. `data` is merged into the page. */
export type PageRef = ({ readonly row: PageRow } | { readonly id: number } | { readonly title: Title } | { readonly revision: number }) & {
  readonly data?: Readonly<Record<string, unknown>>;
};

export interface Entry<R> {
  readonly record?: R | undefined;
  /** Where the module resumes when this entry does not fit; a function is asked only then. */
  readonly cursor?: Cursor | (() => Cursor) | undefined;
  /** Prop modules: the page of the record; without one it stands in a list of `query`. */
  readonly pageId?: number;
  /** For modules that return `f.keyed` or `f.sections`, see `KeyedEntry`. */
  readonly key?: undefined;
  /** Records of one group (a page with its revisions, a report with its rows) share one place: the later ones only add to its `list`. */
  readonly group?: { readonly id: number | string; readonly list: string };
  /** Merged into the page (prop) or into `query` (list, meta) beside the module's own result. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** An entry that stands under a key of the module's object instead of in its list. */
export type KeyedEntry<R> = Omit<Entry<R>, 'key'> & { readonly key?: string };

/** A continue value: of the parameter `continue`, or of the named one (`start`, `offset`, `from` …). */
export type Cursor = string | number | { readonly [param: string]: string | number };

export type Entries<R, E = Entry<R> | KeyedEntry<R>> = Iterable<E> | AsyncIterable<E>;

const outputBrand: unique symbol = Symbol.for('wikiquery.output');
const rowEntriesBrand: unique symbol = Symbol.for('wikiquery.RowEntries');

/** What the output of a module is, whichever copy of this package made it; undefined for a record of its own. */
export const kindOfOutput = (output: unknown): 'records' | 'nothing' | 'pages' | undefined =>
  (output as { readonly [outputBrand]?: 'records' | 'nothing' | 'pages' })[outputBrand];

export const isRowEntries = (entries: object): entries is RowEntries<unknown, Record<string, unknown>> => rowEntriesBrand in entries;

/**
 * Records in order. The engine takes them one by one, or those of rows at once when there is surely room, and resumes at an entry's `cursor`
 * when the response is full: entries may be made lazily.
 */
export class Records<R, E extends Entries<R> = Entries<R, Entry<R>>> {
  /** @internal */
  readonly [outputBrand]: 'records' | 'nothing' = 'records';
  readonly entries: E;
  readonly next: Cursor | undefined;
  constructor(entries: E, next?: Cursor) {
    this.entries = entries;
    this.next = next;
  }
}

/** No result at all, not even an empty one. */
export const nothing: Records<never, readonly []> = Object.assign(new Records<never, readonly []>([]), {
  [outputBrand]: 'nothing' as const,
});

/** The pages a generator hands to the other modules of the request. */
export class Pages {
  /** @internal */
  readonly [outputBrand] = 'pages';
  readonly refs: readonly PageRef[];
  readonly next: Cursor | undefined;
  /** Where these pages began, for lists that grow at the front: who asks for the same pages again sends this. */
  readonly first: Cursor | undefined;
  /** Merged into `query`. */
  readonly fields: Readonly<Record<string, unknown>> | undefined;
  constructor(refs: readonly PageRef[], next?: Cursor, first?: Cursor, fields?: Readonly<Record<string, unknown>>) {
    this.refs = refs;
    this.next = next;
    this.first = first;
    this.fields = fields;
  }
}

/** One batch of rows and the cursor of the row after it. Made by `readPage`. */
export class Rows<Row> implements Iterable<Row> {
  readonly rows: readonly Row[];
  readonly next: Cursor | undefined;
  readonly #cursor: (row: Row) => Cursor;
  /** `rows` holds up to one more than `limit`, or `next` tells how to resume after them; `cursor` tells how to resume at a row. */
  constructor(rows: readonly Row[], limit: number, cursor: (row: Row) => Cursor, next?: Cursor) {
    const extra = rows[limit];
    this.rows = rows.length > limit ? rows.slice(0, limit) : rows;
    this.next = extra === undefined ? next : cursor(extra);
    this.#cursor = cursor;
  }

  [Symbol.iterator](): Iterator<Row> {
    return this.rows[Symbol.iterator]();
  }
  /** Where the module resumes at this row: for entries that a module makes itself, because their content is loaded by and by. */
  cursorOf(row: Row): Cursor {
    return this.#cursor(row);
  }
  map<T>(fn: (row: Row) => T): T[] {
    return this.rows.map(fn);
  }
  /** One record a row; none where `toRecord` gives undefined. */
  records<R>(toRecord: (row: Row) => R | undefined): Records<R, RowEntries<Row, R>> {
    const { rows } = this;
    const records: R[] = [];
    // The rows of the records: a list of their own only where some have none.
    let told: Row[] | undefined;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as Row;
      const record = toRecord(row);
      if (record === undefined) told ??= rows.slice(0, i);
      else {
        records.push(record);
        told?.push(row);
      }
    }
    return new Records(new RowEntries(told ?? rows, records, this.#cursor), this.next);
  }
  /** For prop modules: `pageOf` names the page of each record by the response's id. */
  recordsOf<R>(pageOf: (row: Row) => number | undefined, toRecord: (row: Row) => R): Records<R, RowEntries<Row, R>> {
    const told: Row[] = [];
    const records: R[] = [];
    const pageIds: number[] = [];
    for (const row of this.rows) {
      const page = pageOf(row);
      if (page === undefined) continue;
      told.push(row);
      records.push(toRecord(row));
      pageIds.push(page);
    }
    return new Records(new RowEntries(told, records, this.#cursor, pageIds), this.next);
  }
  /** For generators: one page a row; none where `toPage` gives undefined. */
  pages(toPage: (row: Row) => PageRef | undefined): Pages {
    return new Pages(
      this.rows.flatMap(row => toPage(row) ?? []),
      this.next,
    );
  }
}

/** The entries of rows that are all there, as nearly every module has them: kept without an object for each, because they are most of an answer. */
export class RowEntries<Row, R> implements Iterable<Entry<R>> {
  /** @internal */
  declare readonly [rowEntriesBrand]: true;
  static {
    Object.defineProperty(RowEntries.prototype, rowEntriesBrand, { value: true });
  }
  readonly records: readonly R[];
  /** Prop modules: the page of each record. */
  readonly pageIds: readonly number[] | undefined;
  readonly #rows: readonly Row[];
  readonly #cursor: (row: Row) => Cursor;
  /** `rows` holds the row of each record. */
  constructor(rows: readonly Row[], records: readonly R[], cursor: (row: Row) => Cursor, pageIds?: readonly number[]) {
    this.#rows = rows;
    this.records = records;
    this.#cursor = cursor;
    this.pageIds = pageIds;
  }

  *[Symbol.iterator](): Iterator<Entry<R>> {
    for (const [i, row] of this.#rows.entries()) {
      const pageId = this.pageIds?.[i];
      yield { record: this.records[i] as R, cursor: () => this.#cursor(row), ...(pageId !== undefined && { pageId }) };
    }
  }
}
