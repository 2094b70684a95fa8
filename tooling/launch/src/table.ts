type Cells = readonly string[];

export const tableLine = (cells: Cells): string => `| ${cells.join(' | ')} |`;

/** A table of Markdown. */
export const tableOf = (heads: Cells, rows: readonly Cells[]): string => [heads, heads.map(() => '---'), ...rows].map(tableLine).join('\n');

/** The value that this share of sorted values does not exceed. */
export const shareOf = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const median = (values: readonly number[]): number =>
  shareOf(
    values.toSorted((a, b) => a - b),
    0.5,
  );
