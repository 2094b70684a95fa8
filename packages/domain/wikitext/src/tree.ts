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
  readonly parts: readonly Part[];
  /** It stands at the beginning of a line. */
  readonly lineStart: boolean;
}

export interface Part {
  /** Undefined for a positional value. */
  readonly name: readonly Node[] | undefined;
  readonly value: readonly Node[];
}

/** The wikitext that was read. */
export const toSource = (nodes: readonly Node[]): string => nodes.map(sourceOf).join('');

function sourceOf(node: Node): string {
  if (typeof node === 'string') return node;
  switch (node.kind) {
    case 'comment':
    case 'ignore':
      return node.source;
    case 'ext':
      return node.inner === undefined
        ? `<${node.name}${node.attributes}/>`
        : `<${node.name}${node.attributes}>${node.inner}${node.close ?? ''}`;
    case 'heading':
      return toSource(node.children);
    default: {
      const [open, close] = node.kind === 'template' ? ['{{', '}}'] : ['{{{', '}}}'];
      const parts = node.parts.map(({ name, value }) => `|${name ? `${toSource(name)}=` : ''}${toSource(value)}`);
      return open + toSource(node.title) + parts.join('') + close;
    }
  }
}

/** The tree as XML, in the form of `rvprop=parsetree`. */
export const toXml = (nodes: readonly Node[]): string => {
  const xml = nodes.map(node => xmlOf(node, true)).join('');
  return xml === '' ? '<root/>' : `<root>${xml}</root>`;
};

function xmlOf(node: Node, atTop = false): string {
  if (typeof node === 'string') return escapeXml(node);
  switch (node.kind) {
    case 'comment':
    case 'ignore':
      return element(node.kind, escapeXml(node.source));
    case 'ext': {
      const inner = node.inner === undefined ? '' : element('inner', escapeXml(node.inner));
      const close = node.close === undefined ? '' : element('close', escapeXml(node.close));
      return element('ext', element('name', escapeXml(node.name)) + element('attr', escapeXml(node.attributes)) + inner + close);
    }
    case 'heading':
      return element(atTop ? 'h' : 'possible-h', xmlOfAll(node.children), ` level="${node.level}" i="${node.index}"`);
    default: {
      let position = 0;
      const parts = node.parts.map(({ name, value }) => {
        const label = name ? `${element('name', xmlOfAll(name))}${element('equals', '=')}` : `<name index="${++position}"/>`;
        return element('part', label + element('value', xmlOfAll(value)));
      });
      const title = element('title', xmlOfAll(node.title));
      return element(node.kind === 'template' ? 'template' : 'tplarg', title + parts.join(''), node.lineStart ? ' lineStart="1"' : '');
    }
  }
}

const xmlOfAll = (nodes: readonly Node[]): string => nodes.map(node => xmlOf(node)).join('');
const element = (name: string, content: string, attributes = ''): string =>
  content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, character => ENTITIES[character] as string);
