import { trimmedText } from '@wikiquery/wikitext';
import type { Writer } from './writer.ts';

interface Table {
  /** Levels of indentation, which are written as lists. */
  readonly indent: number;
  cell: string | undefined;
  row: boolean;
  /** Attributes of the row that starts with the next cell. */
  attributes: string;
  hasRows: boolean;
}

/** Maximum nesting depth of tables and indentation. MediaWiki has no such limit. */
const DEEPEST = 50;

/** Converts wikitext tables (`{|`, `|-`, `|`, `!`, `|}`) to elements. */
export function convertTables(text: string, attributesOf: Writer['attributes']): string {
  if (!text.includes('{|')) return text;
  const out: string[] = [];
  const open: Table[] = [];
  for (const line of text.split('\n')) {
    const trimmed = trimmedText(line);
    const table = open.at(-1);
    const start = /^(:*)\s*\{\|(.*)$/s.exec(trimmed);
    if (start && open.length < DEEPEST) {
      const indent = Math.min((start[1] as string).length, DEEPEST);
      open.push({ indent, cell: undefined, row: false, attributes: '', hasRows: false });
      out.push(`${'<dl><dd>'.repeat(indent)}<table${attributesOf('table', start[2] as string)}>`);
    } else if (!table || trimmed === '') out.push(line);
    else if (trimmed.startsWith('|}')) {
      open.pop();
      out.push(closeTable(table, trimmed.slice(2)));
    } else if (trimmed.startsWith('|-')) {
      out.push(closeRow(table));
      table.attributes = attributesOf('tr', trimmed.replace(/^\|-+/, ''));
      table.hasRows = true;
    } else if (/^[|!]/.test(trimmed)) out.push(cells(trimmed, table, attributesOf));
    else out.push(line);
  }
  for (const table of open.toReversed()) out.push(closeLeftOpen(table));
  const html = out.join('\n');
  return html === EMPTY ? '' : html;
}

function closeRow(table: Table): string {
  const end = (table.cell === undefined ? '' : `</${table.cell}>`) + (table.row ? '</tr>' : '');
  table.cell = undefined;
  table.row = false;
  return end;
}

const closeTable = (table: Table, behind: string): string =>
  `${closeRow(table)}${table.hasRows ? '' : NO_ROWS}</table>${behind}${'</dd></dl>'.repeat(table.indent)}`;

const NO_ROWS = '<tr><td></td></tr>';
const EMPTY = `<table>\n${NO_ROWS}\n</table>`;

/** Closes a table that the text leaves open, as MediaWiki does: with one tag on each line, and with `</td>` even for header cells. */
const closeLeftOpen = (table: Table): string =>
  [
    ...(table.cell === undefined ? [] : ['</td>']),
    ...(table.row ? ['</tr>'] : []),
    ...(table.hasRows ? [] : [NO_ROWS]),
    `</table>${'</dd></dl>'.repeat(table.indent)}`,
  ].join('\n');

function cells(line: string, table: Table, attributesOf: Writer['attributes']): string {
  const isCaption = line.startsWith('|+');
  const name = isCaption ? 'caption' : line.startsWith('!') ? 'th' : 'td';
  const content = line.slice(isCaption ? 2 : 1);
  let out = '';
  for (const cell of (name === 'th' ? content.replaceAll('!!', '||') : content).split('||')) {
    if (table.cell !== undefined) out += `</${table.cell}>\n`;
    if (!isCaption && !table.row) {
      out += `<tr${table.attributes}>\n`;
      table.row = true;
      table.attributes = '';
      table.hasRows = true;
    }
    table.cell = name;
    const bar = cell.indexOf('|');
    const head = bar < 0 ? cell : cell.slice(0, bar);
    out +=
      bar < 0 || head.includes('[[') || head.includes('-{')
        ? `<${name}>${trimmedText(cell)}`
        : `<${name}${attributesOf(name, head)}>${trimmedText(cell.slice(bar + 1))}`;
  }
  return out;
}
