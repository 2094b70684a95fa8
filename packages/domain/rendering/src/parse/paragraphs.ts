import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html } from 'parse5';

type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** Inline elements. All other elements are blocks. */
const INLINE: ReadonlySet<string> = new Set(
  (
    'a abbr b bdi bdo big br cite code data del dfn em font i img ins kbd mark q rb rp rt rtc ruby s samp small span strike strong sub sup ' +
    'time tt u var'
  ).split(' '),
);

/** Formatting elements that are split around blocks. */
const FORMATTING: ReadonlySet<string> = new Set('a b big code em font i s small strike strong tt u'.split(' '));

/** Maximum nesting depth of formatting elements to split. MediaWiki has no such limit, but each part repeats all levels. */
const DEEPEST = 20;

const { isTextNode, isElementNode } = defaultTreeAdapter;
const isBlank = (node: ChildNode): boolean => !isElementNode(node) && !(isTextNode(node) && /[^ \t\n\f\r]/.test(node.value));

/** Tidies HTML as MediaWiki does: marks empty elements and wraps bare text in paragraphs, except nodes moved out of tables (`outside`). */
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

function withBlocks(root: ParentNode): Set<ChildNode> {
  const holding = new Set<ChildNode>();
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

/** Splits a formatting element into parts, each with only text or only blocks. Drops whitespace before blocks. */
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
