import { escapeAttribute, escapeTags, escapeTagsAndQuotes } from '@wikiquery/html';
import { decodeCharacterReferences, normalizeCharacterReferences } from '@wikiquery/titles';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as markup, parseFragment } from 'parse5';
import { FilterXSS } from 'xss';
import { cleanStyle, isAllowedAttribute, withoutMarks } from './attributes.ts';
import { endOfText } from './blanks.ts';
import { TOC_ELEMENT } from './markers.ts';
import { tidyParagraphs } from './paragraphs.ts';

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
  img: names('src srcset alt width height decoding'),
  figure: names('typeof'),
  ...{ meta: names('content'), link: names('href') },
  span: names('typeof data-width data-height'),
};

const EMPTY: ReadonlySet<string> = new Set(names('br hr img link meta wbr'));

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

const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'srcset', 'cite', 'itemtype', 'itemid']);

/** Where the HTML stands: parts of tables mean nothing there. */
const BODY = defaultTreeAdapter.createElement('body', markup.NS.HTML, []);

/** The HTML of a page, balanced as browsers would read it, with nothing in it that could be active; written as MediaWiki writes it. */
export function cleanHtml(html: string): string {
  return filter.process(written(parseFragment(BODY, withReferences(html), {})));
}

/** That of a whole page: its text stands in paragraphs. */
export function cleanPage(html: string, toc = ''): string {
  // A blank behind the last paragraph would stand in what that leaves open.
  const end = endOfText(html);
  const outside = new Set<ChildNode>();
  const page = parseFragment(BODY, withReferences(html.slice(0, end)), { treeAdapter: noting(outside) });
  tidyParagraphs(page, outside);
  putToc(page, toc);
  return filter.process(written(page)) + html.slice(end);
}

/** The table of contents comes when paragraphs are made: it has none. */
function putToc(page: ParentNode, toc: string): void {
  const stack: ParentNode[] = [page];
  for (let parent = stack.pop(); parent; parent = stack.pop()) {
    const at = parent.childNodes.findIndex(node => node.nodeName === TOC_ELEMENT);
    if (at >= 0) {
      const place = parent.childNodes[at] as ParentNode;
      parent.childNodes.splice(at, 1, ...parseFragment(BODY, withReferences(toc), {}).childNodes, ...place.childNodes);
      return;
    }
    for (const node of parent.childNodes.toReversed()) if (defaultTreeAdapter.isElementNode(node)) stack.push(node);
  }
}

/** References stay as they are written: the parser of HTML sees another character in the place of each `&`. */
const withReferences = (html: string): string =>
  normalizeCharacterReferences(html.replaceAll(REFERENCE_MARK, '')).replaceAll('&', REFERENCE_MARK);
const REFERENCE_MARK = '\u0001';

/** Notes what stood in a table where it may not, and is put in front of it. */
const noting = (outside: Set<ChildNode>): typeof defaultTreeAdapter => ({
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

function written(root: ParentNode): string {
  const out: string[] = [];
  const stack: (ChildNode | string)[] = root.childNodes.toReversed();
  let depth = 0;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === 'string') {
      out.push(node);
      depth--;
    } else if (defaultTreeAdapter.isTextNode(node)) out.push(writtenText(node.value.replaceAll(FRENCH_SPACE, '\u00a0')));
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

/** Elements that go with what is in them. */
const DROPPED: ReadonlySet<string> = new Set(
  names('script style template noscript iframe object embed svg math title textarea xmp noembed noframes plaintext'),
);

function attributesOf(element: string, attributes: readonly { readonly name: string; readonly value: string }[]): string {
  let out = '';
  for (const { name, value } of attributes) {
    if (!isAllowed(element, name)) continue;
    const meant = decodeCharacterReferences(value.replaceAll(REFERENCE_MARK, '&'));
    if (ADDRESSES.has(name) && !isSafeAddress(meant)) continue;
    const style = name === 'style' ? cleanStyle(meant) : meant;
    out += ` ${name}="${style === meant ? writtenValue(value) : escapeAttribute(withoutMarks(style))}"`;
  }
  return out;
}

/** Between words and signs that stand apart from them a line does not break. */
const FRENCH_SPACE = / (?=[?:;!%»›](?![\p{L}\p{N}\p{M}_]))|(?<=[«‹]) /gu;

const writtenText = (text: string): string => restoreReferences(escapeTags(text));
const writtenValue = (text: string): string => restoreReferences(escapeTagsAndQuotes(text));
const restoreReferences = (html: string): string => html.replaceAll('\u00a0', '&#160;').replaceAll(REFERENCE_MARK, '&');
