import { describe, expect, it } from 'vitest';
import { DumpError, DumpReader } from './reader.ts';

/** Returns all events while a dump is read in chunks of `size` characters. */
function read(dump: string, size: number): unknown[] {
  const events: unknown[] = [];
  const reader = new DumpReader({
    site: site => events.push(site),
    item: item => events.push(item),
    warn: problem => events.push(problem),
  });
  try {
    for (let at = 0; at < dump.length; at += size) reader.write(dump.slice(at, at + size));
    reader.close();
  } catch (error) {
    events.push(error instanceof DumpError ? error.problem : error);
  }
  return events;
}

const HEAD = '<mediawiki version="0.11"><page><title>Heron</title><ns>0</ns><id>1</id>';
const FOOT = '</page></mediawiki>';
const revision = (id: number, content: string): string =>
  `<revision><id>${id}</id><timestamp>2024-01-01T00:00:00Z</timestamp>${content}</revision>`;

const textsOf = (events: readonly unknown[]): unknown[] =>
  events.flatMap(each => (each as { slots?: readonly { text: unknown }[] }).slots?.map(({ text }) => text) ?? []);

describe('the text of a revision in an XML dump', () => {
  it.each([
    ['plain', '<text>Märchen 🦩\n\tBird</text>', 'Märchen 🦩\n\tBird'],
    ['with entities', '<text a="b">&lt;b&gt; &quot;&amp;lt;&quot; &amp;amp;</text>', '<b> "&lt;" &amp;'],
    ['with other entities', '<text>&lt;&apos;&#65;&#x42;&gt;</text>', "<'AB>"],
    ['with other line endings', '<text>a\r\nb\rc</text>', 'a\nb\nc'],
    ['in a section', '<text>a<![CDATA[ <text>&lt;</text> ]]>b</text>', 'a <text>&lt;</text> b'],
    ['with a comment', '<text>a<!-- <text> -->b</text>', 'ab'],
    ['with an angle bracket in its attribute', '<text a=">">&lt;</text>', '<'],
    ['that is empty', '<text/>', ''],
    ['with an element', '<text>a&lt;<b>b</b>&gt;c</text>', 'a<>c'],
  ])('is parsed: %s', (_, written, text) => {
    const dump = HEAD + revision(1, written) + revision(2, '<text>&lt;2</text>') + FOOT;
    const whole = read(dump, dump.length);
    expect(textsOf(whole)).toEqual([text, '<2']);
    for (const size of [1, 2, 3, 7, 50]) expect(read(dump, size)).toEqual(whole);
  });

  it.each([
    ['an entity that does not exist', '<text>a &nbsp; b</text>'],
    ['an unterminated entity', '<text>a &lt b</text>'],
    ['a character that XML does not allow', '<text>a\u0001b</text>'],
    ['no end', '<text>a</b>'],
  ])('with %s ends the import at its position', (_, written) => {
    const begin = `${HEAD}${revision(1, '<text>Zürich &amp; Märchen</text>')}`;
    const dump = `${begin}${revision(2, written)}${FOOT}`;
    const events = read(dump, dump.length);
    expect(read(dump, 1)).toEqual(events);
    expect(textsOf(events)).toEqual(['Zürich & Märchen']);
    const { offset } = events.at(-1) as { readonly offset: number };
    expect(offset).toBeGreaterThan(Buffer.byteLength(begin));
    expect(offset).toBeLessThanOrEqual(Buffer.byteLength(dump));
  });

  it('does not affect the file positions in warnings', () => {
    const begin = `${HEAD}${revision(1, '<text>Zürich &amp; Märchen</text>')}<revision><timestamp>2024-01-01T00:00:00Z</timestamp></revision>`;
    const warning = read(begin + FOOT, 10_000).find(each => (each as { message?: string }).message);
    expect(warning).toEqual({ message: expect.stringContaining('without an ID'), offset: Buffer.byteLength(begin), page: 'Heron' });
  });

  it('is reported as truncated if it ends in the middle of an entity', () => {
    const dump = `${HEAD}<revision><text>a &am`;
    expect(read(dump, dump.length).at(-1)).toMatchObject({ message: expect.stringContaining('ends in the middle'), offset: dump.length });
  });
});
