/**
 * Inserts values into a statement as literals that are valid in every `sql_mode` and client character set, without backslash escapes.
 * Session settings alone do not protect: a proxy may send the statement through a connection that has lost them.
 *
 * Server-side parameters would cost a round trip for each new statement, and the driver sends numbers as DOUBLE.
 */
export function withLiterals(sql: string, values: readonly unknown[]): string {
  if (values.length === 0) return sql;
  const parts = sql.split('?');
  if (parts.length !== values.length + 1)
    throw new Error(`A statement with ${parts.length - 1} question marks has ${values.length} values: ${sql.slice(0, 200)}`);
  let text = parts[0] as string;
  for (let i = 0; i < values.length; i++) text += literal(values[i]) + (parts[i + 1] as string);
  return text;
}

/** Returns a literal. A list of lists becomes rows: `(1, 'a'), (2, 'b')`. */
function literal(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return textLiteral(value);
    case 'number':
      if (Number.isFinite(value)) return String(value);
      break;
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      if (value === null || value === undefined) return 'NULL';
      if (value instanceof Uint8Array) return `x'${hexOf(value)}'`;
      if (Array.isArray(value)) return value.map(row => `(${(row as unknown[]).map(literal).join()})`).join();
  }
  throw new TypeError(`A value of type ${typeof value} cannot be written as a literal.`);
}

/** Returns a literal for text that is part of the statement before values are inserted. Then an unescaped `?` would be a placeholder. */
export const fixedLiteral = (text: string): string => (text.includes('?') ? hexLiteral(text) : textLiteral(text));

function textLiteral(text: string): string {
  if (isModal(text)) return hexLiteral(text);
  return text.includes("'") ? `'${text.replaceAll("'", "''")}'` : `'${text}'`;
}

const hexLiteral = (text: string): string => `_utf8mb4 x'${Buffer.from(text).toString('hex')}'`;

/** Whether text has characters that the SQL mode affects, or at which programs between client and server may truncate it. */
const isModal = (text: string): boolean => text.includes('\\') || text.includes('\0') || text.includes('\x1a');

/** Length of the literal of a value in bytes. */
export function literalLength(value: unknown): number {
  if (value instanceof Uint8Array) return 2 * value.length + 3;
  if (typeof value !== 'string') return String(value).length;
  if (isModal(value)) return 2 * Buffer.byteLength(value) + HEX_FRAME;
  return Buffer.byteLength(value) + value.split("'").length + 1;
}

const HEX_FRAME = "_utf8mb4 x''".length;

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
