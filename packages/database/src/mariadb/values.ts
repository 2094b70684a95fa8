import mysql, { type FieldPacket, type RowDataPacket } from 'mysql2';
import { columnsOfKind } from '../every-column.ts';

/** Converts values in place to the representation that all engines share. Type casts in the driver would be slower. */
export function convertValues(rows: RowDataPacket[], fields: readonly FieldPacket[]): void {
  for (const { name, columnType } of fields) {
    const convert = bytesColumns.has(name) ? toBytes : conversions.get(columnType ?? Types.NULL);
    if (!convert) continue;
    for (const row of rows) {
      const value = row[name];
      if (value !== null) row[name] = convert(value);
    }
  }
}

const { Types } = mysql;
const bytesColumns = columnsOfKind('bytes');

/** Decodes MediaWiki's binary text columns, and removes the NUL bytes that pad fixed-length columns. */
function toText(value: Buffer | string): string {
  if (typeof value === 'string') return value;
  return value.at(-1) === 0 ? value.toString().replace(/\0+$/, '') : value.toString();
}

const toBytes = (value: Buffer | string): Buffer => (typeof value === 'string' ? Buffer.from(value) : value);
const toDigits = (value: string): string => value.replaceAll(/[-: ]/g, '').slice(0, 14);

// biome-ignore lint/suspicious/noExplicitAny: the driver's value depends on the type
const conversions: ReadonlyMap<number, (value: any) => unknown> = new Map<number, (value: any) => unknown>([
  ...[Types.VAR_STRING, Types.STRING, Types.BLOB, Types.TINY_BLOB, Types.MEDIUM_BLOB, Types.LONG_BLOB].map(type => [type, toText] as const),
  ...[Types.TIMESTAMP, Types.DATETIME].map(type => [type, toDigits] as const),
  ...[Types.NEWDECIMAL, Types.LONGLONG].map(type => [type, Number] as const),
]);
