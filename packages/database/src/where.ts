import type { Expression, SelectQueryBuilder, SqlBool } from 'kysely';
import {
  AndNode,
  BinaryOperationNode,
  ExpressionWrapper,
  expressionBuilder,
  type OperationNode,
  OperatorNode,
  OrNode,
  ParensNode,
  PrimitiveValueListNode,
  RawNode,
  ValueNode,
} from 'kysely';
import { binaryText, hiddenFromIndexes, hiddenText, reference } from './reference.ts';
import type { Bound } from './slot.ts';

const nothing: Expression<SqlBool> = new ExpressionWrapper(RawNode.createWithSql('1 = 0'));

type Matching<T> = T | Bound<T> | ReadonlySet<T> | readonly T[] | readonly Bound<T>[] | undefined;
type ColumnOf<DB, TB extends keyof DB> = { [T in TB]: (keyof DB[T] & string) | `${T & string}.${keyof DB[T] & string}` }[TB];
type ValueOf<DB, TB extends keyof DB, C> = {
  [T in TB]: C extends keyof DB[T]
    ? ReadOf<DB[T][C]>
    : C extends `${T & string}.${infer Name extends keyof DB[T] & string}`
      ? ReadOf<DB[T][Name]>
      : never;
}[TB];
type ReadOf<V> = V extends { readonly __select__: infer Read } ? Read : V;

/** Selects rows by column values: one value, or any value of a set or array. Ignores undefined. An empty set or array matches nothing. */
export function whereEquals<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  values: { readonly [C in ColumnOf<DB, TB>]?: Matching<ValueOf<DB, TB, C>> },
): SelectQueryBuilder<DB, TB, Row> {
  for (const [column, value] of Object.entries<unknown>(values)) {
    if (value !== undefined) query = query.where(condition(reference(column), value));
  }
  return query;
}

/** Like `whereEquals`, but prevents the use of indexes on these columns. Use it if another index should find the rows. */
export function filterEquals<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  values: { readonly [C in ColumnOf<DB, TB>]?: Matching<ValueOf<DB, TB, C> & (number | string)> },
): SelectQueryBuilder<DB, TB, Row> {
  for (const [column, value] of Object.entries<unknown>(values)) {
    if (value === undefined) continue;
    const isText = [...(value instanceof Set || Array.isArray(value) ? value : [value])].some(each => typeof each === 'string');
    query = query.where(condition((isText ? hiddenText : hiddenFromIndexes)(reference(column)), value));
  }
  return query;
}

/** Whether a subquery returns rows (or returns none). Evaluated per row, unlike `exists`, for which servers may read all rows first. */
export function finds<DB, TB extends keyof DB>(subquery: SelectQueryBuilder<DB, TB, object>, something = true): Expression<SqlBool> {
  const is = expressionBuilder();
  const one = subquery
    .clearSelect()
    .select(({ lit }) => lit(1).as('one'))
    .limit(1);
  return something ? is(one, 'is not', null) : is(is.fn.coalesce(one as Expression<unknown>, is.lit(0)), '!=', is.lit(1));
}

/** Whether the query returns more than `count` rows. Skips index entries instead of counting rows. */
export async function isMoreThan<DB, TB extends keyof DB>(count: number, query: SelectQueryBuilder<DB, TB, object>): Promise<boolean> {
  const next = query
    .select(is => is.lit(1).as('one'))
    .limit(1)
    .offset(count);
  return (await next.executeTakeFirst()) !== undefined;
}

function condition(column: OperationNode, value: unknown): Expression<SqlBool> {
  const values = value instanceof Set || Array.isArray(value) ? [...(value as Iterable<unknown>)] : [value];
  if (values.length === 0) return nothing;
  const [only] = values;
  if (values.length > 1)
    return new ExpressionWrapper(BinaryOperationNode.create(column, OperatorNode.create('in'), PrimitiveValueListNode.create(values)));
  if (only === null)
    return new ExpressionWrapper(BinaryOperationNode.create(column, OperatorNode.create('is'), ValueNode.createImmediate(null)));
  return new ExpressionWrapper(BinaryOperationNode.create(column, OperatorNode.create('='), ValueNode.create(only)));
}

/** Titles grouped by namespace, as bindings of a prepared query. */
export type TitlesByNamespace<Name = string> = ReadonlyMap<number, readonly Name[]>;

/** Groups titles by namespace for prepared queries. Namespaces are in the order of their first title. */
export function byNamespace<Namespace, Name>(
  titles: Iterable<{ readonly namespace: Namespace; readonly dbkey: Name }>,
): ReadonlyMap<Namespace, readonly Name[]> {
  const groups = new Map<Namespace, Name[]>();
  for (const { namespace, dbkey } of titles) {
    const group = groups.get(namespace);
    if (group) group.push(dbkey);
    else groups.set(namespace, [dbkey]);
  }
  return groups;
}

interface BoundTitle {
  readonly namespace: number | Bound<number>;
  readonly dbkey: string | Bound<string>;
}

/** Selects rows by title: `whereTitles(q, 'wl_namespace', 'wl_title', titles)`. Without titles, no row matches. */
export function whereTitles<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  namespace: ColumnOf<DB, TB>,
  title: ColumnOf<DB, TB>,
  titles: Iterable<BoundTitle> | TitlesByNamespace | TitlesByNamespace<Bound<string>>,
): SelectQueryBuilder<DB, TB, Row> {
  const groups = titles instanceof Map ? (titles as TitlesByNamespace) : byNamespace(titles as Iterable<BoundTitle>);
  const conditions = [...groups].map(([id, names]) =>
    ParensNode.create(
      AndNode.create(condition(reference(namespace), id).toOperationNode(), condition(reference(title), names).toOperationNode()),
    ),
  );
  const [first, ...rest] = conditions;
  if (!first) return query.where(nothing);
  return query.where(new ExpressionWrapper<DB, TB, SqlBool>(ParensNode.create(rest.reduce<OperationNode>(OrNode.create, first))));
}

/** Selects rows whose text starts with a prefix, as a range that uses an index on every engine. An empty prefix matches all rows. */
export function whereStartsWith<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  column: ColumnOf<DB, TB>,
  prefix: string,
): SelectQueryBuilder<DB, TB, Row> {
  return prefix === '' ? query : query.where(startsWith(column, prefix));
}

/** Condition for text that starts with a prefix, as a range that uses an index on every engine. */
export function startsWith(column: string | Expression<unknown>, prefix: string): Expression<SqlBool> {
  const text = binaryText(typeof column === 'string' ? reference(column) : column.toOperationNode());
  const bound = (operator: '>=' | '<', value: string): OperationNode =>
    BinaryOperationNode.create(text, OperatorNode.create(operator), ValueNode.create(value));
  const end = afterPrefix(prefix);
  return new ExpressionWrapper(end === undefined ? bound('>=', prefix) : AndNode.create(bound('>=', prefix), bound('<', end)));
}

/** Returns the first text in byte order after all texts that start with the prefix, or undefined if there is none. */
export function afterPrefix(prefix: string): string | undefined {
  for (let end = prefix.length; end > 0; ) {
    const pair = prefix.codePointAt(end - 2) ?? 0;
    const begin = pair > 0xffff ? end - 2 : end - 1;
    const code = prefix.codePointAt(begin) as number;
    if (code < 0x10ffff) return prefix.slice(0, begin) + String.fromCodePoint(code === 0xd7ff ? 0xe000 : code + 1);
    end = begin;
  }
  return undefined;
}

/** Maximum number of ids per statement. Longer lists lead to slow query plans. */
const CHUNK = 5000;

/** Loads the rows of any number of ids, with at most 5,000 ids per statement. */
export async function loadInChunks<Id, Row>(ids: Iterable<Id>, load: (chunk: Id[]) => Promise<Row[]>): Promise<Row[]> {
  const all = [...ids];
  if (all.length === 0) return [];
  if (all.length <= CHUNK) return load(all);
  const rows: Row[] = [];
  for (let at = 0; at < all.length; at += CHUNK) {
    for (const row of await load(all.slice(at, at + CHUNK))) rows.push(row);
  }
  return rows;
}
