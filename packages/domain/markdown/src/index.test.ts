import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { expect, it } from 'vitest';
import { convert, type MarkdownOptions } from './convert-task.ts';
import { toMarkdown } from './index.ts';
import type { MarkdownNode } from './mdast.ts';
import { plainText } from './plain-text.ts';

const markdownOf = (html: string, options: MarkdownOptions = {}): string => convert({ html, options }).markdown;

const parsed = (markdown: string) =>
  fromMarkdown(markdown, { extensions: [gfm(), math()], mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()] });

function typesIn(node: MarkdownNode): string[] {
  return [node.type, ...('children' in node ? node.children.flatMap(typesIn) : [])];
}

it.each([
  ['paragraphs', '<p>One\ntwo &amp; three</p><p>Four<br>five</p>', 'One two & three\n\nFour\\\nfive'],
  ['inline markup', '<p><b>a </b>b <i>c</i>d <s>e</s> <q>f</q> <code>g`h</code></p>', '**a** b *c*d ~~e~~ “f” ``g`h``'],
  ['a line break inside bold text', '<p>a<b><br>b<br></b>c</p>', 'a\\\n**b**\\\nc'],
  ['subscripts, for which Markdown has nothing', '<p>H<sub>2</sub>O</p>', 'H<sub>2</sub>O'],
  ['ruby text', '<p><ruby>漢<rt>kan</rt></ruby><ruby>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby></p>', '漢(kan)字(ji)'],
  ['headings without edit links', '<h2>A<br>b<span class="mw-editsection">[edit]</span></h2>', '## A b'],
  ['nested lists', '<ul><li>a<ol start="3"><li>b</li><li>c</li></ol></li><li>d</li></ul>', '- a\n\n  3. b\n  4. c\n- d'],
  ['definition lists', '<dl><dt>Term</dt><dd>One</dd><dd>Two</dd></dl>', '- **Term**\n  - One\n  - Two'],
  ['indented replies', '<dl><dd>a<dl><dd>b</dd></dl></dd></dl>', '- a\n  - b'],
  ['quotations', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
  ['hatnotes', '<div class="hatnote">See <i>also</i> <a href="/wiki/B">B</a></div>', '*See also [B](/wiki/B)*'],
  ['code with its language', '<div class="mw-highlight mw-highlight-lang-js"><pre><span>a</span>\n b\n</pre></div>', '```js\na\n b\n```'],
  ['preformatted text with links', '<pre>a <a href="/b">b</a>\nc</pre>', '`a` [`b`](/b)\\\n`c`'],
  ['formulas', '<p>a <span class="mwe-math-element"><img alt="{\\displaystyle x^{2}}"></span></p>', 'a $x^{2}$'],
  ['formulas on their own line', '<p><math display="block" alttext="x"></math></p>', '$$\nx\n$$'],
  ['links around blocks', '<a href="/a"><div>b</div></a>', '[b](/a)'],
  ['readable paths', '<p><a href="/wiki/%D0%9C%D0%BE_%28%41%29?a=%20">x</a></p>', '[x](/wiki/Мо_%28%41%29?a=%20)'],
  [
    'titles in parentheses',
    '<p><a href="/wiki/A_(b)?c=d&amp;amp;e=f">x</a> <a href="/wiki/A(b">y</a></p>',
    '[x](/wiki/A_\\(b\\)?c=d\\&amp;e=f) [y](/wiki/A\\(b)',
  ],
  [
    'links to missing pages',
    '<p><a href="/w/index.php?title=A_(b)&amp;action=edit&amp;redlink=1">x</a></p>',
    '[x](/w/index.php?title=A_(b))',
  ],
  ['image maps', '<map><area href="/a" alt="A"><area href="/b" alt="B"></map>', '[A](/a) [B](/b)'],
  ['videos', '<video><source src="/v/Clip.webm"></video>', '[Clip.webm](/v/Clip.webm)'],
  [
    'thumbnails',
    '<figure><a href="/wiki/File:A.jpg"><img src="/a.jpg" alt="a"></a><figcaption>B</figcaption></figure>',
    '[![a](/a.jpg)](/wiki/File:A.jpg)\n\nB',
  ],
  ['nothing of navigation boxes', '<p>a</p><div class="navbox"><a href="/b">b</a></div><div role="navigation">c</div>', 'a'],
  ['nothing of invisible text', '<p>a<span style="display: none">b</span><span hidden>c</span></p><style>d</style>', 'a'],
])('writes %s', (_, html, expected) => expect(markdownOf(html)).toBe(expected));

it('writes galleries as lists of images', () => {
  const html = `<ul class="gallery"><li class="gallerycaption">Birds</li><li class="gallerybox"><div class="thumb"><a href="/wiki/File:A.jpg">
    <img src="/thumb/a/A.jpg/120px-A.jpg"></a></div><div class="gallerytext"><p>A <b>bird</b></p></div></li></ul>`;
  expect(markdownOf(html)).toBe('**Birds**\n\n- [![](/thumb/a/A.jpg/120px-A.jpg)](/wiki/File:A.jpg)\n\n  A **bird**');
  expect(markdownOf(html, { images: 'link' })).toBe('**Birds**\n\n- [A.jpg](/wiki/File:A.jpg)\n\n  A **bird**');
});

it('writes references as footnotes with the numbers of the page', () => {
  const cite = (id: string, text: string): string => `<sup class="reference"><a href="#cite_note-${id}">[${text}]</a></sup>`;
  const note = (id: string, text: string): string => `<li id="cite_note-${id}"><span class="mw-cite-backlink">↑</span> ${text}</li>`;
  const html = `<p>a${cite('x-1', '1')}${cite('2', 'note 1')}${cite('gone', '7')}</p><h2>Notes</h2><ol class="references">${note('x-1', 'Book')}</ol>
    <ol class="references">${note('2', `Web${cite('x-1', '1')}`)}</ol>`;
  expect(markdownOf(html)).toBe('a[^1][^note-1]\\[7]\n\n## Notes\n\n[^1]: Book\n\n[^note-1]: Web[^1]');
  expect(markdownOf(html, { sections: 'lead' })).toBe('a[^1][^note-1]\\[7]\n\n[^1]: Book\n\n[^note-1]: Web[^1]');
});

it('writes tables, in which short cells repeat in the rows that they span', () => {
  const html = `<table class="wikitable"><caption><b>C</b></caption><tr><th rowspan="2">N</th><th colspan="2">G</th></tr><tr><th>a</th><th>b|c</th></tr>
    <tr><td>1<ul><li>2</li><li>3</li></ul></td><td></td><td><code>x|y</code></td></tr></table>`;
  const markdown = markdownOf(html);
  expect(markdown).toBe('**C**\n\n| N | G |  |\n| - | - | - |\n| N | a | b\\|c |\n| 1<br>• 2<br>• 3 |  | `x\\|y` |');
  const table = parsed(markdown).children[1] as Extract<MarkdownNode, { type: 'table' }>;
  expect(table.children.map(row => row.children.map(cell => plainText(cell.children)))).toEqual([
    ['N', 'G', ''],
    ['N', 'a', 'b|c'],
    ['1• 2• 3', '', 'x|y'],
  ]);
});

it('writes the cells of layout tables as blocks', () => {
  expect(markdownOf('<table><tr><td><h2>A</h2><p>b</p></td><td><ul><li>c</li></ul></td></tr></table>')).toBe('## A\n\nb\n\n- c');
  expect(markdownOf('<table role="presentation"><tr><td>a</td><td>b</td></tr></table>')).toBe('a\n\nb');
});

it('resolves links, and drops links that run code', () => {
  const baseUrl = 'https://wiki.test/wiki/Page';
  const html =
    '<p><a href="/wiki/A">a</a> <a href="#b">b</a> <a href="//c.test/">c</a> <a href=" java\nscript:alert(1)">d</a> <a href="data:text/html,x">e</a></p>';
  expect(markdownOf(html, { baseUrl })).toBe('[a](https://wiki.test/wiki/A) [b](https://wiki.test/wiki/Page#b) [c](https://c.test/) d e');
  expect(markdownOf(html, { links: 'text' })).toBe('a b c d e');
});

it('finds sections by number, title or fragment', () => {
  const html = '<p>l</p><h2 id="A_b">A b</h2><p>1</p><h3>C</h3><p>2</p><h2><span class="mw-headline" id="D">D</span></h2><p>3</p>';
  const { outline } = convert({ html, options: {} });
  expect(outline.map(({ number, title, anchor, level }) => [number, title, anchor, level])).toEqual([
    ['1', 'A b', 'A_b', 2],
    ['1.1', 'C', '', 3],
    ['2', 'D', 'D', 2],
  ]);
  expect(markdownOf(html, { sections: ['a_B'] })).toBe('## A b\n\n1\n\n### C\n\n2');
  expect(markdownOf(html, { sections: ['2', 'C'] })).toBe('### C\n\n2\n\n## D\n\n3');
  expect(convert({ html, options: { sections: ['E', 'D'] } })).toMatchObject({ missing: ['E'], markdown: '## D\n\n3' });
});

it('writes text as text, whatever it contains', () => {
  const texts = [
    '# a',
    '- a',
    '+ a',
    '* a',
    '1. a',
    '> a',
    '    a',
    '---',
    '===',
    '```',
    '~~~',
    '| a | b |',
    '|-|-|',
    '<script>alert(1)</script>',
    '<!-- a -->',
    '&lt;b&gt;',
    '[a](b)',
    '![a](b)',
    '[a]: b',
    '[^1]: b',
    '[^1]',
    '*a*',
    '**a**',
    '__a__',
    '~~a~~',
    '`a`',
    '$a$',
    '$$a$$',
    '\\*',
    'a\\',
    '- [ ] a',
  ];
  for (const text of texts) {
    const html = `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`;
    for (const around of [
      html,
      `<ul><li>${html}</li></ul>`,
      `<table class="wikitable"><tr><td>${html}</td><td>b</td></tr></table>`,
      `<h2>${html}</h2>`,
    ]) {
      const tree = parsed(markdownOf(around));
      const shown = plainText(tree.children).trim();
      expect([text, around.includes('table') ? shown.slice(0, -1) : shown]).toEqual([text, text.trim()]);
      const types = typesIn(tree).filter(
        type => !['root', 'paragraph', 'text', 'list', 'listItem', 'table', 'tableRow', 'tableCell', 'heading'].includes(type),
      );
      expect([text, types]).toEqual([text, []]);
    }
  }
});

it('converts long pages in parts that add up to the whole', () => {
  const rows = Array.from({ length: 200 }, (_, i) => `<tr><td>Row ${i}</td><td>${'x '.repeat(20)}</td></tr>`).join('');
  const items = Array.from({ length: 300 }, (_, i) => `<li>Item ${i} with some words</li>`).join('');
  const html = `<p>${'Many words. '.repeat(800)}</p><table class="wikitable"><tr><th>A</th><th>B</th></tr>${rows}</table><ul>${items}</ul><pre>${'code\n'.repeat(1000)}</pre>`;
  const whole = plainText(parsed(markdownOf(html)).children);
  let together = '';
  let count = 0;
  for (let cursor: number | undefined = 0; cursor !== undefined; count++) {
    const part = convert({ html, options: { budget: { characters: 4000 }, cursor } });
    expect(part.markdown.length).toBeLessThanOrEqual(4000);
    together += plainText(parsed(part.markdown).children.map(block => withoutHeader(block, count)));
    cursor = part.next;
  }
  expect(count).toBeGreaterThan(8);
  expect(together.replaceAll(/\s/g, '')).toBe(whole.replaceAll(/\s/g, ''));
});

/** Drops the header that each part of a table repeats, except from its first part. */
function withoutHeader(block: MarkdownNode, count: number): MarkdownNode {
  if (block.type !== 'table' || plainText([block.children[1] as MarkdownNode]).startsWith('Row 0')) return block;
  return { ...block, children: block.children.slice(count > 0 ? 1 : 0) };
}

it.each([
  ['deep elements', '<div>'.repeat(20_000)],
  ['deep lists', '<ul><li>a'.repeat(5000)],
  ['deep tables', '<table><tr><td>a'.repeat(5000)],
  ['deep inline elements', '<b><i><u>a'.repeat(5000)],
  ['deep quotations', '<blockquote>a'.repeat(5000)],
  ['long rows', `<table class="wikitable"><tr>${'<td>a'.repeat(1000)}</tr>${'<tr><td colspan=999><td>b'.repeat(2000)}</table>`],
  ['tall cells', `<table class="wikitable"><tr><td rowspan=65534>${'x'.repeat(90)}<td>a</tr>${'<tr><td>b'.repeat(5000)}</table>`],
  ['many notes', `<ol class="references">${'<li id="cite_note-1">a'.repeat(2000)}</ol>`],
  ['white space', `<p>${' '.repeat(200_000)}a${' '.repeat(200_000)}</p>`],
  ['unclosed markup', `<p>${'[*_`~$<'.repeat(5000)}</p>`],
  ['line breaks', `<p>${'<br> '.repeat(10_000)}a</p>`],
])('converts %s without blowing up', (_, html) => expect(markdownOf(html).length).toBeLessThan(html.length * 15 + 1000));

it('rejects elements that multiply', () => {
  const html = `<div>${Array.from({ length: 150 }, (_, i) => `<b id=${i}>`).join('')}${'</div><div>a'.repeat(3000)}`;
  expect(() => markdownOf(html)).toThrow('malformed');
});

it('converts long HTML in a separate process', async () => {
  const html = `<p>${'word '.repeat(2000)}</p>`;
  expect((await toMarkdown(html, {}, { ip: '127.0.0.1' })).markdown).toBe('word '.repeat(2000).trim());
});
