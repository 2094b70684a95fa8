import type { InlineMath } from 'mdast-util-math';
import type { Conversion } from './conversion.ts';
import { isDropped, isMath } from './elements.ts';
import { attributeOf, type ChildNode, descendants, type Element, isElement, isText, textOf } from './html-tree.ts';
import { writtenUrl } from './links.ts';
import type { PhrasingContent } from './mdast.ts';
import { imageOf, isTex, playerOf, texOf } from './media.ts';
import { noteTarget } from './notes.ts';

/** Converts nodes to the content of a paragraph, a heading or a table cell. Blocks inside become lines. */
export function phrasingOf(nodes: readonly ChildNode[], conversion: Conversion): PhrasingContent[] {
  const writer = new PhrasingWriter(conversion);
  writer.write(nodes);
  return writer.finish();
}

type Mark = 'strong' | 'emphasis' | 'delete';

const MARKS: Readonly<Record<string, Mark>> = {
  b: 'strong',
  strong: 'strong',
  i: 'emphasis',
  em: 'emphasis',
  var: 'emphasis',
  s: 'delete',
  del: 'delete',
  strike: 'delete',
};

const CODE: ReadonlySet<string> = new Set(['code', 'tt', 'kbd', 'samp']);

class PhrasingWriter {
  readonly #conversion: Conversion;
  #out: PhrasingContent[] = [];
  /** Whether more white space would be superfluous: at the start, after a space and after a line break. */
  #isSpaced = true;
  /** Whether a line break precedes the first node of `#out`. It moves outside. */
  #startsBroken = false;
  readonly #open = new Set<Mark | 'link' | 'code' | 'lines'>();

  constructor(conversion: Conversion) {
    this.#conversion = conversion;
  }

  write(nodes: readonly ChildNode[]): void {
    for (const node of nodes) {
      if (isText(node)) this.#text(node.value);
      else if (isElement(node) && !isDropped(node)) this.#element(node);
    }
  }

  finish(): PhrasingContent[] {
    trimEnd(this.#out);
    return this.#out;
  }

  #element(element: Element): void {
    const { tagName, childNodes } = element;
    const mark = MARKS[tagName];
    if (isMath(element) || (tagName === 'span' && isTex(ownText(element)))) this.#formula(element);
    else if (mark) this.#marked(mark, childNodes);
    else if (LINES.has(tagName) || this.#conversion.blocks.has(element)) this.#block(element);
    else if (CODE.has(tagName)) this.#code(element);
    else if (tagName === 'br') this.#lineBreak();
    else if (tagName === 'a') this.#link(element);
    else if (tagName === 'img') this.#push(imageOf(element, this.#conversion, this.#open.has('link')));
    else if (tagName === 'audio' || tagName === 'video') this.#player(element);
    else if (tagName === 'sup' || tagName === 'sub') this.#script(element, tagName);
    else if (tagName === 'q') this.#between('“', childNodes, '”');
    else if (tagName === 'rt') this.#reading(element);
    else if (tagName === 'area') this.#area(element);
    else this.write(childNodes);
  }

  #between(before: string, nodes: readonly ChildNode[], after: string): void {
    this.#text(before);
    this.write(nodes);
    this.#text(after);
  }

  #player(element: Element): void {
    if (!this.#open.has('link')) this.#push(playerOf(element, this.#conversion));
  }

  #text(value: string): void {
    if (this.#open.has('lines')) {
      for (const [i, line] of value.split('\n').entries()) {
        if (i > 0) this.#lineBreak();
        this.#inlineText(line);
      }
    } else this.#inlineText(value);
  }

  #inlineText(value: string): void {
    if (this.#open.has('code')) {
      const code = value.replaceAll(SPACES, ' ').trim();
      if (/^\s/.test(value)) this.#plain(' ');
      if (code !== '') this.#push([{ type: 'inlineCode', value: code }]);
      if (/\s$/.test(value)) this.#plain(' ');
    } else this.#plain(value);
  }

  #plain(value: string): void {
    let text = value.replaceAll(INVISIBLE, '').replaceAll(SPACES, ' ');
    if (this.#isSpaced && text.startsWith(' ')) text = text.slice(1);
    if (text === '') return;
    this.#isSpaced = text.endsWith(' ');
    const last = this.#out.at(-1);
    if (last?.type === 'text') last.value += text;
    else this.#out.push({ type: 'text', value: text });
  }

  #push(nodes: readonly PhrasingContent[]): void {
    for (const node of nodes) {
      if (node.type === 'text') this.#plain(node.value);
      else {
        this.#out.push(node);
        this.#isSpaced = false;
      }
    }
  }

  #lineBreak(): void {
    trimEnd(this.#out);
    if (this.#out.length > 0) this.#out.push({ type: 'break' });
    else this.#startsBroken = true;
    this.#isSpaced = true;
  }

  /** Runs `write` with its own list of nodes. Returns the nodes without white space at the ends, which moves outside. */
  #inside(write: () => void): PhrasingContent[] {
    const outer = this.#out;
    const isOuterBroken = this.#startsBroken;
    this.#out = [];
    this.#startsBroken = false;
    write();
    const inner = this.#out;
    const isBroken = this.#startsBroken;
    this.#out = outer;
    this.#startsBroken = isOuterBroken;
    if (isBroken) {
      const isSpaced = this.#isSpaced;
      this.#lineBreak();
      this.#isSpaced = isSpaced;
    }
    const first = inner[0];
    if (first?.type === 'text' && first.value.startsWith(' ')) {
      first.value = first.value.slice(1);
      appendSpace(outer);
      if (first.value === '') inner.shift();
    }
    return inner;
  }

  /** Appends a node around nodes, and the white space after them. */
  #append(inner: PhrasingContent[], around: (inner: PhrasingContent[]) => readonly PhrasingContent[]): void {
    const isSpaced = this.#isSpaced;
    const { isBroken } = trimEnd(inner);
    if (inner.length > 0) {
      for (const node of around(inner)) this.#out.push(node);
      this.#isSpaced = false;
    }
    if (isBroken) this.#lineBreak();
    else if (isSpaced && inner.length > 0) this.#plain(' ');
    else this.#isSpaced = isSpaced || endsSpaced(this.#out);
  }

  #marked(mark: Mark, nodes: readonly ChildNode[]): void {
    if (this.#open.has(mark) || this.#open.has('code')) {
      this.write(nodes);
      return;
    }
    this.#open.add(mark);
    const inner = this.#inside(() => this.write(nodes));
    this.#open.delete(mark);
    this.#append(inner, children => {
      const last = this.#out.at(-1);
      if (last?.type !== mark) return [{ type: mark, children }];
      for (const child of children) last.children.push(child);
      return [];
    });
  }

  #link(element: Element): void {
    const url = writtenUrl(attributeOf(element, 'href') ?? '', this.#conversion.options);
    if (url === undefined || url === '' || this.#open.has('link')) {
      this.write(element.childNodes);
      return;
    }
    this.#open.add('link');
    const inner = this.#inside(() => this.write(element.childNodes));
    this.#open.delete('link');
    this.#append(inner, children => [{ type: 'link', url, children }]);
  }

  #area(element: Element): void {
    const url = writtenUrl(attributeOf(element, 'href') ?? '', this.#conversion.options);
    const text = (attributeOf(element, 'alt') || attributeOf(element, 'title') || '').trim();
    if (url === undefined || url === '' || text === '') return;
    this.#plain(' ');
    this.#push([{ type: 'link', url, children: [{ type: 'text', value: text.replaceAll(SPACES, ' ') }] }]);
    this.#plain(' ');
  }

  #code(element: Element): void {
    if (this.#open.has('code')) {
      this.write(element.childNodes);
      return;
    }
    const isPlain = ![...descendants(element.childNodes)].some(({ tagName }) => tagName === 'a' || tagName === 'img' || tagName === 'sup');
    this.#open.add('code');
    if (isPlain) this.#text(textOf(element.childNodes));
    else this.write(element.childNodes);
    this.#open.delete('code');
  }

  #script(element: Element, tagName: 'sub' | 'sup'): void {
    const target = noteTarget(element);
    const label = target === undefined ? undefined : this.#conversion.labels.get(target);
    if (label !== undefined) {
      this.#push([{ type: 'footnoteReference', identifier: label.toLowerCase(), label }]);
      return;
    }
    if (target !== undefined) {
      this.#plain(textOf(element.childNodes));
      return;
    }
    if (this.#open.has('code')) {
      this.write(element.childNodes);
      return;
    }
    const inner = this.#inside(() => this.write(element.childNodes));
    this.#append(inner, children => [{ type: 'html', value: `<${tagName}>` }, ...children, { type: 'html', value: `</${tagName}>` }]);
  }

  /** Writes the reading of ruby text in parentheses, unless the page contains parentheses. */
  #reading(element: Element): void {
    const { parentNode } = element;
    const hasParentheses = parentNode?.childNodes.some(each => isElement(each) && each.tagName === 'rp');
    this.#between(hasParentheses ? '' : '(', element.childNodes, hasParentheses ? '' : ')');
  }

  #formula(element: Element): void {
    const { tex } = texOf(element);
    const value = tex.replaceAll(/\s+/g, ' ');
    if (value === '') return;
    const formula: InlineMath = { type: 'inlineMath', value };
    this.#push([formula]);
  }

  /** Writes a block on its own line. */
  #block(element: Element): void {
    const { tagName, childNodes } = element;
    if (tagName === 'hr') {
      this.#lineBreak();
      return;
    }
    if (tagName === 'pre') {
      this.#lines(element);
      return;
    }
    if (tagName === 'td' || tagName === 'th') {
      const isFirst = this.#out.length === 0 || this.#out.at(-1)?.type === 'break';
      if (!isFirst) this.#plain('; ');
      this.write(childNodes);
      return;
    }
    this.#lineBreak();
    if (tagName === 'li' || tagName === 'dd') this.#plain('• ');
    if (/^(?:h[1-6]|dt)$/.test(tagName)) this.#marked('strong', childNodes);
    else this.write(childNodes);
    this.#lineBreak();
  }

  /** Writes preformatted text in lines of code, between which links are possible. */
  #lines({ childNodes }: Element): void {
    if (this.#open.has('lines')) {
      this.write(childNodes);
      return;
    }
    this.#lineBreak();
    const isCode = this.#open.has('code');
    this.#open.add('code').add('lines');
    this.write(childNodes);
    this.#open.delete('lines');
    if (!isCode) this.#open.delete('code');
    this.#lineBreak();
  }
}

/** Elements that begin a new line wherever they stand. */
const LINES: ReadonlySet<string> = new Set(['hr', 'pre', 'li', 'dd', 'dt', 'tr', 'p', 'div', 'td', 'th', 'caption', 'figcaption']);

/** Characters without width that pages contain as remains of other programs. */
const INVISIBLE = /[\u200b\ufeff]/g;

/** White space that HTML collapses, and no-break spaces. */
const SPACES = /[ \t\n\r\f\u00a0]+/g;

/** Returns the text of an element with a single text node. */
const ownText = ({ childNodes }: Element): string => {
  const [first, ...others] = childNodes;
  return first && others.length === 0 && isText(first) ? first.value : '';
};

const endsSpaced = (nodes: readonly PhrasingContent[]): boolean => {
  const last = nodes.at(-1);
  return last === undefined || last.type === 'break' || (last.type === 'text' && last.value.endsWith(' '));
};

function appendSpace(nodes: PhrasingContent[]): void {
  const last = nodes.at(-1);
  if (last?.type === 'text') {
    if (!last.value.endsWith(' ')) last.value += ' ';
  } else if (last !== undefined && last.type !== 'break') nodes.push({ type: 'text', value: ' ' });
}

/** Removes white space and line breaks at the end. */
function trimEnd(nodes: PhrasingContent[]): { readonly isBroken: boolean } {
  let isBroken = false;
  for (let last = nodes.at(-1); last; last = nodes.at(-1)) {
    if (last.type === 'text') {
      last.value = last.value.trimEnd();
      if (last.value !== '') break;
    } else if (last.type !== 'break') break;
    else isBroken = true;
    nodes.pop();
  }
  return { isBroken };
}
