import { gfmToMarkdown } from 'mdast-util-gfm';
import { mathToMarkdown } from 'mdast-util-math';
import { defaultHandlers, type Handle, type Info, type Options, type State, toMarkdown } from 'mdast-util-to-markdown';
import type { FlowContent, MarkdownNode } from './mdast.ts';

type Break = MarkdownNode<'break'>;
type Table = MarkdownNode<'table'>;

const OPTIONS: Options = {
  bullet: '-',
  emphasis: '*',
  fences: true,
  listItemIndent: 'one',
  rule: '-',
  extensions: [gfmToMarkdown({ tablePipeAlign: false }), mathToMarkdown(), { handlers: { break: lineBreak, table } }],
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
