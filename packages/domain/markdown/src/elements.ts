import { attributeOf, type ChildNode, classesOf, type Element, isElement } from './html-tree.ts';

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const BLOCKS = names(
  'address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol optgroup option p pre search section summary table tbody td tfoot th thead tr ul',
);

/** Elements without text for readers. */
const WITHOUT_TEXT = names('base canvas colgroup embed head iframe link meta noscript object script style svg template title');

/** Interface elements of MediaWiki, and boxes with links to related pages. */
const INTERFACE = names(
  'mw-editsection mw-cite-backlink mw-headline-number toc magnify mw-empty-elt mw-jump-link navbox navbox-styles vertical-navbox ' +
    'navbar catlinks mw-highlight-copy-button printfooter',
);

/** Whether an element is invisible, or part of the interface or of a navigation box. */
export function isDropped(element: Element): boolean {
  if (WITHOUT_TEXT.has(element.tagName)) return true;
  if (element.attrs.length === 0) return false;
  if (isMath(element)) return false;
  return (
    attributeOf(element, 'role') === 'navigation' ||
    attributeOf(element, 'hidden') !== undefined ||
    HIDDEN.test(attributeOf(element, 'style') ?? '') ||
    classesOf(element).some(name => INTERFACE.has(name))
  );
}

const HIDDEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i;

export const isMath = (element: Element): boolean =>
  element.tagName === 'math' || classesOf(element).some(name => name === 'mwe-math-element' || name.startsWith('mwe-math-fallback-image'));

/** Returns the elements that are blocks, or contain one. Inline elements that contain blocks are treated as blocks. */
export function blocksAmong(nodes: readonly ChildNode[]): ReadonlySet<Element> {
  const found = new Set<Element>();
  const mark = (node: ChildNode): boolean => {
    if (!isElement(node) || isDropped(node) || isMath(node)) return false;
    let isBlock = BLOCKS.has(node.tagName);
    for (const child of node.childNodes) if (mark(child)) isBlock = true;
    // A link keeps its target only as an inline element.
    if (isBlock && node.tagName !== 'a') found.add(node);
    return isBlock && node.tagName !== 'a';
  };
  for (const node of nodes) mark(node);
  return found;
}
