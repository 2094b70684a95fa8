import { sql } from '@wikiquery/database';
import { inheritedNames } from '@wikiquery/testing';
import { writeXml } from '@wikiquery/wiki-builder';
import { expect, it, vi } from 'vitest';
import { Place, page } from './import.test-kit.ts';
import { defaultInterwikis } from './interwikis.ts';

// Imports start threads, which can take longer than the default timeout.
vi.setConfig({ testTimeout: 60_000 });

const BARE = { without: new Set(['links', 'search'] as const) };

const entry = (
  id: number,
  timestamp: string,
  type: string,
  action: string,
  title: string,
  params = '',
) => `<logitem><id>${id}</id><timestamp>${timestamp}</timestamp>
  <contributor><username>Ada</username><id>5</id></contributor><type>${type}</type><action>${action}</action><logtitle>${title}</logtitle><params>${params}</params></logitem>`;
const logOf = (...entries: string[]): string => `<mediawiki version="0.11">${entries.join('\n')}</mediawiki>`;
const movedTo = (title: string): string => `a:2:{s:9:"4::target";s:${Buffer.byteLength(title)}:"${title}";s:10:"5::noredir";s:1:"1";}`;

it('a log dump applies deletions, restorations and moves that are newer than the page dumps', async () => {
  const place = await Place.make();
  const made = (id: number, title: string) => page(id, title, { id, timestamp: '20240101000000', text: title });
  await place.import({ pages: ['A', 'B', 'C', 'D', 'E', 'F'].map((title, at) => made(at + 1, title)) }, BARE);
  // The incremental dump contains page F, so F is complete up to the time of this dump.
  await place.import({ pages: [page(6, 'F', { id: 60, parent: 6, timestamp: '20240201000000', text: 'F' })] }, BARE, 'incremental.xml');
  const log = logOf(
    entry(1, '2023-01-01T00:00:00Z', 'delete', 'delete', 'A'),
    entry(2, '2024-01-02T00:00:00Z', 'delete', 'delete', 'B'),
    entry(3, '2024-01-03T00:00:00Z', 'delete', 'delete', 'C'),
    entry(4, '2024-01-04T00:00:00Z', 'delete', 'restore', 'C'),
    entry(5, '2024-01-05T00:00:00Z', 'move', 'move', 'D', movedTo('B')),
    entry(6, '2024-01-06T00:00:00Z', 'move', 'move', 'E', 'D\n1'),
    entry(7, '2024-01-07T00:00:00Z', 'delete', 'delete', 'F'),
    entry(8, '2024-01-08T00:00:00Z', 'delete', 'revision', 'A'),
  );
  await place.import(log, BARE, 'log.xml');
  expect(await place.titles()).toEqual(['0:A', '0:C', '0:B', '0:D', '0:F']);
  const revisions = await place.read(db => db.selectFrom('revision').select('rev_id').orderBy('rev_id').execute());
  expect(revisions.map(row => row.rev_id)).toEqual([1, 3, 4, 5, 6, 60]);
  await place.import(`${log} `, BARE, 'log-again.xml');
  expect(await place.titles()).toEqual(['0:A', '0:C', '0:B', '0:D', '0:F']);
});

it('an import does not mark a page as new only because the dump has a single revision of it', async () => {
  const place = await Place.make();
  const dump = { pages: [page(1, 'A', { id: 9, parent: 8, text: 'x' }), page(2, 'B', { id: 10, text: 'y' })] };
  await place.import(dump, BARE);
  const pages = await place.read(db => db.selectFrom('page').select('page_is_new').orderBy('page_id').execute());
  expect(pages.map(row => row.page_is_new)).toEqual([0, 1]);
});

it('an import warns about links with unknown prefixes and counts them', async () => {
  const place = await Place.make();
  const text = '[[fr:Héron]] [[Fr:Grue]] [[foo:Bar]] [[Wikipedia:Heron]] [[wikt:heron]] [[Crane: a bird]] [[Known:Page]] [[Цапля:Птица]]';
  await place.import({ pages: [page(1, 'A', { id: 1, text }), page(2, 'Known:Page', { id: 2, text: '' })] });
  expect(place.warnings).toEqual([
    expect.stringMatching(/^Found 4 links with unknown interwiki or namespace prefixes: fr: \(2\), foo: \(1\), цапля: \(1\)\. /),
  ]);
});

it.each([
  [
    { base: 'https://de.wikivoyage.org/wiki/Hauptseite' },
    { fr: 'https://fr.wikivoyage.org/wiki/$1', w: 'https://de.wikipedia.org/wiki/$1' },
  ],
  [{ id: 'be_x_oldwiki' }, { fr: 'https://fr.wikipedia.org/wiki/$1', b: 'https://be-x-old.wikibooks.org/wiki/$1' }],
  [{ id: 'commonswiki' }, { fr: 'https://fr.wikipedia.org/wiki/$1', w: 'https://en.wikipedia.org/wiki/$1' }],
  [
    { base: 'https://birds.fandom.com/fr/wiki/A' },
    { de: 'https://birds.fandom.com/de/wiki/$1', en: 'https://birds.fandom.com/wiki/$1', w: 'https://community.fandom.com/wiki/$1' },
  ],
  [
    { base: 'https://birds.miraheze.org/wiki/A' },
    { mh: 'https://meta.miraheze.org/wiki/mh:$1', w: 'https://en.wikipedia.org/wiki/$1', de: undefined },
  ],
  [
    { base: 'https://wiki.example/A', id: 'dewiki' },
    { fr: undefined, wikipedia: 'https://en.wikipedia.org/wiki/$1' },
  ],
])('an import adds the interwiki prefixes for the kind of wiki: %j', (owner, expected) => {
  const map = new Map(defaultInterwikis(owner).map(row => [row.iw_prefix, row.iw_url]));
  for (const [prefix, url] of Object.entries(expected)) expect(map.get(prefix)).toBe(url);
});

it.each(inheritedNames)('adds the standard prefixes for a wiki of the unknown family %s', name => {
  const standard = defaultInterwikis({ base: 'https://en.nosuchword.org/wiki/A' });
  expect(defaultInterwikis({ base: `https://en.${name}.org/wiki/A` })).toEqual(standard);
  expect(defaultInterwikis({ base: undefined, id: name })).toEqual(standard);
});

it('an import keeps the interwiki table of a dump', async () => {
  const place = await Place.make();
  const sql =
    "create table `interwiki` (`iw_prefix` text, `iw_url` text, `iw_api` text, `iw_wikiid` text, `iw_local` int, `iw_trans` int);\ninsert into `interwiki` values ('zz','https://zz.example/$1','','',0,0);\n";
  await place.run(
    [await place.file('a.xml', writeXml({ pages: [page(1, 'A', { id: 1, text: '' })] })), await place.file('interwiki.sql', sql)],
    BARE,
  );
  expect(await place.read(db => db.selectFrom('interwiki').select('iw_prefix').execute())).toEqual([{ iw_prefix: 'zz' }]);
});

it('an import stores a text that a visible revision shares with a suppressed one', async () => {
  const place = await Place.make();
  const revision = (id: number, text: string) => `<revision><id>${id}</id><timestamp>2024-01-0${id}T00:00:00Z</timestamp>
    <contributor><username>Ada</username><id>5</id></contributor><origin>1</origin><model>wikitext</model><format>text/x-wiki</format>${text}</revision>`;
  const shown = '<text bytes="5" xml:space="preserve">Plain</text>';
  const dump = (...revisions: string[]) =>
    `<mediawiki version="0.11"><page><title>A</title><ns>0</ns><id>1</id>${revisions.join('')}</page></mediawiki>`;
  const hidden = revision(1, '<text bytes="5" deleted="deleted" />');
  await place.import(dump(hidden, revision(2, shown), revision(3, shown)), BARE);
  await place.import(dump(hidden, revision(2, shown), revision(3, shown), revision(4, shown)), BARE, 'newer.xml');
  const texts = await place.read(db =>
    db
      .selectFrom('slots')
      .innerJoin('content', 'content_id', 'slot_content_id')
      .innerJoin('text', is => is.on(sql`'tt:' || old_id`, '=', sql.ref('content_address')))
      .select(['slot_revision_id as id', 'old_text as text'])
      .orderBy('slot_revision_id')
      .execute(),
  );
  expect(texts.map(({ id, text }) => [id, String(text)])).toEqual([2, 3, 4].map(id => [id, 'Plain']));
});
