import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type CompiledQuery,
  IdentifierNode,
  type JoinNode,
  OnNode,
  type OperationNode,
  OperatorNode,
  OrNode,
  ParensNode,
  type PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  SelectAllNode,
  SelectionNode,
  SelectQueryNode,
  SqliteQueryCompiler,
  TableNode,
  ValuesNode,
  WhereNode,
} from 'kysely';
import type { Table } from '../column.ts';
import { columnsOfKind, tableNamed } from '../every-column.ts';
import type { TableNames } from '../table-names.ts';
import { type TableName, tables } from '../tables.ts';

/** Suffix of statements that may run for a long time before they can be stopped. */
export const UNSTOPPABLE = ' -- unstoppable';

/**
 * Compiles for SQLite so that running statements can be stopped. Each SELECT gets conditions that call `wikiquery_tick` once per 61 visited
 * rows. The function throws to stop the statement. These conditions precede all others, so that rejected rows count. Query plans do not
 * change, because `rowid` is part of every index.
 */
export class StoppableCompiler extends SqliteQueryCompiler {
  readonly #names: TableNames;
  #isStoppable = true;
  constructor(names: TableNames) {
    super();
    this.#names = names;
  }

  override compileQuery(...query: Parameters<SqliteQueryCompiler['compileQuery']>): CompiledQuery {
    this.#isStoppable = true;
    const compiled = super.compileQuery(...query);
    return this.#isStoppable ? compiled : { ...compiled, sql: compiled.sql + UNSTOPPABLE };
  }

  /** Marks full-text searches, which do most of their work before they return the first row. */
  protected override visitRaw(node: RawNode): void {
    if (node.sqlFragments.some(part => part.endsWith(' match '))) this.#isStoppable = false;
    super.visitRaw(node);
  }

  protected override visitSelectQuery(node: SelectQueryNode): void {
    super.visitSelectQuery(stoppable(node, this.#names));
  }

  protected override visitTable(node: TableNode): void {
    const renamed = this.#names.rename(node, this.parentNode);
    if (renamed) this.visitNode(renamed);
    else super.visitTable(node);
  }

  /** Writes plain column names, the largest part of most statements, without visiting their nodes. */
  protected override compileList(nodes: readonly OperationNode[], separator = ', '): void {
    let isFirst = true;
    for (const node of nodes) {
      if (!isFirst) this.append(separator);
      isFirst = false;
      const column = plainColumn(node);
      if (column === undefined) this.visitNode(node);
      else this.append(quoted(column));
    }
  }

  protected override visitReference(node: ReferenceNode): void {
    const { table, column } = node;
    if (table || !ColumnNode.is(column)) super.visitReference(node);
    else this.append(quoted(column.column.name));
  }

  protected override visitIdentifier(node: IdentifierNode): void {
    this.append(quoted(node.name));
  }

  /** Casts byte columns to blobs, because MediaWiki stores compressed texts as SQLite text. Expands `table.*`, and `*` without joins. */
  protected override visitSelection(node: SelectionNode): void {
    const { selection } = node;
    const table = wholeTable(selection, this.parentNode);
    const columns = table && expanded(table);
    if (columns) {
      this.compileList(columns);
      return;
    }
    const value = AliasNode.is(selection) ? selection.node : selection;
    const name = ReferenceNode.is(value) && ColumnNode.is(value.column) ? value.column.column : undefined;
    if (!name || !bytesColumns.has(name.name)) {
      super.visitSelection(node);
      return;
    }
    this.append('cast(');
    this.visitNode(value);
    this.append(' as blob) as ');
    this.visitNode(AliasNode.is(selection) ? selection.alias : name);
  }

  /** Casts bytes without NUL bytes to text, as MediaWiki stores them, because SQLite sorts text before blobs. */
  protected override appendValue(value: unknown): void {
    if (!(value instanceof Uint8Array) || value.includes(0)) super.appendValue(value);
    else {
      this.append('cast(');
      super.appendValue(value);
      this.append(' as text)');
    }
  }

  /** Hides parameters from SQLite's planner, which would prepare statements again for new values and choose slow plans for small limits. */
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }

  /** Pads lists to a few lengths, so that prepared statements are reused. */
  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    const isRow = this.parentNode !== undefined && ValuesNode.is(this.parentNode);
    super.visitPrimitiveValueList(isRow ? node : { ...node, values: padded(node.values) });
  }
}

function plainColumn(node: OperationNode): string | undefined {
  if (!SelectionNode.is(node)) return undefined;
  const { selection } = node;
  if (!ReferenceNode.is(selection) || selection.table || !ColumnNode.is(selection.column)) return undefined;
  const { name } = selection.column.column;
  return bytesColumns.has(name) ? undefined : name;
}

function stoppable(node: SelectQueryNode, names: TableNames): SelectQueryNode {
  let condition: OperationNode | undefined;
  for (const from of node.from?.froms ?? []) condition = both(condition, tick(from, names));
  condition = both(condition, tickOfProduct(node, names));
  const joins = node.joins?.map(join => {
    const ticking = tick(join.table, names);
    if (!ticking) return join;
    if (join.on && join.joinType === 'LeftJoin') return isLookup(join) ? join : { ...join, on: OnNode.create(both(ticking, join.on.on)) };
    condition = both(condition, ticking);
    return join;
  });
  if (!condition) return joins ? { ...node, joins } : node;
  const where = WhereNode.create(node.where ? both(condition, node.where.where) : condition);
  return joins ? { ...node, joins, where } : { ...node, where };
}

function both(left: OperationNode | undefined, right: OperationNode): OperationNode;
function both(left: OperationNode | undefined, right: OperationNode | undefined): OperationNode | undefined;
function both(left: OperationNode | undefined, right: OperationNode | undefined): OperationNode | undefined {
  if (!left || !right) return left ?? right;
  return AndNode.create(left, OrNode.is(right) ? ParensNode.create(right) : right);
}

/** Counts combinations of rows from tables joined without a unique key: even tables with fewer than 61 rows may have many of them. */
function tickOfProduct({ from, joins }: SelectQueryNode, names: TableNames): OperationNode | undefined {
  const ids: string[] = [];
  const add = (node: OperationNode) => {
    const table = realTable(node);
    if (table) ids.push(rowid(table, names));
  };
  from?.froms.forEach(add);
  if (joins) for (const join of joins) if (join.joinType !== 'LeftJoin' && !isLookup(join)) add(join.table);
  return ids.length < 2 ? undefined : counting(`(${ids.join(' + ')})`, 61);
}

/** Returns the row id, or the primary key for views and subqueries, which have no row id. */
function rowid({ name, alias }: TableSource, names: TableNames): string {
  const { primaryKey, columns } = tableNamed(name) as Table;
  return `${quoted(alias)}.${names.isStored(name) ? 'rowid' : quoted(primaryKey[0] ?? (Object.keys(columns)[0] as string))}`;
}

/** Returns a condition that counts the rows of a table. Undefined for a subquery, which counts its own rows. */
function tick(from: OperationNode, names: TableNames): OperationNode | undefined {
  const table = realTable(from);
  // Reading a single text may take as long as reading a thousand other rows.
  return table && counting(rowid(table, names), table.name === 'text' ? 1 : 61);
}

interface TableSource {
  readonly name: string;
  readonly alias: string;
}

function realTable(from: OperationNode): TableSource | undefined {
  const table = AliasNode.is(from) ? from.node : from;
  if (!TableNode.is(table) || !tableNamed(table.table.identifier.name)) return undefined;
  const { name } = table.table.identifier;
  if (!AliasNode.is(from)) return { name, alias: name };
  return IdentifierNode.is(from.alias) ? { name, alias: from.alias.name } : undefined;
}

/** Calls `wikiquery_tick` if the sum of the row ids is a multiple of `every`. */
const counting = (rowids: string, every: number): OperationNode => RawNode.createWithSql(`(${rowids} % ${every} <> 0 or wikiquery_tick())`);

const quotedNames = new Map<string, string>();

function quoted(name: string): string {
  let text = quotedNames.get(name);
  if (text === undefined) {
    text = `"${name.replaceAll('"', '""')}"`;
    // The size is limited, because aliases may contain numbers.
    if (quotedNames.size < 10_000) quotedNames.set(name, text);
  }
  return text;
}

function isLookup({ table, on }: JoinNode): boolean {
  const plain = AliasNode.is(table) ? table.node : table;
  if (!on || !TableNode.is(plain)) return false;
  const equal: string[] = [];
  collectEqual(on.on, equal);
  return uniqueKeys(plain.table.identifier.name).some(key => key.every(column => equal.includes(column)));
}

function collectEqual(node: OperationNode, columns: string[]): void {
  if (ParensNode.is(node)) collectEqual(node.node, columns);
  else if (AndNode.is(node)) {
    collectEqual(node.left, columns);
    collectEqual(node.right, columns);
  } else if (BinaryOperationNode.is(node) && OperatorNode.is(node.operator) && node.operator.operator === '=') {
    for (const side of [node.leftOperand, node.rightOperand]) {
      if (ReferenceNode.is(side) && ColumnNode.is(side.column)) columns.push(side.column.column.name);
    }
  }
}

const keys = new Map<string, readonly (readonly string[])[]>();

function uniqueKeys(name: string): readonly (readonly string[])[] {
  let found = keys.get(name);
  if (!found) {
    const table = tableNamed(name);
    if (!table) return [];
    const unique = Object.values(table.indexes).filter(({ kind }) => kind === 'unique');
    found = [table.primaryKey, ...unique.map(({ parts }) => parts.map(String))].filter(key => key.length > 0);
    keys.set(name, found);
  }
  return found;
}

const bytesColumns = columnsOfKind('bytes');

function wholeTable(selection: OperationNode, query: OperationNode | undefined): TableNode | undefined {
  if (ReferenceNode.is(selection)) return SelectAllNode.is(selection.column) ? selection.table : undefined;
  if (!SelectAllNode.is(selection) || !query || !SelectQueryNode.is(query) || query.joins) return undefined;
  const [from, ...others] = query.from?.froms ?? [];
  return from && TableNode.is(from) && others.length === 0 ? from : undefined;
}

function expanded(table: TableNode): readonly SelectionNode[] | undefined {
  const { name } = table.table.identifier;
  if (!Object.hasOwn(tables, name)) return undefined;
  const columns = Object.keys(tables[name as TableName].columns);
  if (!columns.some(column => bytesColumns.has(column))) return undefined;
  return columns.map(column => SelectionNode.create(ReferenceNode.create(ColumnNode.create(column), table)));
}

/** Repeats the last value up to the next power of two, which does not change the result of `in`. */
function padded(values: readonly unknown[]): readonly unknown[] {
  if (values.length < 3) return values;
  const length = 1 << (32 - Math.clz32(values.length - 1));
  return values.length === length ? values : [...values, ...new Array<unknown>(length - values.length).fill(values.at(-1))];
}
