import { decodeCharacterReferences } from '@wikiquery/titles';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as markup, parseFragment } from 'parse5';
import { FilterXSS } from 'xss';
import { cleanStyle, isAllowedAttribute } from './attributes.ts';

type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

const names = (list: string): readonly string[] => list.split(' ');

/** Elements of a page, with what those that the software writes have besides. */
const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    names(
      'b bdi bdo del i ins u font big small sub sup h1 h2 h3 h4 h5 h6 cite code em s strike strong tt var div center blockquote ol ul dl ' +
        'table caption pre ruby rb rp rt rtc p span abbr dfn kbd samp data time mark tr td th q br wbr hr li dt dd tbody thead tfoot figcaption',
    ).map(name => [name, []]),
  ),
  a: names('href rel'),
  img: names('src alt width height decoding'),
  figure: names('typeof'),
  span: names('typeof data-width data-height'),
};

const EMPTY: ReadonlySet<string> = new Set(names('br hr img wbr'));

/** Elements within each other that are shown: the text of deeper ones stays. */
const DEEPEST = 400;

const isAllowed = (element: string, name: string): boolean =>
  (ELEMENTS[element] as readonly string[]).includes(name) || isAllowedAttribute(element, name);

/** No address that a browser would run. */
const isSafeAddress = (value: string): boolean => {
  // Browsers leave them out.
  const bare = value.replaceAll(/[\p{Cc} \u00a0\u200b-\u200f\u2028\u2029\ufeff]/gu, '').toLowerCase();
  return !/^(?:javascript|vbscript|data|blob|file|filesystem|about|livescript|mocha):/.test(bare);
};

/** Looks once more at what is written, by rules that others keep. */
const filter = new FilterXSS({
  whiteList: Object.fromEntries(Object.keys(ELEMENTS).map(name => [name, []])),
  css: false,
  stripIgnoreTag: true,
  stripIgnoreTagBody: ['script', 'style'],
  escapeHtml: text => text,
  onIgnoreTagAttr: (element, name, value) =>
    isAllowed(element, name) && (!ADDRESSES.has(name) || isSafeAddress(decodeCharacterReferences(value)))
      ? `${name}="${value}"`
      : undefined,
});

const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'cite', 'itemtype', 'itemid']);

/** Where the HTML stands: parts of tables mean nothing there. */
const BODY = defaultTreeAdapter.createElement('body', markup.NS.HTML, []);

/** The HTML of a page, balanced as browsers would read it, with nothing in it that could be active; written as MediaWiki writes it. */
export function cleanHtml(html: string): string {
  return filter.process(written(parseFragment(BODY, html, {})));
}

function written(root: ParentNode): string {
  const out: string[] = [];
  const stack: (ChildNode | string)[] = root.childNodes.toReversed();
  let depth = 0;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === 'string') {
      out.push(node);
      depth--;
    } else if (defaultTreeAdapter.isTextNode(node)) out.push(escapeText(node.value));
    else if (defaultTreeAdapter.isElementNode(node)) {
      const { tagName: name, attrs, childNodes } = node;
      if (!Object.hasOwn(ELEMENTS, name) || depth >= DEEPEST) {
        if (!DROPPED.has(name)) for (const child of childNodes.toReversed()) stack.push(child);
        continue;
      }
      out.push(`<${name}${attributesOf(name, attrs)}${EMPTY.has(name) ? ' />' : '>'}`);
      if (EMPTY.has(name)) continue;
      depth++;
      stack.push(`</${name}>`);
      for (const child of childNodes.toReversed()) stack.push(child);
    }
  }
  return out.join('');
}

/** Elements that go with what is in them. */
const DROPPED: ReadonlySet<string> = new Set(
  names('script style template noscript iframe object embed svg math title textarea xmp noembed noframes plaintext'),
);

function attributesOf(element: string, attributes: readonly { readonly name: string; readonly value: string }[]): string {
  let out = '';
  for (const { name, value } of attributes) {
    if (!isAllowed(element, name)) continue;
    if (ADDRESSES.has(name) && !isSafeAddress(value)) continue;
    out += ` ${name}="${escapeValue(name === 'style' ? cleanStyle(value) : value)}"`;
  }
  return out;
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&#160;');
const escapeValue = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&#160;');
