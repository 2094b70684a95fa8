import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EngineName, open, sql, type WikiDatabase } from '@wikiquery/database';
import { openWiki } from '@wikiquery/testing';
import { writeXml, type XmlDump, type XmlRevision } from '@wikiquery/wiki-builder';
import { onTestFinished } from 'vitest';
import { type ImportOptions, type ImportReport, importSources, type Progress } from './index.ts';

/** An empty database and a folder for dumps. Collects the warnings of imports. */
export class Place {
  readonly folder: string;
  readonly url: string;
  readonly warnings: string[] = [];

  private constructor(folder: string, url: string) {
    this.folder = folder;
    this.url = url;
  }

  static async make(engine: EngineName = 'sqlite'): Promise<Place> {
    const folder = await mkdtemp(join(tmpdir(), 'wikiquery-dumps-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    if (engine === 'sqlite') return new Place(folder, `sqlite:${join(folder, 'wiki.sqlite')}`);
    const wiki = await openWiki(engine);
    onTestFinished(() => wiki.close());
    return new Place(folder, wiki.url);
  }

  /** Returns another SQLite database in the same folder. */
  beside(name: string): Place {
    return new Place(this.folder, `sqlite:${join(this.folder, name)}`);
  }

  /** Returns a schema, not yet created, of the same PostgreSQL database. */
  inNewSchema(name: string): Place {
    const address = new URL(this.url);
    address.searchParams.set('schema', name);
    onTestFinished(async () => {
      const database = await open(this.url, { writable: true, single: true });
      await sql`drop schema if exists ${sql.id(name)} cascade`.execute(database.db);
      await database.close();
    });
    return new Place(this.folder, address.href);
  }

  async file(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, content);
    return path;
  }

  /** Imports a dump without derived links and search index. */
  importBare(dump: string | Uint8Array): Promise<ImportReport> {
    return this.import(dump, { without: new Set(['links', 'search']) });
  }

  async import(dump: XmlDump | string | Uint8Array, options: Partial<ImportOptions> = {}, name = 'dump.xml'): Promise<ImportReport> {
    const content = typeof dump === 'string' || dump instanceof Uint8Array ? dump : writeXml(dump);
    return this.run([await this.file(name, content)], options);
  }

  run(paths: readonly string[], options: Partial<ImportOptions> = {}): Promise<ImportReport> {
    const progress: Progress = { begin: () => {}, update: () => {}, end: () => {}, warn: message => this.warnings.push(message) };
    return importSources(this.url, paths, { progress, ...options });
  }

  async read<T>(work: (db: WikiDatabase['db']) => Promise<T>): Promise<T> {
    const database = await open(this.url, { connections: 1 });
    try {
      return await work(database.db);
    } finally {
      await database.close();
    }
  }

  titles(): Promise<string[]> {
    return this.read(async db => {
      const rows = await db.selectFrom('page').select(['page_namespace', 'page_title']).orderBy('page_id').execute();
      return rows.map(row => `${row.page_namespace}:${row.page_title}`);
    });
  }

  /** Returns the rows of all tables that imports write, to compare two imports. */
  contents(): Promise<object> {
    return this.read(async db => {
      const all: Record<string, unknown> = {};
      for (const table of TABLES) all[table] = (await sql`select * from ${sql.table(table)} order by 1, 2`.execute(db)).rows;
      return all;
    });
  }
}

const TABLES = [
  ...['actor', 'category', 'categorylinks', 'comment', 'content', 'externallinks', 'linktarget', 'page', 'page_props', 'pagelinks'],
  ...['redirect', 'revision', 'site_stats', 'slots', 'templatelinks', 'text', 'user'],
];

export const page = (id: number, title: string, ...revisions: XmlRevision[]) => ({ id, title, revisions });
