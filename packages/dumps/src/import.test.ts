// Dumps into real databases: what is there afterwards, also when an import was ended, came again, or met something broken.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { type EngineName, open, type WikiDatabase } from '@wikiquery/database';
import { siteFileBeside, whichWiki } from '@wikiquery/site';
import { engines, openWiki } from '@wikiquery/testing';
import { writeXml, type XmlDump, type XmlRevision } from '@wikiquery/wiki-builder';
import type { SevenZipModuleFactory } from '7z-wasm';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ImportOptions, type ImportReport, importSources, type Progress } from './index.ts';

// Each import starts threads.
vi.setConfig({ testTimeout: 60_000 });

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

/** An empty database and a folder for dumps; warnings are gathered. */
class Place {
  readonly folder: string;
  readonly url: string;
  readonly warnings: string[] = [];

  private constructor(folder: string, url: string) {
    this.folder = folder;
    this.url = url;
  }

  static async make(engine: EngineName = 'sqlite'): Promise<Place> {
    const folder = await mkdtemp(join(tmpdir(), 'wikiquery-dumps-'));
    undo.push(() => rm(folder, { recursive: true }));
    if (engine === 'sqlite') return new Place(folder, `sqlite:${join(folder, 'wiki.sqlite')}`);
    const wiki = await openWiki(engine);
    undo.push(() => wiki.close());
    return new Place(folder, wiki.url);
  }

  /** Another database of the same folder. */
  beside(name: string): Place {
    return new Place(this.folder, `sqlite:${join(this.folder, name)}`);
  }

  async file(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, content);
    return path;
  }

  /** Imports what is given as a dump, without what follows from the texts. */
  importBare(dump: string | Uint8Array): Promise<ImportReport> {
    return this.import(dump, { without: new Set(['links', 'search']) });
  }

  /** Imports what is given as a dump. */
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

  /** Everything that an import writes, to compare two of them. */
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

const page = (id: number, title: string, ...revisions: XmlRevision[]) => ({ id, title, revisions });

describe.each(engines)('an XML dump on %s', engine => {
  it('becomes pages, revisions, contents and their authors', async () => {
    const place = await Place.make(engine);
    await place.import({
      pages: [
        page(
          7,
          'Heron',
          { id: 70, timestamp: '20240101000000', user: ['Ada', 5], comment: 'begin', text: 'A bird.', sha1: 'x'.repeat(31) },
          { id: 71, parent: 70, timestamp: '20240102000000', comment: 'begin', minor: true, text: 'A große bird.', slots: { note: 'So.' } },
          { id: 72, parent: 71, timestamp: '20240103000000', user: null, comment: null, text: null, bytes: 20 },
        ),
        { ...page(8, 'Talk:Heron', { id: 80, user: ['Ada', 5] }), namespace: 1, restrictions: 'edit=sysop' },
      ],
    });
    const { revisions, pages, users, texts } = await place.read(async db => ({
      revisions: await db
        .selectFrom('revision')
        .innerJoin('actor', 'actor_id', 'rev_actor')
        .innerJoin('comment', 'comment_id', 'rev_comment_id')
        .select([
          'rev_id',
          'rev_page',
          'rev_timestamp',
          'rev_minor_edit',
          'rev_deleted',
          'rev_len',
          'rev_parent_id',
          'actor_name',
          'comment_text',
        ])
        .orderBy('rev_id')
        .execute(),
      pages: await db.selectFrom('page').selectAll().orderBy('page_id').execute(),
      users: await db.selectFrom('user').select(['user_id', 'user_name', 'user_editcount']).execute(),
      texts: await db
        .selectFrom('slots')
        .innerJoin('slot_roles', 'role_id', 'slot_role_id')
        .innerJoin('content', 'content_id', 'slot_content_id')
        .select(['slot_revision_id', 'role_name', 'content_size', 'content_sha1', 'content_address'])
        .orderBy('slot_revision_id')
        .orderBy('role_name')
        .execute(),
    }));
    const plain = { rev_minor_edit: 0, rev_deleted: 0, rev_page: 7 };
    expect(revisions).toEqual([
      { ...plain, rev_id: 70, rev_timestamp: '20240101000000', rev_len: 7, rev_parent_id: 0, actor_name: 'Ada', comment_text: 'begin' },
      {
        ...{ rev_id: 71, rev_page: 7, rev_timestamp: '20240102000000', rev_minor_edit: 1, rev_deleted: 0, rev_len: 17, rev_parent_id: 70 },
        ...{ actor_name: '192.0.2.7', comment_text: 'begin' },
      },
      {
        ...{ rev_id: 72, rev_page: 7, rev_timestamp: '20240103000000', rev_minor_edit: 0, rev_deleted: 7, rev_len: 20, rev_parent_id: 71 },
        ...{ actor_name: 'Unknown user', comment_text: '' },
      },
      {
        ...plain,
        rev_page: 8,
        rev_id: 80,
        rev_timestamp: '20240101000000',
        rev_len: 0,
        rev_parent_id: 0,
        actor_name: 'Ada',
        comment_text: '',
      },
    ]);
    expect(pages).toMatchObject([
      { page_id: 7, page_namespace: 0, page_title: 'Heron', page_latest: 72, page_len: 20, page_is_new: 0, page_touched: '20240103000000' },
      { page_id: 8, page_namespace: 1, page_title: 'Heron', page_latest: 80, page_is_new: 1 },
    ]);
    expect(users).toEqual([{ user_id: 5, user_name: 'Ada', user_editcount: 2 }]);
    expect(texts).toEqual([
      { slot_revision_id: 70, role_name: 'main', content_size: 7, content_sha1: 'x'.repeat(31), content_address: 'tt:1' },
      {
        slot_revision_id: 71,
        role_name: 'main',
        content_size: 14,
        content_sha1: 'b8j43qomcegnuuscw9nubk6vmlf3oc9',
        content_address: 'tt:2',
      },
      {
        slot_revision_id: 71,
        role_name: 'note',
        content_size: 3,
        content_sha1: 'bw05mxw97gd3mrs0y3wxo30wf38dt51',
        content_address: 'tt:3',
      },
      { slot_revision_id: 72, role_name: 'main', content_size: 20, content_sha1: '', content_address: 'bad:missing' },
      {
        slot_revision_id: 80,
        role_name: 'main',
        content_size: 0,
        content_sha1: 'phoiac9h4m842xq45sp7s6u21eteeq1',
        content_address: 'tt:4',
      },
    ]);
  });

  it('gives links, properties, redirects, totals and words to search for', async () => {
    const place = await Place.make(engine);
    await place.import({
      pages: [
        { ...page(1, 'Template:Box', { id: 1, text: '[[Category:Boxed|{{{1}}}]] [[Pond]] {{Old}}' }), namespace: 10 },
        { ...page(2, 'Template:Old', { id: 2, text: '#REDIRECT [[Template:New]]' }), namespace: 10, redirect: 'Template:New' },
        { ...page(3, 'Template:New', { id: 3, text: 'https://pond.example/a' }), namespace: 10 },
        page(4, 'Heron', {
          id: 4,
          text: '{{Box|grey}} {{DEFAULTSORT:bird}} __NOTOC__ [[Category:Birds]] [[File:H.png|a [[reed]]]] {{#invoke:M}}',
        }),
        { ...page(5, 'Egret', { id: 5, text: '#REDIRECT [[Heron#Kin]]' }), redirect: 'Heron' },
        { ...page(6, 'Category:Empty', { id: 6, text: '' }), namespace: 14 },
      ],
    });
    const rows = await place.read(async db => ({
      links: await db
        .selectFrom('pagelinks')
        .innerJoin('linktarget', 'lt_id', 'pl_target_id')
        .select('lt_title')
        .where('pl_from', '=', 4)
        .orderBy('lt_title')
        .execute(),
      templates: await db
        .selectFrom('templatelinks')
        .innerJoin('linktarget', 'lt_id', 'tl_target_id')
        .select('lt_title')
        .where('tl_from', '=', 4)
        .orderBy('lt_title')
        .execute(),
      categories: await db
        .selectFrom('categorylinks')
        .select(['cl_to', 'cl_sortkey_prefix', 'cl_timestamp', 'cl_type'])
        .where('cl_from', '=', 4)
        .orderBy('cl_to')
        .execute(),
      files: await db.selectFrom('imagelinks').select(['il_from', 'il_to']).execute(),
      urls: await db.selectFrom('externallinks').select(['el_from', 'el_to_domain_index', 'el_to_path']).orderBy('el_from').execute(),
      properties: await db.selectFrom('page_props').select(['pp_propname', 'pp_value']).orderBy('pp_propname').execute(),
      redirects: await db.selectFrom('redirect').selectAll().orderBy('rd_from').execute(),
      counts: await db.selectFrom('category').select(['cat_title', 'cat_pages']).orderBy('cat_title').execute(),
      totals: await db.selectFrom('site_stats').select(['ss_total_edits', 'ss_total_pages', 'ss_good_articles']).execute(),
    }));
    expect(rows).toEqual({
      links: [{ lt_title: 'Pond' }, { lt_title: 'Reed' }],
      templates: [{ lt_title: 'Box' }, { lt_title: 'New' }, { lt_title: 'Old' }],
      categories: [
        { cl_to: 'Birds', cl_sortkey_prefix: 'bird', cl_timestamp: '20240101000000', cl_type: 'page' },
        { cl_to: 'Boxed', cl_sortkey_prefix: 'grey', cl_timestamp: '20240101000000', cl_type: 'page' },
      ],
      files: [{ il_from: 4, il_to: 'H.png' }],
      urls: [1, 3, 4].map(id => ({ el_from: id, el_to_domain_index: 'https://example.pond.', el_to_path: '/a' })),
      properties: [
        { pp_propname: 'defaultsort', pp_value: 'bird' },
        { pp_propname: 'notoc', pp_value: '' },
      ],
      redirects: [
        { rd_from: 2, rd_namespace: 10, rd_title: 'New', rd_interwiki: '', rd_fragment: '' },
        { rd_from: 5, rd_namespace: 0, rd_title: 'Heron', rd_interwiki: '', rd_fragment: 'Kin' },
      ],
      counts: [
        { cat_title: 'Birds', cat_pages: 1 },
        { cat_title: 'Boxed', cat_pages: 2 },
        { cat_title: 'Empty', cat_pages: 0 },
      ],
      totals: [{ ss_total_edits: 6, ss_total_pages: 6, ss_good_articles: 1 }],
    });
    expect(place.warnings).toEqual(['Not expanded, so that links made by them are missing: #invoke (on 1 pages).']);
  });

  it('goes on where it was ended, with the same rows as without a pause', async () => {
    const revisions = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({
        id: from + i,
        timestamp: String(20240101000000 + i),
        user: [`User ${i % 7}`, (i % 7) + 1] as const,
        text: `[[Link ${i}]]`,
      }));
    const dump = { pages: [page(1, 'Long', ...revisions(1, 5000)), page(2, 'Short', ...revisions(5001, 10))] };
    const whole = await Place.make(engine);
    await whole.import(dump);

    const ended = await Place.make(engine);
    const path = await ended.file('dump.xml', writeXml(dump));
    let updates = 0;
    const fails: Progress = {
      begin: () => {},
      update: () => {
        if (++updates === 2) throw new Error('ended');
      },
      end: () => {},
      warn: () => {},
    };
    await expect(ended.run([path], { progress: fails })).rejects.toThrow('ended');
    expect(await ended.titles()).toEqual([]);
    await ended.run([path]);
    expect(await ended.contents()).toEqual(await whole.contents());
    await ended.run([path]);
    expect(ended.warnings).toEqual(['dump.xml: was imported before.']);
  });
});

it('names a text that the server takes no statement for, and keeps what came before', { timeout: 60_000 }, async ({ skip }) => {
  skip(!engines.includes('mariadb'));
  const place = await Place.make('mariadb');
  const { rows } = await place.read(db => sql<{ bytes: number }>`select @@max_allowed_packet as bytes`.execute(db));
  const quotes = "'".repeat(Math.min(Number(rows[0]?.bytes) / 2, (16 << 20) - 1));
  const isRefused = quotes.length * 2 >= Number(rows[0]?.bytes);
  const pages = [
    page(1, 'Heron', { id: 1, text: 'A bird.' }),
    page(2, 'Quotes', { id: 2, text: 'Few.' }, { id: 3, timestamp: '20240301000000', text: quotes }),
  ];
  const { failures } = await place.importBare(writeXml({ pages }));
  const refused = /^dump\.xml: at byte \d+, page "Quotes": The text of revision 3 .* max_allowed_packet .* again/;
  expect(failures.filter(failure => refused.test(failure))).toHaveLength(isRefused ? 1 : 0);
  const found = await place.read(db => db.selectFrom('page').select(['page_title', 'page_latest']).orderBy('page_id').execute());
  expect(found).toEqual([
    { page_title: 'Heron', page_latest: 1 },
    { page_title: 'Quotes', page_latest: isRefused ? 2 : 3 },
  ]);
});

describe('a dump that comes again', () => {
  it('adds what is new, follows moves and hides what was hidden since', async () => {
    const place = await Place.make();
    const old = { id: 10, timestamp: '20240101000000', user: ['Ada', 5], text: '[[A]]' } as const;
    await place.import({ pages: [page(1, 'Heron', old), page(2, 'Crane', { id: 20, text: 'x' }), page(3, 'Gone', { id: 30, text: 'y' })] });
    await place.import(
      {
        pages: [
          page(1, 'Grey heron', { ...old, user: null }, { id: 11, parent: 10, timestamp: '20240201000000', text: '[[B]]' }),
          { ...page(4, 'Heron', { id: 40, text: '#REDIRECT [[Grey heron]]' }), redirect: 'Grey heron' },
          page(5, 'Gone', { id: 50, text: 'z' }),
        ],
      },
      {},
      'newer.xml',
    );
    expect(await place.titles()).toEqual(['0:Grey_heron', '0:Crane', '0:Heron', '0:Gone']);
    const { revisions, links } = await place.read(async db => ({
      revisions: await db.selectFrom('revision').select(['rev_id', 'rev_deleted']).orderBy('rev_id').execute(),
      links: await db
        .selectFrom('pagelinks')
        .innerJoin('linktarget', 'lt_id', 'pl_target_id')
        .select('lt_title')
        .where('pl_from', '=', 1)
        .execute(),
    }));
    // The first page that was called "Gone" was deleted from the wiki.
    expect(revisions.map(row => row.rev_id)).toEqual([10, 11, 20, 40, 50]);
    expect(revisions[0]).toEqual({ rev_id: 10, rev_deleted: 4 });
    expect(links).toEqual([{ lt_title: 'B' }]);
  });

  it('gives new links also when its import was ended, and it does not come again', async () => {
    const place = await Place.make();
    const old = { id: 10, timestamp: '20240101000000', text: '[[A]]' };
    await place.import({ pages: [page(1, 'Heron', old)] });
    const update = (): void => {
      throw new Error('ended');
    };
    const newer = { pages: [page(1, 'Heron', { id: 11, parent: 10, timestamp: '20240201000000', text: '[[B]]' })] };
    const ends: Progress = { begin: () => {}, update, end: () => {}, warn: () => {} };
    await expect(place.import(newer, { progress: ends }, 'newer.xml')).rejects.toThrow('ended');
    await place.run([join(place.folder, 'dump.xml')]);
    const links = await place.read(db =>
      db.selectFrom('pagelinks').innerJoin('linktarget', 'lt_id', 'pl_target_id').select('lt_title').execute(),
    );
    expect(links).toEqual([{ lt_title: 'B' }]);
  });

  it('changes no page when it is older than what is there', async () => {
    const place = await Place.make();
    const first = { id: 10, timestamp: '20240101000000', text: 'old' };
    await place.import({ pages: [page(1, 'Heron', { id: 11, parent: 10, timestamp: '20240201000000', text: 'new' })] });
    await place.import({ pages: [page(1, 'Heron', first)] }, {}, 'older.xml');
    const row = await place.read(db => db.selectFrom('page').select(['page_latest', 'page_len']).executeTakeFirst());
    expect(row).toEqual({ page_latest: 11, page_len: 3 });
    expect(await place.read(db => db.selectFrom('revision').select('rev_id').orderBy('rev_id').execute())).toHaveLength(2);
  });
});

it('imports some namespaces, some pages, or without what follows from the texts', async () => {
  const pages = [
    { ...page(1, 'Talk:A', { id: 1, text: '[[X]]' }), namespace: 1 },
    page(2, 'B', { id: 2, text: '[[X]]' }),
    page(3, 'C', { id: 3, text: '[[X]]' }),
  ];
  const some = await Place.make();
  await some.import({ pages }, { namespaces: [0], limit: 1, without: new Set(['links', 'search']) });
  expect(await some.titles()).toEqual(['0:B']);
  expect(await some.read(db => db.selectFrom('pagelinks').selectAll().execute())).toEqual([]);
});

describe('of two wikis in one folder', () => {
  const swedish: XmlDump = {
    language: 'sv',
    sitename: 'Fågelboken',
    dbname: 'svwikibooks',
    base: 'https://sv.wikibooks.org/wiki/Huvudsida',
    pages: [page(1, 'Häger', { id: 1, text: '[[en:Heron]] [[de:Reiher]]' })],
  };
  const other: XmlDump = {
    sitename: 'Notes',
    dbname: 'notes',
    base: 'https://notes.example/Main',
    pages: [page(1, 'Note', { id: 1, text: '[[en:Heron]]' })],
  };
  const languages = (place: Place) => place.read(db => db.selectFrom('langlinks').select('ll_lang').orderBy('ll_lang').execute());
  const description = async ({ site }: ImportReport) => (JSON.parse(await readFile(site as string, 'utf8')) as Site).query.general;

  it('each keeps its description', async () => {
    const place = await Place.make();
    const first = await place.import(other);
    const second = place.beside('second.sqlite');
    const report = await second.import(swedish);
    expect(first.site).toBe(join(place.folder, 'wiki.site.json'));
    expect(await description(first)).toMatchObject({ sitename: 'Notes', wikiid: 'notes' });
    expect(await description(report)).toMatchObject({ sitename: 'Fågelboken', wikiid: 'svwikibooks' });
    expect(await languages(second)).toEqual([{ ll_lang: 'de' }, { ll_lang: 'en' }]);
    expect(await languages(place)).toEqual([]);
  });

  it('the one common description of earlier imports counts for its own wiki', async () => {
    const place = await Place.make();
    const { site } = await place.import(swedish);
    const common = join(place.folder, 'site.json');
    const known = JSON.parse(await readFile(site as string, 'utf8')) as Site;
    known.query.general.logo = 'heron.png';
    await writeFile(common, JSON.stringify(known));
    await rm(site as string);
    const second = place.beside('second.sqlite');
    expect(await description(await second.import(other))).toMatchObject({ sitename: 'Notes' });
    expect(await siteFileBeside(join(place.folder, 'wiki.sqlite'), whichWiki(known))).toBe(common);
    expect(await siteFileBeside(join(place.folder, 'third.sqlite'), undefined)).toBeUndefined();
  });

  it('one does not get into the database of the other, unless somebody says so', async () => {
    const place = await Place.make();
    await place.import(swedish);
    const refused = await place.import(other, {}, 'other.xml');
    expect(refused.failures).toEqual([
      expect.stringMatching(
        /^other\.xml: .*"Notes" \(notes, notes\.example\).*"Fågelboken" \(svwikibooks, sv\.wikibooks\.org\).*--any-wiki/,
      ),
    ]);
    const table = (database: string) =>
      `-- MariaDB dump 10.19\n-- Host: db    Database: ${database}\ncreate table \`page_props\` (\`pp_page\` int, \`pp_propname\` int, \`pp_value\` int, \`pp_sortkey\` int);\ninsert into \`page_props\` values (1,'a','b',null);\n-- Dump completed\n`;
    const tables = await place.run([await place.file('page_props.sql', table('notes'))]);
    expect(tables.failures).toEqual([expect.stringMatching(/dump of notes, and the database has "Fågelboken"/)]);
    expect(await place.titles()).toEqual(['0:Häger']);
    expect((await place.run([await place.file('page_props.sql', table('svwikibooks'))])).failures).toEqual([]);
    const moved = { ...swedish, base: 'https://birds.example/wiki/Huvudsida', pages: [page(2, 'Stork', { id: 2 })] };
    expect((await place.import(moved, {}, 'moved.xml')).failures).toEqual([]);
    expect((await place.import(other, { anyWiki: true }, 'other.xml')).failures).toEqual([]);
    expect(await place.titles()).toEqual(['0:Note', '0:Stork']);
  });
});

interface Site {
  query: { general: Record<string, unknown> };
}

it('leaves nothing behind when there was nothing to import', async () => {
  for (const [name, content] of [
    ['none.txt', 'no dump'],
    ['empty.xml', '<mediawiki version="0.11"></mediawiki>'],
    ['broken.xml', '<mediawiki version="0.11"><siteinfo><sitename>X</sitename></siteinfo><page'],
    ['cut.xml.gz', gzipSync('<mediawiki version="0.11">').subarray(0, 20)],
  ] as const) {
    const place = await Place.make();
    const path = await place.file(name, content);
    const target = place.beside('new/folder/wiki.sqlite');
    const { hasContent } = await target.run([path]);
    expect(hasContent).toBe(false);
    expect(await readdir(place.folder)).toEqual([name]);
  }
});

it('reads what the dump tells of its wiki, for the server', async () => {
  const place = await Place.make();
  const { site } = await place.import({
    language: 'de',
    base: 'https://de.wikivoyage.org/wiki/Hauptseite',
    namespaces: { 0: '', 2: 'Benutzer', 14: 'Kategorie', 3000: 'Weg' },
    pages: [
      { ...page(1, 'Weg:Nord', { id: 1, text: '[[Kategorie:Wege]] [[fr:Nord]] [[w:Berg]]' }), namespace: 3000 },
      { ...page(2, 'Fremd:Süd', { id: 2, text: '' }), namespace: 4000 },
    ],
  });
  expect(JSON.parse(await readFile(site as string, 'utf8'))).toMatchObject({
    query: {
      general: { lang: 'de', mainpage: 'Hauptseite', wikiid: 'exported', server: 'https://de.wikivoyage.org', articlepath: '/wiki/$1' },
    },
  });
  expect(await place.titles()).toEqual(['3000:Nord', '4000:Süd']);
  const { categories, languages, interwikis } = await place.read(async db => ({
    categories: await db.selectFrom('categorylinks').select('cl_to').execute(),
    languages: await db.selectFrom('langlinks').selectAll().execute(),
    interwikis: await db.selectFrom('iwlinks').selectAll().execute(),
  }));
  expect(categories).toEqual([{ cl_to: 'Wege' }]);
  expect(languages).toEqual([{ ll_from: 1, ll_lang: 'fr', ll_title: 'Nord' }]);
  expect(interwikis).toEqual([{ iwl_from: 1, iwl_prefix: 'w', iwl_title: 'Berg' }]);
});

it('reads files and the log', async () => {
  const place = await Place.make();
  const uploads = [
    { name: 'H.png', archive: '20240102000000!H.png', size: 3, sha1: 'a'.repeat(31), timestamp: '20240101000000' },
    { name: 'H.png', size: 4, sha1: 'b'.repeat(31), timestamp: '20240102000000' },
  ];
  const xml = await place.file('dump.xml', writeXml({ pages: [{ ...page(1, 'File:H.png', { id: 1, text: '' }), namespace: 6, uploads }] }));
  const log = await place.file(
    'log.xml',
    writeXml({
      log: [
        {
          id: 1,
          type: 'newusers',
          action: 'create',
          title: 'User:Ada',
          user: ['Ada', 1],
          params: 'a:1:{s:9:"4::userid";i:1;}',
          timestamp: '20230101000000',
        },
        { id: 2, type: 'delete', action: 'delete', title: null, user: null, comment: null },
      ],
    }),
  );
  await place.run([xml, log]);
  const rows = await place.read(async db => ({
    image: await db.selectFrom('image').select(['img_name', 'img_size', 'img_minor_mime', 'img_timestamp']).execute(),
    old: await db.selectFrom('oldimage').select(['oi_archive_name', 'oi_size']).execute(),
    log: await db
      .selectFrom('logging')
      .select(['log_id', 'log_type', 'log_namespace', 'log_title', 'log_deleted'])
      .orderBy('log_id')
      .execute(),
    user: await db.selectFrom('user').select(['user_name', 'user_registration']).execute(),
  }));
  expect(rows).toEqual({
    image: [{ img_name: 'H.png', img_size: 4, img_minor_mime: 'png', img_timestamp: '20240102000000' }],
    old: [{ oi_archive_name: '20240102000000!H.png', oi_size: 3 }],
    log: [
      { log_id: 1, log_type: 'newusers', log_namespace: 2, log_title: 'Ada', log_deleted: 0 },
      { log_id: 2, log_type: 'delete', log_namespace: 0, log_title: '', log_deleted: 7 },
    ],
    user: [{ user_name: 'Ada', user_registration: '20230101000000' }],
  });
});

describe('a compressed dump', () => {
  const xml = writeXml({ pages: [page(1, 'Heron', { id: 1, text: 'A bird.' }), page(2, 'Crane', { id: 2, text: 'Another.' })] });

  it.each([
    ['gzip', async () => gzipSync(xml)],
    ['gzip in several parts', async () => Buffer.concat([gzipSync(xml.slice(0, 500)), gzipSync(xml.slice(500))])],
    ['Zstandard', async () => zstdCompressSync(xml)],
    ['bzip2', () => pack(xml, 'bzip2')],
    ['bzip2 in several parts', async () => Buffer.concat([await pack(xml.slice(0, 500), 'bzip2'), await pack(xml.slice(500), 'bzip2')])],
    ['xz', () => pack(xml, 'xz')],
    ['7-Zip', () => pack(xml, '7z')],
  ])('is read: %s', async (_, compress) => {
    const place = await Place.make();
    expect((await place.importBare(await compress())).failures).toEqual([]);
    expect(await place.titles()).toEqual(['0:Heron', '0:Crane']);
  });

  it.each([
    ['gzip', async (text: string) => gzipSync(text)],
    ['bzip2', (text: string) => pack(text, 'bzip2')],
  ])('keeps what is good of one that was cut off: %s', async (_, compress) => {
    const noise = Array.from({ length: 60_000 }, (_each, i) => ((i * 2654435761) >>> 0).toString(36)).join(' ');
    const long = writeXml({ pages: [page(1, 'Heron', { id: 1, text: 'A bird.' }), page(2, 'Noise', { id: 2, text: noise.repeat(4) })] });
    const bytes = await compress(long);
    const place = await Place.make();
    const { failures } = await place.importBare(bytes.subarray(0, bytes.length * 0.9));
    expect(failures).toEqual([expect.stringMatching(/^dump\.xml: at byte \d+, page "Noise": .*(?:unexpected end|Unexpected end)/)]);
    expect(await place.titles()).toEqual(['0:Heron']);
  });
});

/** 7-Zip itself packs. */
async function pack(text: string, type: 'bzip2' | 'xz' | '7z'): Promise<Buffer> {
  const { default: sevenZip } = (await import('7z-wasm')) as unknown as { default: SevenZipModuleFactory };
  const { FS, callMain } = await sevenZip();
  const files = FS as unknown as {
    writeFile(name: string, text: string): void;
    readdir(name: string): string[];
    readFile(name: string): Uint8Array;
  };
  files.writeFile('/dump.xml', text);
  callMain(['a', `-t${type}`, '-bso0', '-bsp0', '/packed', '/dump.xml']);
  const name = files.readdir('/').find(each => each.startsWith('packed'));
  return Buffer.from(files.readFile(`/${name}`));
}

describe('what is wrong in a dump', () => {
  const good = page(1, 'Heron', { id: 1, text: 'A bird.' });
  const xml = writeXml({ pages: [good, page(2, 'Crane', { id: 2, text: 'Ä' }, { id: 3, text: 'last' })] });

  it.each([
    [
      'cut off',
      xml.slice(0, xml.indexOf('last')),
      /at byte \d+, page "Crane": The file ends in the middle of the dump/,
      ['0:Heron', '0:Crane'],
    ],
    [
      'not well-formed',
      xml.replace('last', '<b>last</i>'),
      /at byte \d+, page "Crane": This is not XML as it should be/,
      ['0:Heron', '0:Crane'],
    ],
    [
      'a later version',
      xml.replaceAll('0.11', '0.12'),
      /at byte \d+: The dump has version "0\.12" of the format; versions 0\.3 to 0\.11/,
      [],
    ],
    ['another encoding', `<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`, /it is in ISO-8859-1; a dump is in UTF-8/, []],
    ['UTF-16', Buffer.from(`\ufeff${xml}`, 'utf16le'), /This is no dump|UTF-16/, []],
    ['another XML', '<html><body/></html>', /at byte \d+: This is no dump of a wiki: it begins with <html>/, []],
    ['no XML', 'Hello.', /This is no dump that can be read/, []],
  ])('ends the import, and what came before it stays: %s', async (_, dump, message, titles) => {
    const place = await Place.make();
    const { failures, hasContent } = await place.importBare(dump);
    expect(failures).toEqual([expect.stringMatching(message)]);
    expect(hasContent ? await place.titles() : []).toEqual(titles);
  });

  it.each([
    [
      'a title that no page can have',
      writeXml({ pages: [page(9, 'A[b]', { id: 9 }), good] }),
      /at byte \d+, page "A\[b\]": No page can have this title/,
    ],
    ['a page without id', writeXml({ pages: [page(0, 'Zero', { id: 9 }), good] }), /at byte \d+, page "Zero": A page without id/],
    [
      'a revision without time',
      writeXml({ pages: [good, page(2, 'B', { id: 2, timestamp: 'soon' })] }),
      /page "B": A revision with the time "soon" is left out/,
    ],
    [
      'bytes that are not UTF-8',
      Buffer.from(writeXml({ pages: [page(1, 'Heron', { id: 1, text: 'Gr\xfc\xdfe' })] }), 'latin1'),
      /bytes that are not UTF-8/,
    ],
    ['a revision that comes twice', writeXml({ pages: [good, page(2, 'B', { id: 1, text: 'again' })] }), /Revision 1 is in the dump twice/],
    ['a title that comes twice', writeXml({ pages: [page(2, 'Heron', { id: 2 }), good] }), /The pages 2 and 1 have the same title/],
    ['an element that is not known', writeXml({ pages: [good] }).replace('</mediawiki>', '<extra/></mediawiki>'), /<extra> is not known/],
    [
      'an account with two names',
      writeXml({ pages: [page(1, 'Heron', { id: 1, user: ['A', 5] }, { id: 2, user: ['B', 5] })] }),
      /account 5 is called "A" and "B"/,
    ],
  ])('is warned of: %s', async (_, dump, message) => {
    const place = await Place.make();
    const { failures, warnings } = await place.importBare(dump);
    expect(failures).toEqual([]);
    expect(warnings).toBeGreaterThan(0);
    expect(place.warnings.join('\n')).toMatch(message);
    expect(await place.titles()).toContain('0:Heron');
  });

  it('is warned of: a text that is too long, without which the revision stays', async () => {
    const place = await Place.make();
    const long = { id: 2, text: 'long '.repeat((16 << 20) / 5 + 1) };
    const { failures } = await place.importBare(writeXml({ pages: [page(2, 'Crane', long, { id: 3, text: 'short' }), good] }));
    expect(failures).toEqual([]);
    expect(place.warnings).toEqual([
      expect.stringMatching(
        /^dump\.xml: at byte \d+, page "Crane": The text of revision 2 is longer than 16777215 bytes; it is left out\.$/,
      ),
    ]);
    const texts = await place.read(db =>
      db
        .selectFrom('slots')
        .innerJoin('content', 'content_id', 'slot_content_id')
        .leftJoin('text', join => join.on(sql<boolean>`content_address = 'tt:' || old_id`))
        .select(['slot_revision_id as id', 'old_text as text'])
        .orderBy('slot_revision_id')
        .execute(),
    );
    expect(texts.map(({ id, text }) => [id, text && Buffer.from(text).toString()])).toEqual([
      [1, 'A bird.'],
      [2, null],
      [3, 'short'],
    ]);
  });
});
