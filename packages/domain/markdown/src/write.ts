import { gfmToMarkdown } from 'mdast-util-gfm';
import { mathToMarkdown } from 'mdast-util-math';
import { defaultHandlers, type Handle, type Info, type Options, type State, toMarkdown } from 'mdast-util-to-markdown';
import type { FlowContent, MarkdownNode } from './mdast.ts';

type Break = MarkdownNode<'break'>;
type Link = MarkdownNode<'link'>;
type Table = MarkdownNode<'table'>;

const OPTIONS: Options = {
  bullet: '-',
  emphasis: '*',
  fences: true,
  listItemIndent: 'one',
  rule: '-',
  extensions: [gfmToMarkdown({ tablePipeAlign: false }), mathToMarkdown(), { handlers: { break: lineBreak, link, table } }],
};

/** Writes a block. Characters with a meaning in Markdown are escaped. */
export const written = (block: FlowContent): string => toMarkdown({ type: 'root', children: [block] }, OPTIONS).replace(/\n$/, '');

/** Writes a line break. In tables, Markdown has only that of HTML. */
function lineBreak(node: Break, parent: Parameters<Handle>[1], state: State, info: Info): string {
  return state.stack.includes('tableCell') ? '<br>' : defaultHandlers.break(node, parent, state, info);
}

/** Writes a table without padding. Rows may be shorter than the header. */
function table(node: Table, _parent: Parameters<Handle>[1], state: State, info: Info): string {
  const exit = state.enter('table');
  const [header, ...rows] = node.children.map(row => {
    const exitRow = state.enter('tableRow');
    const cells = row.children.map(cell => {
      const exitCell = state.enter('tableCell');
      // Without this construct, the writer would not escape HTML.
      const exitPhrasing = state.enter('phrasing');
      const text = state.containerPhrasing(cell, { ...info, before: '|', after: '|' });
      exitPhrasing();
      exitCell();
      return text;
    });
    exitRow();
    return cells;
  });
  exit();
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const width = header?.length ?? 0;
  return [line(header ?? []), `|${' - |'.repeat(width)}`, ...rows.map(line)].join('\n');
}

/** Writes a link. The URLs of most links need no escapes, although the default handler adds some. */
function link(node: Link, parent: Parameters<Handle>[1], state: State, info: Info): string {
  const byDefault = (): string => defaultHandlers.link(node, parent, state, info);
  if (!SIMPLE_URL.test(node.url) || !hasPairs(node.url) || isAutolink(node)) return byDefault();
  const exit = state.enter('link');
  const exitLabel = state.enter('label');
  const label = state.containerPhrasing(node, { ...info, before: '[', after: ']' });
  exitLabel();
  exit();
  // Code in a label can contain brackets.
  return label.includes('`') ? byDefault() : `[${label}](${node.url})`;
}

link.peek = defaultHandlers.link.peek;

/** Whether the text of a link is its URL, which the default handler writes once. */
function isAutolink({ url, children: [text, ...others] }: Link): boolean {
  return text?.type === 'text' && others.length === 0 && (text.value === url || url.startsWith('mailto:'));
}

/** URL without characters that could end the link or that mean something else in it. */
const SIMPLE_URL = /^[^\p{Cc}\s<>\\`|;]+$/u;

/** Whether each parenthesis has its counterpart. Nested parentheses are rare, and not all parsers accept them. */
const hasPairs = (url: string): boolean => !/[()]/.test(url.replaceAll(/\([^()]*\)/g, ''));
