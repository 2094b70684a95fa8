import type { UserRef, Users } from '../actor.ts';
import type { Message } from '../message.ts';
import type { Lifetime, Release } from '../release.ts';
import type { ServiceLookup } from '../service.ts';
import type { Site } from '../site.ts';
import type { Titles } from '../title.ts';

/** What a parameter type may consult while it reads a value. */
export interface ParamContext {
  readonly site: Site;
  readonly titles: Titles;
  readonly users: Users;
  readonly now: Date;
  /** To be told where the value that is read follows from `now`. */
  usesClock?(): void;
  /** The reader may ask for more (`apihighlimits`). */
  readonly highLimits: boolean;
  readonly wireName: string;
  warn(warning: Message): void;
  /** Warns about the request rather than the module. */
  warnMain(warning: Message): void;
  readonly service: ServiceLookup;
  /** `max` was asked for: the response tells what it came to. */
  tellLimit(limit: number): void;
  /** Looks an account up by its id. */
  userById(id: number): Promise<UserRef | undefined>;
}

/** One kind of value. Shared code never asks which kind it holds; a new kind is a new object of this shape. */
export interface ParamType<Value> {
  /** As `paraminfo` names it. */
  readonly name: string;
  /** Throws an ApiError for a value that it does not take. */
  read(text: string, context: ParamContext): Value;
  readonly lookup?: ValueLookup<Value>;
  /** The accepted values, when they can be listed. A service may add some; without `service` they are those of a plain server. */
  values?(site: Site, service?: ServiceLookup): readonly (string | number)[];
  /** A single `*` stands for all values, even if the parameter does not say so. */
  readonly all?: boolean;
  /** What `paraminfo` tells besides the name and the options. */
  describe?(site: Site): Readonly<Record<string, unknown>>;
}

/** Completes values that `read` cannot complete without the database. */
export interface ValueLookup<Value> {
  readonly isNeeded: (value: Value) => boolean;
  /** Throws an ApiError for a value that does not exist. */
  readonly find: (value: Value, context: ParamContext) => Promise<Value>;
}

export interface ParamOptions extends Lifetime {
  readonly multi?: { readonly low: number; readonly high: number; readonly duplicates?: boolean };
  /** `*` stands for all values. */
  readonly all?: boolean;
  readonly default?: unknown;
  /** The value that stands for the default in `paraminfo` when the default depends on the wiki. */
  readonly siteDefault?: (site: Site) => unknown;
  readonly required?: boolean;
  /** Takes whole texts, longer than any list of titles. */
  readonly long?: boolean;
  /** Refused in a URL. */
  readonly sensitive?: boolean;
  /** True, or the release from which on it is. */
  readonly deprecated?: boolean | Release;
  readonly deprecatedValues?: readonly string[];
  /** Values that are not there in all releases of MediaWiki. */
  readonly lifetimes?: Readonly<Record<string, Lifetime>>;
  /** `paraminfo` marks when the parameter has a meaning (`useronly`, `singlepageonly` …). */
  readonly marks?: readonly ParamMark[];
  /** For a templated name such as `contentformat-{slot}`: the multi-value parameter that fills each placeholder. */
  readonly each?: Readonly<Record<string, string>>;
  /** The wire name is also one of action=query, and both read it. */
  readonly shared?: boolean;
  /** What the parameter means, for documentation. */
  readonly help?: string;
  /** Turns the set of values into what `execute` receives. */
  readonly collect?: (values: ReadonlySet<never>) => unknown;
}

export interface ParamMark {
  readonly name: string;
  readonly values?: readonly (string | number)[];
  readonly text: string;
}

type DefaultOf<Value, Out> = Exclude<Out, undefined> extends ReadonlySet<unknown> | readonly unknown[] ? readonly Value[] : Value;

/** A parameter without a default: with one, `multi` would take a single value for a set. */
type MultiFirst<Value, Out> = undefined extends Out ? Param<Value, Out> : 'multi() stands before default() and required()';

/** The most values that may be given: `high` by readers with `apihighlimits`. */
interface Limits {
  readonly low: number;
  readonly high: number;
}

/** A parameter: a kind of value and its options. Every method returns a new one. */
export class Param<Value, Out = Value | undefined> {
  /** Compile-time only: the type `execute` receives. */
  declare readonly out: Out;
  /** @internal */
  readonly type: ParamType<Value>;
  /** @internal */
  readonly options: ParamOptions;
  /** @internal */
  constructor(type: ParamType<Value>, options: ParamOptions = {}) {
    this.type = type;
    this.options = options;
  }

  /**
   * Several values: a set of them, or with `duplicates` a list. `low` is the most that a reader without `apihighlimits` may give. Stands before
   * `default` and `required`, which say what becomes of the whole.
   */
  multi(this: MultiFirst<Value, Out>, limits?: Limits & { readonly duplicates?: false }): Param<Value, ReadonlySet<Value> | undefined>;
  multi(this: MultiFirst<Value, Out>, limits: Limits & { readonly duplicates: true }): Param<Value, readonly Value[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: the overloads say what it is
  multi(limits: Limits & { readonly duplicates?: boolean } = { low: 50, high: 500 }): any {
    if (this.options.default !== undefined || this.options.required)
      throw new Error('multi() stands before default() and required(): write p.string().multi().default([…]).');
    return this.#with<unknown>({ multi: limits });
  }
  /** `*` stands for all values. */
  all() {
    return this.#with<Out>({ all: true });
  }
  default(value: DefaultOf<Value, Out>) {
    return this.#with<Exclude<Out, undefined>>({ default: value });
  }
  /** A default that depends on the wiki; `execute` receives undefined and applies it. */
  siteDefault(value: (site: Site) => unknown) {
    return this.#with<Out>({ siteDefault: value });
  }
  required() {
    return this.#with<Exclude<Out, undefined>>({ required: true });
  }
  /** Takes whole texts: elsewhere a value longer than any list of titles is refused. */
  long() {
    return this.#with<Out>({ long: true });
  }
  sensitive() {
    return this.#with<Out>({ sensitive: true });
  }
  /** In all releases, or from one on. */
  deprecated(since?: Release) {
    return this.#with<Out>({ deprecated: since ?? true });
  }
  deprecatedValues(...values: (Value & string)[]) {
    return this.#with<Out>({ deprecatedValues: values });
  }
  /** MediaWiki has it from this release on. To a wiki of an older one it is unknown, and `execute` receives what stands for no value. */
  since(release: Release) {
    return this.#with<Out>({ since: release });
  }
  /** MediaWiki had it before this release. */
  until(release: Release) {
    return this.#with<Out>({ until: release });
  }
  /** Values that are not there in all releases. */
  values(lifetime: Lifetime, ...values: (Value & (string | number))[]) {
    const lifetimes = Object.fromEntries(values.map(value => [value, lifetime]));
    return this.#with<Out>({ lifetimes: { ...this.options.lifetimes, ...lifetimes } });
  }
  mark(name: string, text: string, ...values: (string | number)[]) {
    return this.#with<Out>({ marks: [...(this.options.marks ?? []), values.length ? { name, text, values } : { name, text }] });
  }
  /** The wire name may be one of action=query: `iwurl` is MediaWiki's only one. */
  shared() {
    return this.#with<Out>({ shared: true });
  }
  help(text: string) {
    return this.#with<Out>({ help: text });
  }
  each(placeholders: Record<string, string>) {
    return this.#with<ReadonlyMap<string, Value>>({ each: placeholders });
  }

  #with<Next>(options: ParamOptions): Param<Value, Next> {
    return new Param<Value, Next>(this.type, { ...this.options, ...options });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a parameter of any type
export type AnyParam = Param<any, any>;
export type Params = Readonly<Record<string, AnyParam>>;
export type ParamsOut<P extends Params> = { readonly [K in keyof P]: P[K]['out'] };
