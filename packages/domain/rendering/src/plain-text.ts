import { trimmedText } from '@wikiquery/wikitext';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parseFragment } from 'parse5';
import { HEADING_END, HEADING_START } from './heading-marks.ts';

type Element = DefaultTreeAdapterTypes.Element;
type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** Elements that extension TextExtracts removes by default (`$wgExtractsRemoveClasses`). */
const ELEMENTS: ReadonlySet<string> = new Set(['table', 'div', 'figure', 'script', 'input', 'style', 'img', 'audio', 'video']);
const CLASSES: ReadonlySet<string> = new Set(['mw-editsection', 'error', 'nomobile', 'noprint', 'noexcerpt', 'sortkey']);
/** Elements to remove if their class attribute equals this name. */
const ELEMENTS_OF_CLASS: ReadonlySet<string> = new Set(['ul.gallery', 'sup.reference', 'ol.references']);

const HEADING = /<h[1-6]\b/;

export const hasHeading = (page: string): boolean => HEADING.test(page);

export const introOf = (page: string): string => {
  const end = page.search(HEADING);
  return end < 0 ? page : page.slice(0, end);
};

/** Converts unbalanced HTML to plain text, without tables, boxes, pictures and notes. Headings are preceded by markers. */
export function plainText(page: string): string {
  const out: string[] = [];
  // An explicit stack, because trees can be deep.
  const stack: ChildNode[] = parseFragment(page).childNodes.toReversed();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (defaultTreeAdapter.isTextNode(node)) out.push(node.value);
    else if (isShown(node)) {
      const level = node.namespaceURI === html.NS.HTML ? /^h([1-6])$/.exec(node.tagName)?.[1] : undefined;
      if (level !== undefined) startHeading(out, level);
      for (const child of (node as ParentNode).childNodes.toReversed()) stack.push(child);
    }
  }
  return trimmedText(
    out
      .join('')
      .replaceAll('\u00a0', ' ')
      .replaceAll('\r', '\n')
      .replaceAll(/\n{3,}/g, '\n\n'),
  );
}

function startHeading(out: string[], level: string): void {
  for (let last = out.pop(); last !== undefined; last = out.pop()) {
    const text = last.trimEnd();
    if (text === '') continue;
    out.push(text);
    break;
  }
  out.push(`\n\n${HEADING_START}${level}${HEADING_END}`);
}

export function isShown(node: ChildNode): node is Element {
  if (!defaultTreeAdapter.isElementNode(node)) return false;
  if (ELEMENTS.has(node.tagName)) return false;
  const classes = node.attrs.find(({ name }) => name === 'class')?.value ?? '';
  return !(ELEMENTS_OF_CLASS.has(`${node.tagName}.${classes}`) || classes.split(' ').some(each => CLASSES.has(each)));
}
