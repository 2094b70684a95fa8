import {
  AndNode,
  BinaryOperationNode,
  type Expression,
  ExpressionWrapper,
  type OperationNode,
  OperatorNode,
  OrNode,
  ParensNode,
  type SqlBool,
  TupleNode,
  ValueNode,
} from 'kysely';
import { binaryText, reference } from './reference.ts';

/** A column of a sort order. */
export interface SortKey {
  /** Name of the column, bare or qualified: `page_id`, `page.page_id`. */
  readonly column: string;
  readonly isText: boolean;
  readonly forward: boolean;
}

type Value = string | number | Uint8Array;

/** Returns an expression for ORDER BY: the column, which is sorted bytewise if it is text. */
export const keyColumn = (key: SortKey): Expression<unknown> => new ExpressionWrapper(nodeOf(key));

/** Condition for rows at or after a value in the order of the key. */
export const fromValue = (key: SortKey, value: Value): Expression<SqlBool> =>
  new ExpressionWrapper(compare(key, key.forward ? '>=' : '<=', value));

/** Condition for rows at or before a value in the order of the key. */
export const toValue = (key: SortKey, value: Value): Expression<SqlBool> =>
  new ExpressionWrapper(compare(key, key.forward ? '<=' : '>=', value));

/** Condition for rows at or after a row in the order of the keys, in a form that each engine evaluates as an index range. */
export function fromRow(keys: readonly SortKey[], values: readonly Value[]): Expression<SqlBool> {
  const [first] = keys as [SortKey];
  if (keys.length === 1) return fromValue(first, values[0] as Value);
  if (keys.every(key => key.forward === first.forward)) {
    return new ExpressionWrapper(
      BinaryOperationNode.create(
        TupleNode.create(keys.map(nodeOf)),
        OperatorNode.create(first.forward ? '>=' : '<='),
        TupleNode.create(values.map(value => ValueNode.create(value))),
      ),
    );
  }
  const parts = keys.map((key, i) => ({ node: nodeOf(key), forward: key.forward, value: ValueNode.create(values[i]) }));
  // The redundant bound lets the database seek into the index instead of scanning it from the start.
  const bound = compare(first, first.forward ? '>=' : '<=', values[0] as Value);
  return new ExpressionWrapper(AndNode.create(bound, spelledOut(parts, 0)));
}

const nodeOf = ({ column, isText }: SortKey): OperationNode => (isText ? binaryText(reference(column)) : reference(column));

const compare = (key: SortKey, operator: '>=' | '<=', value: Value): OperationNode =>
  BinaryOperationNode.create(nodeOf(key), OperatorNode.create(operator), ValueNode.create(value));

/** Expands `(a, b) >= (x, y)`, for engines that do not evaluate row comparisons as ranges, and for keys with mixed directions. */
export function spelledOut(parts: readonly { node: OperationNode; value: OperationNode; forward: boolean }[], at: number): OperationNode {
  const { node, value, forward } = parts[at] as (typeof parts)[number];
  const relate = (operator: '=' | '>' | '<' | '>=' | '<=') => BinaryOperationNode.create(node, OperatorNode.create(operator), value);
  if (at === parts.length - 1) return relate(forward ? '>=' : '<=');
  return ParensNode.create(OrNode.create(relate(forward ? '>' : '<'), AndNode.create(relate('='), spelledOut(parts, at + 1))));
}
