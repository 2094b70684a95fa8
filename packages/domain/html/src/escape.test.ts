import { parseFragment } from 'parse5';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import * as all from './index.ts';

const html = { ...all };

const EVERYTHING = `&<>"'\n\r\tx&amp;`;

it.each([
  ['escapeText', `&amp;&lt;&gt;"'\n\r\tx&amp;amp;`],
  ['escapeAttribute', `&amp;&lt;&gt;&quot;'\n\r\tx&amp;amp;`],
  ['escapeSpecialChars', '&amp;&lt;&gt;&quot;&#039;\n\r\tx&amp;amp;'],
  ['escapeHtml', '&#38;&#60;&#62;&#34;&#39;\n\r\tx&#38;amp;'],
  ['escapeHtmlAttribute', '&amp;&lt;&gt;&quot;&#39;&#10;&#13;&#9;x&amp;amp;'],
  ['escapeXmlAttribute', `&amp;&lt;&gt;&quot;'&#10;&#13;&#9;x&amp;amp;`],
  ['escapeDumpAttribute', '&amp;&lt;&gt;&quot;&#039;&#10;&#13;&#9;x&amp;amp;'],
  ['escapeTagStarts', `&amp;&lt;>"'\n\r\tx&amp;amp;`],
  ['escapeTags', `&&lt;&gt;"'\n\r\tx&amp;`],
  ['escapeTagsAndQuotes', `&&lt;&gt;&quot;'\n\r\tx&amp;`],
] as const)('%s escapes the characters that are special in its context', (name, expected) => {
  expect(html[name](EVERYTHING)).toBe(expected);
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '</p></title></textarea></style><img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '" onmouseover="alert(1)" x="',
  '<!-- --><![CDATA[ ]]><?php ?>',
  ']]>',
  '&lt;script&gt;&#60;b&#62;&amp;lt;',
  '&#0;&#x110000;&notanentity;&copy',
  '<<a>>&&"" \'\' \u2028\u00a0\u{1f600}',
  '=`{}',
];

/** Parses markup as a browser does. Returns its text content. */
function textOf(markup: string): unknown {
  const [element, ...others] = parseFragment(`<p>${markup}</p>`).childNodes;
  const nodes = element && 'childNodes' in element ? element.childNodes : [];
  expect([others.length, nodes.length]).toEqual([0, 1]);
  return nodes[0] && 'value' in nodes[0] && nodes[0].value;
}

/** Parses an attribute as a browser does. Returns its value. */
function attributeOf(quote: string, markup: string): unknown {
  const nodes = parseFragment(`<p title=${quote}${markup}${quote}></p>`).childNodes;
  const attributes = nodes[0] && 'attrs' in nodes[0] ? nodes[0].attrs : [];
  expect([nodes.length, attributes.length]).toEqual([1, 1]);
  return attributes[0]?.value;
}

function parseXml(markup: string): { readonly text: string; readonly attributes: readonly unknown[] } {
  let text = '';
  const attributes: unknown[] = [];
  const parser = new SaxesParser();
  parser.on('error', error => {
    throw error;
  });
  parser.on('opentag', tag => attributes.push(tag.attributes));
  parser.on('text', part => {
    text += part;
  });
  parser.write(markup).close();
  return { text, attributes };
}

describe.each(HOSTILE)('the text %s', hostile => {
  it.each(['escapeText', 'escapeAttribute', 'escapeSpecialChars', 'escapeHtml', 'escapeHtmlAttribute', 'escapeTagStarts'] as const)(
    '%s keeps hostile text as one HTML text node',
    name => {
      expect(textOf(html[name](hostile))).toBe(hostile);
    },
  );

  it.each(['escapeAttribute', 'escapeSpecialChars', 'escapeHtml', 'escapeHtmlAttribute'] as const)(
    '%s keeps hostile text inside a double-quoted attribute',
    name => {
      expect(attributeOf('"', html[name](hostile))).toBe(hostile);
    },
  );

  it.each(['escapeSpecialChars', 'escapeHtml', 'escapeHtmlAttribute'] as const)(
    '%s keeps hostile text inside a single-quoted attribute',
    name => {
      expect(attributeOf("'", html[name](hostile))).toBe(hostile);
    },
  );

  it.each(['escapeText', 'escapeAttribute', 'escapeXmlAttribute', 'escapeDumpAttribute'] as const)(
    '%s keeps hostile text as XML text',
    name => {
      expect(parseXml(`<p>${html[name](hostile)}</p>`)).toEqual({ text: hostile, attributes: [{}] });
    },
  );

  it.each(['escapeXmlAttribute', 'escapeDumpAttribute'] as const)(
    '%s keeps hostile text and its line ends inside an XML attribute',
    name => {
      const value = `\r\n\t${hostile}`;
      expect(parseXml(`<p a="${html[name](value)}"/>`)).toEqual({ text: '', attributes: [{ a: value }] });
    },
  );

  it('escapeTags and escapeTagsAndQuotes keep character references but create no element', () => {
    const meant = textOf(html.escapeSpecialChars(hostile).replaceAll('&amp;', '&'));
    expect(textOf(html.escapeTags(hostile))).toBe(meant);
    expect(attributeOf('"', html.escapeTagsAndQuotes(hostile))).toBeTypeOf('string');
  });
});

it('replaces characters that XML cannot contain', () => {
  const bad = '\0\u0001\b\u000b\u001f\ud800\udc00x\udc00\ufffe\uffff\ud800';
  expect(html.cleanXml(bad)).toBe(`${'\ufffd'.repeat(5)}\u{10000}x${'\ufffd'.repeat(4)}`);
  expect(html.cleanXml('\t\n\r é\u0085\ufffd\u{10ffff}')).toBe('\t\n\r é\u0085\ufffd\u{10ffff}');
  expect(parseXml(`<p>${html.escapeText(html.cleanXml(bad))}</p>`).text).toBe(html.cleanXml(bad));
});
