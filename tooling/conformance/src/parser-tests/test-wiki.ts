import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSite, readSite } from '@wikiquery/site';
import { createWikiFile } from '@wikiquery/wiki-builder';

/** Interwiki prefixes and their URLs. The last three link to the wiki itself. */
const INTERWIKIS: readonly (readonly [string, string])[] = [
  ['wikipedia', 'http://en.wikipedia.org/wiki/$1'],
  ['meatball', 'http://www.usemod.com/cgi-bin/mb.pl?$1'],
  ['memoryalpha', 'http://www.memory-alpha.org/en/index.php/$1'],
  ...['zh', 'es', 'fr', 'ru'].map(code => [code, `http://${code}.wikipedia.org/wiki/$1`] as const),
  ['mul', 'http://wikisource.org/wiki/$1'],
  ['en', '//en.wikipedia.org/wiki/$1'],
  ['stats', 'https://stats.wikimedia.org/$1'],
  ['gerrit', 'https://gerrit.wikimedia.org/$1'],
  ['pmid', '//www.ncbi.nlm.nih.gov/pubmed/$1?dopt=Abstract'],
  ...['local', 'project', 'mi'].map(prefix => [prefix, 'http://example.org/wiki/$1'] as const),
];
const LOCAL: ReadonlySet<string> = new Set(['local', 'project', 'mi']);

const file = (name: string, width: number, height: number, mime: string, mediaType: string, size = 12345) =>
  ({ name, width, height, mime, mediaType, size }) as const;
const FILES = [
  file('Foobar.jpg', 1941, 220, 'image/jpeg', 'BITMAP', 7881),
  file('Thumb.png', 135, 135, 'image/png', 'BITMAP', 22589),
  file('Foobar.svg', 240, 180, 'image/svg+xml', 'DRAWING'),
  file('Bad.jpg', 320, 240, 'image/jpeg', 'BITMAP'),
  file('Hi-ho.jpg', 1941, 220, 'image/jpeg', 'BITMAP', 7881),
  file('Video.ogv', 320, 240, 'application/ogg', 'VIDEO'),
  file('Audio.oga', 0, 0, 'application/ogg', 'AUDIO'),
  file('LoremIpsum.djvu', 2480, 3508, 'image/vnd.djvu', 'OFFICE', 3249),
];

interface Info {
  readonly general: object;
  readonly namespaces: Readonly<Record<string, object>>;
  readonly repos: readonly object[];
  readonly defaultoptions: object;
}

/** The time that MediaWiki's parser tests assume. */
const NOW = '1970-01-01T00:02:03Z';

/** Creates the wiki that MediaWiki's parser tests assume. Returns the command-line flags that serve it. */
export async function makeTestWiki(folder: string, articles: ReadonlyMap<string, string>, thumbSize: number): Promise<string[]> {
  const info = defaultSite().info as unknown as Info;
  const namespace = info.namespaces['0'];
  const description = {
    ...info,
    general: {
      ...info.general,
      ...{ sitename: 'MediaWiki', server: 'http://example.org', servername: 'example.org', base: 'http://example.org/wiki/Main_Page' },
      ...{ script: '/index.php', scriptpath: '', articlepath: '/wiki/$1', generator: 'MediaWiki 1.43.0' },
      thumblimits: { 0: thumbSize },
      ...{ magiclinks: { ISBN: true, PMID: true, RFC: true }, nofollowdomainexceptions: ['no-nofollow.org'] },
    },
    defaultoptions: { ...info.defaultoptions, thumbsize: 0 },
    namespaces: {
      ...Object.fromEntries(
        Object.entries(info.namespaces).map(([id, each]) => [
          id,
          { ...each, ...(id === '4' && { name: 'TestWiki' }), ...(id === '5' && { name: 'TestWiki talk' }) },
        ]),
      ),
      ...Object.fromEntries(
        ['MemoryAlpha', 'MemoryAlpha talk'].map((name, at) => [
          100 + at,
          { ...namespace, id: 100 + at, name, canonical: name, content: false, subpages: false },
        ]),
      ),
    },
    interwikimap: INTERWIKIS.map(([prefix, url]) => ({
      ...{ prefix, url: url.startsWith('//') ? `http:${url}` : url, protorel: url.startsWith('//') },
      ...(/^(?:zh|es|fr|ru|en)$/.test(prefix) && { language: prefix }),
      ...(prefix === 'mul' && { extralanglink: true }),
      ...(LOCAL.has(prefix) && { local: true, localinterwiki: true }),
    })),
    repos: info.repos.map(repo => ({
      ...repo,
      ...{ rootUrl: 'http://example.com/images', url: 'http://example.com/images', thumbUrl: 'http://example.com/images/thumb' },
    })),
  };
  const database = join(folder, 'wiki.sqlite');
  const wiki = await createWikiFile(database, readSite(description));
  try {
    for (const [title, text] of articles) await wiki.page(title, { text });
    for (const { name, ...options } of FILES) await wiki.file(name, options);
  } finally {
    await wiki.close();
  }
  const site = join(folder, 'site.json');
  writeFileSync(site, JSON.stringify({ query: description }));
  return ['--database', `sqlite:${database}`, '--site', site, '--clock', NOW];
}
