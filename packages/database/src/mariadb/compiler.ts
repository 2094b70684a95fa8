import {
  type BinaryOperationNode,
  ColumnNode,
  FromNode,
  MysqlQueryCompiler,
  type OperationNode,
  OperatorNode,
  type RawNode,
  ReferenceNode,
  type RootOperationNode,
  SelectQueryNode,
  type TableNode,
  TupleNode,
} from 'kysely';
import { spelledOut } from '../keyset.ts';
import type { IndexNode, JoinOrderNode } from '../planner.ts';
import type { TableNames } from '../table-names.ts';
import { fixedLiteral } from './literals.ts';

export class MariadbCompiler extends MysqlQueryCompiler {
  readonly #names: TableNames;
  constructor(names: TableNames) {
    super();
    this.#names = names;
  }

  protected override visitTable(node: TableNode): void {
    const renamed = this.#names.rename(node, this.parentNode);
    if (renamed) this.visitNode(renamed);
    else super.visitTable(node);
    // A view or subquery has no index to force.
    if (!this.#names.isStored(node.table.identifier.name)) return;
    const [select, from] = this.nodeStack.slice(-3);
    if (!select || !SelectQueryNode.is(select) || !from || !FromNode.is(from)) return;
    for (const modifier of select.frontModifiers ?? []) {
      const { index } = (modifier.rawModifier ?? {}) as Partial<IndexNode>;
      if (index !== undefined) this.append(` force index (${this.sanitizeIdentifier(index)})`);
    }
  }

  /** MySQL lacks RETURNING; the engine takes the id from the result. */
  protected override visitReturning(): void {}

  protected override visitRaw(node: RawNode): void {
    super.visitRaw(node);
    if ((node as Partial<JoinOrderNode>).joinsInOrder) this.append('straight_join');
  }

  protected override appendStringLiteral(value: string): void {
    this.append(fixedLiteral(value));
  }

  /** Expands `(a, b) >= (x, y)`, because MariaDB and MySQL do not evaluate row comparisons as index ranges. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand: left, rightOperand: right, operator } = node;
    const ordered = OperatorNode.is(operator) && (operator.operator === '>=' || operator.operator === '<=') ? operator.operator : undefined;
    if (!ordered || !TupleNode.is(left) || !TupleNode.is(right)) {
      super.visitBinaryOperation(node);
      return;
    }
    const parts = left.values.map((column, i) => ({ node: column, value: right.values[i] as OperationNode, forward: ordered === '>=' }));
    this.visitNode(spelledOut(parts, 0));
  }
}

/** Returns the name of the id column in RETURNING, or undefined without RETURNING. Throws for other expressions. */
export function returnedId(query: RootOperationNode): string | undefined {
  if (query.kind !== 'InsertQueryNode' || !query.returning) return undefined;
  const selection = query.returning.selections[0]?.selection;
  if (!selection || !ReferenceNode.is(selection) || !ColumnNode.is(selection.column))
    throw new Error('An insert can return only its id column.');
  return selection.column.column.name;
}
