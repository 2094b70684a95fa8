import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EngineName, openPlain, serverEngineOf, sql } from '@wikiquery/database';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll } from 'vitest';
import { databaseBeside, dropDatabase } from '../server/server-index.test-kit.ts';
import { DROPPED } from '../server/tables.ts';

/** A wiki with the locations of two indexes: one that is updated, and one that is rebuilt to compare it with. */
export interface IndexedWiki {
  readonly wiki: TestWiki;
  readonly folder: string;
  readonly updated: string;
  readonly rebuilt: string;
}

/** Opens a wiki for the tests of a suite. Its indexes are databases on a server, and files with SQLite. */
export function useIndexedWiki(engine: EngineName): IndexedWiki {
  const opened = {} as { -readonly [P in keyof IndexedWiki]: IndexedWiki[P] };
  beforeAll(async () => {
    opened.folder = await mkdtemp(join(tmpdir(), 'wikiquery-index-'));
    opened.wiki = await openWiki(engine);
    opened.updated = engine === 'sqlite' ? join(opened.folder, 'updated') : databaseBeside(opened.wiki.url);
    opened.rebuilt = engine === 'sqlite' ? join(opened.folder, 'rebuilt') : databaseBeside(opened.updated);
  });
  afterAll(async () => {
    const { wiki, folder, updated, rebuilt } = opened;
    if (serverEngineOf(updated)) for (const address of [updated, rebuilt]) await dropDatabase(address);
    await wiki.close();
    await rm(folder, { recursive: true });
  });
  return opened;
}

type Contents = Readonly<Record<string, readonly string[]>>;

/** Metadata that must not depend on how an index was updated. */
const COMPARED = new Set(['documents', 'namespaces', 'letters', 'edition', 'language', 'sizes']);

/** Reads an index file or database, including the watermarks of all words. */
export async function contentsOf(location: string): Promise<Contents> {
  const all = serverEngineOf(location) ? await rowsOfServer(location) : rowsOfFile(location);
  const meta = (all.meta as readonly { name: string }[]).filter(({ name }) => COMPARED.has(name));
  return Object.fromEntries(Object.entries({ ...all, meta }).map(([table, rows]) => [table, rows.map(row => JSON.stringify(row)).sort()]));
}

function rowsOfFile(file: string): Record<string, readonly object[]> {
  const sqlite = new SQLite(file, { readonly: true });
  try {
    sqlite.exec('create virtual table temp.in_words using fts5vocab(main, words, instance)');
    sqlite.exec('create virtual table temp.in_named using fts5vocab(main, named, instance)');
    const of = (query: string): object[] => sqlite.prepare<[], object>(query).all();
    const document = of('select id, page, revision, namespace, title, folded, links, length, edited, created, digest from document');
    const tables = ['meta', 'name', 'prefix', 'word', 'letter', 'outgoing', 'in_words', 'in_named'];
    return { document, ...Object.fromEntries(tables.map(table => [table, of(`select * from ${table}`)])) };
  } finally {
    sqlite.close();
  }
}

async function rowsOfServer(address: string): Promise<Record<string, readonly object[]>> {
  const database = await openPlain(address);
  try {
    const db = database.forRequest({});
    const tables: Record<string, readonly object[]> = {};
    for (const table of DROPPED) tables[table] = (await sql<object>`select * from ${sql.raw(table)}`.execute(db)).rows;
    return tables;
  } finally {
    await database.close();
  }
}

/** Deterministic random numbers from 0 up to `below`. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const WORDS = 'amber bridge chapel drift ember ferry granite harbour island juniper kiln lantern 東京 Élan'.split(' ');

/** Changes a wiki at random, with the revisions and log entries that MediaWiki writes. */
export class RandomChanges {
  readonly #wiki: TestWiki;
  readonly #random: (below: number) => number;
  #imported = 0;

  constructor(wiki: TestWiki, seed: number) {
    this.#wiki = wiki;
    this.#random = randomNumbers(seed);
  }

  async change(): Promise<void> {
    const changes = [
      () => this.#edit(),
      () => this.#edit(),
      () => this.#links(),
      () => this.#move(),
      () => this.#delete(),
      () => this.#restore(),
      () => this.#suppress(),
      () => this.#redirect(),
      () => this.#import(),
      () => this.#template(),
    ];
    await changes[this.#random(changes.length)]?.();
  }

  async #edit(title = this.#title()): Promise<void> {
    await this.#wiki.edit(title, { text: this.#text() });
  }

  /** Edits a page and replaces its links. */
  async #links(): Promise<void> {
    const title = this.#title();
    await this.#edit(title);
    const { id } = this.#wiki.get(title);
    for (const [table, column] of [
      ['pagelinks', 'pl_from'],
      ['categorylinks', 'cl_from'],
      ['templatelinks', 'tl_from'],
    ] as const)
      await this.#wiki.db
        .deleteFrom(table as 'pagelinks')
        .where(column as 'pl_from', '=', id)
        .execute();
    for (const to of new Set(Array.from({ length: this.#random(5) }, () => this.#title()))) await this.#wiki.link(title, to);
    if (this.#random(2) === 0) await this.#wiki.category(title, this.#word());
    if (this.#random(2) === 0) await this.#wiki.template(title, 'Template:Box');
  }

  async #move(): Promise<void> {
    const [from, to] = [await this.#existing(), this.#title()];
    if (!from || (await this.#existing(to))) return;
    const leaveRedirect = this.#random(2) === 0;
    const { id } = this.#wiki.get(from);
    await this.#wiki.move(from, to, { leaveRedirect });
    await this.#wiki.log('move', leaveRedirect ? 'move' : 'move_redir', { title: from, page: id });
  }

  async #delete(): Promise<void> {
    const title = await this.#existing();
    if (!title) return;
    const { id } = this.#wiki.get(title);
    await this.#wiki.deletePage(title);
    await this.#wiki.log(this.#random(2) ? 'delete' : 'suppress', 'delete', { title, page: id });
  }

  /** Restores a deleted page with the ids that its page and revisions had. */
  async #restore(): Promise<void> {
    const { db } = this.#wiki;
    const rows = await db.selectFrom('archive').selectAll('archive').orderBy('ar_rev_id').execute();
    const page = rows[this.#random(rows.length)]?.ar_page_id;
    const restored = rows.filter(row => row.ar_page_id === page);
    const last = restored.at(-1);
    if (!last || !page) return;
    const title = this.#wiki.titles.text({ namespace: last.ar_namespace, dbkey: last.ar_title });
    if (await this.#existing(title)) return;
    for (const row of restored)
      await db
        .insertInto('revision')
        .values({
          rev_id: row.ar_rev_id,
          rev_page: page,
          rev_comment_id: row.ar_comment_id,
          rev_actor: row.ar_actor,
          rev_timestamp: row.ar_timestamp,
          rev_deleted: row.ar_deleted,
          rev_len: row.ar_len,
          rev_parent_id: row.ar_parent_id,
        })
        .execute();
    await db
      .insertInto('page')
      .values({
        page_id: page,
        page_namespace: last.ar_namespace,
        page_title: last.ar_title,
        page_random: 0.5,
        page_touched: this.#wiki.now,
        page_latest: last.ar_rev_id,
        page_len: last.ar_len ?? 0,
        page_content_model: 'wikitext',
      })
      .execute();
    await db.deleteFrom('archive').where('ar_page_id', '=', page).execute();
    await this.#wiki.load();
    await this.#wiki.log('delete', 'restore', { title, page });
  }

  /** Suppresses or reveals the text of the latest revision. */
  async #suppress(): Promise<void> {
    const title = await this.#existing();
    if (!title) return;
    await this.#wiki.hideRevision(this.#wiki.get(title).latest, this.#random(2));
    await this.#wiki.log('suppress', 'revision', { title });
  }

  async #redirect(): Promise<void> {
    await this.#wiki.redirect(this.#title(), this.#title());
  }

  /** Imports a page, or older revisions of a page. */
  async #import(): Promise<void> {
    const title = this.#random(2) ? this.#title() : `Imported ${this.#imported++}`;
    await this.#wiki.edit(title, { text: this.#text(), timestamp: '20050102030405', recent: false });
    await this.#wiki.log('import', 'upload', { title });
  }

  /** Changes a template, whose pages then have another category. */
  async #template(): Promise<void> {
    await this.#edit('Template:Box');
    const { db } = this.#wiki;
    const uses = await db.selectFrom('templatelinks').select('tl_from').execute();
    for (const { tl_from } of uses) {
      const page = await db.selectFrom('page').select(['page_namespace', 'page_title']).where('page_id', '=', tl_from).executeTakeFirst();
      const title = page && this.#wiki.titles.text({ namespace: page.page_namespace, dbkey: page.page_title });
      await db.deleteFrom('categorylinks').where('cl_from', '=', tl_from).execute();
      if (title && this.#random(2)) await this.#wiki.category(title, this.#word());
    }
  }

  async #existing(title?: string): Promise<string | undefined> {
    const pages = await this.#wiki.db.selectFrom('page').select(['page_namespace', 'page_title']).orderBy('page_id').execute();
    const titles = pages.map(row => this.#wiki.titles.text({ namespace: row.page_namespace, dbkey: row.page_title }));
    return title === undefined ? titles[this.#random(titles.length)] : titles.find(each => each === title);
  }

  #title(): string {
    const word = this.#word();
    const text = `${word.charAt(0).toUpperCase()}${word.slice(1)} ${this.#random(3)}`;
    return this.#random(5) === 0 ? `Help:${text}` : text;
  }

  #text(): string {
    return Array.from({ length: 5 + this.#random(20) }, () => this.#word()).join(' ');
  }

  #word(): string {
    return WORDS[this.#random(WORDS.length)] as string;
  }
}

/** Makes earlier runs an hour older, so that the next update reads only later changes. Returns the number of earlier runs. */
export async function ageIndex(location: string): Promise<number> {
  const select = "select value from meta where name = 'watermarks'";
  const aged = (value: string) => {
    const watermarks = JSON.parse(value) as { at: number }[];
    const older = watermarks.map(watermark => ({ ...watermark, at: watermark.at - 3_600_000 }));
    return { count: watermarks.length, update: `update meta set value = '${JSON.stringify(older)}' where name = 'watermarks'` };
  };
  if (!serverEngineOf(location)) {
    const sqlite = new SQLite(location);
    const { count, update } = aged(sqlite.prepare<[], string>(select).pluck().get() ?? '[]');
    sqlite.exec(update);
    sqlite.close();
    return count;
  }
  const database = await openPlain(location, { writable: true, single: true });
  try {
    const db = database.forRequest({});
    const { rows } = await sql.raw<{ value: string }>(select).execute(db);
    const { count, update } = aged(rows[0]?.value ?? '[]');
    await sql.raw(update).execute(db);
    return count;
  } finally {
    await database.close();
  }
}
