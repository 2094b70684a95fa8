import { badContinue, Rows } from '@wikiquery/core';
import {
  AndNode,
  BinaryOperationNode,
  type Expression,
  ExpressionWrapper,
  type OperationNode,
  OperatorNode,
  OrNode,
  ParensNode,
  type SelectQueryBuilder,
  type SqlBool,
  TupleNode,
  ValueNode,
} from 'kysely';
import { binaryText, reference } from './reference.ts';

/** What a column holds that orders rows, which is how its values are written in a continue value. */
export type KeyKind = 'int' | 'string' | 'timestamp' | 'hex';

/** The columns that order rows uniquely, in order. A qualified column (`page.page_id`) is the row's value of the name after the dot. */
export type KeyColumns<Row> = { readonly [C in (keyof Row & string) | `${string}.${keyof Row & string}`]?: KeyKind };

export type Direction = 'ascending' | 'descending' | 'newer' | 'older';

/** How a list is read. The names are those of the wire, so that a module passes its own parameters. */
export interface PageOptions<Row> {
  /** Made with care for the order of keys: `{ rev_timestamp: 'timestamp', rev_id: 'int' }`. */
  readonly by: KeyColumns<Row>;
  readonly limit: number;
  readonly dir?: Direction | undefined;
  /** Columns that run another way than `dir` says. */
  readonly directions?: Readonly<Record<string, Direction>> | undefined;
  /** The continue value as it came, which names the first row to read. */
  readonly continue?: string | undefined;
  /** Inclusive bounds of the first column in reading order. */
  readonly start?: string | number | undefined;
  readonly end?: string | number | undefined;
  /** Replaces the cursor that is made of the columns of `by`. */
  readonly cursor?: ((row: Row) => string) | undefined;
}

/**
 * Reads a batch of rows by keyset: in the order of the columns in `by`, from the row that `continue` names. The last column makes the order
 * unique. Throws `badcontinue` when the continue value has another form than the cursors.
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { by, limit, dir = 'ascending', directions, continue: from, start, end, cursor }: PageOptions<Row>,
): Promise<Rows<Row>> {
  const kinds = by as Readonly<Record<string, KeyKind>>;
  const keys = Object.keys(kinds).map(name => keyOf(name, kinds[name] as KeyKind, directions?.[name] ?? dir));
  const [first] = keys;
  if (!first) throw new Error('readPage needs at least one column to order by.');
  if (start !== undefined) query = query.where(expression(compare(first, first.forward ? '>=' : '<=', start)));
  if (end !== undefined) query = query.where(expression(compare(first, first.forward ? '<=' : '>=', end)));
  if (from !== undefined) query = query.where(expression(startingAt(keys, parseCursor(keys, from))));
  for (const { node, forward } of keys) query = query.orderBy(expression(node), forward ? 'asc' : 'desc');
  const rows = (await query.limit(limit + 1).execute()) as Row[];
  return new Rows(rows, limit, cursor ?? cursorOf(keys));
}

interface Key {
  readonly node: OperationNode;
  readonly kind: KeyKind;
  /** Name of the value in a row. */
  readonly property: string;
  readonly forward: boolean;
}

function keyOf(name: string, kind: KeyKind, dir: Direction): Key {
  const node = kind === 'string' || kind === 'hex' ? binaryText(reference(name)) : reference(name);
  return { node, kind, property: name.slice(name.lastIndexOf('.') + 1), forward: dir === 'ascending' || dir === 'newer' };
}

/** Rows at or after the one that the values name. */
function startingAt(keys: readonly Key[], values: readonly (string | number)[]): OperationNode {
  const [first] = keys as [Key];
  if (keys.length === 1) return compare(first, first.forward ? '>=' : '<=', values[0] as string | number);
  if (keys.every(key => key.forward === first.forward)) {
    return BinaryOperationNode.create(
      TupleNode.create(keys.map(key => key.node)),
      OperatorNode.create(first.forward ? '>=' : '<='),
      TupleNode.create(values.map(value => ValueNode.create(value))),
    );
  }
  return spelledOut(
    keys.map(({ node, forward }, i) => ({ node, forward, value: ValueNode.create(values[i]) })),
    0,
  );
}

/** `(a, b) >= (x, y)` for engines that do not range over row values, and for columns that run different ways. */
export function spelledOut(parts: readonly { node: OperationNode; value: OperationNode; forward: boolean }[], at: number): OperationNode {
  const { node, value, forward } = parts[at] as (typeof parts)[number];
  const relate = (operator: '=' | '>' | '<' | '>=' | '<=') => BinaryOperationNode.create(node, OperatorNode.create(operator), value);
  if (at === parts.length - 1) return relate(forward ? '>=' : '<=');
  return ParensNode.create(OrNode.create(relate(forward ? '>' : '<'), AndNode.create(relate('='), spelledOut(parts, at + 1))));
}

const compare = ({ node }: Key, operator: '>=' | '<=', value: string | number): OperationNode =>
  BinaryOperationNode.create(node, OperatorNode.create(operator), ValueNode.create(value));

const expression = (node: OperationNode): Expression<SqlBool> => new ExpressionWrapper(node);

function cursorOf<Row>(keys: readonly Key[]): (row: Row) => string {
  return row => keys.map(({ kind, property }) => format[kind]((row as Readonly<Record<string, unknown>>)[property])).join('|');
}

const format: Readonly<Record<KeyKind, (value: unknown) => string>> = {
  int: String,
  string: String,
  timestamp: String,
  hex: value => Buffer.from(String(value)).toString('hex'),
};

/** As many parts as there are columns, each in the form that its kind is written in. */
function parseCursor(keys: readonly Key[], text: string): (string | number)[] {
  const parts = text.split('|');
  if (parts.length !== keys.length) throw badContinue();
  return keys.map(({ kind }, i) => {
    const value = parse[kind](parts[i] as string);
    if (value === undefined) throw badContinue();
    return value;
  });
}

const parse: Readonly<Record<KeyKind, (text: string) => string | number | undefined>> = {
  int: text => {
    const value = Number(text);
    return Number.isSafeInteger(value) && String(value) === text ? value : undefined;
  },
  string: text => text,
  timestamp: text => (isTimestamp(text) ? text : undefined),
  hex: text => (/^(?:[0-9a-f]{2})*$/.test(text) ? Buffer.from(text, 'hex').toString() : undefined),
};

/** Fourteen digits that are a moment: no thirteenth month. */
function isTimestamp(text: string): boolean {
  if (!/^\d{14}$/.test(text)) return false;
  const [, year, month, day, hour, minute, second] = /^(....)(..)(..)(..)(..)(..)$/.exec(text) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().replaceAll(/[-T:]/g, '').startsWith(text);
}
