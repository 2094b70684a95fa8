import type { TableName, WikiDatabase } from '@wikiquery/database';
import { PAGE_OF } from '../page-tables.ts';
import type { DumpColumns } from './columns.ts';
import type { DumpRow } from './reader.ts';

/** Columns with the namespace of a row, by table. */
const NAMESPACE_OF: Readonly<Partial<Record<TableName, string>>> = {
  archive: 'ar_namespace',
  imagelinks: 'il_from_namespace',
  logging: 'log_namespace',
  page: 'page_namespace',
  pagelinks: 'pl_from_namespace',
  protected_titles: 'pt_namespace',
  recentchanges: 'rc_namespace',
  templatelinks: 'tl_from_namespace',
  watchlist: 'wl_namespace',
};

/** Tables of which `--limit` imports the first rows. Other tables are needed completely, or depend on the imported pages. */
const LIMITED: ReadonlySet<TableName> = new Set(['archive', 'filearchive', 'image', 'logging', 'page', 'recentchanges']);

export interface ImportFilter {
  readonly namespaces?: readonly number[];
  readonly limit?: number;
}

/** Decides which rows of a table to import. */
export class Selection {
  readonly #conditions: ((row: DumpRow) => boolean)[] = [];
  readonly #limit: number;
  #taken: number;

  /** `pages`: only their rows are imported. Undefined if no filter is set or no page exists; then only namespaces and limit apply. */
  constructor(table: TableName, dump: DumpColumns, { namespaces, limit }: ImportFilter, pages: PageIds | undefined, taken: number) {
    const [page, namespace] = [PAGE_OF[table], NAMESPACE_OF[table]];
    if (pages && page !== undefined && dump.has(page)) {
      const id = dump.number(page);
      this.#conditions.push(row => pages.has(id(row)));
    } else if (namespaces && namespace !== undefined && dump.has(namespace)) {
      const [namespaceOf, selected] = [dump.number(namespace), new Set(namespaces)];
      this.#conditions.push(row => selected.has(namespaceOf(row)));
    }
    const isLimited = limit !== undefined && (LIMITED.has(table) || (page !== undefined && !pages));
    this.#limit = isLimited ? limit : Number.POSITIVE_INFINITY;
    this.#taken = taken;
  }

  get isFull(): boolean {
    return this.#taken >= this.#limit;
  }

  takes(row: DumpRow): boolean {
    if (this.isFull || !this.#conditions.every(condition => condition(row))) return false;
    this.#taken++;
    return true;
  }
}

/** A set of page ids, with one bit per id. */
export class PageIds {
  readonly #bits: Uint8Array;

  private constructor(last: number) {
    this.#bits = new Uint8Array((last >> 3) + 1);
  }

  /** Reads the ids of all pages. Resolves to undefined if the database has none. */
  static async read({ db }: Pick<WikiDatabase, 'db'>): Promise<PageIds | undefined> {
    const { last } = await db
      .selectFrom('page')
      .select(is => is.fn.max('page_id').as('last'))
      .executeTakeFirstOrThrow();
    if (last === null) return undefined;
    const pages = new PageIds(Number(last));
    for (let after: number | undefined = 0; after !== undefined; ) {
      const rows: { page_id: number }[] = await db
        .selectFrom('page')
        .select('page_id')
        .where('page_id', '>', after)
        .orderBy('page_id')
        .limit(CHUNK)
        .execute();
      for (const { page_id: id } of rows) pages.#bits[id >> 3] = (pages.#bits[id >> 3] as number) | (1 << (id & 7));
      after = rows.at(-1)?.page_id;
    }
    return pages;
  }

  has(id: number): boolean {
    return (((this.#bits[id >> 3] ?? 0) >> (id & 7)) & 1) === 1;
  }
}

const CHUNK = 50_000;
