import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { siteFileBeside, whichWiki } from '@wikiquery/site';
import type { XmlDump } from '@wikiquery/wiki-builder';
import { describe, expect, it, vi } from 'vitest';
import { Place, page } from './import.test-kit.ts';
import type { ImportReport } from './index.ts';

// Imports start threads, which can take longer than the default timeout.
vi.setConfig({ testTimeout: 60_000 });

describe('two wikis in one folder', () => {
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

  it('have separate site configurations', async () => {
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

  it('use a site.json of earlier versions only for the wiki that it describes', async () => {
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

  it('cannot be imported into one database without --any-wiki', async () => {
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
    expect(tables.failures).toEqual([expect.stringMatching(/dump of notes, but the database holds "Fågelboken"/)]);
    expect(await place.titles()).toEqual(['0:Häger']);
    expect((await place.run([await place.file('page_props.sql', table('svwikibooks'))])).failures).toEqual([]);
    const moved = { ...swedish, base: 'https://birds.example/wiki/Huvudsida', pages: [page(2, 'Stork', { id: 2 })] };
    expect((await place.import(moved, {}, 'moved.xml')).failures).toEqual([]);
    expect((await place.import(other, { anyWiki: true }, 'other.xml')).failures).toEqual([]);
    expect(await place.titles()).toEqual(['0:Note', '0:Stork']);
  });
});

it('an import saves the site configuration of the dump beside the database', async () => {
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
    categories: await db.selectFrom('categorylinks').innerJoin('linktarget', 'lt_id', 'cl_target_id').select('lt_title').execute(),
    languages: await db.selectFrom('langlinks').selectAll().execute(),
    interwikis: await db.selectFrom('iwlinks').selectAll().execute(),
  }));
  expect(categories).toEqual([{ lt_title: 'Wege' }]);
  expect(languages).toEqual([{ ll_from: 1, ll_lang: 'fr', ll_title: 'Nord' }]);
  expect(interwikis).toEqual([{ iwl_from: 1, iwl_prefix: 'w', iwl_title: 'Berg' }]);
});

it("an import uses the namespace aliases and magic words of the dump's language", async () => {
  const place = await Place.make();
  const { site } = await place.import({
    version: '0.3',
    language: 'de',
    namespaces: { 0: '', 2: 'Benutzer', 4: 'Projekt', 6: 'Datei', 10: 'Vorlage', 14: 'Kategorie' },
    pages: [
      page(1, 'Reiher', {
        id: 1,
        text: '[[Bild:Reiher.jpg]] [[Benutzerin:Ada]] {{SORTIERUNG:Graureiher}} [[Kategorie:Vögel]]__KEIN_INHALTSVERZEICHNIS__',
      }),
      page(2, 'Fischreiher', { id: 2, text: '#WEITERLEITUNG [[Reiher]]' }),
    ],
  });
  expect((JSON.parse(await readFile(site as string, 'utf8')) as Site).query.namespacealiases).toContainEqual({ id: 6, alias: 'Bild' });
  const found = await place.read(async db => ({
    files: await db.selectFrom('imagelinks').innerJoin('linktarget', 'lt_id', 'il_target_id').select('lt_title').execute(),
    links: await db
      .selectFrom('pagelinks')
      .innerJoin('linktarget', 'lt_id', 'pl_target_id')
      .select(['lt_namespace', 'lt_title'])
      .orderBy('lt_id')
      .execute(),
    templates: await db.selectFrom('templatelinks').selectAll().execute(),
    redirects: await db.selectFrom('redirect').select(['rd_from', 'rd_title']).execute(),
    props: await db.selectFrom('page_props').select('pp_propname').where('pp_page', '=', 1).orderBy('pp_propname').execute(),
    prefixes: await db.selectFrom('categorylinks').select('cl_sortkey_prefix').execute(),
  }));
  expect(found).toEqual({
    files: [{ lt_title: 'Reiher.jpg' }],
    links: [
      { lt_namespace: 2, lt_title: 'Ada' },
      { lt_namespace: 0, lt_title: 'Reiher' },
    ],
    templates: [],
    redirects: [{ rd_from: 2, rd_title: 'Reiher' }],
    props: [{ pp_propname: 'defaultsort' }, { pp_propname: 'notoc' }, { pp_propname: 'page_image_free' }],
    prefixes: [{ cl_sortkey_prefix: 'Graureiher' }],
  });
  expect(place.warnings).toEqual([]);
});

it('an import detects redirects from texts, and content models from titles, in WikiTeam dumps', async () => {
  const place = await Place.make();
  const { failures } = await place.import(
    `<mediawiki xml:lang="ru"><siteinfo><sitename>Птицы</sitename></siteinfo>
<page><title>Цапля</title><ns>0</ns><id>1</id><revision><id>1</id><timestamp>2011-01-01T00:00:00Z</timestamp><text space="preserve" bytes="0">Птица</text></revision></page>
<page><title>Heron</title><ns>0</ns><id>2</id><revision><id>2</id><timestamp>2011-01-01T00:00:00Z</timestamp><text space="preserve" bytes="0">#ПЕРЕНАПРАВЛЕНИЕ [[Цапля]]</text></revision></page>
<page><title>List</title><ns>0</ns><id>3</id><revision><id>3</id><timestamp>2011-01-01T00:00:00Z</timestamp><text># one</text></revision></page>
<page><title>Broken</title><ns>0</ns><id>4</id><revision><id>4</id><timestamp>2011-01-01T00:00:00Z</timestamp><text>#REDIRECT [[<>]]</text></revision></page>
<page><title>MediaWiki:Common.css</title><ns>8</ns><id>6</id><revision><id>6</id><timestamp>2011-01-01T00:00:00Z</timestamp><text>#a {}</text></revision></page>
<page><title>Stub</title><ns>0</ns><id>5</id><redirect /><revision><id>5</id><timestamp>2011-01-01T00:00:00Z</timestamp><text bytes="30" /></revision></page>
</mediawiki>`.replace('[[<>]]', '[[&lt;&gt;]]'),
  );
  expect(failures).toEqual([]);
  const pages = await place.read(db =>
    db.selectFrom('page').select(['page_id', 'page_is_redirect', 'page_len', 'page_content_model']).orderBy('page_id').execute(),
  );
  expect(pages.map(page => Object.values(page))).toEqual([
    [1, 0, 10, 'wikitext'],
    [2, 1, 46, 'wikitext'],
    [3, 0, 5, 'wikitext'],
    [4, 0, 16, 'wikitext'],
    [5, 1, 30, 'wikitext'],
    [6, 0, 5, 'css'],
  ]);
  expect(await place.read(db => db.selectFrom('redirect').select(['rd_from', 'rd_title']).execute())).toEqual([
    { rd_from: 2, rd_title: 'Цапля' },
  ]);
});

interface Site {
  query: { general: Record<string, unknown>; namespacealiases?: unknown[] };
}
