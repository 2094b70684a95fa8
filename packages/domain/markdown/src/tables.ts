import type { Conversion } from './conversion.ts';
import { isDropped } from './elements.ts';
import { attributeOf, descendants, type Element, elementsOf } from './html-tree.ts';
import type { MarkdownNode, PhrasingContent } from './mdast.ts';
import { phrasingOf } from './phrasing.ts';
import { type Placed, placedCells } from './table-grid.ts';

type Table = MarkdownNode<'table'>;
type TableCell = MarkdownNode<'tableCell'>;
type TableRow = MarkdownNode<'tableRow'>;

export interface ConvertedTable {
  readonly caption?: PhrasingContent[] | undefined;
  /** Undefined for tables that only arrange their content on the page. */
  readonly table?: Table | undefined;
  /** Cells of a table that only arranges its content. */
  readonly cells: readonly Element[];
}

/** Converts a table. Markdown has no cells that span rows or columns: short content repeats in the spanned rows. */
export function tableOf(element: Element, conversion: Conversion): ConvertedTable {
  const parts = elementsOf(element.childNodes).filter(each => !isDropped(each));
  const captions = parts.filter(({ tagName }) => tagName === 'caption').flatMap(({ childNodes }) => childNodes);
  const caption = phrasingOf(captions, conversion);
  const rows = parts
    .flatMap(part => (part.tagName === 'tr' ? [part] : ROW_GROUPS.has(part.tagName) ? elementsOf(part.childNodes) : []))
    .filter(row => row.tagName === 'tr' && !isDropped(row))
    .map(row => elementsOf(row.childNodes).filter(cell => (cell.tagName === 'td' || cell.tagName === 'th') && !isDropped(cell)));
  const { columns, cells } = placedCells(rows);
  const described = caption.length > 0 ? { caption } : {};
  if (columns < 2 || isLayout(element, rows)) return { ...described, cells: rows.flat() };
  const written = cells.map(row => writtenRow(row, conversion)).filter(row => row.children.length > 0);
  if (written.length === 0) return { ...described, cells: [] };
  if (!rows[0]?.every(({ tagName }) => tagName === 'th')) written.unshift({ type: 'tableRow', children: [] });
  const header = written[0] as TableRow;
  while (header.children.length < columns) header.children.push({ type: 'tableCell', children: [] });
  return { ...described, table: { type: 'table', align: [], children: written }, cells: [] };
}

const ROW_GROUPS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);

/** Whether a table arranges its content on the page: it contains headings or other tables, or has the role `presentation`. */
function isLayout(element: Element, rows: readonly (readonly Element[])[]): boolean {
  if (DATA.test(attributeOf(element, 'class') ?? '')) return false;
  if (attributeOf(element, 'role') === 'presentation') return true;
  for (const { tagName } of descendants(rows.flat())) {
    if (/^(?:h[1-6]|table)$/.test(tagName) || (rows.length === 1 && LISTS.has(tagName))) return true;
  }
  return false;
}

/** Classes of tables with data. Many wikis have their own names of infoboxes. */
const DATA = /infobox|taxobox|wikitable/i;

const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'dl']);

function writtenRow(row: readonly Placed[], conversion: Conversion): TableRow {
  const children: TableCell[] = [];
  const contents = row.map(({ element }) => phrasingOf(element.childNodes, conversion));
  let last = contents.length - 1;
  // Rows may be shorter than the header.
  while (last >= 0 && contents[last]?.length === 0) last--;
  for (const [i, { column }] of row.slice(0, last + 1).entries()) {
    while (children.length < column) children.push({ type: 'tableCell', children: [] });
    children.push({ type: 'tableCell', children: contents[i] ?? [] });
  }
  return { type: 'tableRow', children };
}
