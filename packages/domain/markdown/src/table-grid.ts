import { attributeOf, type Element, textOf } from './html-tree.ts';

export interface Placed {
  readonly element: Element;
  readonly column: number;
}

/** Longest text of a cell that repeats in each row that the cell spans. Longer text would only add length. */
const MAX_REPEATED = 100;

/** Largest number of columns and rows that a cell may span in HTML. */
const MAX_COLUMNS = 1000;

/**
 * Returns the column of each cell, and the number of columns. Columns without the start of a cell are omitted. Cells that span rows repeat
 * in each of them if they are short. Tables that would become much larger by empty cells lose their spans.
 */
export function placedCells(rows: readonly (readonly Element[])[]): { columns: number; cells: readonly (readonly Placed[])[] } {
  const placed = withSpans(rows);
  const starts = [...new Set(placed.flatMap(row => row.map(({ column }) => column)))].toSorted((a, b) => a - b);
  const indices = new Map(starts.map((column, index) => [column, index]));
  const cells = placed.map(row => row.map(({ element, column }) => ({ element, column: indices.get(column) ?? 0 })));
  const written = cells.reduce((sum, row) => sum + (row.at(-1)?.column ?? 0) + 1, 0);
  const real = rows.reduce((sum, row) => sum + row.length, 0);
  if (written <= real * MAX_GROWTH + MAX_COLUMNS) return { columns: starts.length, cells };
  const plain = rows.map(row => row.map((element, column) => ({ element, column })));
  return { columns: rows.reduce((most, row) => Math.max(most, row.length), 0), cells: plain };
}

const MAX_GROWTH = 4;

interface Open {
  readonly element: Element;
  /** Number of further rows that the cell spans. */
  rows: number;
  readonly width: number;
  readonly isRepeated: boolean;
}

function withSpans(rows: readonly (readonly Element[])[]): Placed[][] {
  /** Cells that span the next row, by column. */
  let open = new Map<number, Open>();
  /** Repeated cells may not exceed the cells of the table. */
  let repeats = rows.reduce((sum, row) => sum + row.length, 0) * MAX_GROWTH;
  return rows.map(row => {
    const next = new Map<number, Open>();
    const cells: Placed[] = [];
    let column = 0;
    const skip = (): void => {
      for (let above = open.get(column); above; above = open.get(column)) {
        if (above.isRepeated && repeats-- > 0) cells.push({ element: above.element, column });
        if (above.rows > 1) next.set(column, { ...above, rows: above.rows - 1 });
        open.delete(column);
        column += above.width;
      }
    };
    for (const element of row) {
      skip();
      const width = Math.min(spanOf(element, 'colspan'), MAX_COLUMNS);
      const height = Math.min(spanOf(element, 'rowspan'), rows.length);
      cells.push({ element, column });
      if (height > 1) {
        const isRepeated = textOf(element.childNodes).length <= MAX_REPEATED;
        next.set(column, { element, rows: height - 1, width, isRepeated });
      }
      column += width;
    }
    skip();
    // Cells that a misplaced cell covers, and cells beyond the end of a short row.
    for (const [at, above] of open) {
      if (at >= column && above.isRepeated && repeats-- > 0) cells.push({ element: above.element, column: at });
      if (above.rows > 1) next.set(at, { ...above, rows: above.rows - 1 });
    }
    open = next;
    return cells.toSorted((a, b) => a.column - b.column);
  });
}

const spanOf = (element: Element, name: 'colspan' | 'rowspan'): number => {
  const written = attributeOf(element, name);
  const span = written === undefined ? 1 : Number.parseInt(written, 10);
  return span >= 1 ? span : name === 'rowspan' && span === 0 ? Number.MAX_SAFE_INTEGER : 1;
};
