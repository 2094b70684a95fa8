import { existsSync, statSync } from 'node:fs';
import SQLite from 'better-sqlite3';

/**
 * Format version of index files. Increase it when the schema or the indexed content changes: an index with an older version is not searched
 * and is rebuilt by the next update.
 */
export const EDITION = 3;

/** FTS5 columns in order, with their BM25 weights. */
export const COLUMNS = { title: 12, redirects: 8, headings: 4, opening: 3, text: 1, auxiliary: 0.5, source: 0, tags: 0 } as const;

/**
 * Document ids are in order of importance, so FTS5 can stop early. Titles have a separate table, because posting lists of texts are long.
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
  create table letter (letter text primary key, names integer not null) without rowid;
  create table outgoing (page integer primary key, links text not null);
  create table common (term text primary key, documents integer not null) without rowid;
  create virtual table words using fts5(${Object.keys(COLUMNS).join(', ')}, content='', contentless_delete=1, tokenize="${tokenizer}");
  create virtual table named using fts5(title, redirects, content='', contentless_delete=1, tokenize="${tokenizer}");
`;

export const INDEXES = `
  create index if not exists name_folded on name (namespace, folded, links desc, title, page, source);
  create index if not exists name_source on name (source);
`;

const BUCKETS = 40;
const PAGES = 2 ** 32;

/** Returns a document id that is lower for pages with more links. Small changes of the link count rarely change the id. */
export const documentId = (page: number, links: number): number =>
  (BUCKETS - Math.min(BUCKETS, Math.floor(2 * Math.log2(links + 1)))) * PAGES + page;

export class IndexFile {
  readonly path: string;
  #opened: OpenedFile | undefined;
  readonly #statements = new Map<string, SQLite.Statement<unknown[], unknown>>();
  #checked = 0;

  constructor(path: string) {
    this.path = path;
  }

  /** Opens the file, or reopens it if it was replaced. Returns undefined if the file is missing or has a different format version. */
  #open(): SQLite.Database | undefined {
    const now = performance.now();
    if (this.#opened && now - this.#checked < LOOK) return this.#opened.sqlite;
    this.#checked = now;
    const identity = identityOf(this.path);
    if (this.#opened && this.#opened.identity === identity) return this.#refresh(this.#opened);
    this.close();
    if (identity === undefined) return undefined;
    const sqlite = openReadOnly(this.path);
    sqlite.pragma('cache_size = -32768');
    sqlite.pragma('mmap_size = 1073741824');
    const opened = { sqlite, identity, version: versionOf(sqlite), meta: metaOf(sqlite) };
    if (opened.meta.get('edition') !== String(EDITION)) {
      sqlite.close();
      return undefined;
    }
    this.#opened = opened;
    return sqlite;
  }

  /** Reads the metadata again if another process has updated the file. */
  #refresh(opened: OpenedFile): SQLite.Database {
    const version = versionOf(opened.sqlite);
    if (version !== opened.version) this.#opened = { ...opened, version, meta: metaOf(opened.sqlite) };
    return opened.sqlite;
  }

  get isThere(): boolean {
    return this.#open() !== undefined;
  }

  meta(name: string): string | undefined {
    this.#open();
    return this.#opened?.meta.get(name);
  }

  all<Row>(sql: string, ...values: unknown[]): Row[] {
    const sqlite = this.#open();
    if (!sqlite) return [];
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = sqlite.prepare<unknown[], unknown>(sql);
      if (this.#statements.size > MAX_STATEMENTS) this.#statements.clear();
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

interface OpenedFile {
  readonly sqlite: SQLite.Database;
  readonly identity: string;
  /** Changes with each commit of another connection. */
  readonly version: unknown;
  readonly meta: ReadonlyMap<string, string>;
}

const LOOK = 500;
const MAX_STATEMENTS = 100;

const versionOf = (sqlite: SQLite.Database): unknown => sqlite.pragma('data_version', { simple: true });

function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** Opens a file for reading. Rolls back what a process that was killed left, which needs write access. */
function openReadOnly(path: string): SQLite.Database {
  try {
    const sqlite = new SQLite(path, { readonly: true });
    versionOf(sqlite);
    sqlite.prepare('select 1 from sqlite_schema').get();
    return sqlite;
  } catch (error) {
    if (!/^SQLITE_(?:READONLY|CANTOPEN)/.test(String((error as { code?: unknown }).code))) throw error;
    const writable = new SQLite(path, { fileMustExist: true });
    writable.prepare('select 1 from sqlite_schema').get();
    writable.close();
    return new SQLite(path, { readonly: true });
  }
}

/** Returns the index's metadata, or an empty map if the file is not an index. */
export function metaOf(sqlite: SQLite.Database): ReadonlyMap<string, string> {
  try {
    const rows = sqlite.prepare<[], { name: string; value: string }>('select name, value from meta').all();
    return new Map(rows.map(({ name, value }) => [name, value]));
  } catch {
    return new Map();
  }
}

export function metaOfFile(path: string): ReadonlyMap<string, string> {
  if (!existsSync(path)) return new Map();
  const sqlite = openReadOnly(path);
  try {
    return metaOf(sqlite);
  } finally {
    sqlite.close();
  }
}
