import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  IdentifierNode,
  type JoinNode,
  type OperationNode,
  OrNode,
  ParensNode,
  ReferenceNode,
  SelectAllNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  ValueNode,
  WhereNode,
} from 'kysely';
import { type TableName, tables } from '../tables.ts';
import { column as columnNode, type LinkTargetColumns } from './counterparts.ts';
import type { Instead } from './instead.ts';

export interface Scope {
  readonly named: ReadonlyMap<string, string>;
  /** Names of the columns that subqueries in FROM return. */
  readonly derived: ReadonlySet<string>;
  /** Aliases of link tables and of the `linktarget` joined to them: the layout merges both into one table. */
  readonly merged: readonly Merged[];
}

interface Merged {
  readonly links: string;
  readonly target: string;
  readonly as: LinkTargetColumns;
}

export function scopeOf({ from, joins = [], where }: SelectQueryNode, { targets }: Instead): Scope {
  const named = new Map<string, string>();
  const derived = new Set<string>();
  for (const node of [...(from?.froms ?? []), ...joins.map(join => join.table)]) {
    const source = AliasNode.is(node) ? node.node : node;
    if (TableNode.is(source)) named.set(aliasOf(node) ?? '', source.table.identifier.name);
    else if (SelectQueryNode.is(source)) for (const name of outputNames(source)) derived.add(name);
  }
  const conditions = [...joins.flatMap(join => join.on?.on ?? []), ...(where ? [where.where] : [])].flatMap(conjuncts);
  return { named, derived, merged: mergedIn(named, conditions, targets) };
}

function mergedIn(named: ReadonlyMap<string, string>, conditions: readonly OperationNode[], targets: Instead['targets']): Merged[] {
  return conditions.flatMap(condition => {
    if (!BinaryOperationNode.is(condition)) return [];
    const sides = [condition.leftOperand, condition.rightOperand];
    const id = sides.find(side => targets.has(columnIn(side) ?? ''));
    const as = id && targets.get(columnIn(id) ?? '');
    const joined = sides.find(side => columnIn(side) === 'lt_id');
    const links = id && as && ownerOf(id, as.table, named);
    const target = joined && ownerOf(joined, 'linktarget', named);
    return as && links !== undefined && target !== undefined ? [{ links, target, as }] : [];
  });
}

function ownerOf(node: OperationNode, table: string, named: ReadonlyMap<string, string>): string | undefined {
  const reference = BinaryOperationNode.is(node) ? node.leftOperand : node;
  const qualifier = ReferenceNode.is(reference) ? reference.table?.table.identifier.name : undefined;
  if (qualifier !== undefined) return named.get(qualifier) === table ? qualifier : undefined;
  return aliasIn(named, table);
}

/** Removes the merged `linktarget` tables. Further conditions of their joins move to WHERE. */
export const withoutTargets = (node: SelectQueryNode, { merged }: Scope): SelectQueryNode => merged.reduce(withoutTarget, node);

function withoutTarget(node: SelectQueryNode, { links, target }: Merged): SelectQueryNode {
  const { from, joins = [] } = node;
  const first = from?.froms.length === 1 && from.froms.some(table => aliasOf(table) === target);
  // If the statement starts with the targets, the links replace them in FROM.
  const gone = joins.find(join => aliasOf(join.table) === (first ? links : target));
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

const UNMERGEABLE = 'In this layout, links identify targets by title. Join them to "linktarget" with an inner or cross join.';

const parenthesized = (node: OperationNode): OperationNode => (OrNode.is(node) ? ParensNode.create(node) : node);

/** Expands `select block.*` to the columns that the table has in the newest release. */
export function spelledOut(node: SelectionNode, { named }: Scope, { concerned }: Instead): SelectionNode | SelectionNode[] {
  const { selection } = node;
  const isAll = SelectAllNode.is(selection) && named.size === 1;
  const ofTable = ReferenceNode.is(selection) && SelectAllNode.is(selection.column) ? selection.table?.table.identifier.name : undefined;
  const alias = isAll ? [...named.keys()][0] : ofTable;
  const table = alias === undefined ? undefined : named.get(alias);
  if (alias === undefined || table === undefined || !concerned.has(table)) return node;
  return Object.keys(tables[table as TableName].columns).map(column => SelectionNode.create(columnNode(alias, column)));
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

export function columnIn(node: OperationNode): string | undefined {
  if (ParensNode.is(node)) return columnIn(node.node);
  if (BinaryOperationNode.is(node)) return ValueNode.is(node.rightOperand) ? columnIn(node.leftOperand) : undefined;
  return ReferenceNode.is(node) && ColumnNode.is(node.column) ? node.column.column.name : undefined;
}

function conjuncts(node: OperationNode): OperationNode[] {
  if (ParensNode.is(node)) return conjuncts(node.node);
  return AndNode.is(node) ? [...conjuncts(node.left), ...conjuncts(node.right)] : [node];
}

export const aliasIn = (named: ReadonlyMap<string, string>, table: string): string | undefined =>
  [...named].find(([, name]) => name === table)?.[0];
