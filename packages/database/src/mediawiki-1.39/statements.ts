import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  IdentifierNode,
  type JoinNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  OrNode,
  ParensNode,
  type QueryId,
  type RawNode,
  ReferenceNode,
  SelectAllNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  ValueNode,
  WhereNode,
} from 'kysely';
import type { EngineName } from '../engine.ts';
import { binaryText, isBinaryText } from '../reference.ts';
import { type TableName, tables } from '../tables.ts';
import { type Counterpart, column as columnNode, counterparts, raw } from './columns.ts';

/**
 * Rewrites statements over the tables of 1.43 into ones over those of 1.39. Every column is replaced where it stands, so that no plan has to
 * look through a view: it takes another name, or the expression that gives its value; a comparison is made with the indexed column that the
 * value comes from. `linktarget`, which 1.39 has for templates only, is taken out where it is joined to `pagelinks`, whose rows have the title.
 */
export class OlderStatements extends OperationNodeTransformer {
  readonly #engine: EngineName;
  /** Of the statement and its subqueries, down to the one at work. */
  readonly #scopes: Scope[] = [];

  constructor(engine: EngineName) {
    super();
    this.#engine = engine;
  }

  protected override transformSelectQuery(node: SelectQueryNode, id?: QueryId): SelectQueryNode {
    const scope = scopeOf(node);
    const selections = node.selections?.flatMap(selection => spelledOut(selection, scope));
    this.#scopes.push(scope);
    try {
      return super.transformSelectQuery(withoutTargets({ ...node, ...(selections && { selections }) }, scope), id);
    } finally {
      this.#scopes.pop();
    }
  }

  protected override transformAlias(node: AliasNode, id?: QueryId): AliasNode {
    const older = TableNode.is(node.node) && olderName(node.node);
    return older ? AliasNode.create(older, node.alias) : super.transformAlias(node, id);
  }

  protected override transformTable(node: TableNode, id?: QueryId): TableNode {
    const older = olderName(node);
    const parent = this.nodeStack.at(-2);
    // The rest of the statement goes on calling the table by its newer name.
    if (!older || !parent || ReferenceNode.is(parent) || SelectAllNode.is(parent)) return super.transformTable(node, id);
    return AliasNode.create(older, IdentifierNode.create(node.table.identifier.name)) as unknown as TableNode;
  }

  /** What is selected keeps its name. */
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

  /** Whether a text is compared by its bytes, or which join order holds, is said beside the node's own properties. */
  protected override transformRaw(node: RawNode, id?: QueryId): RawNode {
    return { ...node, ...super.transformRaw(node, id) };
  }

  protected override transformBinaryOperation(node: BinaryOperationNode, id?: QueryId): BinaryOperationNode {
    if (this.#joinsTargets(node)) return raw`1 = 1` as unknown as BinaryOperationNode;
    const compared = this.#compared(node) ?? this.#compared(mirrored(node));
    return (compared as BinaryOperationNode | undefined) ?? super.transformBinaryOperation(node, id);
  }

  /** A comparison of a column with the column that it comes from; undefined where that does not say more than the column's value. */
  #compared(node: BinaryOperationNode | undefined): OperationNode | undefined {
    if (!node || !OperatorNode.is(node.operator)) return undefined;
    const reference = isBinaryText(node.leftOperand) ? node.leftOperand.parameters[0] : node.leftOperand;
    const column = reference && this.#columnOf(reference);
    if (!column || typeof column.counterpart === 'string') return undefined;
    const { operator } = node.operator;
    const { counterpart, alias } = column;
    if ('only' in counterpart) {
      const guard = counterpart.only(alias);
      if (operator === 'is' || operator === 'is not') return operator === 'is' ? raw`not (${guard})` : guard;
      if (!COMPARISONS.has(operator)) return undefined;
      const source = columnNode(alias, counterpart.column);
      const left = isBinaryText(node.leftOperand) ? binaryText(source) : source;
      const comparison = BinaryOperationNode.create(left, node.operator, this.transformNode(node.rightOperand));
      return ParensNode.create(AndNode.create(comparison, guard));
    }
    if (!('bounds' in counterpart) || !counterpart.bounds || !ValueNode.is(node.rightOperand)) return undefined;
    const bounds = counterpart.bounds(operator, String(node.rightOperand.value));
    if (!bounds) return undefined;
    const source = binaryText(columnNode(alias, bounds.column));
    const value = counterpart.value(alias, this.#engine);
    return ParensNode.create(
      bounds.within.reduce<OperationNode>(
        (all, [relation, bound]) =>
          AndNode.create(all, BinaryOperationNode.create(source, OperatorNode.create(relation), ValueNode.create(bound))),
        BinaryOperationNode.create(binaryText(value), node.operator, node.rightOperand),
      ),
    );
  }

  /** Whether it is the condition that joins page links to their targets, which are the same row here. */
  #joinsTargets({ leftOperand, rightOperand, operator }: BinaryOperationNode): boolean {
    const { merged } = this.#scopes.at(-1) ?? {};
    if (!merged || !OperatorNode.is(operator) || operator.operator !== '=') return false;
    const names = [columnIn(leftOperand), columnIn(rightOperand)];
    return names.includes('pl_target_id') && names.includes('lt_id');
  }

  /** What has the value of a column; undefined for one that is the same in both generations. */
  #valueOf(node: OperationNode, isSelected = false): OperationNode | undefined {
    const column = this.#columnOf(node);
    if (!column) return undefined;
    const { alias, counterpart } = column;
    if (typeof counterpart === 'string') return columnNode(alias, counterpart);
    if ('only' in counterpart) return raw`case when ${counterpart.only(alias)} then ${columnNode(alias, counterpart.column)} end`;
    if ('missing' in counterpart) {
      if (isSelected) return raw`null`;
      throw new Error(counterpart.missing);
    }
    return counterpart.value(alias, this.#engine);
  }

  #columnOf(node: OperationNode): { readonly alias: string; readonly counterpart: Counterpart } | undefined {
    if (!ReferenceNode.is(node) || !ColumnNode.is(node.column)) return undefined;
    const { name } = node.column.column;
    const found = counterparts.get(name);
    if (!found) return undefined;
    const qualifier = node.table?.table.identifier.name;
    for (const { named, derived, merged } of this.#scopes.toReversed()) {
      if (qualifier === undefined && derived.has(name)) return undefined;
      const owners = [...named].filter(([, table]) => table === found.table);
      const owner = qualifier === undefined ? owners[0]?.[0] : named.get(qualifier) === found.table ? qualifier : undefined;
      if (owner === undefined) {
        if (qualifier !== undefined && named.has(qualifier)) return undefined;
        continue;
      }
      // A target that is joined to something else than page links is a row of its own.
      if (found.table !== 'linktarget') return { alias: owner, counterpart: found.counterpart };
      return merged?.target === owner ? { alias: merged.links, counterpart: found.counterpart } : undefined;
    }
    return undefined;
  }
}

/** The tables of one `select`. */
interface Scope {
  /** Alias to table. */
  readonly named: ReadonlyMap<string, string>;
  /** Columns of subqueries in `from`, which go by names of their own. */
  readonly derived: ReadonlySet<string>;
  /** The aliases of page links and of the link targets that are joined to them. */
  readonly merged: { readonly links: string; readonly target: string } | undefined;
}

function scopeOf({ from, joins = [], where }: SelectQueryNode): Scope {
  const named = new Map<string, string>();
  const derived = new Set<string>();
  for (const node of [...(from?.froms ?? []), ...joins.map(join => join.table)]) {
    const source = AliasNode.is(node) ? node.node : node;
    if (TableNode.is(source)) named.set(aliasOf(node) ?? '', source.table.identifier.name);
    else if (SelectQueryNode.is(source)) for (const name of outputNames(source)) derived.add(name);
  }
  const conditions = [...joins.flatMap(join => join.on?.on ?? []), ...(where ? [where.where] : [])].flatMap(conjuncts);
  return { named, derived, merged: mergedIn(named, conditions) };
}

/** Page links that are joined to their targets by a condition. */
function mergedIn(named: ReadonlyMap<string, string>, conditions: readonly OperationNode[]): Scope['merged'] {
  for (const condition of conditions) {
    if (!BinaryOperationNode.is(condition)) continue;
    const sides = [condition.leftOperand, condition.rightOperand];
    const links = sides.find(side => columnIn(side) === 'pl_target_id');
    const target = sides.find(side => columnIn(side) === 'lt_id');
    const aliases = links && target && { links: ownerOf(links, 'pagelinks', named), target: ownerOf(target, 'linktarget', named) };
    if (aliases?.links !== undefined && aliases.target !== undefined) return { links: aliases.links, target: aliases.target };
  }
  return undefined;
}

function ownerOf(node: OperationNode, table: string, named: ReadonlyMap<string, string>): string | undefined {
  const reference = BinaryOperationNode.is(node) ? node.leftOperand : node;
  const qualifier = ReferenceNode.is(reference) ? reference.table?.table.identifier.name : undefined;
  if (qualifier !== undefined) return named.get(qualifier) === table ? qualifier : undefined;
  return [...named].find(([, name]) => name === table)?.[0];
}

/** Takes link targets out that are joined to page links; what else their join says becomes a condition of the whole. */
function withoutTargets(node: SelectQueryNode, { merged }: Scope): SelectQueryNode {
  if (!merged) return node;
  const isTarget = (table: OperationNode): boolean => aliasOf(table) === merged.target;
  const { from, joins = [] } = node;
  const first = from?.froms.length === 1 && from.froms.some(isTarget);
  // Where the statement begins with the targets, it begins with the page links instead.
  const gone = joins.find(join => aliasOf(join.table) === (first ? merged.links : merged.target));
  if (!gone || gone.joinType === 'RightJoin' || (first && gone.joinType !== 'InnerJoin' && gone.joinType !== 'CrossJoin'))
    throw new Error(UNMERGEABLE);
  const condition = gone.on?.on;
  const where = condition
    ? WhereNode.create(node.where ? AndNode.create(parenthesized(condition), parenthesized(node.where.where)) : condition)
    : node.where;
  return {
    ...node,
    ...(first && from && { from: { ...from, froms: [gone.table] } }),
    joins: joins.filter((join: JoinNode) => join !== gone),
    ...(where && { where }),
  };
}

const UNMERGEABLE = 'On the tables of MediaWiki 1.39, page links can be joined to link targets by an inner or a cross join only.';

const parenthesized = (node: OperationNode): OperationNode => (OrNode.is(node) ? ParensNode.create(node) : node);

/** `select block.*` names the columns of 1.43. */
function spelledOut(node: SelectionNode, { named }: Scope): SelectionNode | SelectionNode[] {
  const { selection } = node;
  const isAll = SelectAllNode.is(selection) && named.size === 1;
  const ofTable = ReferenceNode.is(selection) && SelectAllNode.is(selection.column) ? selection.table?.table.identifier.name : undefined;
  const alias = isAll ? [...named.keys()][0] : ofTable;
  const table = alias === undefined ? undefined : named.get(alias);
  if (alias === undefined || table === undefined || !isChanged(table)) return node;
  return Object.keys(tables[table as TableName].columns).map(column => SelectionNode.create(columnNode(alias, column)));
}

const isChanged = (table: string): boolean => [...counterparts.values()].some(each => each.table === table && table !== 'linktarget');

function olderName(node: TableNode): TableNode | undefined {
  const { name } = node.table.identifier;
  return name === 'block' || name === 'block_target' ? TableNode.create('ipblocks') : undefined;
}

function aliasOf(node: OperationNode): string | undefined {
  if (AliasNode.is(node)) return IdentifierNode.is(node.alias) ? node.alias.name : undefined;
  return TableNode.is(node) ? node.table.identifier.name : undefined;
}

function outputNames({ selections = [] }: SelectQueryNode): string[] {
  return selections.flatMap(({ selection }) => {
    if (AliasNode.is(selection)) return IdentifierNode.is(selection.alias) ? [selection.alias.name] : [];
    return ReferenceNode.is(selection) && ColumnNode.is(selection.column) ? [selection.column.column.name] : [];
  });
}

/** The name of a column, also of one in a sum with a constant. */
function columnIn(node: OperationNode): string | undefined {
  if (ParensNode.is(node)) return columnIn(node.node);
  if (BinaryOperationNode.is(node)) return ValueNode.is(node.rightOperand) ? columnIn(node.leftOperand) : undefined;
  return ReferenceNode.is(node) && ColumnNode.is(node.column) ? node.column.column.name : undefined;
}

function conjuncts(node: OperationNode): OperationNode[] {
  if (ParensNode.is(node)) return conjuncts(node.node);
  return AndNode.is(node) ? [...conjuncts(node.left), ...conjuncts(node.right)] : [node];
}

/** `a = b` as `b = a`. */
function mirrored(node: BinaryOperationNode): BinaryOperationNode | undefined {
  if (!OperatorNode.is(node.operator) || node.operator.operator !== '=') return undefined;
  return BinaryOperationNode.create(node.rightOperand, node.operator, node.leftOperand);
}

const COMPARISONS: ReadonlySet<string> = new Set(['=', 'in', '<', '<=', '>', '>=']);
