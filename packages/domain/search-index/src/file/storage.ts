import { existsSync, statSync } from 'node:fs';
import SQLite from 'better-sqlite3';

/** Raised when the tables, or what is written into them, change: an index of another edition is made anew and not searched. */
export const EDITION = 2;

/** Columns of the index of words, in their order, with what a word counts in them. `tags` says what a page is in and uses. */
export const COLUMNS = { title: 12, redirects: 8, headings: 4, opening: 3, text: 1, auxiliary: 0.5, source: 0, tags: 0 } as const;

/**
 * A page is a document. The number of a document begins with how few links lead to it, so that an index walks through the most important ones first:
 * of words that stand nearly everywhere, it need not read all. Titles and redirects have an index of their own besides: in that of all words, what stands
 * in many texts and few titles would be walked through to its end.
 */
export const TABLES = (tokenizer: string): string => `
  create table meta (name text primary key, value text not null) without rowid;
  create table document (
    id integer primary key, page integer not null unique, revision integer not null, namespace integer not null, title text not null,
    folded text not null, links integer not null, length integer not null, edited text not null, created text not null, digest text not null,
    written integer not null default 0
  );
  create table name (
    page integer not null, source integer not null, namespace integer not null, title text not null, folded text not null, links integer not null,
    primary key (page, source)
  ) without rowid;
  create table prefix (namespace integer not null, folded text not null, names text not null, primary key (namespace, folded)) without rowid;
  create table word (word text primary key, pages integer not null) without rowid;
  create table common (term text primary key, documents integer not null) without rowid;
  create virtual table words using fts5(${Object.keys(COLUMNS).join(', ')}, content='', contentless_delete=1, tokenize="${tokenizer}");
  create virtual table named using fts5(title, redirects, content='', contentless_delete=1, tokenize="${tokenizer}");
`;

/** What is looked up in names, and what completes them, is found in their order: made when all are there. */
export const INDEXES = `create index if not exists name_folded on name (namespace, folded, links desc, title, page, source);`;

const BUCKETS = 40;
const PAGES = 2 ** 32;

/** The number of a document. Few changes of links change it. */
export const documentId = (page: number, links: number): number =>
  (BUCKETS - Math.min(BUCKETS, Math.floor(2 * Math.log2(links + 1)))) * PAGES + page;

/** An index that is there, read only. */
export class IndexFile {
  readonly path: string;
  #opened: { readonly sqlite: SQLite.Database; readonly identity: string; readonly meta: ReadonlyMap<string, string> } | undefined;
  readonly #statements = new Map<string, SQLite.Statement<unknown[], unknown>>();
  #looked = 0;

  constructor(path: string) {
    this.path = path;
  }

  /** Opens the file, also one that came in its place. Undefined where there is none, or of another edition. */
  #open(): SQLite.Database | undefined {
    const now = performance.now();
    if (this.#opened && now - this.#looked < LOOK) return this.#opened.sqlite;
    this.#looked = now;
    const identity = identityOf(this.path);
    if (this.#opened?.identity === identity) return this.#opened?.sqlite;
    this.close();
    if (identity === undefined) return undefined;
    const sqlite = new SQLite(this.path, { readonly: true });
    sqlite.pragma('cache_size = -32768');
    sqlite.pragma('mmap_size = 1073741824');
    const meta = metaOf(sqlite);
    if (meta.get('edition') !== String(EDITION)) {
      sqlite.close();
      return undefined;
    }
    this.#opened = { sqlite, identity, meta };
    return sqlite;
  }

  get isThere(): boolean {
    return this.#open() !== undefined;
  }

  meta(name: string): string | undefined {
    this.#open();
    return this.#opened?.meta.get(name);
  }

  /** The rows of a statement, which is kept. */
  all<Row>(sql: string, ...values: unknown[]): Row[] {
    const sqlite = this.#open();
    if (!sqlite) return [];
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = sqlite.prepare<unknown[], unknown>(sql);
      if (this.#statements.size > MOST_STATEMENTS) this.#statements.clear();
      this.#statements.set(sql, statement);
    }
    return statement.all(...values) as Row[];
  }

  close(): void {
    this.#statements.clear();
    this.#opened?.sqlite.close();
    this.#opened = undefined;
  }
}

/** Milliseconds between two looks whether the file is still the same. */
const LOOK = 500;
const MOST_STATEMENTS = 100;

function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}:${found.mtimeNs}`;
}

/** What is written down of an index; nothing for a file that is none. */
export function metaOf(sqlite: SQLite.Database): ReadonlyMap<string, string> {
  try {
    const rows = sqlite.prepare<[], { name: string; value: string }>('select name, value from meta').all();
    return new Map(rows.map(({ name, value }) => [name, value]));
  } catch {
    return new Map();
  }
}

/** The edition of the index that lies there; undefined where there is none. */
export function editionOf(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const sqlite = new SQLite(path, { readonly: true });
  try {
    return metaOf(sqlite).get('edition');
  } finally {
    sqlite.close();
  }
}
