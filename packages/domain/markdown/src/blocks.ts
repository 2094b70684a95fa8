import type { Math as MathBlock } from 'mdast-util-math';
import { codeOf } from './code.ts';
import type { Conversion } from './conversion.ts';
import { isDropped, isMath } from './elements.ts';
import { attributeOf, type ChildNode, descendants, type Element, elementsOf, hasClass, isElement, isText } from './html-tree.ts';
import type { FlowContent, MarkdownNode, PhrasingContent } from './mdast.ts';
import { texOf } from './media.ts';
import { isNote, isNoteList } from './notes.ts';
import { phrasingOf } from './phrasing.ts';
import { tableOf } from './tables.ts';

type Heading = MarkdownNode<'heading'>;
type List = MarkdownNode<'list'>;
type ListItem = MarkdownNode<'listItem'>;

/** Lists and quotations inside deeper ones become their siblings, because each level indents all its lines. */
const MAX_NESTING = 12;

/** Converts nodes to blocks. `nesting`: number of lists and quotations around them. */
export function blocksOf(nodes: readonly ChildNode[], conversion: Conversion, nesting = 0): FlowContent[] {
  const writer = new BlockWriter(conversion, nesting);
  writer.write(nodes);
  return writer.finish();
}

class BlockWriter {
  readonly #conversion: Conversion;
  readonly #nesting: number;
  readonly #out: FlowContent[] = [];
  #inline: ChildNode[] = [];

  constructor(conversion: Conversion, nesting: number) {
    this.#conversion = conversion;
    this.#nesting = nesting;
  }

  write(nodes: readonly ChildNode[]): void {
    for (const node of nodes) {
      if (isText(node)) this.#inline.push(node);
      else if (isElement(node) && !isDropped(node)) {
        if (this.#conversion.blocks.has(node)) {
          this.#endParagraph();
          this.#block(node);
          this.#endParagraph();
        } else this.#inline.push(node);
      }
    }
  }

  finish(): FlowContent[] {
    this.#endParagraph();
    return this.#out;
  }

  #endParagraph(): void {
    const nodes = this.#inline;
    if (nodes.length === 0) return;
    this.#inline = [];
    const shown = nodes.filter(node => !isText(node) || node.value.trim() !== '');
    const [only, ...others] = shown;
    if (only && others.length === 0 && isElement(only) && isMath(only) && texOf(only).isDisplayed) {
      const formula: MathBlock = { type: 'math', value: texOf(only).tex };
      this.#out.push(formula);
    } else if (only) this.#paragraph(phrasingOf(nodes, this.#conversion));
  }

  #paragraph(children: PhrasingContent[]): void {
    if (children.length > 0) this.#out.push({ type: 'paragraph', children });
  }

  #block(element: Element): void {
    const { tagName, childNodes } = element;
    if (hasClass(element, 'hatnote')) {
      this.#hatnote(element);
      return;
    }
    switch (tagName) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        this.#heading(element);
        break;
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        if (isNoteList(element)) this.#notes(element);
        else this.#list(element);
        break;
      case 'dl':
        this.#definitions(element);
        break;
      case 'table':
        this.#table(element);
        break;
      case 'pre':
        this.#code(element);
        break;
      case 'blockquote':
        this.#quotation(element);
        break;
      case 'hr':
        this.#out.push({ type: 'thematicBreak' });
        break;
      case 'summary':
      case 'legend':
        this.#strong(childNodes);
        break;
      case 'figcaption':
        this.#paragraph(phrasingOf(childNodes, this.#conversion));
        break;
      default:
        this.write(childNodes);
        break;
    }
  }

  #hatnote({ childNodes }: Element): void {
    const children = phrasingOf(childNodes, this.#conversion);
    if (children.length > 0) this.#paragraph([marked('emphasis', children)]);
  }

  #strong(nodes: readonly ChildNode[]): void {
    const children = phrasingOf(nodes, this.#conversion);
    if (children.length > 0) this.#paragraph([marked('strong', children)]);
  }

  #heading(element: Element): void {
    const { tagName, childNodes } = element;
    const children = phrasingOf(childNodes, this.#conversion).map(node => (node.type === 'break' ? SPACE : node));
    if (children.length === 0) return;
    const heading: Heading = { type: 'heading', depth: Number(tagName[1]) as Heading['depth'], children };
    this.#conversion.anchors.set(heading, anchorOf(element));
    this.#out.push(heading);
  }

  #code(element: Element): void {
    const code = codeOf(element);
    if (code) this.#out.push(code);
    else this.#paragraph(phrasingOf([element], this.#conversion));
  }

  #quotation({ childNodes }: Element): void {
    if (this.#nesting >= MAX_NESTING) {
      this.write(childNodes);
      return;
    }
    const children = blocksOf(childNodes, this.#conversion, this.#nesting + 1);
    if (children.length > 0) this.#out.push({ type: 'blockquote', children });
  }

  #table(element: Element): void {
    const converted = tableOf(element, this.#conversion);
    if (converted.caption) this.#paragraph([marked('strong', converted.caption)]);
    if (converted.table) {
      this.#out.push(converted.table);
      return;
    }
    for (const cell of converted.cells) {
      this.#endParagraph();
      this.write(cell.childNodes);
    }
  }

  /** Writes the items of a list. Consecutive lists become one list, because Markdown cannot separate them. */
  #list(element: Element): void {
    const items = elementsOf(element.childNodes).filter(each => !isDropped(each));
    if (this.#nesting >= MAX_NESTING) {
      for (const item of items) {
        this.#endParagraph();
        this.write(item.childNodes);
      }
      return;
    }
    const isOrdered = element.tagName === 'ol';
    const children = items.flatMap(item =>
      hasClass(item, 'gallerycaption')
        ? this.#galleryCaption(item)
        : this.#item(blocksOf(item.childNodes, this.#conversion, this.#nesting + 1)),
    );
    this.#addItems(children, isOrdered, Number.parseInt(attributeOf(element, 'start') ?? '1', 10));
  }

  #galleryCaption(item: Element): ListItem[] {
    this.#strong(item.childNodes);
    return [];
  }

  #item(children: FlowContent[]): ListItem[] {
    return children.length === 0 ? [] : [{ type: 'listItem', spread: children.some(needsBlankLine), children }];
  }

  #addItems(items: ListItem[], isOrdered: boolean, start: number): void {
    if (items.length === 0) return;
    const last = this.#out.at(-1);
    if (last?.type === 'list' && last.ordered === isOrdered) {
      for (const item of items) last.children.push(item);
      return;
    }
    const list: List = { type: 'list', ordered: isOrdered, spread: false, children: items };
    if (isOrdered && start >= 0 && start < MAX_START) list.start = start;
    this.#out.push(list);
  }

  /** Writes a definition list as a list: terms in bold, and their definitions below them. */
  #definitions({ childNodes }: Element): void {
    if (this.#nesting >= MAX_NESTING) {
      this.write(childNodes);
      return;
    }
    const items: ListItem[] = [];
    let term: ListItem | undefined;
    const add = (entries: readonly Element[]): void => {
      for (const entry of entries) {
        if (isDropped(entry)) continue;
        if (entry.tagName === 'dt') {
          const children = phrasingOf(entry.childNodes, this.#conversion);
          if (children.length === 0) continue;
          term = { type: 'listItem', spread: false, children: [{ type: 'paragraph', children: [marked('strong', children)] }] };
          items.push(term);
        } else if (entry.tagName === 'div') add(elementsOf(entry.childNodes));
        else {
          const [item] = this.#item(blocksOf(entry.childNodes, this.#conversion, this.#nesting + (term ? 2 : 1)));
          if (!item) continue;
          const below = term?.children.at(-1);
          if (below?.type === 'list') below.children.push(item);
          else if (term) term.children.push({ type: 'list', ordered: false, spread: false, children: [item] });
          else items.push(item);
        }
      }
    };
    add(elementsOf(childNodes));
    this.#addItems(items, false, 1);
  }

  #notes(element: Element): void {
    for (const item of elementsOf(element.childNodes)) {
      const id = attributeOf(item, 'id') ?? '';
      const label = isNote(item) ? this.#conversion.labels.get(id) : undefined;
      const children = blocksOf(item.childNodes, this.#conversion, this.#nesting + 1);
      if (label === undefined) this.#addItems(this.#item(children), true, 1);
      else this.#out.push({ type: 'footnoteDefinition', identifier: label.toLowerCase(), label, children });
    }
  }
}

const SPACE: PhrasingContent = { type: 'text', value: ' ' };

/** Returns the fragment of a heading. Until MediaWiki 1.44, it belongs to a part of the heading. */
function anchorOf(heading: Element): string {
  const own = attributeOf(heading, 'id');
  if (own !== undefined) return own;
  for (const element of descendants(heading.childNodes)) if (hasClass(element, 'mw-headline')) return attributeOf(element, 'id') ?? '';
  return '';
}

const MAX_START = 1e9;

/** Marks the content of a paragraph, and removes the same mark inside. */
const marked = (type: 'strong' | 'emphasis', children: readonly PhrasingContent[]): PhrasingContent => ({
  type,
  children: children.flatMap(node => (node.type === type ? node.children : [node])),
});

/** Blocks that a blank line must separate from a paragraph before them. */
const needsBlankLine = ({ type }: FlowContent): boolean => type !== 'paragraph' && type !== 'list';
