import type { PageRow } from './query.ts';
import type { Title } from './title.ts';

/** A page that a generator returns, by row, id, title or revision. `data` is merged into the page in the response. */
export type PageRef = ({ readonly row: PageRow } | { readonly id: number } | { readonly title: Title } | { readonly revision: number }) & {
  readonly data?: Readonly<Record<string, unknown>>;
};

/** One record of a module's output, with its place in the response and its cursor. */
export interface Entry<R> {
  readonly record?: R | undefined;
  /** The cursor at which the module resumes if this entry does not fit into the response. A function is called only in that case. */
  readonly cursor?: Cursor | (() => Cursor) | undefined;
  /** Prop modules: id of the record's page. Records without a page go into a list in `query`. */
  readonly pageId?: number;
  /** Only entries for `f.keyed` and `f.sections` have keys; see `KeyedEntry`. */
  readonly key?: undefined;
  /**
   * Merges the records with the same `id`, such as the revisions of a page. Later records extend the list in the property `list` of the
   * first record.
   */
  readonly group?: { readonly id: number | string; readonly list: string };
  /** Fields to merge into the page (prop) or `query` (list, meta), in addition to the record. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** An entry with a key in the module's object, for `f.keyed` and `f.sections`. */
export type KeyedEntry<R> = Omit<Entry<R>, 'key'> & { readonly key?: string };

/** A continue value: for the parameter `continue`, or for other parameters by name, without the prefix (`{ offset: 50 }`). */
export type Cursor = string | number | { readonly [param: string]: string | number };

/** The entries of a module, in order. An iterable can create them lazily. */
export type Entries<R, E = Entry<R> | KeyedEntry<R>> = Iterable<E> | AsyncIterable<E>;

const outputBrand: unique symbol = Symbol.for('wikiquery.output');
const rowEntriesBrand: unique symbol = Symbol.for('wikiquery.RowEntries');

/** Returns the kind of a module's output, also from other copies of this package; undefined for a bare record. */
export const kindOfOutput = (output: unknown): 'records' | 'nothing' | 'pages' | undefined =>
  (output as { readonly [outputBrand]?: 'records' | 'nothing' | 'pages' })[outputBrand];

/** Whether entries are `RowEntries`. Recognizes those from other copies of this package. */
export const isRowEntries = (entries: object): entries is RowEntries<unknown, Record<string, unknown>> => rowEntriesBrand in entries;

/**
 * The ordered records that a module returns. If the response is full, the engine stops reading entries. The next request resumes at the
 * `cursor` of the first entry that did not fit. Lazy entries are therefore created only as needed.
 */
export class Records<R, E extends Entries<R> = Entries<R, Entry<R>>> {
  /** @internal */
  readonly [outputBrand]: 'records' | 'nothing' = 'records';
  readonly entries: E;
  /** The cursor after the last entry; undefined at the end of the list. */
  readonly next: Cursor | undefined;
  constructor(entries: E, next?: Cursor) {
    this.entries = entries;
    this.next = next;
  }
}

/** The output of a module without a result. The response then omits even the empty list. */
export const nothing: Records<never, readonly []> = Object.assign(new Records<never, readonly []>([]), {
  [outputBrand]: 'nothing' as const,
});

/** The pages that a generator returns to the other modules of the request. */
export class Pages {
  /** @internal */
  readonly [outputBrand] = 'pages';
  readonly refs: readonly PageRef[];
  /** The cursor after the last page; undefined at the end of the list. */
  readonly next: Cursor | undefined;
  /**
   * The cursor of the first page, for lists that grow at the front. Requests that continue other modules repeat it to select the same
   * pages.
   */
  readonly first: Cursor | undefined;
  /** Fields to merge into `query`. */
  readonly fields: Readonly<Record<string, unknown>> | undefined;
  constructor(refs: readonly PageRef[], next?: Cursor, first?: Cursor, fields?: Readonly<Record<string, unknown>>) {
    this.refs = refs;
    this.next = next;
    this.first = first;
    this.fields = fields;
  }
}

/** A batch of rows returned by `readPage`, and the cursor of the next batch. */
export class Rows<Row> implements Iterable<Row> {
  readonly rows: readonly Row[];
  /** The cursor after the last row; undefined at the end of the list. */
  readonly next: Cursor | undefined;
  readonly #cursor: (row: Row) => Cursor;
  /**
   * `rows` has at most `limit + 1` rows. A row beyond `limit` provides the next cursor; otherwise, `next` is the next cursor. `cursor`
   * returns the cursor of a row.
   */
  constructor(rows: readonly Row[], limit: number, cursor: (row: Row) => Cursor, next?: Cursor) {
    const extra = rows[limit];
    this.rows = rows.length > limit ? rows.slice(0, limit) : rows;
    this.next = extra === undefined ? next : cursor(extra);
    this.#cursor = cursor;
  }

  [Symbol.iterator](): Iterator<Row> {
    return this.rows[Symbol.iterator]();
  }
  /** Returns the cursor of a row, for modules that create entries themselves, such as lazy ones. */
  cursorOf(row: Row): Cursor {
    return this.#cursor(row);
  }
  /** Maps the rows to an array. */
  map<T>(fn: (row: Row) => T): T[] {
    return this.rows.map(fn);
  }
  /** Makes one record per row, and omits rows for which `toRecord` returns undefined. */
  records<R>(toRecord: (row: Row) => R | undefined): Records<R, RowEntries<Row, R>> {
    const { rows } = this;
    const records: R[] = [];
    // The rows of the records, copied only if a row is omitted.
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
  /** For prop modules: makes one record per row. `pageOf` returns the page id in the response; rows without one are omitted. */
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
  /** For generators: makes one page per row, and omits rows for which `toPage` returns undefined. */
  pages(toPage: (row: Row) => PageRef | undefined): Pages {
    return new Pages(
      this.rows.flatMap(row => toPage(row) ?? []),
      this.next,
    );
  }
}

/** The entries of loaded rows, stored without an object per entry, because nearly every response consists mostly of them. */
export class RowEntries<Row, R> implements Iterable<Entry<R>> {
  /** @internal */
  declare readonly [rowEntriesBrand]: true;
  static {
    Object.defineProperty(RowEntries.prototype, rowEntriesBrand, { value: true });
  }
  readonly records: readonly R[];
  /** Prop modules: the page id of each record. */
  readonly pageIds: readonly number[] | undefined;
  readonly #rows: readonly Row[];
  readonly #cursor: (row: Row) => Cursor;
  /** `rows` contains the row of each record, in the same order. */
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
