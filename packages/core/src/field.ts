import type { Encode, FieldKind, JsonSchema, Markup } from './kind.ts';
import { badValue } from './message.ts';
import { Param } from './params/param.ts';
import type { Lifetime, Release } from './release.ts';

export interface FieldOptions {
  readonly isOptional?: boolean;
  /** Whether formatversion=1 writes the field under the key `*`. */
  readonly isContent?: boolean;
  /** Description of the field, for documentation. */
  readonly help?: string;
  readonly lifetime?: Lifetime;
  readonly markup?: Markup;
}

/** The declaration of one property of a record. Make fields with `f`. Every method returns a new field. */
export class Field<Out, Optional extends boolean = false> {
  declare readonly out: Out;
  declare readonly optionalFlag: Optional;
  /** @internal */
  readonly kind: FieldKind;
  /** @internal */
  readonly isOptional: boolean;
  /** @internal */
  readonly isContent: boolean;
  /** @internal */
  readonly helpText: string | undefined;
  /** @internal The MediaWiki releases that have the field. Records omit the field if the wiki runs another release. */
  readonly lifetime: Lifetime;
  /** @internal */
  readonly markup: Markup;
  /** @internal */
  constructor(kind: FieldKind, { isOptional = false, isContent = false, help, lifetime = {}, markup = {} }: FieldOptions = {}) {
    this.kind = kind;
    this.isOptional = isOptional;
    this.isContent = isContent;
    this.helpText = help;
    this.lifetime = lifetime;
    this.markup = markup;
  }
  /** Make the field optional: records can omit it. */
  optional(): Field<Out, true> {
    return this.#with(this.kind, { isOptional: true });
  }
  /** Mark the field as the content of its record. formatversion=1 writes it under the key `*`. */
  content(): Field<Out, Optional> {
    return this.#with(this.kind, { isContent: true });
  }
  /** Describe the field in the documentation, in one sentence. */
  help(text: string): Field<Out, Optional> {
    return this.#with(this.kind, { help: text });
  }
  /** Set the XML element name for the items of a list or map. With `key`, each element has the map key in this attribute. */
  element(name: string, key?: string): Field<Out, Optional> {
    return this.#with(this.kind, { markup: { ...this.markup, element: name, ...(key !== undefined && { key }) } });
  }
  /** Set the XML element names for lists in free-form values, at any depth: key of the list to the element name of its items. */
  within(elements: Readonly<Record<string, string>>): Field<Out, Optional> {
    return this.#with(this.kind, { markup: { ...this.markup, within: elements } });
  }
  /** Write a string or number as an XML element. The default is an attribute. */
  asElement(): Field<Out, Optional> {
    return this.#with(this.kind, { markup: { ...this.markup, isElement: true } });
  }
  /**
   * Encode the value for formatversion=1 with a function. Use it only if no other builder fits: the formatversion=1 schema of the field is
   * then unspecified.
   */
  v1(encode: (value: Out) => unknown): Field<Out, Optional> {
    return this.#with({ is: 'opaque', of: this.kind, encode: encode as Encode }, {});
  }
  /** Set the first MediaWiki release with the field. Has an effect only on direct fields of a record, not on fields of nested objects. */
  since(release: Release): Field<Out, Optional> {
    return this.#with(this.kind, { lifetime: { ...this.lifetime, since: release } });
  }
  /** Set the MediaWiki release that removed the field. */
  until(release: Release): Field<Out, Optional> {
    return this.#with(this.kind, { lifetime: { ...this.lifetime, until: release } });
  }

  #with<O extends boolean>(kind: FieldKind, options: FieldOptions): Field<Out, O> {
    const { isOptional, isContent, helpText, lifetime, markup } = this;
    return new Field(kind, { isOptional, isContent, lifetime, markup, ...(helpText !== undefined && { help: helpText }), ...options });
  }
}

/** A field of any type. */
// biome-ignore lint/suspicious/noExplicitAny: a field of any type
export type AnyField = Field<any, any>;
/** Fields by name. */
export type Shape = Readonly<Record<string, AnyField>>;
type Simplify<T> = { [K in keyof T]: T[K] } & {};
// biome-ignore lint/suspicious/noExplicitAny: a field of any type
type OptionalKeys<S extends Shape> = { [K in keyof S]: S[K] extends Field<any, true> ? K : never }[keyof S];
/** The type of an object with the fields of a shape. */
export type ShapeOut<S extends Shape> = Simplify<
  { [K in Exclude<keyof S, OptionalKeys<S>>]: S[K]['out'] } & { [K in OptionalKeys<S>]?: S[K]['out'] | undefined }
>;
type Union<T> = T extends unknown ? (x: T) => void : never;
type Intersect<T> = Union<T> extends (x: infer I) => void ? I : never;

/** The declaration of a plugin's result: `out` for the compiler, `parts` for documentation, checks and formatversion=1. */
export interface Returns<Out, Keyed extends boolean = false> {
  readonly out?: Out;
  /** Compile-time only: whether the entries have keys (`KeyedEntry`). */
  readonly keyed?: Keyed;
  /** The fields of a record, by the part that selects them. Every record has the fields of the part `''`. */
  readonly parts: Readonly<Record<string, Shape>>;
  /**
   * @internal
   * The form of the records. The field `*` declares all entries of a `keyed` result, and all values of a `dictionary`, which is one record
   * with arbitrary keys. In `sections`, each key of an entry has its own field. A `tuple` is a record that is written as a list of its
   * values in declared order.
   */
  readonly form?: 'keyed' | 'dictionary' | 'sections' | 'tuple';
  /** @internal Fields that the wiki's MediaWiki release does not have. Records are written without them. */
  readonly absent?: ReadonlySet<string>;
}
/** The declaration of a result of any type. */
// biome-ignore lint/suspicious/noExplicitAny: of any record, keyed or not
export type AnyReturns = Returns<any, boolean>;
/** Whether the result consists of values under keys, as declared by `f.keyed`, `f.dictionary` or `f.sections`. */
export const hasKeys = (returns: AnyReturns): boolean => returns.form !== undefined && returns.form !== 'tuple';
/** The type of the records of a declared result. */
export type Returned<T> = T extends Returns<infer Out, boolean> ? Out : never;

type Parts = Readonly<Record<string, Shape>>;
type PartsOut<S extends Parts, A extends Shape> = Simplify<Partial<Intersect<{ [K in keyof S]: ShapeOut<S[K]> }[keyof S]>> & ShapeOut<A>>;

/** A declaration of records whose fields the client selects with a `prop` parameter, one part per accepted value. */
export class Props<S extends Parts, A extends Shape> implements Returns<PartsOut<S, A>> {
  declare readonly out?: PartsOut<S, A>;
  readonly parts: Parts;
  readonly #names: readonly (keyof S & string)[];
  /** @internal */
  constructor(parts: S, always: A) {
    this.parts = { ...parts, '': always };
    this.#names = Object.keys(parts);
  }

  /** Returns a multi-value `prop` parameter that accepts the names of the parts. */
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
   * Builds a record from the fields in `always` and the selected parts, in the order of `parts`. Omitting a declared part or field does
   * not compile. A part can be a function, which is called only if the part is selected.
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

const value = <T>(schema: JsonSchema) => new Field<T>({ is: 'value', schema });
type OutOf<F> = F extends Field<infer T, boolean> ? T : never;

/** Builders for fields (`f.int()`) and for the declared result of a plugin (`f.record({ … })`). */
export const f = {
  int: () => value<number>({ type: 'integer' }),
  number: () => value<number>({ type: 'number' }),
  string: () => value<string>({ type: 'string' }),
  /** A time in ISO 8601 with seconds, `2024-01-31T12:00:00Z`. */
  timestamp: () => value<string>({ type: 'string', format: 'date-time' }),
  /** A time in ISO 8601 with seconds, or `infinity`. */
  expiry: () => value<string>({ anyOf: [{ type: 'string', format: 'date-time' }, { const: 'infinity' }] }),
  /** One of the given values. Both format versions write it unchanged. */
  literal: <const V extends string | number | boolean | null>(...values: readonly V[]) =>
    value<V>(values.length === 1 ? { const: values[0] } : { enum: values }),
  /** `true` or `false`. formatversion=1 writes `""` for `true` and omits `false`. */
  boolean: () => new Field<boolean>({ is: 'boolean' }),
  /** `true` or `false` in both format versions. */
  realBoolean: () => value<boolean>({ type: 'boolean' }),
  /** `true`, or absent. */
  flag: () => new Field<true, true>({ is: 'boolean', only: true }, { isOptional: true }),
  /** Always `false`, as an alternative in `oneOf`. formatversion=1 omits it. */
  no: () => new Field<false>({ is: 'boolean', only: false }),
  nullable: <T, O extends boolean>(field: Field<T, O>) => f.oneOf(field, f.literal(null)) as Field<T | null>,
  /** One of several kinds. The formatversion=1 encoder selects the kind by the type of the value: boolean, list, object or other. */
  oneOf: <const F extends readonly AnyField[]>(...of: F) => new Field<OutOf<F[number]>>({ is: 'oneOf', of }),
  array: <T, O extends boolean>(item: Field<T, O>) => new Field<readonly T[]>({ is: 'list', item }),
  /**
   * An object with the given properties, and with any others of the kind `rest`. With `emptyIsList`, formatversion=1 writes an empty object
   * as `[]`. With `true` instead of `'old'`, plugins can also return `[]`, which formatversion=2 writes unchanged.
   */
  object: <const S extends Shape>(shape: S, options: { readonly rest?: AnyField; readonly emptyIsList?: boolean | 'old' } = {}) =>
    new Field<ShapeOut<S>>({ is: 'object', shape, ...options }),
  /** An object with arbitrary keys. formatversion=1 writes an empty map as `[]`. With `emptyIsList`, plugins can also return `[]`. */
  map: <T, O extends boolean>(item: Field<T, O>, options: { readonly emptyIsList?: boolean } = {}) =>
    new Field<Readonly<Record<string, T>>>({ is: 'map', item, ...options }),
  /** Like `map`, but an empty map is `{}` in both format versions. */
  assoc: <T = unknown, O extends boolean = false>(item: Field<T, O> = f.json<T>() as Field<T, O>) =>
    new Field<Readonly<Record<string, T>>>({ is: 'map', item, old: 'object' }),
  /** Like `map`, with numbers as keys. formatversion=1 writes a list of the values. */
  numbered: <T, O extends boolean>(item: Field<T, O>) => new Field<Readonly<Record<string, T>>>({ is: 'map', item, old: 'list' }),
  /** A named kind, which can contain itself. Schemas and types refer to it by its name. */
  named: <T>(name: string, of: () => Field<T>) => new Field<T>({ is: 'named', name, of }),
  /** A message returned by `describe`. The request's `errorformat` determines its fields. */
  message: () => f.object(messageFields) as unknown as Field<Readonly<Record<string, unknown>>>,
  /** A message returned by `explain`: only the text with `errorformat=bc`, an object otherwise. */
  reason: () => f.oneOf(f.string(), f.message()) as Field<unknown>,
  /** An error returned by `describeError`. */
  error: () =>
    f.oneOf(
      f.object({
        message: f.string().help('Key of the interface message.'),
        params: f.array(f.json()).element('param'),
        code: f.string(),
        type: f.literal('error'),
      }),
      f.message(),
    ) as unknown as Field<Readonly<Record<string, unknown>>>,
  /** A value of any form. formatversion=1 encodes the booleans in it. */
  json: <T = unknown>() => new Field<T>({ is: 'any' }),
  /** The two fields `ns` and `title`, to spread into a record or object. */
  title: () => ({ ns: f.int(), title: f.string() }),
  /** Records whose parts are selected by a `prop` parameter. The fields in `always` are present in every record. */
  props: <const S extends Parts, const A extends Shape = Record<never, never>>(parts: S, always: A = {} as A) =>
    new Props<S, A>(parts, always),
  /** A nested object with the fields of a declared record. Fields of parts that a `prop` parameter selects are optional. */
  partial: <R extends AnyReturns>(returns: R, options: { readonly emptyIsList?: boolean } = {}) =>
    new Field<Returned<R>>({ is: 'object', shape: selectable(returns.parts), ...options }),
  /** Records with the given fields. */
  record: <const S extends Shape>(shape: S): Returns<ShapeOut<S>> => ({ parts: { '': shape } }),
  /** The result of an action whose `present` writes the values as a list, in declared order. Only code and documentation use the names. */
  tuple: <const S extends Shape>(shape: S): Returns<ShapeOut<S>> => ({ parts: { '': shape }, form: 'tuple' }),
  /** Entries of one kind, each with a `key` that the module chooses. */
  keyed: <T, O extends boolean>(item: Field<T, O>): Returns<T, true> => ({
    parts: { '': { '*': item } },
    form: 'keyed',
  }),
  /** Records with arbitrary keys and values of one kind. */
  dictionary: <T, O extends boolean>(item: Field<T, O>): Returns<Readonly<Record<string, T>>> => ({
    parts: { '': { '*': item } },
    form: 'dictionary',
  }),
  /** Entries with a `key` from `shape`, each of the kind declared for its key. */
  sections: <const S extends Shape>(shape: S): Returns<S[keyof S]['out'], true> => ({
    parts: { '': shape },
    form: 'sections',
  }),
};

/** Returns the fields of all parts. Fields that not every record has become optional. */
const selectable = (parts: Parts): Shape =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([part, shape]) =>
      Object.entries(shape).map(([key, field]) => [key, part === '' ? field : field.optional()] as const),
    ),
  );

/** The fields of a message in a response. The request's `errorformat` determines which of them are present. */
export const messageFields = {
  code: f.string().help('Machine-readable code.'),
  text: f.string().content().optional().help('Text of the message, plain or in wikitext.'),
  html: f.string().content().optional().help('Text of the message in HTML.'),
  key: f.string().optional().help('Key of the interface message.'),
  params: f.array(f.json()).element('param').optional().help('Parameters of the interface message.'),
  data: f.json().optional().help('Further data, depending on the code.'),
};
