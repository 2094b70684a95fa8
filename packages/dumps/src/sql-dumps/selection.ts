import type { TableName, WikiDatabase } from '@wikiquery/database';
import { PAGE_OF } from '../page-tables.ts';
import type { DumpColumns } from './columns.ts';
import type { DumpRow } from './reader.ts';

/** The column with the namespace of what a row tells of. */
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

/** Tables of which `--limit` takes the first rows: others are needed whole, or follow the pages. */
const LIMITED: ReadonlySet<TableName> = new Set(['archive', 'filearchive', 'image', 'logging', 'page', 'recentchanges']);

export interface Wishes {
  readonly namespaces?: readonly number[];
  readonly limit?: number;
}

/** Says which rows of a table are wanted, and when there are enough. */
export class Selection {
  readonly #isWanted: ((row: DumpRow) => boolean)[] = [];
  readonly #limit: number;
  #taken: number;

  /** `pages` has those that are in the database; undefined when there are none yet, or when all are wanted. */
  constructor(table: TableName, dump: DumpColumns, { namespaces, limit }: Wishes, pages: PageIds | undefined, taken: number) {
    const [page, namespace] = [PAGE_OF[table], NAMESPACE_OF[table]];
    if (pages && page !== undefined && dump.has(page)) {
      const id = dump.number(page);
      this.#isWanted.push(row => pages.has(id(row)));
    } else if (namespaces && namespace !== undefined && dump.has(namespace)) {
      const [of, wanted] = [dump.number(namespace), new Set(namespaces)];
      this.#isWanted.push(row => wanted.has(of(row)));
    }
    const isLimited = limit !== undefined && (LIMITED.has(table) || (page !== undefined && !pages));
    this.#limit = isLimited ? limit : Number.POSITIVE_INFINITY;
    this.#taken = taken;
  }

  get isFull(): boolean {
    return this.#taken >= this.#limit;
  }

  takes(row: DumpRow): boolean {
    if (this.isFull || !this.#isWanted.every(isWanted => isWanted(row))) return false;
    this.#taken++;
    return true;
  }
}

/** Many ids in little memory: one bit each. */
export class PageIds {
  readonly #bits: Uint8Array;

  private constructor(last: number) {
    this.#bits = new Uint8Array((last >> 3) + 1);
  }

  /** Undefined when there is no page. */
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
