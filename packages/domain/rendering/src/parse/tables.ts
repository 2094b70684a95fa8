import { trimmedText } from './blanks.ts';
import type { Writer } from './writer.ts';

interface Table {
  /** Lists around it, for its indentation. */
  readonly indent: number;
  /** The cell that is open: `td`, `th`, `caption`. */
  cell: string | undefined;
  /** A row is open. */
  row: boolean;
  /** Of the row that begins with the next cell. */
  attributes: string;
  hasRows: boolean;
}

/** Tables within tables, and lists around one, that are read as such: a bound of our own. */
const DEEPEST = 50;

/** Tables that are drawn with signs at the beginning of lines (`{|`, `|-`, `|`, `!`, `|}`) become elements. */
export function drawTables(text: string, attributesOf: Writer['attributes']): string {
  if (!text.includes('{|')) return text;
  const out: string[] = [];
  const open: Table[] = [];
  for (const line of text.split('\n')) {
    const trimmed = trimmedText(line);
    const table = open.at(-1);
    const begin = /^(:*)\s*\{\|(.*)$/s.exec(trimmed);
    if (begin && open.length < DEEPEST) {
      const indent = Math.min((begin[1] as string).length, DEEPEST);
      open.push({ indent, cell: undefined, row: false, attributes: '', hasRows: false });
      out.push(`${'<dl><dd>'.repeat(indent)}<table${attributesOf('table', begin[2] as string)}>`);
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
  const drawn = out.join('\n');
  return drawn === EMPTY ? '' : drawn;
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
/** Nothing but the beginning of a table. */
const EMPTY = `<table>\n${NO_ROWS}\n</table>`;

/** At the end of the text each end has a line of its own, and cells of headings end as others do. */
const closeLeftOpen = (table: Table): string =>
  [
    ...(table.cell === undefined ? [] : ['</td>']),
    ...(table.row ? ['</tr>'] : []),
    ...(table.hasRows ? [] : [NO_ROWS]),
    `</table>${'</dd></dl>'.repeat(table.indent)}`,
  ].join('\n');

/** One line of cells, or a caption. */
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
      bar < 0 || head.includes('[[')
        ? `<${name}>${trimmedText(cell)}`
        : `<${name}${attributesOf(name, head)}>${trimmedText(cell.slice(bar + 1))}`;
  }
  return out;
}
