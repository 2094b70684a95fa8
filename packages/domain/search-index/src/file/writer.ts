import { constants, copyFileSync, renameSync, rmSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { foldTitle, stemmingOf } from '../fold.ts';
import { type Completions, gatherCompletions, usualLetters } from '../prefixes.ts';
import type { Watermark } from '../update/changes.ts';
import { type DocumentText, digestOf, type IndexedName, type PageNote, type PageToIndex } from '../writing.ts';
import { forget, WORDS, writeWords } from './documents.ts';
import { dropLog, emptyLog } from './journal.ts';
import { documentId, EDITION, INDEXES, metaOf, metaOfFile, TABLES } from './storage.ts';

/** Size of FTS5's word buffer in bytes. A larger buffer results in fewer segments to merge. */
const GATHERED = 64 << 20;
/** Number of evenly spaced document ids stored for estimates. */
const MARKS = 200;
/** Terms in more documents than this are stored with their number of documents, for estimates of query costs. */
export const COMMON = 2000;

const NOTES = 5000;

interface NoteRow extends Pick<PageNote, 'page' | 'revision' | 'length' | 'edited' | 'created' | 'tags'> {
  readonly id: number | null;
  readonly digest: string | null;
}

/** Metadata of a document that is waiting for its text. */
interface Waiting {
  readonly title: string;
  readonly namespace: number;
  readonly tags: string;
  readonly redirects: string | null;
}

/**
 * Writes a temporary file, which starts as a copy of the existing index and replaces it when complete. Pages are noted first; then changed
 * texts are written.
 */
export class IndexWriter {
  readonly #path: string;
  readonly #draft: string;
  readonly #sqlite: SQLite.Database;
  /** Number of this run. Each document stores the number of the run that wrote it. */
  readonly #pass: number;
  readonly #isNew: boolean;
  /** Whether documents were deleted. Their words stay in the file until VACUUM. */
  #drops = false;
  #last = -1;
  readonly #waiting = new Map<number, Waiting>();

  constructor(path: string, language: string) {
    this.#path = path;
    this.#draft = `${path}.draft`;
    this.#clear();
    const { tokenizer } = stemmingOf(language);
    const before = metaOfFile(path);
    this.#isNew = before.get('edition') !== String(EDITION) || before.get('tokenizer') !== tokenizer;
    if (!this.#isNew) {
      emptyLog(path);
      copyFileSync(path, this.#draft, constants.COPYFILE_FICLONE);
    }
    const sqlite = new SQLite(this.#draft);
    this.#sqlite = sqlite;
    for (const pragma of [
      'journal_mode = delete',
      'synchronous = off',
      'locking_mode = exclusive',
      'cache_size = -131072',
      'temp_store = file',
    ])
      sqlite.pragma(pragma);
    if (this.#isNew) sqlite.exec(TABLES(tokenizer));
    const meta = metaOf(sqlite);
    this.#pass = Number(meta.get('pass') ?? 0) + 1;
    this.#setMeta({ edition: EDITION, tokenizer, language, pass: this.#pass });
    this.#configure('hashsize', GATHERED);
    // A new index merges its segments once, at the end.
    if (this.#isNew) this.#configure('automerge', 0);
    sqlite.exec('drop index if exists name_folded; drop index if exists name_source; begin; delete from name; delete from outgoing');
    sqlite.exec(`create temp table note (
      page integer primary key, revision integer not null, length integer not null, edited text not null, created text not null, tags text not null
    )`);
  }

  note(notes: readonly PageNote[]): void {
    const name = this.#sqlite.prepare('insert or replace into name values (?, ?, ?, ?, ?, ?)');
    const note = this.#sqlite.prepare('insert into note values (?, ?, ?, ?, ?, ?)');
    const link = this.#sqlite.prepare('insert into outgoing values (?, ?)');
    for (const { page, namespace, title, revision, links, length, edited, created, tags, target, outgoing } of notes) {
      if (outgoing !== '') link.run(page, outgoing);
      name.run(target ?? page, page, namespace, title, foldTitle(title), links);
      if (target === undefined) note.run(page, revision, length, edited, created, tags);
    }
  }

  /** Compares the noted pages with the index. Returns the number of bytes of text to read. */
  noted(): number {
    const sqlite = this.#sqlite;
    const notes = sqlite.prepare<[number], NoteRow>(
      `select note.*, document.id, document.digest from note left join document on document.page = note.page
        where note.page > ? order by note.page limit ${NOTES}`,
    );
    const drop = sqlite.prepare('delete from document where page = ?');
    const keep = sqlite.prepare('update document set links = ?, length = ?, edited = ?, created = ? where id = ?');
    const add = sqlite.prepare('insert into document values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
    // All names of a page share its link count.
    const weigh = sqlite.prepare('update name set links = ? where page = ?');
    this.#dropGone();
    let bytes = 0;
    for (let last = -1; ; ) {
      const batch = notes.all(last);
      if (batch.length === 0) return bytes;
      const next = batch.at(-1)?.page as number;
      const names = this.#namesOf(last, next);
      for (const { page, revision, length, edited, created, tags, ...before } of batch) {
        const all = names.get(page) ?? [];
        const own = all.find(({ source }) => source === page) as IndexedName;
        const { namespace, title, folded } = own;
        const links = all.reduce((sum, each) => sum + each.links, 0);
        if (all.length > 1) weigh.run(links, page);
        const id = documentId(page, links);
        const redirects = all.flatMap(each => (each === own ? [] : each.title));
        const digest = digestOf({ revision, title, namespace, redirects, tags });
        if (before.id === id && before.digest === digest) keep.run(links, length, edited, created, id);
        else {
          if (before.id !== null) {
            this.#forget(before.id);
            drop.run(page);
          }
          add.run(id, page, revision, namespace, title, folded, links, length, edited, created, digest, this.#pass);
          bytes += length;
        }
      }
      last = next;
    }
  }

  #dropGone(): void {
    const gone = this.#sqlite.prepare<[], { id: number }>('select id from document where page not in (select page from note)').all();
    const drop = this.#sqlite.prepare('delete from document where id = ?');
    for (const { id } of gone) {
      this.#forget(id);
      drop.run(id);
    }
  }

  #forget(id: number): void {
    forget(this.#sqlite, id);
    this.#drops = true;
  }

  #namesOf(after: number, last: number): ReadonlyMap<number, readonly IndexedName[]> {
    const rows = this.#sqlite
      .prepare<[number, number], IndexedName>(
        'select page, source, namespace, title, folded, links from name where page > ? and page <= ? order by page, source',
      )
      .all(after, last);
    return Map.groupBy(rows, ({ page }) => page);
  }

  /** Returns the next documents to write, most important first. */
  next(count: number): PageToIndex[] {
    const rows = this.#sqlite
      .prepare<[number, number, number], PageToIndex & Waiting>(
        `select id, document.page, document.revision, document.length, title, namespace, tags,
            (select group_concat(name.title, char(10) order by source) from name where name.page = document.page and source <> name.page) as redirects
          from document join note on note.page = document.page where id > ? and written = ? order by id limit ?`,
      )
      .all(this.#last, this.#pass, count);
    this.#last = rows.at(-1)?.id ?? this.#last;
    return rows.map(({ id, page, revision, length, ...waiting }) => {
      this.#waiting.set(id, waiting);
      return { id, page, revision, length };
    });
  }

  write(texts: readonly DocumentText[]): void {
    writeWords(this.#sqlite, texts, id => {
      const { redirects, ...waiting } = this.#waiting.get(id) as Waiting;
      this.#waiting.delete(id);
      return { ...waiting, redirects: redirects?.split('\n') ?? [] };
    });
  }

  finish(watermark: Watermark): void {
    const sqlite = this.#sqlite;
    // `optimize` also removes the words of deleted documents.
    if (this.#isNew || this.#drops) this.#configure('optimize', null);
    if (this.#isNew) this.#configure('automerge', 4);
    sqlite.exec('delete from common; delete from prefix; delete from word; delete from letter');
    sqlite.exec('create virtual table temp.vocabulary using fts5vocab(main, words, row)');
    sqlite.prepare('insert into common select term, doc from vocabulary where doc > ?').run(COMMON);
    sqlite.exec(INDEXES);
    const completions = this.#completions();
    const prefix = sqlite.prepare('insert into prefix values (?, ?, ?)');
    for (const { namespace, folded, names } of completions.prefixes) prefix.run(namespace, folded, JSON.stringify(names));
    const word = sqlite.prepare('insert into word values (?, ?)');
    // Inserts in sorted order append to the b-tree.
    for (const [text, pages] of [...completions.words].sort(([a], [b]) => (a < b ? -1 : 1))) word.run(text, pages);
    const letter = sqlite.prepare('insert into letter values (?, ?)');
    for (const [text, names] of completions.letters) letter.run(text, names);
    const namespaces = sqlite.prepare('select namespace, count(*) as documents from document group by namespace').all();
    const { documents } = sqlite.prepare<[], { documents: number }>('select count(*) as documents from document').get() ?? { documents: 0 };
    const marks = sqlite
      .prepare<[number], { id: number }>(
        'select id from (select id, row_number() over (order by id) as place from document) where place % ? = 0',
      )
      .all(Math.max(1, Math.floor(documents / MARKS)))
      .map(({ id }) => id);
    this.#setMeta({
      documents,
      letters: usualLetters(completions.letters),
      namespaces: JSON.stringify(namespaces),
      marks: JSON.stringify(marks),
      watermarks: JSON.stringify([watermark]),
    });
    sqlite.exec('commit; analyze document; analyze name');
    if (this.#drops) sqlite.exec('vacuum');
    sqlite.close();
    dropLog(this.#path);
    renameSync(this.#draft, this.#path);
  }

  abandon(): void {
    this.#sqlite.close();
    this.#clear();
  }

  /** Deletes the temporary file and its journal, which SQLite would apply to the next temporary file. */
  #clear(): void {
    for (const path of ['', '-journal', '-wal', '-shm'].map(end => `${this.#draft}${end}`)) rmSync(path, { force: true });
  }

  #completions(): Completions {
    const rows = this.#sqlite.prepare<[], { namespace: number; folded: string; links: number; page: number; source: number }>(
      'select namespace, folded, links, page, source from name order by namespace, folded, links desc, source',
    );
    const completions = gatherCompletions();
    for (const row of rows.iterate()) completions.add(row);
    return completions.done();
  }

  /** Sets an FTS5 option of both full-text tables. */
  #configure(instruction: string, value: number | null): void {
    for (const table of WORDS) this.#sqlite.exec(`insert into ${table} (${table}, rank) values ('${instruction}', ${value})`);
  }

  #setMeta(values: Readonly<Record<string, string | number>>): void {
    const set = this.#sqlite.prepare('insert or replace into meta values (?, ?)');
    for (const [name, value] of Object.entries(values)) set.run(name, String(value));
  }
}
