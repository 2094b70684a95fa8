import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { isDropped, isMath } from './elements.ts';
import { attributeOf, type ChildNode, type Element, elementsOf, isElement, isText, parseHtml } from './html-tree.ts';
import { writtenUrl } from './links.ts';
import type { MarkdownNode } from './mdast.ts';
import { isTex } from './media.ts';
import { isNote, noteLabels, noteTarget } from './notes.ts';

/** Kinds of content that Markdown must not lose. */
export type Kind = 'headings' | 'items' | 'links' | 'cells' | 'citations' | 'notes';

/** Number of elements in the HTML, and the texts or targets of those that the Markdown lacks. */
export type Comparison = Readonly<Record<Kind, { readonly count: number; readonly missing: readonly string[] }>>;

/** HTML in the Markdown by tag. */
export type LeftHtml = ReadonlyMap<string, number>;

const parseMarkdown = (markdown: string): MarkdownNode<'root'> =>
  fromMarkdown(markdown, { extensions: [gfm(), math()], mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()] });

/** Compares the visible content of HTML with the content of Markdown, both parsed. */
export function compareContent(html: string, markdown: string): Comparison {
  const nodes = parseHtml(html);
  const wanted = contentOfHtml(nodes);
  const found = contentOfMarkdown(parseMarkdown(markdown));
  const kinds = Object.entries(wanted).map(([kind, values]) => {
    const left = new Map<string, number>();
    for (const value of found[kind as Kind]) left.set(value, (left.get(value) ?? 0) + 1);
    const missing = values.filter(value => {
      const count = left.get(value) ?? 0;
      left.set(value, count - 1);
      // Items and cells inside cells, and the cells of layout tables, are text in Markdown.
      return count <= 0 && !(TEXTUAL.has(kind) && found.text.includes(value));
    });
    return [kind, { count: values.length, missing }] as const;
  });
  return Object.fromEntries(kinds) as unknown as Comparison;
}

const TEXTUAL: ReadonlySet<string> = new Set(['items', 'cells']);

export function htmlLeft(markdown: string): LeftHtml {
  const found = new Map<string, number>();
  for (const node of allNodes(parseMarkdown(markdown))) {
    if (node.type === 'html') found.set(node.value, (found.get(node.value) ?? 0) + 1);
  }
  return found;
}

type Content = Record<Kind, string[]>;

const empty = (): Content => ({ headings: [], items: [], links: [], cells: [], citations: [], notes: [] });

function contentOfHtml(nodes: readonly ChildNode[]): Content {
  const content = empty();
  const labels = noteLabels(nodes);
  const visit = (node: ChildNode, isInLink: boolean): void => {
    if (!isElement(node) || isDropped(node) || isMath(node)) return;
    const { tagName } = node;
    const target = tagName === 'sup' ? noteTarget(node) : undefined;
    if (target !== undefined) {
      if (labels.has(target)) content.citations.push(labels.get(target)?.toLowerCase() ?? '');
      return;
    }
    const text = letters(shownText(node, isPartOfItem));
    if (/^h[1-6]$/.test(tagName) && text !== '') content.headings.push(text);
    if (isNote(node)) content.notes.push(letters(shownText(node)));
    else if (ITEMS.has(tagName) && text !== '') content.items.push(text);
    if ((tagName === 'td' || tagName === 'th') && !hasTable(node)) {
      const own = letters(shownText(node));
      if (own !== '') content.cells.push(own);
    }
    const url = tagName === 'a' && !isInLink ? writtenUrl(attributeOf(node, 'href') ?? '', {}) : undefined;
    const isLink = url !== undefined && url !== '' && isLinkVisible(node);
    if (isLink) content.links.push(normalUrl(url));
    for (const child of node.childNodes) visit(child, isInLink || isLink);
  };
  for (const node of nodes) visit(node, false);
  return content;
}

const ITEMS: ReadonlySet<string> = new Set(['li', 'dd', 'dt']);
/** Elements whose text is not that of the list item around them. */
const isPartOfItem = ({ tagName }: Element): boolean => !['ul', 'ol', 'dl', 'table', 'p', 'div', 'pre', 'blockquote'].includes(tagName);

const hasTable = (element: Element): boolean =>
  elementsOf(element.childNodes).some(each => !isDropped(each) && (each.tagName === 'table' || hasTable(each)));

const isLinkVisible = (element: Element): boolean => shownText(element).trim() !== '' || hasImage(element);

const hasImage = (element: Element): boolean =>
  elementsOf(element.childNodes).some(
    each => !isDropped(each) && ((each.tagName === 'img' && (attributeOf(each, 'src') ?? '') !== '') || hasImage(each)),
  );

function shownText(element: Element, enters: (element: Element) => boolean = () => true): string {
  return element.childNodes
    .map(node => {
      if (isText(node)) return isTex(node.value) ? '' : node.value;
      if (!isElement(node) || isDropped(node) || isMath(node) || !enters(node)) return '';
      if (node.tagName === 'sup' && noteTarget(node) !== undefined) return '';
      return ['audio', 'video'].includes(node.tagName) ? '' : shownText(node, enters);
    })
    .join('');
}

function contentOfMarkdown(tree: MarkdownNode<'root'>): Content & { readonly text: string } {
  const content = empty();
  for (const node of allNodes(tree)) {
    if (node.type === 'heading') content.headings.push(letters(markdownText(node)));
    if (node.type === 'link') content.links.push(normalUrl(node.url));
    if (node.type === 'tableCell') content.cells.push(letters(markdownText(node)));
    if (node.type === 'footnoteReference') content.citations.push(node.identifier);
    if (node.type === 'footnoteDefinition') content.notes.push(letters(markdownText(node)));
    if (node.type === 'listItem') {
      const [first] = node.children;
      content.items.push(first?.type === 'paragraph' ? letters(markdownText(first)) : '');
    }
  }
  return { ...content, text: letters(markdownText(tree)) };
}

function* allNodes(node: MarkdownNode): Generator<MarkdownNode> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* allNodes(child);
}

function markdownText(node: MarkdownNode): string {
  if ('children' in node) return node.children.map(markdownText).join('');
  return node.type === 'text' || node.type === 'inlineCode' || node.type === 'code' ? node.value : '';
}

const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

function normalUrl(url: string): string {
  const base = 'https://wiki.invalid/';
  return URL.canParse(url, base) ? new URL(url, base).href : url;
}
