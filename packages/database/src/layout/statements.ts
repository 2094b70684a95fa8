import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type GroupByNode,
  IdentifierNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  type OrderByNode,
  ParensNode,
  PrimitiveValueListNode,
  type QueryId,
  RawNode,
  ReferenceNode,
  SelectAllNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  ValueListNode,
  ValueNode,
} from 'kysely';
import type { EngineName } from '../engine.ts';
import { binaryText, hiddenFromIndexes, isBinaryText, isHiddenText } from '../reference.ts';
import { ValueSlot } from '../slot.ts';
import { type Counterpart, type CounterpartBounds, column as columnNode, raw } from './counterparts.ts';
import { counterpartOf, type Instead, insteadOf, OF_TARGETS } from './instead.ts';
import type { Layout } from './layout.ts';
import { aliasIn, columnIn, type Scope, scopeOf, spelledOut, withoutTargets } from './scope.ts';

/** Rewrites statements for an older layout. Columns are replaced in place, without views, so that comparisons still use indexed columns. */
export class LaidOutStatements extends OperationNodeTransformer {
  readonly #engine: EngineName;
  readonly #instead: Instead;
  readonly #scopes: Scope[] = [];

  private constructor(engine: EngineName, instead: Instead) {
    super();
    this.#engine = engine;
    this.#instead = instead;
  }

  static for(engine: EngineName, layout: Layout): LaidOutStatements | undefined {
    const instead = insteadOf(layout);
    return instead.concerned.size > 0 ? new LaidOutStatements(engine, instead) : undefined;
  }

  /** Whether the SQL text contains the name of a table that the layout replaces. */
  concernsText(sql: string): boolean {
    return this.#instead.names.test(sql);
  }

  protected override transformSelectQuery(node: SelectQueryNode, id?: QueryId): SelectQueryNode {
    const scope = scopeOf(node, this.#instead);
    const selections = node.selections?.flatMap(selection => spelledOut(selection, scope, this.#instead));
    this.#scopes.push(scope);
    try {
      return super.transformSelectQuery(this.#withoutConstants(withoutTargets({ ...node, ...(selections && { selections }) }, scope)), id);
    } finally {
      this.#scopes.pop();
    }
  }

  protected override transformAlias(node: AliasNode, id?: QueryId): AliasNode {
    const other = TableNode.is(node.node) && this.#instead.table(node.node);
    return other ? AliasNode.create(other, node.alias) : super.transformAlias(node, id);
  }

  protected override transformTable(node: TableNode, id?: QueryId): TableNode {
    const other = this.#instead.table(node);
    const parent = this.nodeStack.at(-2);
    // The alias keeps the name of the newest release valid in the rest of the statement.
    if (!other || !parent || ReferenceNode.is(parent) || SelectAllNode.is(parent)) return super.transformTable(node, id);
    return AliasNode.create(other, IdentifierNode.create(node.table.identifier.name)) as unknown as TableNode;
  }

  protected override transformSelection(node: SelectionNode, id?: QueryId): SelectionNode {
    const { selection } = node;
    const selected = AliasNode.is(selection) ? selection.node : selection;
    const value = this.#valueOf(selected, true);
    if (!value) return super.transformSelection(node, id);
    const name = AliasNode.is(selection) ? selection.alias : IdentifierNode.create(columnIn(selected) ?? '');
    return SelectionNode.create(AliasNode.create(value, name));
  }

  protected override transformReference(node: ReferenceNode, id?: QueryId): ReferenceNode {
    return (this.#valueOf(node) as ReferenceNode | undefined) ?? super.transformReference(node, id);
  }

  protected override transformRaw(node: RawNode, id?: QueryId): RawNode {
    return { ...node, ...super.transformRaw(node, id) };
  }

  protected override transformBinaryOperation(node: BinaryOperationNode, id?: QueryId): BinaryOperationNode {
    if (this.#joinsTargets(node)) return ALWAYS;
    const compared = this.#namesTarget(node) ?? this.#compared(node) ?? this.#compared(mirrored(node));
    return (compared as BinaryOperationNode | undefined) ?? super.transformBinaryOperation(node, id);
  }

  /** Removes constants from ORDER BY and GROUP BY, where databases would read them as numbers of result columns. */
  #withoutConstants(node: SelectQueryNode): SelectQueryNode {
    const isConstant = (item: OperationNode): boolean => {
      const { counterpart } = this.#columnOf(item) ?? {};
      return typeof counterpart === 'object' && 'constant' in counterpart;
    };
    const { orderBy, groupBy } = node;
    if (!orderBy?.items.some(item => isConstant(item.orderBy)) && !groupBy?.items.some(item => isConstant(item.groupBy))) return node;
    const ordering = orderBy?.items.filter(item => !isConstant(item.orderBy)) ?? [];
    const grouping = groupBy?.items.filter(item => !isConstant(item.groupBy)) ?? [];
    const { orderBy: _, groupBy: __, ...rest } = node;
    return {
      ...rest,
      ...(ordering.length > 0 && { orderBy: { ...orderBy, items: ordering } as OrderByNode }),
      ...(grouping.length > 0 && { groupBy: { ...groupBy, items: grouping } as GroupByNode }),
    };
  }

  /** Rewrites a comparison to the columns of the layout. Returns undefined if replacing the column by its expression is sufficient. */
  #compared(node: BinaryOperationNode | undefined): OperationNode | undefined {
    if (!node || !OperatorNode.is(node.operator)) return undefined;
    const { leftOperand: left } = node;
    const isHidden = isHiddenText(left);
    const column = this.#columnOf(isHidden ? left.hidden : isBinaryText(left) ? (left.parameters[0] as OperationNode) : left);
    if (!column || typeof column.counterpart === 'string') return undefined;
    const { operator } = node.operator;
    const { counterpart, alias } = column;
    if ('only' in counterpart) {
      const guard = counterpart.only(alias);
      if (operator === 'is' || operator === 'is not') return operator === 'is' ? raw`not (${guard})` : guard;
      if (!COMPARISONS.has(operator)) return undefined;
      const source = columnNode(alias, counterpart.column);
      const compared = isBinaryText(left) ? binaryText(source) : source;
      const comparison = BinaryOperationNode.create(compared, node.operator, this.transformNode(node.rightOperand));
      return ParensNode.create(AndNode.create(comparison, guard));
    }
    if ('values' in counterpart) {
      const numbers = mapped(node.rightOperand, value => counterpart.values[value]);
      const source = columnNode(alias, counterpart.column);
      return numbers && BinaryOperationNode.create(isHidden ? hiddenFromIndexes(source) : source, node.operator, numbers);
    }
    if ('constant' in counterpart && operator === '=' && ValueNode.is(node.rightOperand)) {
      const { value } = node.rightOperand;
      return value === counterpart.constant ? ALWAYS : undefined;
    }
    if (!('bounds' in counterpart) || !counterpart.bounds || !ValueNode.is(node.rightOperand)) return undefined;
    const bounds = counterpart.bounds(operator);
    return bounds && ParensNode.create(within(bounds, alias, node, counterpart.value(alias, this.#engine)));
  }

  /** Rewrites a comparison of a target id with a subquery on `linktarget` into a comparison of titles. */
  #namesTarget({ leftOperand, rightOperand, operator }: BinaryOperationNode): OperationNode | undefined {
    const name = ReferenceNode.is(leftOperand) ? columnIn(leftOperand) : undefined;
    const target = name === undefined ? undefined : this.#instead.targets.get(name);
    const query = ParensNode.is(rightOperand) ? rightOperand.node : rightOperand;
    if (!target || !SelectQueryNode.is(query) || !OperatorNode.is(operator)) return undefined;
    if (operator.operator !== '=' && operator.operator !== 'in') return undefined;
    const links = this.#ownerOf(leftOperand, target.table);
    const titles = [...scopeOf(query, this.#instead).named].filter(([, table]) => table === 'linktarget').map(([alias]) => alias);
    if (links === undefined || titles.length !== 1 || query.joins || !query.where) return undefined;
    const named = new Map([[titles[0] as string, 'linktarget']]);
    this.#scopes.push({ named, derived: new Set(), merged: [{ links, target: titles[0] as string, as: target }] });
    try {
      return ParensNode.create(this.transformNode(query.where.where));
    } finally {
      this.#scopes.pop();
    }
  }

  /** Whether the condition joins links to their targets. The layout merges both, so that the condition always holds. */
  #joinsTargets({ leftOperand, rightOperand, operator }: BinaryOperationNode): boolean {
    const { merged = [] } = this.#scopes.at(-1) ?? {};
    if (merged.length === 0 || !OperatorNode.is(operator) || operator.operator !== '=') return false;
    const names = [columnIn(leftOperand), columnIn(rightOperand)];
    return names.includes('lt_id') && names.some(name => name !== undefined && this.#instead.targets.has(name));
  }

  #valueOf(node: OperationNode, isSelected = false): OperationNode | undefined {
    const column = this.#columnOf(node);
    if (!column) return undefined;
    const { alias, counterpart } = column;
    if (typeof counterpart === 'string') return columnNode(alias, counterpart);
    if ('only' in counterpart) return raw`case when ${counterpart.only(alias)} then ${columnNode(alias, counterpart.column)} end`;
    if ('constant' in counterpart) return ValueNode.createImmediate(counterpart.constant);
    if ('values' in counterpart) return this.#named(columnNode(alias, counterpart.column), counterpart.values);
    if ('missing' in counterpart) {
      if (isSelected) return raw`null`;
      throw new Error(counterpart.missing);
    }
    return counterpart.value(alias, this.#engine);
  }

  #named(source: OperationNode, values: Readonly<Record<string, number>>): OperationNode {
    const cases = Object.entries(values).map(([text, number]) => `when ${number} then '${text}'`);
    const type = this.#engine === 'mariadb' ? 'char' : 'text';
    return RawNode.create(['case ', ` ${cases.join(' ')} else cast(`, ` as ${type}) end`], [source, source]);
  }

  #columnOf(node: OperationNode): { readonly alias: string; readonly counterpart: Counterpart } | undefined {
    if (!ReferenceNode.is(node) || !ColumnNode.is(node.column)) return undefined;
    const { name } = node.column.column;
    const isOfTarget = OF_TARGETS.has(name);
    const found = this.#instead.columns.get(name);
    if (!found && !isOfTarget) return undefined;
    const scope = this.#scopeOf(node, found?.table ?? 'linktarget');
    if (!scope) return undefined;
    if (found) return { alias: scope.owner, counterpart: found.counterpart };
    // Only a `linktarget` that is joined to these links is merged with them.
    const merged = scope.merged.find(({ target }) => target === scope.owner);
    return merged && { alias: merged.links, counterpart: counterpartOf(name, merged.as) };
  }

  #ownerOf(node: OperationNode, table: string): string | undefined {
    return ReferenceNode.is(node) ? this.#scopeOf(node, table)?.owner : undefined;
  }

  /** Returns the innermost scope with the table of a column, and the table's alias in it. */
  #scopeOf(node: ReferenceNode, table: string): (Scope & { readonly owner: string }) | undefined {
    const name = ColumnNode.is(node.column) ? node.column.column.name : '';
    const qualifier = node.table?.table.identifier.name;
    for (const scope of this.#scopes.toReversed()) {
      const { named, derived } = scope;
      if (qualifier === undefined && derived.has(name)) return undefined;
      const owner = qualifier === undefined ? aliasIn(named, table) : named.get(qualifier) === table ? qualifier : undefined;
      if (owner !== undefined) return { ...scope, owner };
      if (qualifier !== undefined && named.has(qualifier)) return undefined;
    }
    return undefined;
  }
}

const ALWAYS = raw`1 = 1` as unknown as BinaryOperationNode;

/** Converts text values and the text values of bound slots. Returns undefined for other nodes. */
function mapped(node: OperationNode, convert: (value: string) => unknown): OperationNode | undefined {
  if (PrimitiveValueListNode.is(node))
    return { ...node, values: node.values.map(value => converted(value, convert)) } as PrimitiveValueListNode;
  if (ValueNode.is(node)) return { ...node, value: converted(node.value, convert) } as ValueNode;
  if (!ValueListNode.is(node)) return undefined;
  const values = node.values.map(value => mapped(value, convert));
  return values.includes(undefined) ? undefined : ({ ...node, values } as ValueListNode);
}

const converted = (value: unknown, convert: (value: string) => unknown): unknown =>
  value instanceof ValueSlot ? value.as(text => convert(String(text))) : convert(String(value));

const within = (
  { column, within }: CounterpartBounds,
  alias: string,
  { operator, rightOperand }: BinaryOperationNode,
  value: OperationNode,
): OperationNode =>
  within.reduce<OperationNode>(
    (all, [relation, bound]) =>
      AndNode.create(
        all,
        BinaryOperationNode.create(
          binaryText(columnNode(alias, column)),
          OperatorNode.create(relation),
          mapped(rightOperand, bound) as OperationNode,
        ),
      ),
    BinaryOperationNode.create(binaryText(value), operator, rightOperand),
  );

function mirrored(node: BinaryOperationNode): BinaryOperationNode | undefined {
  if (!OperatorNode.is(node.operator) || node.operator.operator !== '=') return undefined;
  return BinaryOperationNode.create(node.rightOperand, node.operator, node.leftOperand);
}

const COMPARISONS: ReadonlySet<string> = new Set(['=', 'in', '<', '<=', '>', '>=']);
