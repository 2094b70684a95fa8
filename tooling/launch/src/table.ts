type Cells = readonly string[];

export const tableLine = (cells: Cells): string => `| ${cells.join(' | ')} |`;

export const tableOf = (heads: Cells, rows: readonly Cells[]): string => [heads, heads.map(() => '---'), ...rows].map(tableLine).join('\n');

/** The quantile of sorted values. */
export const shareOf = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const median = (values: readonly number[]): number =>
  shareOf(
    values.toSorted((a, b) => a - b),
    0.5,
  );
