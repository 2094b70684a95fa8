import type { Title } from '@wikiquery/core';
import { defaultSite, readSite } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import { defaultTreeAdapter, parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { CITE_ERRORS, type CiteError } from './cite-wording.ts';
import { cleanHtml } from './clean.ts';
import { writeHeadings } from './headings.ts';
import { HtmlWriter } from './html-writer.ts';
import { Markers } from './markers.ts';
import { parseWikitext } from './parse.ts';

const tags = ['ref', 'references', 'gallery', 'poem', 'nowiki', 'pre', 'section', 'indicator', 'langconvert'];
const site = readSite({ ...defaultSite().info, extensiontags: tags.map(name => `<${name}>`) });
const titles = createTitles(site);
const title = titles.local('Pier') as Title;
const wording = { edit: 'edit', contents: 'Contents', editTitle: (name: string) => name };

function render(wikitext: string): string {
  const texts = new Markers('t');
  const writer = new HtmlWriter({
    site,
    titles,
    title,
    texts,
    words: {
      language: 'en',
      missing: '$1 (page does not exist)',
      namelessIndicator: '',
      cite: new Map(Object.entries(CITE_ERRORS) as [CiteError, string][]),
    },
  });
  const body = parseWikitext(wikitext, { site, titles, title, texts, writer });
  writer.known = { pages: new Map(), files: new Map([['A.png', { url: '/i/A.png', width: 20, height: 10, isPicture: true }]]) };
  const options = { title, hasEditLinks: true, isWrapped: true, wording, hasToc: true, release: (html: string) => texts.release(html) };
  const html = [writeHeadings(body, writer, options).html, ...writer.met.indicators.values()];
  return html.map(each => cleanHtml(texts.release(each))).join('');
}

/** What could run in a browser that shows the HTML. */
function active(html: string): string[] {
  const found: string[] = [];
  const stack = [...parse(`<body>${html}`).childNodes];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!defaultTreeAdapter.isElementNode(node)) continue;
    if (ACTIVE.has(node.tagName) || node.namespaceURI !== 'http://www.w3.org/1999/xhtml') found.push(node.tagName);
    for (const { name, value } of node.attrs) {
      const bare = value.replaceAll(/[\s\p{C}]/gu, '').toLowerCase();
      if (
        name.startsWith('on') ||
        ['srcdoc', 'srcset', 'action', 'formaction', 'background', 'ping', 'poster', 'xlink:href'].includes(name)
      )
        found.push(name);
      if (['href', 'src', 'cite'].includes(name) && /^(?:javascript|vbscript|data|livescript|mocha|file|blob|view-source):/.test(bare))
        found.push(value);
      if (
        name === 'style' &&
        /expression|url\(|behavior|-moz-binding|@import|image\(/.test(bare.replaceAll(/\\|\/\*.*?\*\//g, '')) &&
        bare !== '/*insecureinput*/'
      )
        found.push(value);
    }
    stack.push(...node.childNodes);
  }
  return found;
}
const ACTIVE: ReadonlySet<string> = new Set(
  'script iframe frame frameset object embed applet link meta base form input button textarea select style svg math template portal video audio source'.split(
    ' ',
  ),
);

const TAGS = [
  ...[
    '<script>alert(1)</script>',
    '<ScRiPt src=//x.example/x.js></sCrIpT>',
    '<script\u000c>alert(1)</script>',
    '<<script>alert(1)//<</script>',
  ],
  ...['<img src=x onerror=alert(1)>', '<img src="javascript:alert(1)">', '<svg/onload=alert(1)>', '<svg><script>alert(1)</script></svg>'],
  ...[
    '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
    '<iframe src=javascript:alert(1)></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>">',
  ],
  ...[
    '<object data=javascript:alert(1)>',
    '<embed src=javascript:alert(1)>',
    '<form action=javascript:alert(1)><input type=submit>',
    '<base href=javascript:alert(1)//>',
  ],
  ...[
    '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
    '<link rel=stylesheet href=javascript:alert(1)>',
    '<style>@import "javascript:alert(1)";</style>',
  ],
  ...[
    '<body onload=alert(1)>',
    '<details open ontoggle=alert(1)>',
    '<video><source onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<template><script>x</script>',
  ],
  ...[
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<b onmouseover=alert(1)>x</b>',
    '<p style="x" onclick="alert(1)">',
    '<div/onclick=alert(1)>',
  ],
  ...[
    '<div onclick\n=\nalert(1)>x</div>',
    '<div\u0000onclick=alert(1)>x</div>',
    '<span title="a" title="b" onfocus=alert(1) tabindex=1>x</span>',
    "<b title='\"onclick=alert(1) x='>x</b>",
  ],
  ...[
    '<b title="&quot; onclick=alert(1) ">x</b>',
    '<b class="\'><script>alert(1)</script>">x</b>',
    '<table background="javascript:alert(1)"><tr><td>',
    '<td background=javascript:alert(1)>',
  ],
  ...[
    '<blockquote cite="javascript:alert(1)">x</blockquote>',
    '<font color=red onload=alert(1)>x</font>',
    '<xmp><script>alert(1)</script></xmp>',
    '<title><script>alert(1)</script></title>',
  ],
];
const STYLES = [
  ...[
    'background:url(javascript:alert(1))',
    'width:expression(alert(1))',
    'width:e\\78 pression(alert(1))',
    'width:exp/**/ression(alert(1))',
    'behavior:url(x.htc)',
  ],
  ...[
    '-moz-binding:url(x.xml#x)',
    'background:\\75 rl(javascript:alert(1))',
    'background:u\\72l(//x.example)',
    'background:URL(//x.example)',
    'background:url&#40;//x.example)',
  ],
  ...[
    'background:&#117;rl(//x.example)',
    'list-style:image(//x.example)',
    'background:image-set("x" 1x)',
    '@import url(//x.example)',
    'background:ｕrl(//x.example)',
    'background:ur\u0000l(x)',
  ],
];
const ADDRESSES = [
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'java&#10;script:alert(1)',
    '&#106;avascript:alert(1)',
    '&#x6a;avascript:alert(1)',
    ' javascript:alert(1)',
  ],
  ...[
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'livescript:x',
    'file:///etc/passwd',
    '\u0001javascript:alert(1)',
    'javascript&colon;alert(1)',
  ],
];
const PLACES: readonly ((trick: string) => string)[] = [
  trick => trick,
  trick => `'''${trick}'''`,
  trick => `== ${trick} ==\n== b ==\n== c ==\n== d ==\n`,
  trick => `* ${trick}`,
  trick => `{|\n! ${trick}\n|-\n| ${trick} || b\n|}`,
  trick => `{| ${trick}\n|- ${trick}\n| ${trick} | a\n|}`,
  trick => `[[Main Page|${trick}]]`,
  trick => `[http://x.example ${trick}]`,
  trick => `[[File:A.png|thumb|alt=${trick}|${trick}]] [[File:A.png|link=${trick}|class=${trick}|${trick}]]`,
  trick => `<gallery caption="${trick}" style="${trick}">\nA.png|${trick}\nB.png|alt=${trick}\n</gallery>`,
  trick => `a<ref name="${trick}">${trick}</ref><ref name='${trick}' group='${trick}' /><references />`,
  trick => `<poem>${trick}</poem> <pre ${trick}>${trick}</pre> <nowiki>${trick}</nowiki>`,
];
const FORMS: readonly (readonly [string, readonly string[]])[] = [
  ['tags', TAGS],
  ['styles', STYLES.flatMap(style => [`<div style="${style}">x</div>`, `<span style='${style}'>x</span>`])],
  ['addresses', ADDRESSES.flatMap(address => [`[${address} x]`, address, `<q cite="${address}">x</q>`, `[[${address}|x]]`])],
];

describe('nothing active gets into a page', () => {
  it.each(FORMS)('by %s, wherever they stand', (_, tricks) => {
    const failed = tricks.flatMap(trick =>
      PLACES.flatMap(place => {
        const found = active(render(place(trick)));
        return found.length > 0 ? [{ text: place(trick), found }] : [];
      }),
    );
    expect(failed).toEqual([]);
  });
  it('and there are enough tries', () => {
    expect(FORMS.reduce((sum, [, tricks]) => sum + tricks.length * PLACES.length, 0)).toBeGreaterThan(900);
    expect(active('<img src=x onerror=x><a href="java\nscript:x">')).toHaveLength(2);
  });
  it('nor through what was held back, forged by a text', () => {
    expect(
      active(render('\u007f0t\u007f<b title="\u007f0t\u007f\u007f1s\u007f" onclick=x>\u007f99t\u007f</b> [[A|\u007f0t\u007f]]')),
    ).toEqual([]);
  });
  it('nor by the last look alone', () => {
    for (const trick of TAGS) expect(active(cleanHtml(trick))).toEqual([]);
  });
});

describe('a page', () => {
  it.each([
    [
      'a [[B]]s [[#c d]]',
      '<p>a <a href="/w/index.php?title=B&amp;action=edit&amp;redlink=1" class="new" title="B (page does not exist)">Bs</a> <a href="#c_d">#c d</a>\n</p>',
    ],
    [
      '[//x.example y] http://x.example/?a&b.',
      '<p><a rel="nofollow" class="external text" href="//x.example">y</a> <a rel="nofollow" class="external free" href="http://x.example/?a&amp;b">http://x.example/?a&amp;b</a>.\n</p>',
    ],
    ['<div style="color:red" onclick="x" class="a b" data-x=1>a</div>', '<div style="color:red" class="a b" data-x="1">a</div>\n'],
    [
      '[[File:A.png|thumb|b]]',
      '<figure class="mw-default-size" typeof="mw:File/Thumb"><a href="/wiki/File:A.png" class="mw-file-description"><img src="/i/A.png" decoding="async" width="20" height="10" class="mw-file-element" /></a><figcaption>b</figcaption></figure>\n',
    ],
    [
      '{| class="x" onload=y\n! scope=col | a\n|-\n| b\n|}',
      '<table class="x">\n<tbody><tr>\n<th scope="col">a\n</th></tr>\n<tr>\n<td>b\n</td></tr></tbody></table>\n',
    ],
  ])('of %j', (text, html) => expect(render(text).trimEnd()).toBe(html.trimEnd()));

  it('has anchors, and notes behind the text', () => {
    expect(render('== A ==\n== a ==\nb<ref>c</ref>')).toMatch(
      /<h2 id="A">.*<h2 id="a_2">.*<ol class="references">\n<li id="cite_note-1">/s,
    );
  });
  it('ends with whatever is opened in vain, however deep', () => {
    for (const unit of [
      '<b><div>',
      '[[File:A.png|thumb|',
      '{|\n|a\n',
      '<ref>',
      '<gallery>\n',
      '== a ==\n',
      '[http://a ',
      "'''''a",
      '<span style="',
    ])
      expect(render(unit.repeat(1500))).toBeTypeOf('string');
  });
});
