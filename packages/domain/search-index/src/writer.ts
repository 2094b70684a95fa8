import { hash } from 'node:crypto';
import { constants, copyFileSync, renameSync, rmSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { foldTitle, pairUp, stemmingOf } from './fold.ts';
import { type Completions, completionsOf } from './prefixes.ts';
import { COLUMNS, documentId, EDITION, editionOf, INDEXES, metaOf, TABLES } from './storage.ts';

/** What the index is told of a page before its text is read. */
export interface PageNote {
  readonly page: number;
  readonly namespace: number;
  readonly title: string;
  /** The revision whose text everybody may read; 0 where it is hidden. */
  readonly revision: number;
  readonly links: number;
  readonly length: number;
  readonly edited: string;
  readonly created: string;
  /** Categories and templates, as tags. */
  readonly tags: string;
  /** The page that a redirect leads to; undefined for those that stand for themselves. */
  readonly target: number | undefined;
}

/** A page whose text is to be written. */
export interface Wanted {
  readonly id: number;
  readonly page: number;
  readonly revision: number;
  readonly length: number;
}

/** What the text of a page becomes. */
export interface DocumentText {
  readonly id: number;
  readonly headings: string;
  readonly opening: string;
  readonly text: string;
  readonly auxiliary: string;
  readonly source: string;
}

/** Bytes of words that are gathered before they are written: more, fewer parts that have to be merged. */
const GATHERED = 64 << 20;
/** Numbers of documents that are noted: they part all into as many equal shares, and tell how far a walk has come. */
const MARKS = 200;
/** The indexes of words: of all, and of those of titles. */
const WORDS = ['words', 'named'] as const;
/** Words in more documents than this are counted, so that queries know what they cost. */
export const COMMON = 2000;

/**
 * Writes an index: a draft, made of the index that is there, in whose place it comes when it is complete. Pages are noted first, all of them; then
 * the texts of those that are new or changed are asked for.
 */
export class IndexWriter {
  readonly #path: string;
  readonly #draft: string;
  readonly #sqlite: SQLite.Database;
  readonly #pass: number;
  readonly #isNew: boolean;
  /** Whether words of pages went, which then stand in the file until it is written anew. */
  #drops = false;
  #last = -1;

  constructor(path: string, language: string) {
    this.#path = path;
    this.#draft = `${path}.draft`;
    this.#clear();
    const { tokenizer } = stemmingOf(language);
    this.#isNew = editionOf(path) !== String(EDITION) || tokenizerOf(path) !== tokenizer;
    if (!this.#isNew) copyFileSync(path, this.#draft, constants.COPYFILE_FICLONE);
    const sqlite = new SQLite(this.#draft);
    this.#sqlite = sqlite;
    for (const pragma of ['synchronous = off', 'locking_mode = exclusive', 'cache_size = -131072', 'temp_store = file'])
      sqlite.pragma(pragma);
    if (this.#isNew) sqlite.exec(TABLES(tokenizer));
    const meta = metaOf(sqlite);
    this.#pass = Number(meta.get('pass') ?? 0) + 1;
    this.#setMeta({ edition: EDITION, tokenizer, language, pass: this.#pass });
    this.#tell('hashsize', GATHERED);
    // Few large parts are merged at the end, once.
    if (this.#isNew) this.#tell('automerge', 0);
    sqlite.exec('drop index if exists name_folded; begin; delete from name');
    sqlite.exec('create temp table note (page integer primary key, value text not null)');
    sqlite.exec('create temp table tag (page integer primary key, tags text not null)');
  }

  note(notes: readonly PageNote[]): void {
    const name = this.#sqlite.prepare('insert or replace into name values (?, ?, ?, ?, ?, ?)');
    const note = this.#sqlite.prepare('insert into note values (?, ?)');
    const tag = this.#sqlite.prepare('insert into tag values (?, ?)');
    for (const each of notes) {
      name.run(each.target ?? each.page, each.page, each.namespace, each.title, foldTitle(each.title), each.links);
      if (each.target !== undefined) continue;
      const { tags, ...rest } = each;
      note.run(each.page, JSON.stringify(rest));
      tag.run(each.page, tags);
    }
  }

  /** To be called when all pages are noted. Gives the bytes of the texts that have to be read. */
  noted(): number {
    const sqlite = this.#sqlite;
    // A name counts as much as the page that it stands for.
    const names = sqlite.prepare<[number], { title: string; links: number }>(
      'select title, links from name where page = ? order by source',
    );
    const known = sqlite.prepare<[number], { id: number; digest: string }>('select id, digest from document where page = ?');
    const tagsOf = sqlite.prepare<[number], { tags: string }>('select tags from tag where page = ?');
    const forgetting = WORDS.map(table => sqlite.prepare<[number]>(`delete from ${table} where rowid = ?`));
    const forget = (id: number): void => {
      for (const statement of forgetting) statement.run(id);
    };
    const drop = sqlite.prepare('delete from document where page = ?');
    const keep = sqlite.prepare('update document set written = ?, links = ?, length = ?, edited = ?, created = ? where id = ?');
    const add = sqlite.prepare('insert into document values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)');
    const weigh = sqlite.prepare('update name set links = ? where page = ?');
    let bytes = 0;
    for (let last = -1; ; ) {
      const notes = sqlite
        .prepare<[number], { page: number; value: string }>('select page, value from note where page > ? order by page limit 5000')
        .all(last);
      if (notes.length === 0) break;
      for (const { page, value } of notes) {
        const note = JSON.parse(value) as Omit<PageNote, 'tags'>;
        const all = names.all(page);
        const links = all.reduce((sum, each) => sum + each.links, 0);
        if (all.length > 1) weigh.run(links, page);
        const id = documentId(page, links);
        const digest = JSON.stringify([note.revision, note.title, note.namespace, all.map(({ title }) => title), tagsOf.get(page)?.tags]);
        const short = digest.length > 200 ? hash('sha1', digest) : digest;
        const before = known.get(page);
        if (before?.id === id && before.digest === short) keep.run(this.#pass, links, note.length, note.edited, note.created, id);
        else {
          if (before) {
            forget(before.id);
            drop.run(page);
            this.#drops = true;
          }
          const { revision, namespace, title, length, edited, created } = note;
          add.run(id, page, revision, namespace, title, foldTitle(title), links, length, edited, created, short);
          bytes += length;
        }
      }
      last = notes.at(-1)?.page as number;
    }
    // What is neither noted now nor to be written is gone from the wiki.
    const gone = sqlite.prepare<[number], { id: number }>('select id from document where written not in (0, ?)').all(this.#pass);
    for (const { id } of gone) forget(id);
    this.#drops ||= gone.length > 0;
    sqlite.prepare('delete from document where written not in (0, ?)').run(this.#pass);
    return bytes;
  }

  /** The next documents whose texts are to be written, most important first. */
  next(count: number): Wanted[] {
    const rows = this.#sqlite
      .prepare<[number, number], Wanted>('select id, page, revision, length from document where id > ? and written = 0 order by id limit ?')
      .all(this.#last, count);
    this.#last = rows.at(-1)?.id ?? this.#last;
    return rows;
  }

  write(texts: readonly DocumentText[]): void {
    const places = Object.keys(COLUMNS).map(() => '?');
    const insert = this.#sqlite.prepare(`insert into words (rowid, ${Object.keys(COLUMNS).join(', ')}) values (?, ${places.join(', ')})`);
    const name = this.#sqlite.prepare('insert into named (rowid, title, redirects) values (?, ?, ?)');
    const document = this.#sqlite.prepare<[number], { page: number; title: string; namespace: number; tags: string }>(
      'select document.page, title, namespace, tags from document join tag on tag.page = document.page where id = ?',
    );
    const names = this.#sqlite.prepare<[number, number], { title: string }>('select title from name where page = ? and source <> ?');
    for (const { id, headings, opening, text, auxiliary, source } of texts) {
      const { page, title, namespace, tags } = document.get(id) as NonNullable<ReturnType<typeof document.get>>;
      // The line parts what no phrase should join.
      const redirects = Array.from(names.all(page, page), each => spaced(each.title)).join(' \n');
      name.run(id, spaced(title), redirects);
      insert.run(id, spaced(title), redirects, headings, opening, text, auxiliary, source, `${tags} n${namespace}`);
    }
    const ids = texts.map(({ id }) => id);
    this.#sqlite.prepare(`update document set written = ? where id in (${ids.map(() => '?').join()})`).run(this.#pass, ...ids);
  }

  /** Completes the index and puts it into its place. */
  finish(): void {
    const sqlite = this.#sqlite;
    // What was dropped leaves the file, too.
    if (this.#isNew || this.#drops) this.#tell('optimize', null);
    if (this.#isNew) this.#tell('automerge', 4);
    sqlite.exec('delete from common; delete from prefix; delete from word');
    sqlite.exec('create virtual table temp.vocabulary using fts5vocab(main, words, row)');
    sqlite.prepare('insert into common select term, doc from vocabulary where doc > ?').run(COMMON);
    const completions = this.#completions();
    const prefix = sqlite.prepare('insert into prefix values (?, ?, ?)');
    for (const { namespace, folded, names } of completions.prefixes) prefix.run(namespace, folded, JSON.stringify(names));
    const word = sqlite.prepare('insert into word values (?, ?)');
    for (const [text, pages] of completions.words) word.run(text, pages);
    const namespaces = sqlite.prepare('select namespace, count(*) as documents from document group by namespace').all();
    const { documents } = sqlite.prepare<[], { documents: number }>('select count(*) as documents from document').get() ?? { documents: 0 };
    const marks = sqlite
      .prepare<[number], { id: number }>(
        'select id from (select id, row_number() over (order by id) as place from document) where place % ? = 0',
      )
      .all(Math.max(1, Math.floor(documents / MARKS)))
      .map(({ id }) => id);
    const told = { namespaces: JSON.stringify(namespaces), marks: JSON.stringify(marks) };
    this.#setMeta({ documents, letters: completions.letters, ...told });
    sqlite.exec(`commit; ${INDEXES} analyze document; analyze name`);
    if (this.#drops) sqlite.exec('vacuum');
    sqlite.close();
    renameSync(this.#draft, this.#path);
  }

  /** Leaves what was there as it was. */
  abandon(): void {
    this.#sqlite.close();
    this.#clear();
  }

  /** With its journal, which would be taken for that of the next draft. */
  #clear(): void {
    for (const path of [this.#draft, `${this.#draft}-journal`]) rmSync(path, { force: true });
  }

  #completions(): Completions {
    const rows = this.#sqlite.prepare<[], { namespace: number; folded: string; links: number; page: number; source: number }>(
      'select namespace, folded, links, page, source from name order by namespace, folded, links desc, source',
    );
    return completionsOf(rows.iterate());
  }

  /** An instruction for the indexes of words. */
  #tell(instruction: string, value: number | null): void {
    for (const table of WORDS) this.#sqlite.exec(`insert into ${table} (${table}, rank) values ('${instruction}', ${value})`);
  }

  #setMeta(values: Readonly<Record<string, string | number>>): void {
    const set = this.#sqlite.prepare('insert or replace into meta values (?, ?)');
    for (const [name, value] of Object.entries(values)) set.run(name, String(value));
  }
}

const spaced = (title: string): string => pairUp(title.replaceAll('_', ' '), true);

function tokenizerOf(path: string): string | undefined {
  const sqlite = new SQLite(path, { readonly: true });
  try {
    return metaOf(sqlite).get('tokenizer');
  } finally {
    sqlite.close();
  }
}
