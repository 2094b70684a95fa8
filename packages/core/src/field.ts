import { badValue } from './message.ts';
import { Param } from './params/param.ts';

/** Writes a modern value the way formatversion=1 does; undefined leaves the key out. */
export type Encode = (value: never) => unknown;

/** One property of a record: its TypeScript type, its JSON schema, and how formatversion=1 writes it. */
export class Field<Out, Optional extends boolean = false> {
  declare readonly out: Out;
  declare readonly optionalFlag: Optional;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly isOptional: boolean;
  /** Undefined: as it is. */
  readonly encode: Encode | undefined;
  /** Written under `*` in formatversion=1. */
  readonly isContent: boolean;
  constructor(schema: Readonly<Record<string, unknown>>, encode?: Encode, isOptional = false, isContent = false) {
    this.schema = schema;
    this.encode = encode;
    this.isOptional = isOptional;
    this.isContent = isContent;
  }
  optional(): Field<Out, true> {
    return new Field(this.schema, this.encode, true, this.isContent);
  }
  /** The text of its record: formatversion=1 calls it `*`. */
  content(): Field<Out, Optional> {
    return new Field<Out, Optional>(this.schema, this.encode, this.isOptional, true);
  }
  /** For what no other rule covers. */
  v1(encode: (value: Out) => unknown): Field<Out, Optional> {
    return new Field<Out, Optional>(this.schema, encode as Encode, this.isOptional, this.isContent);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a field of any type
export type Shape = Readonly<Record<string, Field<any, any>>>;
type Simplify<T> = { [K in keyof T]: T[K] } & {};
// biome-ignore lint/suspicious/noExplicitAny: a field of any type
type OptionalKeys<S extends Shape> = { [K in keyof S]: S[K] extends Field<any, true> ? K : never }[keyof S];
export type ShapeOut<S extends Shape> = Simplify<
  { [K in Exclude<keyof S, OptionalKeys<S>>]: S[K]['out'] } & { [K in OptionalKeys<S>]?: S[K]['out'] | undefined }
>;
type Union<T> = T extends unknown ? (x: T) => void : never;
type Intersect<T> = Union<T> extends (x: infer I) => void ? I : never;

/** What a module returns: `out` for the compiler, `parts` for documentation, record checks and formatversion=1. */
export interface Returns<Out, Keyed extends boolean = false> {
  readonly out?: Out;
  /** Compile-time only: each record stands under a key of its own. */
  readonly keyed?: Keyed;
  readonly parts: Readonly<Record<string, Shape>>;
  /** For records that stand under keys: how formatversion=1 writes the one of a key. Undefined: as it is. */
  readonly encodeKeyed?: (key: string) => ((record: unknown) => unknown) | undefined;
}
// biome-ignore lint/suspicious/noExplicitAny: of any record, keyed or not
export type AnyReturns = Returns<any, boolean>;
export type Returned<T> = T extends Returns<infer Out, boolean> ? Out : never;

type Parts = Readonly<Record<string, Shape>>;
type PartsOut<S extends Parts, A extends Shape> = Simplify<Partial<Intersect<{ [K in keyof S]: ShapeOut<S[K]> }[keyof S]>> & ShapeOut<A>>;

/** Records whose content the caller selects with a `prop` parameter: one key per accepted value. */
export class Props<S extends Parts, A extends Shape> implements Returns<PartsOut<S, A>> {
  declare readonly out?: PartsOut<S, A>;
  readonly parts: Parts;
  readonly #names: readonly (keyof S & string)[];
  constructor(parts: S, always: A) {
    this.parts = { ...parts, '': always };
    this.#names = Object.keys(parts);
  }

  /** The `prop` parameter: its accepted values are the parts. */
  param(): Param<keyof S & string, ReadonlySet<keyof S & string> | undefined> {
    const names = this.#names;
    const known = new Set<string>(names);
    return new Param<keyof S & string>({
      name: 'enum',
      values: () => names,
      read(text, { wireName }) {
        if (!known.has(text)) throw badValue({ param: wireName, value: text });
        return text;
      },
    }).multi();
  }

  /**
   * Keeps the selected parts, in the order in which `parts` names them. Leaving out a part that is declared, or a field of
   * one, does not compile. A part may be a function, so that what is not asked for is not computed.
   */
  pick(
    selected: ReadonlySet<keyof S & string> | undefined,
    parts: { [K in keyof S]: ShapeOut<S[K]> | (() => ShapeOut<S[K]>) },
    always?: ShapeOut<A>,
  ): PartsOut<S, A> {
    const record = { ...always } as Record<string, unknown>;
    for (const name in parts) {
      if (!selected?.has(name)) continue;
      const part = parts[name];
      Object.assign(record, typeof part === 'function' ? part() : part);
    }
    return record as PartsOut<S, A>;
  }
}

/** Builders of record declarations. */
export const f = {
  int: () => new Field<number>({ type: 'integer' }),
  number: () => new Field<number>({ type: 'number' }),
  string: () => new Field<string>({ type: 'string' }),
  /** ISO 8601 with seconds, or `infinity`. */
  timestamp: () => new Field<string>({ type: 'string', format: 'date-time' }),
  /** true or false; formatversion=1 writes `""` or leaves it out. */
  boolean: () => new Field<boolean>({ type: 'boolean' }, ((value: boolean) => (value ? '' : undefined)) as Encode),
  /** true or false in both format versions. */
  realBoolean: () => new Field<boolean>({ type: 'boolean' }),
  /** Present and true, or absent. */
  flag: () => new Field<true, true>({ const: true }, ((value: unknown) => (value ? '' : undefined)) as Encode, true),
  array: <T, O extends boolean>(item: Field<T, O>) =>
    new Field<readonly T[]>({ type: 'array', items: item.schema }, arrayEncoder(item.encode)),
  object: <const S extends Shape>(shape: S) =>
    new Field<ShapeOut<S>>({ type: 'object', properties: schemas(shape) }, recordEncoder([shape]) as Encode | undefined),
  /** An object with arbitrary keys. */
  map: <T, O extends boolean>(item: Field<T, O>) =>
    new Field<Readonly<Record<string, T>>>({ type: 'object', additionalProperties: item.schema }, mapEncoder(item.encode)),
  /** Anything; booleans inside are written as formatversion=1 writes booleans. */
  json: <T = unknown>() => new Field<T>({}, encodeAnything as Encode),
  /** As `json`, of an object with arbitrary keys: one without keys stays an object in formatversion=1, too. */
  assoc: <T = unknown>() => new Field<Readonly<Record<string, T>>>({ type: 'object' }, encodeEntries as Encode),
  title: () => ({ ns: f.int(), title: f.string() }),
  props: <const S extends Parts, const A extends Shape = Record<never, never>>(parts: S, always: A = {} as A) =>
    new Props<S, A>(parts, always),
  record: <const S extends Shape>(shape: S): Returns<ShapeOut<S>> => ({ parts: { '': shape } }),
  /** Entries with a `key` of the module's choice, all of one kind. */
  keyed: <T, O extends boolean>(item: Field<T, O>): Returns<T, true> => ({
    parts: { '': { '*': item } },
    encodeKeyed: () => item.encode as ((record: unknown) => unknown) | undefined,
  }),
  /** Records with arbitrary keys and values of one kind. */
  dictionary: <T, O extends boolean>(item: Field<T, O>): Returns<Readonly<Record<string, T>>> => ({
    parts: { '': { '*': item } },
    encodeKeyed: () => mapEncoder(item.encode) as ((record: unknown) => unknown) | undefined,
  }),
  /** Entries with one of these keys, each of its own kind. */
  sections: <const S extends Shape>(shape: S): Returns<S[keyof S]['out'], true> => ({
    parts: { '': shape },
    encodeKeyed: key => shape[key]?.encode as ((record: unknown) => unknown) | undefined,
  }),
};

const schemas = (shape: Shape) => Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, field.schema]));

/** The formatversion=1 encoder of a record with these fields; undefined when nothing changes. */
export function recordEncoder(
  shapes: Iterable<Shape>,
): ((record: Readonly<Record<string, unknown>>) => Record<string, unknown>) | undefined {
  const changed = new Map<string, { key: string; encode: ((value: unknown) => unknown) | undefined }>();
  for (const shape of shapes) {
    for (const [key, field] of Object.entries(shape)) {
      if (field.encode || field.isContent) {
        changed.set(key, { key: field.isContent ? '*' : key, encode: field.encode as ((value: unknown) => unknown) | undefined });
      }
    }
  }
  if (changed.size === 0) return undefined;
  return record => {
    const out: Record<string, unknown> = {};
    let content: unknown;
    for (const name in record) {
      const value = record[name];
      if (value === undefined) continue;
      const change = changed.get(name);
      if (!change) out[name] = value;
      else {
        const encoded = change.encode ? change.encode(value) : value;
        if (change.key === '*') content = encoded;
        else if (encoded !== undefined) out[change.key] = encoded;
      }
    }
    // It comes last, wherever the record has it.
    if (content !== undefined) out['*'] = content;
    return out;
  };
}

const arrayEncoder = (item: Encode | undefined): Encode | undefined => {
  const encode = item as ((value: unknown) => unknown) | undefined;
  return encode && (((values: readonly unknown[]) => values.map(encode)) as Encode);
};

const mapEncoder = (item: Encode | undefined): Encode | undefined => {
  const encode = item as ((value: unknown) => unknown) | undefined;
  return (
    encode &&
    (((values: Readonly<Record<string, unknown>>) => {
      const out: Record<string, unknown> = {};
      for (const [key, value] of Object.entries(values)) {
        const encoded = encode(value);
        if (encoded !== undefined) out[key] = encoded;
      }
      return orEmptyList(out);
    }) as Encode)
  );
};

/** Without keys, formatversion=1 can not tell an object from a list. */
const orEmptyList = (object: Record<string, unknown>): unknown => (Object.keys(object).length === 0 ? [] : object);

/** Booleans become `""` or vanish, at any depth. */
export function encodeAnything(value: unknown): unknown {
  if (value === true) return '';
  if (value === false) return undefined;
  if (Array.isArray(value)) return value.map(encodeAnything).filter(item => item !== undefined);
  if (value instanceof Map) {
    const entries = [...value].map(([key, item]) => [key, encodeAnything(item)] as const).filter(([, item]) => item !== undefined);
    return entries.length === 0 ? [] : new Map(entries);
  }
  return typeof value === 'object' && value !== null ? orEmptyList(encodeEntries(value)) : value;
}

function encodeEntries(object: object): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(object)) {
    const encoded = encodeAnything(item);
    if (encoded !== undefined) out[key] = encoded;
  }
  return out;
}
