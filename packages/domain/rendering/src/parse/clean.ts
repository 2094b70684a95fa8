import { escapeAttribute, escapeTags, escapeTagsAndQuotes } from '@wikiquery/html';
import { decodeCharacterReferences, normalizeCharacterReferences } from '@wikiquery/titles';
import { endOfText } from '@wikiquery/wikitext';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as markup, parseFragment } from 'parse5';
import { FilterXSS } from 'xss';
import { cleanStyle, isAllowedAttribute, withoutMarks } from './attributes.ts';
import { tidyParagraphs } from './paragraphs.ts';
import { TOC_ELEMENT } from './strip-state.ts';
import { PAIRED, SINGLE } from './tags.ts';

type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

const names = (list: string): readonly string[] => list.split(' ');

/** Allowed elements, each with the additional attributes that MediaWiki itself writes. */
const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries([...PAIRED, ...SINGLE, ...names('tbody thead tfoot figcaption')].map(name => [name, []])),
  a: names('href rel'),
  img: names('src srcset alt width height decoding'),
  figure: names('typeof'),
  ...{ meta: names('content'), link: names('href') },
  span: names('typeof data-width data-height'),
};

const EMPTY: ReadonlySet<string> = new Set(names('br hr img link meta wbr'));

/** Maximum nesting depth of elements. Deeper elements are replaced with their content. */
const DEEPEST = 400;

const isAllowed = (element: string, name: string): boolean =>
  (ELEMENTS[element] as readonly string[]).includes(name) || isAllowedAttribute(element, name);

/** Whether a URL is safe: a browser would not execute it. */
const isSafeAddress = (value: string): boolean => {
  const bare = value.replaceAll(/[\p{Cc} \u00a0\u200b-\u200f\u2028\u2029\ufeff]/gu, '').toLowerCase();
  return !/^(?:javascript|vbscript|data|blob|file|filesystem|about|livescript|mocha):/.test(bare);
};

/** Independent filter that checks the cleaned HTML again. */
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

const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'srcset', 'cite', 'itemtype', 'itemid']);

/** Context element for the HTML parser. In it, parts of tables outside of a table are ignored. */
const BODY = defaultTreeAdapter.createElement('body', markup.NS.HTML, []);

/** Balances HTML as browsers do, removes active content, and serializes the HTML as MediaWiki does. */
export function cleanHtml(html: string): string {
  return filter.process(serialize(parseFragment(BODY, withReferences(html), {})));
}

/** Cleans the HTML of a whole page as `cleanHtml` does, and wraps its text in paragraphs. */
export function cleanPage(html: string, toc = ''): string {
  // The parser would put trailing whitespace into unclosed elements.
  const end = endOfText(html);
  const outside = new Set<ChildNode>();
  const page = parseFragment(BODY, withReferences(html.slice(0, end)), { treeAdapter: recordingMoved(outside) });
  tidyParagraphs(page, outside);
  putToc(page, toc);
  return filter.process(serialize(page)) + html.slice(end);
}

/** Inserts the table of contents. Runs after text is wrapped in paragraphs, because the table of contents contains none. */
function putToc(page: ParentNode, toc: string): void {
  const stack: ParentNode[] = [page];
  for (let parent = stack.pop(); parent; parent = stack.pop()) {
    const at = parent.childNodes.findIndex(node => node.nodeName === TOC_ELEMENT);
    if (at >= 0) {
      const placeholder = parent.childNodes[at] as ParentNode;
      parent.childNodes.splice(at, 1, ...parseFragment(BODY, withReferences(toc), {}).childNodes, ...placeholder.childNodes);
      return;
    }
    for (const node of parent.childNodes.toReversed()) if (defaultTreeAdapter.isElementNode(node)) stack.push(node);
  }
}

/** Hides each `&` from the HTML parser, so that character references stay as written. */
const withReferences = (html: string): string =>
  normalizeCharacterReferences(html.replaceAll(REFERENCE_MARK, '')).replaceAll('&', REFERENCE_MARK);
const REFERENCE_MARK = '\u0001';

const recordingMoved = (outside: Set<ChildNode>): typeof defaultTreeAdapter => ({
  ...defaultTreeAdapter,
  insertBefore(parent, node, reference) {
    outside.add(node);
    defaultTreeAdapter.insertBefore(parent, node, reference);
  },
  insertTextBefore(parent, text, reference) {
    defaultTreeAdapter.insertTextBefore(parent, text, reference);
    const before = parent.childNodes[parent.childNodes.indexOf(reference) - 1];
    if (before) outside.add(before);
  },
});

function serialize(root: ParentNode): string {
  const out: string[] = [];
  const stack: (ChildNode | string)[] = root.childNodes.toReversed();
  let depth = 0;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === 'string') {
      out.push(node);
      depth--;
    } else if (defaultTreeAdapter.isTextNode(node)) out.push(serializeText(node.value.replaceAll(FRENCH_SPACE, '\u00a0')));
    else if (defaultTreeAdapter.isElementNode(node)) {
      const { tagName: name, attrs, childNodes } = node;
      if ((name === 'meta' || name === 'link') && !attrs.some(each => each.name === 'itemprop' || isTocMark(each))) continue;
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

const isTocMark = ({ name, value }: { readonly name: string; readonly value: string }): boolean =>
  name === 'property' && value === 'mw:PageProp/toc';

const DROPPED: ReadonlySet<string> = new Set(
  names('script style template noscript iframe object embed svg math title textarea xmp noembed noframes plaintext'),
);

function attributesOf(element: string, attributes: readonly { readonly name: string; readonly value: string }[]): string {
  let out = '';
  for (const { name, value } of attributes) {
    if (!isAllowed(element, name)) continue;
    const decoded = decodeCharacterReferences(value.replaceAll(REFERENCE_MARK, '&'));
    if (ADDRESSES.has(name) && !isSafeAddress(decoded)) continue;
    const style = name === 'style' ? cleanStyle(decoded) : decoded;
    out += ` ${name}="${style === decoded ? serializeValue(value) : escapeAttribute(withoutMarks(style))}"`;
  }
  return out;
}

/** Matches spaces that become non-breaking in French typography. */
const FRENCH_SPACE = / (?=[?:;!%»›](?![\p{L}\p{N}\p{M}_]))|(?<=[«‹]) /gu;

const serializeText = (text: string): string => restoreReferences(escapeTags(text));
const serializeValue = (text: string): string => restoreReferences(escapeTagsAndQuotes(text));
const restoreReferences = (html: string): string => html.replaceAll('\u00a0', '&#160;').replaceAll(REFERENCE_MARK, '&');
