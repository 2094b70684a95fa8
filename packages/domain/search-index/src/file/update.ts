import type { Title } from '@wikiquery/core';
import SQLite from 'better-sqlite3';
import { foldTitle, stemmingOf } from '../fold.ts';
import { LETTERS, usualLetters } from '../prefixes.ts';
import { addWatermark, type Watermark } from '../update/changes.ts';
import { updateCompletions } from '../update/completions.ts';
import type { AssembledDocument, DocumentText, IndexedName, IndexUpdate, PageToIndex, Replacement } from '../writing.ts';
import { fileCompletions } from './completions.ts';
import { forget, writeWords } from './documents.ts';
import { checkpoint } from './journal.ts';
import { documentId, EDITION, metaOf, metaOfFile } from './storage.ts';

/** Indexes with at most this many documents lose the words of removed texts at once. In larger ones, merges remove them over time. */
const SMALL = 20_000;
const WAITING = 30_000;

/** Opens an index file for an update, or returns undefined if it is missing or was written in another format or language. */
export async function openFileUpdate(path: string, language: string): Promise<IndexUpdate | undefined> {
  const meta = metaOfFile(path);
  const isCurrent = meta.get('edition') === String(EDITION) && meta.get('tokenizer') === stemmingOf(language).tokenizer;
  return isCurrent && meta.has('watermarks') ? new FileUpdate(path) : undefined;
}

/**
 * Updates the file in one transaction with a write-ahead log. Searches of other processes continue, and see the previous state until the commit.
 * A process that is killed leaves the file as it was.
 */
class FileUpdate implements IndexUpdate {
  readonly watermarks: readonly Watermark[];
  readonly #sqlite: SQLite.Database;
  readonly #waiting = new Map<number, AssembledDocument>();
  /** Difference of the number of documents by namespace. */
  readonly #documents = new Map<number, number>();
  #isErased = false;

  constructor(path: string) {
    this.#sqlite = new SQLite(path, { timeout: WAITING });
    for (const pragma of ['journal_mode = wal', 'synchronous = normal', 'secure_delete = on', 'cache_size = -65536'])
      this.#sqlite.pragma(pragma);
    this.watermarks = JSON.parse(metaOf(this.#sqlite).get('watermarks') ?? '[]');
    this.#sqlite.exec('begin immediate');
  }

  async names(ids: ReadonlySet<number>): Promise<readonly IndexedName[]> {
    return this.#names(ids);
  }

  #names(ids: ReadonlySet<number>): IndexedName[] {
    const list = JSON.stringify([...ids]);
    const of = (column: string): IndexedName[] =>
      this.#sqlite
        .prepare<[string], IndexedName>(`select ${FIELDS} from name where ${column} in (select value from json_each(?))`)
        .all(list);
    return [...of('page'), ...of('source').filter(({ page }) => !ids.has(page))];
  }

  async titled(titles: readonly Title[]): Promise<readonly IndexedName[]> {
    const find = this.#sqlite.prepare<[number, string], IndexedName>(
      `select ${FIELDS} from name indexed by name_folded where namespace = ? and folded = ?`,
    );
    return titles.flatMap(({ namespace, dbkey }) => find.all(namespace, foldTitle(dbkey)).filter(({ title }) => title === dbkey));
  }

  async outgoing(pages: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> {
    const rows = this.#sqlite
      .prepare<[string], { page: number; links: string }>('select page, links from outgoing where page in (select value from json_each(?))')
      .all(JSON.stringify([...pages]));
    return new Map(rows.map(({ page, links }) => [page, links]));
  }

  staysInPlace(before: number, after: number): boolean {
    return documentId(0, before) === documentId(0, after);
  }

  async replace({ scope, documents, outgoing, weights }: Replacement): Promise<readonly PageToIndex[]> {
    const before = this.#names(new Set([...scope, ...weights.keys()]));
    this.#replaceLinks(scope, outgoing);
    this.#replaceNames(scope, before, documents);
    const weigh = this.#sqlite.prepare('update name set links = links + ? where page = ?');
    const weighDocument = this.#sqlite.prepare('update document set links = links + ? where page = ?');
    for (const [page, weight] of weights) for (const statement of [weigh, weighDocument]) statement.run(weight, page);
    const after = this.#names(new Set([...scope, ...weights.keys()]));
    await updateCompletions(fileCompletions(this.#sqlite), before, after);
    return this.#replaceDocuments(scope, documents);
  }

  #replaceLinks(scope: ReadonlySet<number>, outgoing: Replacement['outgoing']): void {
    const put = this.#sqlite.prepare('insert or replace into outgoing values (?, ?)');
    const drop = this.#sqlite.prepare('delete from outgoing where page = ?');
    for (const page of scope) {
      const links = outgoing.get(page) ?? '';
      if (links === '') drop.run(page);
      else put.run(page, links);
    }
  }

  #replaceNames(scope: ReadonlySet<number>, before: readonly IndexedName[], documents: readonly AssembledDocument[]): void {
    const drop = this.#sqlite.prepare('delete from name where page = ? and source = ?');
    for (const { page, source } of before) if (scope.has(page) || scope.has(source)) drop.run(page, source);
    const put = this.#sqlite.prepare('insert into name values (?, ?, ?, ?, ?, ?)');
    for (const { names } of documents)
      for (const { page, source, namespace, title, folded, links } of names) put.run(page, source, namespace, title, folded, links);
  }

  #replaceDocuments(scope: ReadonlySet<number>, documents: readonly AssembledDocument[]): PageToIndex[] {
    const rows = this.#sqlite
      .prepare<[string], { id: number; page: number; namespace: number; digest: string }>(
        'select id, page, namespace, digest from document where page in (select value from json_each(?))',
      )
      .all(JSON.stringify([...scope]));
    const known = new Map(rows.map(row => [row.page, row]));
    const keep = this.#sqlite.prepare('update document set links = ?, length = ?, edited = ?, created = ? where id = ?');
    const toWrite: PageToIndex[] = [];
    for (const document of documents) {
      const { page, links, length, edited, created, revision, digest } = document;
      const id = documentId(page, links);
      const old = known.get(page);
      if (old?.id === id && old.digest === digest) {
        keep.run(links, length, edited, created, id);
        known.delete(page);
        continue;
      }
      this.#waiting.set(id, document);
      toWrite.push({ id, page, revision, length });
    }
    const revisions = new Map(documents.map(document => [document.page, document.revision]));
    for (const { id, page, namespace } of known.values()) {
      this.#isErased ||= (revisions.get(page) ?? 0) === 0;
      forget(this.#sqlite, id);
      this.#sqlite.prepare('delete from document where id = ?').run(id);
      this.#count(namespace, -1);
    }
    const add = this.#sqlite.prepare('insert into document values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)');
    for (const [id, { page, revision, namespace, title, links, length, edited, created, digest }] of this.#waiting) {
      add.run(id, page, revision, namespace, title, foldTitle(title), links, length, edited, created, digest);
      this.#count(namespace, 1);
    }
    return toWrite.sort((a, b) => a.id - b.id);
  }

  #count(namespace: number, by: 1 | -1): void {
    this.#documents.set(namespace, (this.#documents.get(namespace) ?? 0) + by);
  }

  async write(texts: readonly DocumentText[]): Promise<void> {
    writeWords(this.#sqlite, texts, id => {
      const { names, tags, namespace } = this.#waiting.get(id) as AssembledDocument;
      const [title = '', ...redirects] = names.map(name => name.title);
      return { title, redirects, tags, namespace };
    });
  }

  async finish(watermark: Watermark, erases: boolean): Promise<void> {
    const sqlite = this.#sqlite;
    const meta = metaOf(sqlite);
    const set = sqlite.prepare('insert or replace into meta values (?, ?)');
    const before = JSON.parse(meta.get('namespaces') ?? '[]') as { namespace: number; documents: number }[];
    const counts = new Map(before.map(({ namespace, documents }) => [namespace, documents]));
    for (const [namespace, by] of this.#documents) counts.set(namespace, (counts.get(namespace) ?? 0) + by);
    const namespaces = [...counts]
      .sort(([a], [b]) => a - b)
      .flatMap(([namespace, documents]) => (documents > 0 ? { namespace, documents } : []));
    const documents = namespaces.reduce((sum, each) => sum + each.documents, 0);
    const letters = sqlite
      .prepare<[], { letter: string; names: number }>(`select letter, names from letter order by names desc, letter limit ${2 * LETTERS}`)
      .all();
    const values = {
      documents,
      namespaces: JSON.stringify(namespaces),
      letters: usualLetters(letters.map(({ letter, names }) => [letter, names])),
      watermarks: JSON.stringify(addWatermark(this.watermarks, watermark)),
    };
    for (const [name, value] of Object.entries(values)) set.run(name, String(value));
    if ((erases || this.#isErased) && documents <= SMALL)
      for (const table of ['words', 'named']) sqlite.exec(`insert into ${table} (${table}) values ('optimize')`);
    sqlite.exec('commit');
    checkpoint(sqlite);
    this.#close();
  }

  async abandon(): Promise<void> {
    if (this.#sqlite.inTransaction) this.#sqlite.exec('rollback');
    this.#close();
  }

  /** Closes the file. If no search uses it, switches to a single file, which processes without write access can read. */
  #close(): void {
    this.#sqlite.pragma('busy_timeout = 0');
    try {
      this.#sqlite.pragma('journal_mode = delete');
    } catch (error) {
      if (!/^SQLITE_BUSY/.test(String((error as { code?: unknown }).code))) throw error;
    }
    this.#sqlite.close();
  }
}

const FIELDS = 'page, source, namespace, title, folded, links';
