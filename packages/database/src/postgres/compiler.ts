import {
  AndNode,
  type BinaryOperationNode,
  ColumnNode,
  type ColumnUpdateNode,
  type FunctionNode,
  type InsertQueryNode,
  type OperationNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type RawNode,
  ReferenceNode,
  type TableNode,
  TupleNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely';
import { isTimeColumn } from '../every-column.ts';
import type { BinaryTextNode } from '../reference.ts';
import { ValueSlot } from '../slot.ts';
import type { TableNames } from '../table-names.ts';

/** Converts fourteen digits to timestamps and casts large numbers, because PostgreSQL infers parameter types from the context. */
export class PostgresCompiler extends PostgresQueryCompiler {
  readonly #names: TableNames;
  /** Whether the database collation is bytewise. In this case, an explicit collation would prevent the use of indexes. */
  readonly #sortsBytes: boolean;
  constructor(names: TableNames, sortsBytes: boolean) {
    super();
    this.#names = names;
    this.#sortsBytes = sortsBytes;
  }

  protected override visitTable(node: TableNode): void {
    const renamed = this.#names.rename(node, this.parentNode);
    if (renamed) this.visitNode(renamed);
    else super.visitTable(node);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const rightOperand = storedLike(node.leftOperand, node.rightOperand);
    super.visitBinaryOperation(rightOperand === node.rightOperand ? node : { ...node, rightOperand });
  }

  protected override visitInsertQuery(node: InsertQueryNode): void {
    const { columns = [], values } = node;
    if (!values || !ValuesNode.is(values)) {
      super.visitInsertQuery(node);
      return;
    }
    const rows = values.values.map(list =>
      PrimitiveValueListNode.is(list)
        ? PrimitiveValueListNode.create(list.values.map((value, i) => stored(columns[i], value)))
        : ValueListNode.create(list.values.map((value, i) => storedNode(columns[i], value))),
    );
    super.visitInsertQuery({ ...node, values: ValuesNode.create(rows) });
  }

  protected override visitColumnUpdate(node: ColumnUpdateNode): void {
    const column = ReferenceNode.is(node.column) ? node.column.column : node.column;
    super.visitColumnUpdate({ ...node, value: storedNode(column, node.value) });
  }

  protected override appendValue(value: unknown): void {
    if (isLarge(value)) {
      super.appendValue(Math.max(-LARGEST_BIGINT, Math.min(LARGEST_BIGINT, value)));
      this.append('::bigint');
    } else super.appendValue(isBytes(value) ? `\\x${Buffer.from(value).toString('hex')}` : value);
  }

  /** Reads bytes as hexadecimal digits. Text columns contain them as UTF-8, or as `\x` with hexadecimal digits. */
  protected override visitFunction(node: FunctionNode): void {
    const [bytes] = node.arguments;
    if (node.func !== 'hex' || !bytes) {
      super.visitFunction(node);
      return;
    }
    this.append('case when starts_with(');
    this.visitNode(bytes);
    this.append(`, '\\x') then substr(`);
    this.visitNode(bytes);
    this.append(`, 3) else encode(convert_to(`);
    this.visitNode(bytes);
    this.append(`, 'UTF8'), 'hex') end`);
  }

  protected override visitRaw(node: RawNode): void {
    super.visitRaw(node);
    if (!this.#sortsBytes && (node as Partial<BinaryTextNode>).comparesBytes) this.append(' collate "C"');
  }
}

const LARGEST_INTEGER = 2 ** 31 - 1;

/** The largest JavaScript number below 2^63. No id is greater. */
const LARGEST_BIGINT = 2 ** 63 - 1024;

const isLarge = (value: unknown): value is number =>
  typeof value === 'number' &&
  !Number.isNaN(value) &&
  Math.abs(value) > LARGEST_INTEGER &&
  (Number.isInteger(value) || !Number.isFinite(value));

export const isPlain = (value: unknown): boolean => !isLarge(value) && !isBytes(value);

function storedLike(left: OperationNode, right: OperationNode): OperationNode {
  if (TupleNode.is(left) && TupleNode.is(right)) {
    return TupleNode.create(right.values.map((value, i) => storedLike(left.values[i] as OperationNode, value)));
  }
  if (!ReferenceNode.is(left)) return right;
  // The operands of BETWEEN.
  if (AndNode.is(right)) return AndNode.create(storedLike(left, right.left), storedLike(left, right.right));
  if (PrimitiveValueListNode.is(right)) return PrimitiveValueListNode.create(right.values.map(value => stored(left.column, value)));
  return storedNode(left.column, right);
}

function storedNode(column: OperationNode | undefined, node: OperationNode): OperationNode {
  if (!ValueNode.is(node)) return node;
  const value = stored(column, node.value);
  return value === node.value ? node : ValueNode.create(value);
}

/** Whether a value is stored as bytes. PostgreSQL's text cannot contain NUL, so strings with NUL are stored as hexadecimal digits. */
const isBytes = (value: unknown): value is Uint8Array | string =>
  value instanceof Uint8Array || (typeof value === 'string' && value.includes('\0'));

function stored(column: OperationNode | undefined, value: unknown): unknown {
  if (column === undefined || !ColumnNode.is(column)) return value;
  if (!isTimeColumn(column.column.name)) return value;
  return value instanceof ValueSlot ? value.as(storedTime) : storedTime(value);
}

function storedTime(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\d{14}$/.test(value)) return value;
  const [date, time] = [value.slice(0, 8), value.slice(8)];
  return date.startsWith('0000') ? `0001${date.slice(4)}T${time}Z BC` : `${date}T${time}Z`;
}
