import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes, defaultTreeAdapter, Parser } from 'parse5';

export type ChildNode = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;

/** Elements inside deeper elements become their siblings, as in browsers. */
const MAX_DEPTH = 200;

/** Parses a document or a fragment of HTML. Throws an Error if its elements multiply, which only wrongly nested formatting elements do. */
export function parseHtml(html: string): readonly ChildNode[] {
  let left = html.length + SCAFFOLD;
  const treeAdapter = {
    ...defaultTreeAdapter,
    createElement(...args: Parameters<typeof defaultTreeAdapter.createElement>) {
      left -= 1;
      if (left < 0) throw new Error('The HTML is malformed: its formatting elements multiply.');
      return defaultTreeAdapter.createElement(...args);
    },
  };
  const document = ShallowParser.parse<DefaultTreeAdapterMap>(html, { treeAdapter });
  const root = document.childNodes.find(node => isElement(node) && node.tagName === 'html');
  const body = root && isElement(root) ? root.childNodes.find(node => isElement(node) && node.tagName === 'body') : undefined;
  return body && isElement(body) ? body.childNodes : [];
}

/** Elements of each document: html, head and body, and the parts of a table that HTML may omit. */
const SCAFFOLD = 10;

/** Limits the depth of the tree, because parsing and conversion take time in proportion to size times depth. */
class ShallowParser extends Parser<DefaultTreeAdapterMap> {
  override onItemPush(node: DefaultTreeAdapterTypes.ParentNode, id: number, isTop: boolean): void {
    super.onItemPush(node, id, isTop);
    if (this.openElements.stackTop > MAX_DEPTH) this.openElements.pop();
  }
}

export const isElement = (node: ChildNode): node is Element => 'tagName' in node;

export const isText = (node: ChildNode): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text';

export const attributeOf = ({ attrs }: Element, name: string): string | undefined => attrs.find(each => each.name === name)?.value;

export const classesOf = (element: Element): readonly string[] => (attributeOf(element, 'class') ?? '').split(/[ \t\n\f\r]+/);

export const hasClass = (element: Element, ...names: readonly string[]): boolean => {
  const classes = classesOf(element);
  return names.some(name => classes.includes(name));
};

/** Returns the elements among nodes. */
export const elementsOf = (nodes: readonly ChildNode[]): readonly Element[] => nodes.filter(isElement);

/** Yields the elements below nodes in document order. `enters`: whether to visit the descendants of an element. */
export function* descendants(nodes: readonly ChildNode[], enters: (element: Element) => boolean = () => true): Generator<Element> {
  const waiting = elementsOf(nodes).toReversed();
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    yield element;
    if (enters(element)) for (const child of elementsOf(element.childNodes).toReversed()) waiting.push(child);
  }
}

/** Returns the text of nodes without markup, as written. */
export function textOf(nodes: readonly ChildNode[]): string {
  const parts: string[] = [];
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isText(node)) parts.push(node.value);
    else if (isElement(node)) {
      if (node.tagName === 'br') parts.push('\n');
      for (const child of node.childNodes.toReversed()) waiting.push(child);
    }
  }
  return parts.join('');
}
