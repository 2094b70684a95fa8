import type { UserRef, Users } from '../actor.ts';
import type { Message } from '../message.ts';
import type { Lifetime, Release } from '../release.ts';
import type { ServiceLookup } from '../service.ts';
import type { Site } from '../site.ts';
import type { Titles } from '../title.ts';

/** The context in which a parameter type reads a value. */
export interface ParamContext {
  readonly site: Site;
  readonly titles: Titles;
  readonly users: Users;
  readonly now: Date;
  /** Marks the response as dependent on the clock. Call it if the value depends on `now`. */
  usesClock?(): void;
  /** Whether the user has the right `apihighlimits`. */
  readonly highLimits: boolean;
  /** Name of the parameter in the request, including prefixes. */
  readonly wireName: string;
  warn(warning: Message): void;
  /** Adds a warning for the entry point (`main`) instead of the module. */
  warnMain(warning: Message): void;
  readonly service: ServiceLookup;
  /** Reports the effective limit for `max` in the response. */
  tellLimit(limit: number): void;
  /** Returns an account by its id; undefined if there is none. */
  userById(id: number): Promise<UserRef | undefined>;
}

/** A kind of parameter value, with its rules for parsing and documentation. */
export interface ParamType<Value> {
  /** Name of the type in `action=paraminfo`. */
  readonly name: string;
  /** Parses a value. Throws an `ApiError` for an invalid value. */
  read(text: string, context: ParamContext): Value;
  readonly lookup?: ValueLookup<Value>;
  /** Returns the accepted values, if they can be listed. With `service`, they include values that services add. */
  values?(site: Site, service?: ServiceLookup): readonly (string | number)[];
  /** Whether a single `*` selects all values, even if the parameter does not declare `all()`. */
  readonly all?: boolean;
  /** Returns additional fields for `action=paraminfo`. */
  describe?(site: Site): Readonly<Record<string, unknown>>;
}

/** Completes values from the database, to which `read` has no access. */
export interface ValueLookup<Value> {
  readonly isNeeded: (value: Value) => boolean;
  /** Returns the completed value. Rejects with an `ApiError` if it does not exist in the database. */
  readonly find: (value: Value, context: ParamContext) => Promise<Value>;
}

/** The options of a parameter. The methods of `Param` set them. */
export interface ParamOptions extends Lifetime {
  readonly multi?: { readonly low: number; readonly high: number; readonly duplicates?: boolean };
  /** Whether a single `*` selects all values. */
  readonly all?: boolean;
  readonly default?: unknown;
  /** Returns the default for `action=paraminfo`, if it depends on the wiki. */
  readonly siteDefault?: (site: Site) => unknown;
  readonly required?: boolean;
  /** The MediaWiki extension that adds the parameter, as named in `siprop=extensions`. */
  readonly extension?: string;
  /** Accept values longer than 128 KiB. */
  readonly long?: boolean;
  /** Reject the parameter in a URL. */
  readonly sensitive?: boolean;
  /** True, or the first MediaWiki release in which the parameter is deprecated. */
  readonly deprecated?: boolean | Release;
  readonly deprecatedValues?: readonly string[];
  /** The MediaWiki releases by value, for values that not all releases have. */
  readonly lifetimes?: Readonly<Record<string, Lifetime>>;
  /** Conditions for the use of the parameter (`useronly`, `singlepageonly`, …), for `action=paraminfo`. */
  readonly marks?: readonly ParamMark[];
  /** For a templated name such as `contentformat-{slot}`: placeholder to the name of the multi-value parameter that provides its values. */
  readonly each?: Readonly<Record<string, string>>;
  /** `action=query` has a parameter of the same name, and both read it. */
  readonly shared?: boolean;
  /** Description of the parameter, for documentation. */
  readonly help?: string;
  /** Converts the set of values to the form that `execute` receives. */
  readonly collect?: (values: ReadonlySet<never>) => unknown;
}

/** A condition for the use of a parameter, as in the field `info` of `action=paraminfo`. */
export interface ParamMark {
  readonly name: string;
  readonly values?: readonly (string | number)[];
  readonly text: string;
}

type DefaultOf<Value, Out> = Exclude<Out, undefined> extends ReadonlySet<unknown> | readonly unknown[] ? readonly Value[] : Value;

/** Allows `multi` only before `default`, because a default set earlier would be a single value instead of a set. */
type MultiFirst<Value, Out> = undefined extends Out ? Param<Value, Out> : 'multi() must precede default() and required()';

/** Maximum number of values. `high` applies to users with the right `apihighlimits`. */
interface Limits {
  readonly low: number;
  readonly high: number;
}

/** The declaration of a parameter. Make parameters with `p`. Every method returns a new parameter. */
export class Param<Value, Out = Value | undefined> {
  /** Compile-time only: the type that `execute` receives. */
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
   * Accept several values. Then `execute` receives a set or, with `duplicates`, a list. The maximum number of values is `low`, or `high`
   * for users with the right `apihighlimits`. Defaults: 50 and 500. Call it before `default` and `required`.
   */
  multi(this: MultiFirst<Value, Out>, limits?: Limits & { readonly duplicates?: false }): Param<Value, ReadonlySet<Value> | undefined>;
  multi(this: MultiFirst<Value, Out>, limits: Limits & { readonly duplicates: true }): Param<Value, readonly Value[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: the overloads declare it
  multi(limits: Limits & { readonly duplicates?: boolean } = { low: 50, high: 500 }): any {
    if (this.options.default !== undefined || this.options.required)
      throw new Error('multi() must precede default() and required(): write p.string().multi().default([…]).');
    return this.#with<unknown>({ multi: limits });
  }
  /** Accept `*` for all values. */
  all() {
    return this.#with<Out>({ all: true });
  }
  /** Set the value for requests without the parameter. */
  default(value: DefaultOf<Value, Out>) {
    return this.#with<Exclude<Out, undefined>>({ default: value });
  }
  /** Document a default that depends on the wiki. `execute` receives undefined and must apply the default. */
  siteDefault(value: (site: Site) => unknown) {
    return this.#with<Out>({ siteDefault: value });
  }
  /** Reject requests without the parameter with `missingparam`. */
  required() {
    return this.#with<Exclude<Out, undefined>>({ required: true });
  }
  /** Accept values longer than 128 KiB. By default, they are rejected with `maxbytes`. */
  long() {
    return this.#with<Out>({ long: true });
  }
  /** Reject requests that send the parameter in the URL with `mustpostparams`, because logs contain URLs. */
  sensitive() {
    return this.#with<Out>({ sensitive: true });
  }
  /**
   * Add a warning to responses if the request uses the parameter. With `since`, only if the wiki runs this MediaWiki release or a later
   * one.
   */
  deprecated(since?: Release) {
    return this.#with<Out>({ deprecated: since ?? true });
  }
  /** Add a warning to responses if the request uses one of these values. */
  deprecatedValues(...values: (Value & string)[]) {
    return this.#with<Out>({ deprecatedValues: values });
  }
  /**
   * Set the first MediaWiki release with the parameter. On older releases, the parameter is unknown, and `execute` receives its default.
   */
  since(release: Release) {
    return this.#with<Out>({ since: release });
  }
  /** Set the MediaWiki release that removed the parameter. */
  until(release: Release) {
    return this.#with<Out>({ until: release });
  }
  /**
   * Set the extension that adds the parameter to a module of MediaWiki. On wikis that do not have the extension, the parameter is unknown, and
   * `execute` receives its default.
   */
  extension(name: string) {
    return this.#with<Out>({ extension: name });
  }
  /** Limit values to the MediaWiki releases that have them. */
  values(lifetime: Lifetime, ...values: (Value & (string | number))[]) {
    const lifetimes = Object.fromEntries(values.map(value => [value, lifetime]));
    return this.#with<Out>({ lifetimes: { ...this.options.lifetimes, ...lifetimes } });
  }
  /** Add a condition for the use of the parameter to `action=paraminfo`, such as `useronly`. */
  mark(name: string, text: string, ...values: (string | number)[]) {
    return this.#with<Out>({ marks: [...(this.options.marks ?? []), values.length ? { name, text, values } : { name, text }] });
  }
  /** Allow `action=query` to have a parameter with the same name, which both read. In MediaWiki, only `iwurl` is shared in this way. */
  shared() {
    return this.#with<Out>({ shared: true });
  }
  /** Describe the parameter in the documentation, in one sentence. */
  help(text: string) {
    return this.#with<Out>({ help: text });
  }
  /** Fill the placeholders in a templated name, such as `text-{slot}`, with the values of multi-value parameters. */
  each(placeholders: Record<string, string>) {
    return this.#with<ReadonlyMap<string, Value>>({ each: placeholders });
  }

  #with<Next>(options: ParamOptions): Param<Value, Next> {
    return new Param<Value, Next>(this.type, { ...this.options, ...options });
  }
}

/** A parameter of any type. */
// biome-ignore lint/suspicious/noExplicitAny: a parameter of any type
export type AnyParam = Param<any, any>;
/** Parameters by name, without the prefix. */
export type Params = Readonly<Record<string, AnyParam>>;
/** The type of the parameters that `execute` receives. */
export type ParamsOut<P extends Params> = { readonly [K in keyof P]: P[K]['out'] };
