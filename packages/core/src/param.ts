import type { Timestamp, UserKind, UserRef, Users } from './actor.ts';
import { ApiError, badInteger, badTimestamp, badTitleParam, badUser, contradictoryShow, type Message, message } from './message.ts';
import type { ServiceLookup } from './service.ts';
import type { Site } from './site.ts';
import { parseTimestamp, toTimestamp } from './timestamp.ts';
import { isInvalid, type Titles } from './title.ts';

/** What a parameter type may consult while it reads a value. */
export interface ParamContext {
  readonly site: Site;
  readonly titles: Titles;
  readonly users: Users;
  readonly now: Date;
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
  /** What can only be known from the database. */
  settle?(value: Value, context: ParamContext): Promise<Value>;
  /** The accepted values, when they can be listed. A service may add some; without `service` they are those of a plain server. */
  values?(site: Site, service?: ServiceLookup): readonly (string | number)[];
  /** A single `*` stands for all values, even if the parameter does not say so. */
  readonly all?: boolean;
  /** What `paraminfo` tells besides the name and the options. */
  describe?(site: Site): Readonly<Record<string, unknown>>;
}

export interface ParamOptions {
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
  readonly deprecated?: boolean;
  readonly deprecatedValues?: readonly string[];
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

type DefaultOf<Value, Out> = Exclude<Out, undefined> extends ReadonlySet<unknown> ? readonly Value[] : Value;

/** A parameter: a kind of value and its options. Every method returns a new one. */
export class Param<Value, Out = Value | undefined> {
  /** Compile-time only: the type `execute` receives. */
  declare readonly out: Out;
  readonly type: ParamType<Value>;
  readonly options: ParamOptions;
  constructor(type: ParamType<Value>, options: ParamOptions = {}) {
    this.type = type;
    this.options = options;
  }

  /** Several values; `low` is the most that a reader without `apihighlimits` may give. */
  multi(limits: { low: number; high: number; duplicates?: boolean } = { low: 50, high: 500 }) {
    return this.#with<ReadonlySet<Value> | undefined>({ multi: limits });
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
  deprecated() {
    return this.#with<Out>({ deprecated: true });
  }
  deprecatedValues(...values: (Value & string)[]) {
    return this.#with<Out>({ deprecatedValues: values });
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

export interface Range {
  readonly min?: number;
  readonly max?: number;
  /** `max` for readers with `apihighlimits`. */
  readonly highMax?: number;
  /** A value out of range is an error instead of being brought into range with a warning. */
  readonly enforce?: boolean;
}

/** Builders of parameters. */
export const p = {
  string: () => new Param<string>({ name: 'string', read: text => text }),
  text: () => new Param<string>({ name: 'text', read: text => text }),
  password: () => new Param<string>({ name: 'password', read: text => text }, { sensitive: true }),
  /** Present (with whatever value) is true. */
  boolean: () => new Param<boolean, boolean>({ name: 'boolean', read: () => true }, { default: false }),
  int: (range: Range = {}) => new Param<number>(integerType(range)),
  limit: (range: { default?: number; max?: number; highMax?: number } = {}) => {
    const param = new Param<number>(limitType({ max: range.max ?? 500, highMax: range.highMax ?? 5000 }));
    return param.default(range.default ?? 10);
  },
  /** A limit that is off unless it is given. */
  optionalLimit: () => new Param<number>(limitType({ max: 500, highMax: 5000 })),
  /** A limit whose upper bound depends on the other parameters: `execute` says it by `within`. */
  boundedLimit: () => new Param<RequestedLimit>(boundedLimitType({ max: 500, highMax: 5000 })),
  timestamp: () => new Param<Timestamp>(timestampType),
  namespace: (extra: readonly number[] = []) => new Param<number>(namespaceType(extra)),
  user: (...kinds: UserKind[]) => new Param<UserRef>(userType(kinds.length ? kinds : ['name', 'ip', 'temp', 'interwiki', 'id'])),
  /** The prefixed text of a title; `TitleDef` of MediaWiki. */
  title: () => new Param<string>(titleType),
  enum: <const V extends string>(values: readonly V[] | ((site: Site) => readonly V[])) => new Param<V>(enumType(values)),
  /** `flag|!flag` choices: true, false or undefined for each. Asking for both is the error `show`. */
  show: <const F extends string, const S extends string = never>(flags: readonly F[], single: readonly S[] = []) =>
    new Param<string, ShowOut<F, S>>(enumType([...flags.flatMap(flag => [flag, `!${flag}`]), ...single]), {
      multi: { low: 50, high: 500 },
      default: [],
      collect: values => readShow(values, flags, single),
    }),
  /** The continue value of the previous response, as text; whoever orders the rows reads it. */
  continue: () =>
    new Param<string>({ name: 'string', read: text => text }, { help: 'When more results are available, use this to continue.' }),
  dir: {
    /** Names and ids: ascending or descending. */
    alphabetic: () => p.enum(['ascending', 'descending']).default('ascending'),
    /** Times: newer (oldest first) or older. */
    temporal: () =>
      p
        .enum(['newer', 'older'])
        .default('older')
        .help(
          'In which direction to enumerate. newer: list oldest first (start has to be before end); older: list newest first (the default).',
        ),
  },
};

export type ShowOut<F extends string, S extends string> = { readonly [K in F | S]: boolean | undefined };

/** The choices of `flag|!flag` values, for modules that have to refuse something else before contradictions. Throws `show`. */
export function readShow<const F extends string, const S extends string = never>(
  values: ReadonlySet<string> | undefined,
  flags: readonly F[],
  single: readonly S[] = [],
): ShowOut<F, S> {
  const out: { [K in string]?: boolean | undefined } = {};
  for (const flag of flags) {
    const [wanted, unwanted] = [values?.has(flag), values?.has(`!${flag}`)];
    if (wanted && unwanted) throw contradictoryShow();
    out[flag] = wanted ? true : unwanted ? false : undefined;
  }
  for (const flag of single) out[flag] = values?.has(flag) || undefined;
  return out as ShowOut<F, S>;
}

function enumType<V extends string>(values: readonly V[] | ((site: Site) => readonly V[])): ParamType<V> {
  const list = typeof values === 'function' ? values : () => values;
  const known = perSite(site => new Set<string>(list(site)));
  return {
    name: 'enum',
    values: list,
    read(text, { site, wireName }) {
      if (!known(site).has(text)) throw notListed(wireName, text, list(site));
      return text as V;
    },
  };
}

function namespaceType(extra: readonly number[]): ParamType<number> {
  const known = perSite(site => [...new Set([...extra, ...[...site.namespaces.keys()].filter(id => id >= 0)])].sort((a, b) => a - b));
  return {
    name: 'namespace',
    all: true,
    values: known,
    describe: () => (extra.length ? { extranamespaces: extra } : {}),
    read(text, { site, wireName }) {
      const id = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
      if (!known(site).includes(id)) throw notListed(wireName, text, known(site));
      return id;
    },
  };
}

/** One value for each wiki, computed once. */
function perSite<T>(compute: (site: Site) => T): (site: Site) => T {
  const cache = new WeakMap<Site, T>();
  return site => {
    let value = cache.get(site);
    if (value === undefined) {
      value = compute(site);
      cache.set(site, value);
    }
    return value;
  };
}

/** The error for a value that is not among those of an enumeration. */
export function notListed(param: string, value: string, values: readonly (string | number)[]): ApiError {
  const text = `The parameter "${param}" does not accept the value "${value}"; it takes ${values.map(v => (v === '' ? '(empty)' : v)).join(', ')}.`;
  const list = { list: values.map(plaintext => ({ plaintext })), type: 'text' } as const;
  return new ApiError(
    message('badvalue', text, {
      key: 'paramvalidator-badvalue-enumnotmulti',
      params: [{ plaintext: param }, { plaintext: value }, list, { num: values.length }],
    }),
  );
}

function integerType(range: Range): ParamType<number> {
  return {
    name: 'integer',
    describe: () => describeRange(range),
    read(text, context) {
      if (!/^[+-]?\d+$/.test(text)) throw badInteger({ param: context.wireName, value: text });
      const value = Number(text);
      // The size comes first: thousands of digits take long to be read exactly.
      if (!Number.isSafeInteger(value) && (Math.abs(value) > 2 ** 64 || BigInt.asIntN(64, BigInt(text)) !== BigInt(text)))
        throw badInteger({ param: context.wireName, value: text });
      return intoRange(value, text, range, context);
    },
  };
}

function limitType({ max, highMax }: { max: number; highMax: number }): ParamType<number> {
  const range = { min: 1, max, highMax };
  const integer = integerType(range);
  return {
    name: 'limit',
    describe: () => describeRange(range),
    read(text, context) {
      if (text !== 'max') return integer.read(text, context);
      const limit = context.highLimits ? highMax : max;
      context.tellLimit(limit);
      return limit;
    },
  };
}

/** A limit as it was asked for. */
export interface RequestedLimit {
  /** The number of records: `max` becomes the bound, which the response tells; a larger number is brought down with a warning. */
  within(bounds: LimitBounds): number;
}

/** `highMax` is for readers with `apihighlimits`. */
export interface LimitBounds {
  readonly max: number;
  readonly highMax: number;
}

function boundedLimitType(widest: LimitBounds): ParamType<RequestedLimit> {
  const type = limitType(widest);
  return {
    name: 'limit',
    ...(type.describe && { describe: type.describe }),
    read(text, context) {
      // A bad number is refused, one beyond every bound brought down, and `max` told, before the other parameters are looked at.
      const widest = type.read(text, context);
      const known = text === 'max' ? text : String(widest);
      return { within: bounds => limitType(bounds).read(known, context) };
    },
  };
}

const describeRange = ({ min, max, highMax, enforce }: Range) => ({
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
  ...(highMax !== undefined && { highmax: highMax }),
  ...(enforce && { enforcerange: true }),
});

function intoRange(value: number, text: string, { min, max, highMax, enforce }: Range, context: ParamContext): number {
  const most = context.highLimits && highMax !== undefined ? highMax : max;
  if ((min === undefined || value >= min) && (most === undefined || value <= most)) return value;
  const bounds = min !== undefined && most !== undefined ? 'minmax' : min !== undefined ? 'min' : 'max';
  const words = bounds === 'minmax' ? `between ${min} and ${most}` : bounds === 'min' ? `at least ${min}` : `at most ${most}`;
  const outOfRange = message('outofrange', `The parameter "${context.wireName}" must be ${words}, not ${text}.`, {
    key: `paramvalidator-outofrange-${bounds}`,
    params: [{ plaintext: context.wireName }, { plaintext: text }, { num: min ?? '' }, { num: most ?? '' }],
    data: {
      min: min ?? null,
      curmax: most ?? null,
      max: max ?? null,
      highmax: highMax ?? max ?? null,
    },
  });
  if (enforce) throw new ApiError(outOfRange);
  context.warn(outOfRange);
  return min !== undefined && value < min ? min : (most as number);
}

const timestampType: ParamType<Timestamp> = {
  name: 'timestamp',
  read(text, { wireName, now, warn }) {
    if (text === 'now') return toTimestamp(now);
    if (text === '' || text === '0') {
      const advice = `Passing "${text}" for the timestamp parameter "${wireName}" means the current time; write "now" instead.`;
      warn(
        message('unclearnowtimestamp', advice, {
          key: 'paramvalidator-unclearnowtimestamp',
          params: [{ plaintext: wireName }, { plaintext: text }],
        }),
      );
      return toTimestamp(now);
    }
    const timestamp = parseTimestamp(text);
    if (timestamp === undefined) throw badTimestamp({ param: wireName, value: text });
    return timestamp;
  },
};

const titleType: ParamType<string> = {
  name: 'title',
  describe: () => ({ mustExist: false }),
  read(text, { titles, wireName }) {
    const title = titles.parse(text);
    if (isInvalid(title)) throw badTitleParam({ param: wireName, value: text });
    return text;
  },
};

function userType(kinds: readonly UserKind[]): ParamType<UserRef> {
  return {
    name: 'user',
    describe: () => ({ subtypes: kinds }),
    read(text, { users, wireName }) {
      const user = users.read(text, kinds);
      if (!user) throw badUser({ param: wireName, value: text });
      return user;
    },
    async settle(user, { userById, wireName }) {
      if (user.kind !== 'id' || user.id === undefined) return user;
      const found = await userById(user.id);
      if (!found) throw badUser({ param: wireName, value: `#${user.id}` });
      return found;
    },
  };
}
