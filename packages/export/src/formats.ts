import type { Writable } from 'node:stream';
import type { ColumnType, ExportColumn } from './columns.ts';
import { chunkWriter } from './output.ts';

export type ExportRow = Readonly<Record<string, unknown>>;

/** Writes rows to a stream. Each call resolves when the stream accepts more data. */
export interface RowWriter {
  write(rows: readonly ExportRow[]): Promise<void>;
  finish(): Promise<void>;
}

export const FORMATS = ['ndjson', 'csv', 'parquet'] as const;
/** Output format of `exportRows`. */
export type ExportFormat = (typeof FORMATS)[number];

export async function writerOf(format: ExportFormat, columns: readonly ExportColumn[], out: Writable): Promise<RowWriter> {
  const put = chunkWriter(out);
  if (format === 'ndjson') return { write: rows => put(rows.map(row => `${JSON.stringify(row)}\n`).join('')), finish: async () => {} };
  if (format === 'csv') return csvWriter(columns, put);
  return parquetWriter(columns, put);
}

type Put = ReturnType<typeof chunkWriter>;

/** Writes CSV (RFC 4180). Text that looks like a formula gets an apostrophe: https://owasp.org/www-community/attacks/CSV_Injection */
async function csvWriter(columns: readonly ExportColumn[], put: Put): Promise<RowWriter> {
  const line = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;
  await put(line(columns.map(({ name }) => name)));
  return {
    write: rows => put(rows.map(row => line(columns.map(({ name }) => cell(row[name])))).join('')),
    finish: async () => {},
  };
}

const cell = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return FORMULA.test(value) ? `'${value}` : value;
};

/** Text that a spreadsheet would run as a formula because of its first character or its full-width form. Negative numbers are exempt. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Rows per row group: enough for good compression, few enough for memory. */
const ROW_GROUP = 5_000;

async function parquetWriter(columns: readonly ExportColumn[], put: Put): Promise<RowWriter> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const bytes = new ByteWriter();
  const schema = [
    { name: 'rows', num_children: columns.length },
    ...columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...PARQUET_TYPES[type] })),
  ];
  const writer = new ParquetWriter({ writer: bytes, schema });
  // Values are stored by column, so that no row outlives its batch.
  let waiting: unknown[][] = columns.map(() => []);
  const flush = async (): Promise<void> => {
    const chunk = bytes.getBytes().slice();
    bytes.index = 0;
    await put(chunk);
  };
  const writeGroup = async (): Promise<void> => {
    const columnData = columns.map(({ name }, i) => ({ name, data: waiting[i] as unknown[] }));
    waiting = columns.map(() => []);
    await writer.write({ columnData, rowGroupSize: ROW_GROUP * 2 });
    await flush();
  };
  return {
    async write(rows) {
      for (const [i, { name, type }] of columns.entries()) {
        const values = waiting[i] as unknown[];
        for (const row of rows) values.push(parquetValue(row[name], type));
      }
      if ((waiting[0]?.length ?? 0) >= ROW_GROUP) await writeGroup();
    },
    async finish() {
      if ((waiting[0]?.length ?? 0) > 0) await writeGroup();
      await writer.finish();
      await flush();
    },
  };
}

const PARQUET_TYPES = {
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  timestamp: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  json: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
} as const satisfies Record<ColumnType, object>;

function parquetValue(value: unknown, type: ColumnType): unknown {
  if (value === undefined || value === null) return undefined;
  if (type === 'integer') return BigInt(value as number);
  if (type === 'timestamp') return new Date(value as string);
  return value;
}
