import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html } from 'parse5';

type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** Elements of text: all others stand for themselves. */
const INLINE: ReadonlySet<string> = new Set(
  (
    'a abbr b bdi bdo big br cite code data del dfn em font i img ins kbd mark q rb rp rt rtc ruby s samp small span strike strong sub sup ' +
    'time tt u var'
  ).split(' '),
);

/** Those that are parted around a block; others stay around it. */
const FORMATTING: ReadonlySet<string> = new Set('a b big code em font i s small strike strong tt u'.split(' '));

/** Elements of text within each other that are parted around a block: a bound of our own, as each part repeats all of them. */
const DEEPEST = 20;

const { isTextNode, isElementNode } = defaultTreeAdapter;
const isBlank = (node: ChildNode): boolean => !isElementNode(node) && !(isTextNode(node) && /[^ \t\n\f\r]/.test(node.value));

/** Text right within the page or a quotation gets paragraphs, as MediaWiki tidies HTML, but what was put in front of a table (`outside`); empty paragraphs, items and rows get their class. */
export function tidyParagraphs(root: ParentNode, outside: ReadonlySet<ChildNode> = new Set()): void {
  wrap(root, outside);
  const stack: ParentNode[] = [root];
  for (let parent = stack.pop(); parent; parent = stack.pop())
    for (const node of parent.childNodes) {
      if (!isElementNode(node)) continue;
      if (node.tagName === 'blockquote') wrap(node, outside);
      if (EMPTIABLE.has(node.tagName) && node.attrs.length === 0 && node.childNodes.every(isBlank))
        node.attrs.push({ name: 'class', value: 'mw-empty-elt' });
      stack.push(node);
    }
}

const EMPTIABLE: ReadonlySet<string> = new Set(['p', 'li', 'tr']);

function wrap(parent: ParentNode, outside: ReadonlySet<ChildNode>): void {
  const holding = withBlocks(parent);
  const nodes: ChildNode[] = [];
  let paragraph: Element | undefined;
  for (const node of parent.childNodes.flatMap(child => parted(child, holding, 0))) {
    if (isBlock(node, holding) || outside.has(node)) paragraph = undefined;
    else if (!paragraph && !isBlank(node)) {
      paragraph = defaultTreeAdapter.createElement('p', html.NS.HTML, []);
      nodes.push(paragraph);
    }
    (paragraph?.childNodes ?? nodes).push(node);
  }
  parent.childNodes = nodes;
}

const isBlock = (node: ChildNode, holding: ReadonlySet<ChildNode>): boolean =>
  isElementNode(node) && (!INLINE.has(node.tagName) || holding.has(node));

/** The elements of text that hold a block. */
function withBlocks(root: ParentNode): Set<ChildNode> {
  const holding = new Set<ChildNode>();
  // The last first.
  const elementsOf = ({ childNodes }: ParentNode): Element[] => childNodes.filter(isElementNode).reverse();
  const stack = [elementsOf(root)];
  const path: Element[] = [];
  for (let level = stack.at(-1); level; level = stack.at(-1)) {
    const node = level.pop();
    if (!node) {
      stack.pop();
      path.pop();
    } else if (INLINE.has(node.tagName)) {
      path.push(node);
      stack.push(elementsOf(node));
    } else for (let at = path.length - 1; at >= 0 && !holding.has(path[at] as Element); at--) holding.add(path[at] as Element);
  }
  return holding;
}

/** An element of formatting around blocks becomes several: with text alone, or with blocks alone. Blanks in front of a block are gone. */
function parted(node: ChildNode, holding: Set<ChildNode>, depth: number): ChildNode[] {
  if (!isElementNode(node) || !holding.has(node) || !FORMATTING.has(node.tagName) || depth >= DEEPEST) return [node];
  const parts: Element[] = [];
  const add = (children: ChildNode[], isOfBlocks: boolean): void => {
    const part = defaultTreeAdapter.createElement(node.tagName, node.namespaceURI, node.attrs);
    part.childNodes = children;
    parts.push(part);
    if (isOfBlocks) holding.add(part);
  };
  let run: ChildNode[] = [];
  let isOfBlocks = false;
  for (const child of node.childNodes.flatMap(each => parted(each, holding, depth + 1))) {
    if (isBlock(child, holding) !== isOfBlocks) {
      if (isOfBlocks || !run.every(isBlank)) add(run, isOfBlocks);
      run = [];
      isOfBlocks = !isOfBlocks;
    }
    run.push(child);
  }
  add(run, isOfBlocks);
  return parts;
}
