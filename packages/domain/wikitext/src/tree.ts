import { escapeAttribute } from '@wikiquery/html';
/** Node of parsed wikitext. A string is plain text. */
export type Node = string | Comment | Ignored | Extension | Heading | Braces;

/** `<!-- … -->`, with the whitespace around a comment that is alone on its line. */
export interface Comment {
  readonly kind: 'comment';
  readonly source: string;
}

/** An ignored tag such as `<noinclude>`, or a whole `<includeonly>` element. */
export interface Ignored {
  readonly kind: 'ignore';
  readonly source: string;
}

/** `<nowiki>…</nowiki>` or an extension tag, with unparsed content. */
export interface Extension {
  readonly kind: 'ext';
  readonly name: string;
  readonly attributes: string;
  readonly inner: string | undefined;
  readonly close: string | undefined;
}

/** A line between equals signs. Only a heading at the top level of the tree begins a section. */
export interface Heading {
  readonly kind: 'heading';
  readonly level: number;
  /** Number of the heading, counted from 1, including headings inside templates. */
  readonly index: number;
  readonly children: readonly Node[];
}

/** `{{title|name=value}}` or `{{{title|default}}}`. */
export interface Braces {
  readonly kind: 'template' | 'argument';
  readonly title: readonly Node[];
  readonly parts: readonly BracePart[];
  readonly lineStart: boolean;
}

/** A part of braces after `|`. */
export interface BracePart {
  readonly name: readonly Node[] | undefined;
  readonly value: readonly Node[];
}

// Trees can be as deep as a text is long, so traversals use an explicit stack.

/** Converts nodes back to wikitext. */
export function toSource(nodes: readonly Node[]): string {
  const out: string[] = [];
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

/** Returns the content of braces as a flat list of nodes, with the braces, `|` and `=` as text. */
export function piecesOf({ kind, title, parts }: Braces): Node[] {
  const [open, close] = kind === 'template' ? (['{{', '}}'] as const) : (['{{{', '}}}'] as const);
  return [open, ...title, ...parts.flatMap(({ name, value }): Node[] => ['|', ...(name ? [...name, '='] : []), ...value]), close];
}

/** Returns the transcluded part of a text, without expanding anything. */
export const withoutIgnored = (nodes: readonly Node[]): string =>
  toSource(nodes.filter(node => typeof node === 'string' || node.kind !== 'ignore'));

/** Replaces headings with their content. */
export function flattenHeadings(nodes: readonly Node[]): Exclude<Node, Heading>[] {
  const flat: Exclude<Node, Heading>[] = [];
  const stack = nodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node !== 'string' && node.kind === 'heading') pushAll(stack, node.children);
    else flat.push(node);
  }
  return flat;
}

function pushAll<T>(stack: T[], nodes: readonly T[]): void {
  for (let at = nodes.length - 1; at >= 0; at--) stack.push(nodes[at] as T);
}

interface Markup {
  readonly xml: string;
}

export function toXml(nodes: readonly Node[]): string {
  if (nodes.length === 0) return '<root/>';
  const out = ['<root>'];
  const stack: (Node | Markup)[] = nodes.toReversed();
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
    else {
      stack.push(END);
      if (node.kind === 'heading') push(level === 0 ? 'h' : 'possible-h', node.children, ` level="${node.level}" i="${node.index}"`);
      else braces(node);
      level++;
    }
  }
  out.push('</root>');
  return out.join('');
}

const END: Markup = { xml: '' };

function extension({ name, attributes, inner, close }: Extension): string {
  const content = inner === undefined ? '' : element('inner', escapeAttribute(inner));
  const end = close === undefined ? '' : element('close', escapeAttribute(close));
  return element('ext', element('name', escapeAttribute(name)) + element('attr', escapeAttribute(attributes)) + content + end);
}

const element = (name: string, content: string): string => (content === '' ? `<${name}/>` : `<${name}>${content}</${name}>`);
