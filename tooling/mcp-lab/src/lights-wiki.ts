import { writeXml, type XmlPage } from '@wikiquery/wiki-builder';

const page = (id: number, title: string, text: string, more: Partial<XmlPage> = {}): XmlPage => ({
  ...{ id, title, ...more },
  revisions: [{ id: 100 + id, timestamp: '20240301120000', user: ['Wren', 7], comment: 'written', text }],
});

const BELL_ROCK = `{| class="infobox"
! Height !! 35 m
|-
! First lit !! 1 February 1811
|}
'''Bell Rock''' is a [[lighthouse]] off [[Scotland]], built by [[Robert Stevenson]].<ref>Alan Stevenson: ''Skerryvore'', 1848.</ref>

== Construction ==
Work began in 1807. Sixty-five men lived on the ship ''Pharos''.

=== Cost ===
The tower cost £61,331.

== Light ==
{| class="wikitable"
! Years !! Source !! Range in km
|-
| 1811–1843 || Argand lamps || 35
|-
| 1843–1988 || rowspan="2" | Fresnel lens || 50
|-
| since 1988 || 33
|}

== References ==
<references />

[[Category:Lighthouses in Scotland]] [[de:Bell Rock]]`;

/** A long page: one section for each year. */
const CHRONICLE = Array.from(
  { length: 120 },
  (_, i) => `== ${1800 + i} ==\n${`In ${1800 + i}, keeper number ${i} noted ${200 + i} ships and ${i % 28} storms. `.repeat(6)}\n`,
).join('\n');

/** A dump of a wiki about lighthouses, of which no part is in other tests. */
export const LIGHTS = writeXml({
  sitename: 'Lights',
  dbname: 'simplewiki',
  base: 'https://simple.wikipedia.org/wiki/Main_Page',
  pages: [
    page(1, 'Main Page', 'Welcome to the wiki of [[lighthouse]]s. It has [[Special:Statistics|pages]] on towers and keepers.'),
    {
      id: 2,
      title: 'Lighthouse',
      revisions: [
        { id: 10, timestamp: '20240101120000', user: '192.0.2.7', comment: 'begun', text: 'A tower.' },
        {
          id: 11,
          parent: 10,
          timestamp: '20240201120000',
          user: ['Wren', 7],
          comment: 'defines it',
          text: 'A lighthouse is a tower with a lamp.',
        },
        {
          id: 12,
          parent: 11,
          timestamp: '20240203120000',
          user: ['Otter', 8],
          comment: 'who invented the lens',
          text: "A '''lighthouse''' is a [[tower]] with a lamp. [[Augustin Fresnel]] invented its lens in 1822.\n\n[[Category:Buildings]]",
        },
      ],
    },
    page(3, 'Bell Rock', BELL_ROCK),
    page(4, 'Tower', 'A tower is a tall building, taller than it is wide. [[Category:Buildings]]'),
    page(5, 'Light house', '#REDIRECT [[Lighthouse]]', { redirect: 'Lighthouse' }),
    page(
      6,
      'Robert Stevenson',
      'Robert Stevenson (1772–1850) was an engineer from Glasgow. He built [[Bell Rock]]. [[Category:Engineers]]',
    ),
    page(7, 'Augustin Fresnel', 'Augustin Fresnel (1788–1827) was a physicist from [[France]]. [[Category:Engineers]]'),
    page(8, 'Skerryvore', "'''Skerryvore''' is the tallest lighthouse in [[Scotland]], 48 m high. [[Category:Lighthouses in Scotland]]"),
    page(9, 'Category:Lighthouses in Scotland', 'Lighthouses. [[Category:Lighthouses]]', { namespace: 14 }),
    page(10, 'Category:Lighthouses', 'All lighthouses. [[Category:Buildings]]', { namespace: 14 }),
    page(11, 'Category:Buildings', 'All buildings.', { namespace: 14 }),
    page(12, 'Category:Engineers', 'Who builds.', { namespace: 14 }),
    page(13, 'Chronicle of the keepers', CHRONICLE),
    page(14, 'Talk:Bell Rock', 'Was it 1810 or 1811? The lamp was first lit in February 1811. ~~Wren', { namespace: 1 }),
    page(
      15,
      'Eddystone',
      'Eddystone has had four towers. [[John Smeaton]] built the third in 1759. [https://eddystone.example/ Website] [[Category:Lighthouses]]',
    ),
    page(16, 'John Smeaton', 'John Smeaton (1724–1792) called himself a civil engineer. [[Category:Engineers]]'),
  ],
});
