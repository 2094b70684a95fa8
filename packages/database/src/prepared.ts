import { createQueryId, type Kysely, type SelectQueryBuilder, SelectQueryNode } from 'kysely';
import { EngineExecutor } from './executor.ts';
import { type Bound, ValueSlot } from './slot.ts';
import type { Database } from './tables.ts';

type Value = string | number | Uint8Array;
/** Values of which any may be meant, and such lists by a number, as of namespaces. */
type List = readonly Value[];
type Lists = ReadonlyMap<number, List>;

/** Values of a shape: plain values, lists and sets of them, and objects of them. Shapes with equal text are equal. */
type Plain<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends ReadonlySet<infer Item>
    ? ReadonlySet<Plain<Item>>
    : T extends (...args: never) => unknown
      ? never
      : { [K in keyof T]: Plain<T[K]> };

/** Values that conditions compare with; which of them there are, and how many a list has, decides about the query as well. */
type Values = Readonly<Record<string, Value | List | Lists | undefined>>;

// biome-ignore lint/suspicious/noExplicitAny: Kysely's builders vary by their tables, and this type accepts all of them
type Builder<Row> = SelectQueryBuilder<any, any, Row>;

/** The bindings as `build` has them: which of them there are is known, not what they are. */
export type Bindings<V> = { readonly [K in keyof V]: Extract<V[K], undefined> | BoundValue<Exclude<V[K], undefined>> };
type BoundValue<T> = [T] extends [Value]
  ? Bound<T>
  : [T] extends [ReadonlyMap<infer Key, readonly (infer Item)[]>]
    ? ReadonlyMap<Key, readonly Bound<Item>[]>
    : [T] extends [readonly (infer Item)[]]
      ? readonly Bound<Item>[]
      : never;

/**
 * Declares a query that is built and compiled once for each shape, because both take longer than reading ten rows:
 *
 *     const pagesIn = prepare(
 *       (namespace: number, redirects: boolean) => ({ bindings: { namespace }, shape: { redirects } }),
 *       (db, { namespace }, { redirects }) => db.selectFrom('page')…,
 *     );
 *     await readPage(pagesIn(q.db, 0, true), { … });
 *
 * `bindings` are the values that differ between requests: `build` can compare columns with them and see which of them there are. Everything else that
 * the query depends on is its `shape`. `build` uses nothing but its arguments, so call `prepare` at the top level of a file, never in `execute`.
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

/** A query for one request, not yet run. */
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

  /**
   * The rows of the query, as `finish` completes it where that is given: with more values, of which it sees no more than their number; `finished` tells
   * apart what it makes.
   */
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
      let place = 0;
      const next = (): ValueSlot => slotAt(place++);
      const open: Record<string, unknown> = {};
      for (const name in this.#bindings) open[name] = slotsFor(this.#bindings[name], next);
      const rest = more.map(next) as unknown[] as Value[];
      return finish(this.#build(this.#db, open, this.#shape), rest).compile();
    });
    const parameters = statement.parameters.map(value => (value instanceof ValueSlot ? value.fill(bound) : value));
    return executor.executeQuery<Row>({ query, queryId, sql: statement.sql, parameters }).then(({ rows }) => rows);
  }
}

/** Longer lists are rare, and a statement of each length would be kept. */
const MOST_BOUND = 1000;

/** All statements that are kept have the same slots: those of long lists would take more memory than their texts. */
const slots: ValueSlot[] = [];

function slotAt(place: number): ValueSlot {
  slots[place] ??= new ValueSlot(place);
  return slots[place];
}

const isOne = (value: Value | List | Lists): value is Value => typeof value !== 'object' || value instanceof Uint8Array;

/** Adds the values in the order of their slots; gives what tells apart queries for lists of other lengths. */
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

/** Of a statement that is compiled nobody looks at the tree, which takes ten times the memory of its text. */
const query = SelectQueryNode.create();
const queryId = createQueryId();

/** The same text for the same query, and another one for another. Short, because it is made for every request. */
function textOf(given: unknown): string {
  switch (typeof given) {
    case 'boolean':
      return given ? 't' : 'f';
    case 'undefined':
      return 'u';
    case 'number':
      return `${given};`;
    case 'string':
      return `${given.length}:${given}`;
    default: {
      if (given === null) return 'n';
      let text = '(';
      if (isList(given as object)) for (const item of given as Iterable<unknown>) text += textOf(item);
      else for (const name in given as object) text += `${name}=${textOf((given as Readonly<Record<string, unknown>>)[name])}`;
      return `${text})`;
    }
  }
}

const isList = (given: object): boolean => Symbol.iterator in given;
