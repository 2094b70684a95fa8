import { escapeAttribute } from '@wikiquery/html';
/** A piece of wikitext: plain text, or something that has a meaning before the text is read as markup. */
export type Node = string | Comment | Ignored | Extension | Heading | Braces;

export interface Comment {
  readonly kind: 'comment';
  readonly source: string;
}

/** A tag such as `<noinclude>` that means nothing here, or `<includeonly>` with all that lies in it. */
export interface Ignored {
  readonly kind: 'ignore';
  readonly source: string;
}

/** `<nowiki>…</nowiki>` and the tags of extensions: what they hold is not read. */
export interface Extension {
  readonly kind: 'ext';
  readonly name: string;
  /** With the space in front. */
  readonly attributes: string;
  /** Undefined for `<ref />`. */
  readonly inner: string | undefined;
  /** The end tag as it was written; undefined when there is none. */
  readonly close: string | undefined;
}

/** A line between equals signs. Only one at the top level begins a section. */
export interface Heading {
  readonly kind: 'heading';
  readonly level: number;
  /** Counts from 1, over those inside of templates too. */
  readonly index: number;
  /** With the equals signs. */
  readonly children: readonly Node[];
}

/** `{{title|name=value}}` or `{{{title|default}}}`. */
export interface Braces {
  readonly kind: 'template' | 'argument';
  readonly title: readonly Node[];
  readonly parts: readonly BracePart[];
  /** It stands at the beginning of a line. */
  readonly lineStart: boolean;
}

export interface BracePart {
  /** Undefined for a positional value. */
  readonly name: readonly Node[] | undefined;
  readonly value: readonly Node[];
}

// Trees may be as deep as a text is long: what walks them keeps a stack of its own.

/** The wikitext that was read. */
export function toSource(nodes: readonly Node[]): string {
  const out: string[] = [];
  // The next one stands at the end.
  const stack = nodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === 'string') out.push(node);
    else if (node.kind === 'comment' || node.kind === 'ignore') out.push(node.source);
    else if (node.kind === 'heading') pushAll(stack, node.children);
    else if (node.kind === 'ext') {
      out.push(`<${node.name}${node.attributes}${node.inner === undefined ? '/>' : `>${node.inner}${node.close ?? ''}`}`);
    } else pushAll(stack, piecesOf(node));
  }
  return out.join('');
}

/** What stands between braces, and the signs around it. */
export function piecesOf({ kind, title, parts }: Braces): Node[] {
  const [open, close] = kind === 'template' ? (['{{', '}}'] as const) : (['{{{', '}}}'] as const);
  return [open, ...title, ...parts.flatMap(({ name, value }): Node[] => ['|', ...(name ? [...name, '='] : []), ...value]), close];
}

/** What is left of a text that another page includes: without `<noinclude>` and what it holds, and without the tags of what is included. */
export const withoutIgnored = (nodes: readonly Node[]): string =>
  toSource(nodes.filter(node => typeof node === 'string' || node.kind !== 'ignore'));

function pushAll<T>(stack: T[], nodes: readonly T[]): void {
  for (let at = nodes.length - 1; at >= 0; at--) stack.push(nodes[at] as T);
}

/** XML that is ready, among the nodes that are still to be written. */
interface Markup {
  readonly xml: string;
}

/** The tree as XML, in the form of `rvprop=parsetree`. */
export function toXml(nodes: readonly Node[]): string {
  if (nodes.length === 0) return '<root/>';
  const out = ['<root>'];
  const stack: (Node | Markup)[] = nodes.toReversed();
  /** Puts an element, whose content is not written yet, before what waits. */
  const push = (name: string, content: readonly Node[], attributes = ''): void => {
    if (content.length === 0) stack.push({ xml: `<${name}${attributes}/>` });
    else {
      stack.push({ xml: `</${name}>` });
      pushAll<Node | Markup>(stack, content);
      stack.push({ xml: `<${name}${attributes}>` });
    }
  };
  let level = 0;
  const braces = ({ kind, title, parts, lineStart }: Braces): void => {
    const name = kind === 'template' ? 'template' : 'tplarg';
    let position = parts.filter(part => !part.name).length;
    stack.push({ xml: `</${name}>` });
    for (const part of parts.toReversed()) {
      stack.push({ xml: '</part>' });
      push('value', part.value);
      if (part.name) {
        stack.push({ xml: '<equals>=</equals>' });
        push('name', part.name);
      } else stack.push({ xml: `<name index="${position--}"/>` });
      stack.push({ xml: '<part>' });
    }
    push('title', title);
    stack.push({ xml: `<${name}${lineStart ? ' lineStart="1"' : ''}>` });
  };
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === 'string') out.push(escapeAttribute(node));
    else if ('xml' in node) {
      out.push(node.xml);
      if (node === END) level--;
    } else if (node.kind === 'comment' || node.kind === 'ignore') out.push(element(node.kind, escapeAttribute(node.source)));
    else if (node.kind === 'ext') out.push(extension(node));
    else if (node.kind !== 'heading') {
      stack.push(END);
      level++;
      braces(node);
    } else {
      const attributes = ` level="${node.level}" i="${node.index}"`;
      const isSection = level === 0;
      stack.push(END);
      level++;
      push(isSection ? 'h' : 'possible-h', node.children, attributes);
    }
  }
  out.push('</root>');
  return out.join('');
}

/** Behind it the level is one less. */
const END: Markup = { xml: '' };

function extension({ name, attributes, inner, close }: Extension): string {
  const content = inner === undefined ? '' : element('inner', escapeAttribute(inner));
  const end = close === undefined ? '' : element('close', escapeAttribute(close));
  return element('ext', element('name', escapeAttribute(name)) + element('attr', escapeAttribute(attributes)) + content + end);
}

const element = (name: string, content: string): string => (content === '' ? `<${name}/>` : `<${name}>${content}</${name}>`);
