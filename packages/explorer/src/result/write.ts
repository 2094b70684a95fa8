import type { JsonValue } from '../wiki/ask.ts';
import { cellText, type ResultTable, type TableRow } from './tables.ts';

/** Serializes a table as CSV with a header line (RFC 4180). */
export function csv({ columns, rows }: Pick<ResultTable, 'columns' | 'rows'>): string {
  const line = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;
  return line(columns.map(({ key }) => key)) + rows.map(row => line(columns.map(({ key }) => plain(row[key])))).join('');
}

/** Serializes rows as NDJSON. */
export const ndjson = (rows: readonly TableRow[]): string => rows.map(row => `${JSON.stringify(row)}\n`).join('');

/** Adds an apostrophe before strings that spreadsheets would evaluate as formulas. */
const plain = (value: JsonValue | undefined): string => {
  const text = cellText(value);
  return typeof value !== 'number' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
};

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
