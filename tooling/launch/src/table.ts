type Cells = readonly string[];

/** Formats one row of a Markdown table. */
export const tableLine = (cells: Cells): string => `| ${cells.join(' | ')} |`;

/** Formats a Markdown table. */
export const tableOf = (heads: Cells, rows: readonly Cells[]): string => [heads, heads.map(() => '---'), ...rows].map(tableLine).join('\n');

/** Returns the quantile `share` (0 to 1) of values in ascending order; NaN if there are none. */
export const shareOf = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Returns the median of values in any order; NaN if there are none. */
export const median = (values: readonly number[]): number =>
  shareOf(
    values.toSorted((a, b) => a - b),
    0.5,
  );
