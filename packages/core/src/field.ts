import type { Encode, FieldKind, JsonSchema, Markup } from './kind.ts';
import { badValue } from './message.ts';
import { Param } from './params/param.ts';
import type { Lifetime, Release } from './release.ts';

export interface FieldOptions {
  readonly isOptional?: boolean;
  /** Written under `*` in formatversion=1. */
  readonly isContent?: boolean;
  /** What the property means, for documentation. */
  readonly help?: string;
  readonly lifetime?: Lifetime;
  readonly markup?: Markup;
}

/** One property of a record: its TypeScript type, and what it is as data. */
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
  /** @internal Records of a wiki of another release are written without it. */
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
  optional(): Field<Out, true> {
    return this.#with(this.kind, { isOptional: true });
  }
  /** The text of its record: formatversion=1 calls it `*`. */
  content(): Field<Out, Optional> {
    return this.#with(this.kind, { isContent: true });
  }
  help(text: string): Field<Out, Optional> {
    return this.#with(this.kind, { help: text });
  }
  /** What XML calls the items of a list, or of a map; with `key` a map is a list of such elements, whose keys stand in that attribute. */
  element(name: string, key?: string): Field<Out, Optional> {
    return this.#with(this.kind, { markup: { ...this.markup, element: name, ...(key !== undefined && { key }) } });
  }
  /** What XML calls the items under these keys, at any depth; for free-form values, of which nothing else is declared. */
  within(elements: Readonly<Record<string, string>>): Field<Out, Optional> {
    return this.#with(this.kind, { markup: { ...this.markup, within: elements } });
  }
  /** In XML an element of its own; other texts and numbers are attributes. */
  asElement(): Field<Out, Optional> {
    return this.#with(this.kind, { markup: { ...this.markup, isElement: true } });
  }
  /** For what no other rule covers; the schema of formatversion=1 then says nothing of it. */
  v1(encode: (value: Out) => unknown): Field<Out, Optional> {
    return this.#with({ is: 'opaque', of: this.kind, encode: encode as Encode }, {});
  }
  /** MediaWiki has it from this release on. Of the fields of a record alone, not of those of an object inside. */
  since(release: Release): Field<Out, Optional> {
    return this.#with(this.kind, { lifetime: { ...this.lifetime, since: release } });
  }
  /** MediaWiki had it before this release. */
  until(release: Release): Field<Out, Optional> {
    return this.#with(this.kind, { lifetime: { ...this.lifetime, until: release } });
  }

  #with<O extends boolean>(kind: FieldKind, options: FieldOptions): Field<Out, O> {
    const { isOptional, isContent, helpText, lifetime, markup } = this;
    return new Field(kind, { isOptional, isContent, lifetime, markup, ...(helpText !== undefined && { help: helpText }), ...options });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a field of any type
export type AnyField = Field<any, any>;
export type Shape = Readonly<Record<string, AnyField>>;
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
  /**
   * @internal
   * Records that stand under keys: all of the one kind `*` (`keyed`), objects of such (`dictionary`), or each as the part says (`sections`). Or one
   * whose values stand in this order without their names (`tuple`).
   */
  readonly form?: 'keyed' | 'dictionary' | 'sections' | 'tuple';
  /** @internal Fields that the release of the wiki does not have: no record is written with them. */
  readonly absent?: ReadonlySet<string>;
}
// biome-ignore lint/suspicious/noExplicitAny: of any record, keyed or not
export type AnyReturns = Returns<any, boolean>;
/** Whether the records stand under keys. */
export const hasKeys = (returns: AnyReturns): boolean => returns.form !== undefined && returns.form !== 'tuple';
export type Returned<T> = T extends Returns<infer Out, boolean> ? Out : never;

type Parts = Readonly<Record<string, Shape>>;
type PartsOut<S extends Parts, A extends Shape> = Simplify<Partial<Intersect<{ [K in keyof S]: ShapeOut<S[K]> }[keyof S]>> & ShapeOut<A>>;

/** Records whose content the caller selects with a `prop` parameter: one key per accepted value. */
export class Props<S extends Parts, A extends Shape> implements Returns<PartsOut<S, A>> {
  declare readonly out?: PartsOut<S, A>;
  readonly parts: Parts;
  readonly #names: readonly (keyof S & string)[];
  /** @internal */
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

const value = <T>(schema: JsonSchema) => new Field<T>({ is: 'value', schema });
type OutOf<F> = F extends Field<infer T, boolean> ? T : never;

/** Builders of record declarations. */
export const f = {
  int: () => value<number>({ type: 'integer' }),
  number: () => value<number>({ type: 'number' }),
  string: () => value<string>({ type: 'string' }),
  /** ISO 8601 with seconds. */
  timestamp: () => value<string>({ type: 'string', format: 'date-time' }),
  /** ISO 8601 with seconds, or `infinity`. */
  expiry: () => value<string>({ anyOf: [{ type: 'string', format: 'date-time' }, { const: 'infinity' }] }),
  /** One of these values, the same in both format versions. */
  literal: <const V extends string | number | boolean | null>(...values: readonly V[]) =>
    value<V>(values.length === 1 ? { const: values[0] } : { enum: values }),
  /** true or false; formatversion=1 writes `""` or leaves it out. */
  boolean: () => new Field<boolean>({ is: 'boolean' }),
  /** true or false in both format versions. */
  realBoolean: () => value<boolean>({ type: 'boolean' }),
  /** Present and true, or absent. */
  flag: () => new Field<true, true>({ is: 'boolean', only: true }, { isOptional: true }),
  /** Always false, beside other types: formatversion=1 leaves it out. */
  no: () => new Field<false>({ is: 'boolean', only: false }),
  nullable: <T, O extends boolean>(field: Field<T, O>) => f.oneOf(field, f.literal(null)) as Field<T | null>,
  /** One of several kinds. Where formatversion=1 differs, what a value is (a boolean, a list, an object) must tell which. */
  oneOf: <const F extends readonly AnyField[]>(...of: F) => new Field<OutOf<F[number]>>({ is: 'oneOf', of }),
  array: <T, O extends boolean>(item: Field<T, O>) => new Field<readonly T[]>({ is: 'list', item }),
  /** These properties; with `rest` others, too. With `emptyIsList` an object without any is written as `[]`, perhaps only in formatversion=1. */
  object: <const S extends Shape>(shape: S, options: { readonly rest?: AnyField; readonly emptyIsList?: boolean | 'old' } = {}) =>
    new Field<ShapeOut<S>>({ is: 'object', shape, ...options }),
  /** An object with arbitrary keys; formatversion=1 writes one without keys as `[]`, with `emptyIsList` both format versions do. */
  map: <T, O extends boolean>(item: Field<T, O>, options: { readonly emptyIsList?: boolean } = {}) =>
    new Field<Readonly<Record<string, T>>>({ is: 'map', item, ...options }),
  /** As `map`, but one without keys stays an object in formatversion=1, too. */
  assoc: <T = unknown, O extends boolean = false>(item: Field<T, O> = f.json<T>() as Field<T, O>) =>
    new Field<Readonly<Record<string, T>>>({ is: 'map', item, old: 'object' }),
  /** As `map`, of keys that number the values: formatversion=1 has a list of them. */
  numbered: <T, O extends boolean>(item: Field<T, O>) => new Field<Readonly<Record<string, T>>>({ is: 'map', item, old: 'list' }),
  /** A kind with a name, which schemas and types refer to by it; it may hold itself. */
  named: <T>(name: string, of: () => Field<T>) => new Field<T>({ is: 'named', name, of }),
  /** A message as `describe` gives it; which text it has depends on the request. */
  message: () => f.object(messageFields) as unknown as Field<Readonly<Record<string, unknown>>>,
  /** A message as `explain` gives it: in the old error format its text alone. */
  reason: () => f.oneOf(f.string(), f.message()) as Field<unknown>,
  /** An error as `describeError` gives it. */
  error: () =>
    f.oneOf(
      f.object({
        message: f.string().help('The key of the interface message.'),
        params: f.array(f.json()).element('param'),
        code: f.string(),
        type: f.literal('error'),
      }),
      f.message(),
    ) as unknown as Field<Readonly<Record<string, unknown>>>,
  /** Free form; booleans inside are written as formatversion=1 writes booleans. */
  json: <T = unknown>() => new Field<T>({ is: 'any' }),
  title: () => ({ ns: f.int(), title: f.string() }),
  props: <const S extends Parts, const A extends Shape = Record<never, never>>(parts: S, always: A = {} as A) =>
    new Props<S, A>(parts, always),
  /** Records whose content a parameter selects, inside others. */
  partial: <R extends AnyReturns>(returns: R, options: { readonly emptyIsList?: boolean } = {}) =>
    new Field<Returned<R>>({ is: 'object', shape: selectable(returns.parts), ...options }),
  record: <const S extends Shape>(shape: S): Returns<ShapeOut<S>> => ({ parts: { '': shape } }),
  /** The answer of an action that presents it as a list of these values, in this order; the names are for its own code and for documentation. */
  tuple: <const S extends Shape>(shape: S): Returns<ShapeOut<S>> => ({ parts: { '': shape }, form: 'tuple' }),
  /** Entries with a `key` of the module's choice, all of one kind. */
  keyed: <T, O extends boolean>(item: Field<T, O>): Returns<T, true> => ({
    parts: { '': { '*': item } },
    form: 'keyed',
  }),
  /** Records with arbitrary keys and values of one kind. */
  dictionary: <T, O extends boolean>(item: Field<T, O>): Returns<Readonly<Record<string, T>>> => ({
    parts: { '': { '*': item } },
    form: 'dictionary',
  }),
  /** Entries with one of these keys, each of its own kind. */
  sections: <const S extends Shape>(shape: S): Returns<S[keyof S]['out'], true> => ({
    parts: { '': shape },
    form: 'sections',
  }),
};

/** The fields of all parts; only those of the part that is always there have to be. */
const selectable = (parts: Parts): Shape =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([part, shape]) =>
      Object.entries(shape).map(([key, field]) => [key, part === '' ? field : field.optional()] as const),
    ),
  );

/** What a message in a response holds; which text depends on the request. */
export const messageFields = {
  code: f.string().help('What it is, for programs.'),
  text: f.string().content().optional().help('What it says, in plain text or wikitext.'),
  html: f.string().content().optional().help('What it says, in HTML.'),
  key: f.string().optional().help('The key of the interface message.'),
  params: f.array(f.json()).element('param').optional().help('The parameters of the interface message.'),
  data: f.json().optional().help('What more there is to know, by code.'),
};
