import { createQueryId, type Kysely, type SelectQueryBuilder, SelectQueryNode } from 'kysely';
import { EngineExecutor } from './executor.ts';
import { type Bound, ValueSlot } from './slot.ts';
import type { Database } from './tables.ts';

type Value = string | number | Uint8Array;
/** Lists of alternative values, and lists keyed by a number such as a namespace. */
type List = readonly Value[];
type Lists = ReadonlyMap<number, List>;

/** Types that a shape may contain. Shapes are compared by their serialized text, so functions are excluded. */
type Plain<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends ReadonlySet<infer Item>
    ? ReadonlySet<Plain<Item>>
    : T extends (...args: never) => unknown
      ? never
      : { [K in keyof T]: Plain<T[K]> };

/** Bound values. The compiled query depends on which of them are present and on the lengths of lists, but not on the values. */
type Values = Readonly<Record<string, Value | List | Lists | undefined>>;

// biome-ignore lint/suspicious/noExplicitAny: Kysely's builders vary by their tables, and this type accepts all of them
type Builder<Row> = SelectQueryBuilder<any, any, Row>;

/** The bindings as `build` receives them: it can check which are present, but not read their values. */
export type Bindings<V> = { readonly [K in keyof V]: Extract<V[K], undefined> | BoundValue<Exclude<V[K], undefined>> };
type BoundValue<T> = [T] extends [Value]
  ? Bound<T>
  : [T] extends [ReadonlyMap<infer Key, readonly (infer Item)[]>]
    ? ReadonlyMap<Key, readonly Bound<Item>[]>
    : [T] extends [readonly (infer Item)[]]
      ? readonly Bound<Item>[]
      : never;

/**
 * Declares a query that is compiled once per shape, because building and compiling take longer than reading ten rows:
 *
 *     const pagesIn = prepare(
 *       (namespace: number, redirects: boolean) => ({ bindings: { namespace }, shape: { redirects } }),
 *       (db, { namespace }, { redirects }) => db.selectFrom('page')…,
 *     );
 *     await readPage(pagesIn(q.db, 0, true), { … });
 *
 * `bindings` are values that differ between requests. `build` can compare columns with them and check which are present. Everything else
 * that affects the query belongs to its `shape`. `build` must use only its arguments: call `prepare` at the top level of a file.
 */
export function prepare<Args extends readonly unknown[], S, V extends Values, DB, TB extends keyof DB, Row>(
  read: (...args: Args) => { readonly bindings?: V; readonly shape?: S },
  build: (db: Kysely<Database>, bindings: Bindings<V>, shape: Plain<S>) => SelectQueryBuilder<DB, TB, Row>,
): (db: Kysely<Database>, ...args: Args) => PreparedQuery<Row> {
  return (db, ...args) => {
    const { bindings = {}, shape } = read(...args);
    return new PreparedQuery<Row>(db, build as unknown as Build<Row>, bindings, shape);
  };
}
type Build<Row> = (db: Kysely<Database>, bindings: unknown, shape: unknown) => Builder<Row>;

/** A query with its bindings and shape, ready to execute. `readPage` executes it page by page. */
export class PreparedQuery<Row> {
  readonly #db: Kysely<Database>;
  readonly #build: Build<Row>;
  readonly #bindings: Values;
  readonly #shape: unknown;

  constructor(db: Kysely<Database>, build: Build<Row>, bindings: Values, shape: unknown) {
    this.#db = db;
    this.#build = build;
    this.#bindings = bindings;
    this.#shape = shape;
  }

  /** Returns the rows. `finish` may add conditions with the values `more`; `finished` identifies the conditions that it adds. */
  execute(
    finished = '',
    more: readonly Value[] = [],
    finish: (query: Builder<Row>, more: readonly Value[]) => Builder<Row> = query => query,
  ): Promise<Row[]> {
    const executor = this.#db.getExecutor();
    const bound: Value[] = [];
    let names = '';
    for (const name in this.#bindings) {
      const value = this.#bindings[name];
      if (value !== undefined) names += `${name}${collect(value, bound)} `;
    }
    bound.push(...more);
    const isUsual = bound.length <= MOST_BOUND && executor instanceof EngineExecutor;
    const statements = isUsual ? executor.statementsFor(bound) : undefined;
    if (!statements) return finish(this.#build(this.#db, this.#bindings, this.#shape), more).execute();
    const statement = statements.get(this.#build, names + finished + textOf(this.#shape), () => {
      let position = 0;
      const next = (): ValueSlot => slotAt(position++);
      const open: Record<string, unknown> = {};
      for (const name in this.#bindings) open[name] = slotsFor(this.#bindings[name], next);
      const rest = more.map(next) as unknown[] as Value[];
      return finish(this.#build(this.#db, open, this.#shape), rest).compile();
    });
    const parameters = statement.parameters.map(value => (value instanceof ValueSlot ? value.fill(bound) : value));
    return executor.executeQuery<Row>({ query, queryId, sql: statement.sql, parameters }).then(({ rows }) => rows);
  }
}

/** Maximum number of bound values of a cached statement. Queries with more values are rare. */
const MOST_BOUND = 1000;

/** Slots shared by all cached statements to save memory. */
const slots: ValueSlot[] = [];

function slotAt(position: number): ValueSlot {
  slots[position] ??= new ValueSlot(position);
  return slots[position];
}

const isOne = (value: Value | List | Lists): value is Value => typeof value !== 'object' || value instanceof Uint8Array;

/** Collects the values in slot order. Returns the list lengths, which identify the query. */
function collect(value: Value | List | Lists, into: Value[]): string {
  if (isOne(value)) {
    into.push(value);
    return '';
  }
  if (value instanceof Map) {
    let text = '';
    for (const [key, list] of value as Lists) text += `.${key}${collect(list, into)}`;
    return text;
  }
  for (const item of value as List) into.push(item);
  return `:${(value as List).length}`;
}

function slotsFor(value: Value | List | Lists | undefined, next: () => ValueSlot): unknown {
  if (value === undefined) return undefined;
  if (isOne(value)) return next();
  return value instanceof Map ? new Map([...(value as Lists)].map(([key, list]) => [key, list.map(next)])) : (value as List).map(next);
}

/** Stands for the tree of every compiled statement: nothing reads it, and a real tree would take ten times the memory of its text. */
const query = SelectQueryNode.create();
const queryId = createQueryId();

/** Serializes a shape. The text is compact, because this runs for every request. */
function textOf(value: unknown): string {
  switch (typeof value) {
    case 'boolean':
      return value ? 't' : 'f';
    case 'undefined':
      return 'u';
    case 'number':
      return `${value};`;
    case 'string':
      return `${value.length}:${value}`;
    default: {
      if (value === null) return 'n';
      let text = '(';
      if (isList(value as object)) for (const item of value as Iterable<unknown>) text += textOf(item);
      else for (const name in value as object) text += `${name}=${textOf((value as Readonly<Record<string, unknown>>)[name])}`;
      return `${text})`;
    }
  }
}

const isList = (value: object): boolean => Symbol.iterator in value;
