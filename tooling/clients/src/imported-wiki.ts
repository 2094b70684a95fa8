import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { RunningServer } from '@wikiquery/launch/process';
import type { Stand } from '@wikiquery/launch/stand';
import { writeXml, type XmlPage } from '@wikiquery/wiki-builder';

const NOTE = '<ref name="Stevenson">{{cite|A. Stevenson|1959}}</ref>';
const LIGHTHOUSE = `{{Short description|Tower with a lamp}}{{Coord|56|27|N|2|23|W|display=title}}
[[File:Bell Rock.jpg|thumb|The tower at low tide]]
A '''lighthouse''' is a [[tower]] with a lamp.${NOTE} It guides ships at night. Some are [[Bell Rock|built on rocks]].

== History ==
The first stood in [[Alexandria]], of which nothing is left.${NOTE} See [https://example.org/lights a list of lights].

=== Lamps ===
{| class="wikitable"
! Oil !! Gas
|-
| 1790 || 1865
|}

== References ==
<references />

[[Category:Towers]] [[Category:Navigation]] [[de:Leuchtturm]] [[fr:Phare]]`;

const page = (id: number, title: string, text: string, more: Partial<XmlPage> = {}): XmlPage => ({
  ...{ id, title, ...more },
  revisions: [{ id: 100 + id, timestamp: '20240301120000', user: ['Wren', 7], comment: 'written', text }],
});

/** A dump of a small encyclopedia. */
const DUMP = writeXml({
  sitename: 'Lights',
  dbname: 'simplewiki',
  base: 'https://simple.wikipedia.org/wiki/Main_Page',
  pages: [
    page(1, 'Main Page', 'Welcome to the encyclopedia of [[lighthouse]]s.'),
    {
      id: 2,
      title: 'Lighthouse',
      revisions: [
        { id: 10, timestamp: '20240101120000', user: '192.0.2.7', comment: 'begun', text: 'A tower.' },
        { id: 11, parent: 10, timestamp: '20240201120000', user: ['Wren', 7], comment: 'a history', text: LIGHTHOUSE },
      ],
    },
    page(3, 'Bell Rock', 'Bell Rock is a [[lighthouse]] off [[Scotland]]. [[Category:Towers]]'),
    page(4, 'Tower', 'A tower is a tall building, taller than it is wide. [[Category:Towers]]'),
    page(5, 'Light house', '#REDIRECT [[Lighthouse]]', { redirect: 'Lighthouse' }),
    page(6, 'Light', "'''Light''' may be:\n* [[Lighthouse]]\n* [[Tower]]\n{{Disambig}}"),
    page(7, 'Template:Disambig', 'This page leads to others.__DISAMBIG__', { namespace: 10 }),
    page(8, 'Template:Cite', '{{{1}}}, {{{2}}}', { namespace: 10 }),
    page(9, 'Category:Towers', 'What is tall. [[Category:Buildings]]', { namespace: 14 }),
    page(10, 'Template:Short description', '<noinclude>Says what a page is about.</noinclude>', { namespace: 10 }),
    page(11, 'Template:Coord', '', { namespace: 10 }),
    page(12, 'Talk:Lighthouse', 'Is the history right?', { namespace: 1 }),
  ],
});

/** Imports and serves the dump with one command in an empty folder. */
export async function serveImported(stand: Stand): Promise<RunningServer> {
  const folder = stand.folder();
  const file = join(folder, 'simplewiki-20240302-pages-meta-history.xml.gz');
  await writeFile(file, gzipSync(DUMP));
  return stand.serve(['--import', file], folder);
}
