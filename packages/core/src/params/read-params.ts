import {
  ApiError,
  exclusiveParams,
  isApiError,
  type Message,
  message,
  missingAtLeastOneOf,
  missingOneOf,
  missingParam,
  notMulti,
  tooLong,
  tooManyValues,
} from '../message.ts';
import type { Definition } from '../module.ts';
import type { Defined } from '../plugin.ts';
import type { AnyParam, ParamContext, Params, ValueLookup } from './param.ts';

/** The parameters of a request as sent. */
export interface Wire {
  /** Returns the names of all parameters; `name[]=` also counts as `name`. */
  names(): Iterable<string>;
  /** Returns the value in Unicode normal form C. Marks the parameter as recognized, which prevents a warning about it. */
  get(name: string): string | undefined;
  /** Whether the value has more than `bytes` bytes in UTF-8. */
  isLonger(name: string, bytes: number): boolean;
  /** Whether the value as sent contained invalid UTF-8 or control characters, or was not in normal form C. */
  isUnclean(name: string): boolean;
  /** Whether the parameter was sent as `name[]=`, which no parameter accepts. */
  isArray(name: string): boolean;
  /** Whether the parameter was in the URL of a POST. */
  isInUrl(name: string): boolean;
  /** Whether no parameter accepts several values. A leading U+001F is then part of the value. */
  readonly isWithoutLists?: boolean;
}

type Reader = Pick<Definition, 'params' | 'prefix'> &
  Partial<Pick<Definition, 'exactlyOne' | 'atMostOne' | 'atLeastOne'>> &
  Pick<Defined, 'absentParams'>;
/** A mutable context, shared by all parameters of a module: copying it per parameter would take longer than reading most parameters. */
export type ReadingContext = { -readonly [K in keyof ParamContext]: ParamContext[K] };

/** The name of the module in deprecation warnings: `action=query&prop=info`. */
export type Feature = string;

/** The parameters of a module as `execute` receives them. */
export interface ReadParams {
  readonly values: Record<string, unknown>;
  /**
   * Completes `values` from the database. Rejects with an `ApiError` if a value does not exist. Undefined if no lookup is needed, to avoid
   * an unnecessary `await`.
   */
  readonly lookUp: (() => Promise<void>) | undefined;
}

/** Reads the parameters of a module. Throws an `ApiError` for an invalid value. Calls `contextOf` only if there is a parameter to read. */
export function readParams(module: Reader, wire: Wire, contextOf: () => ReadingContext, feature: Feature, asGenerator = false): ReadParams {
  const prefix = asGenerator ? `g${module.prefix}` : module.prefix;
  const plan = planOf(module, prefix);
  const values = plan.copyDefaults();
  const given = sentOrRequired(plan, wire);
  if (given.length === 0 && plan.templated.length === 0) {
    checkCombinations(module, prefix, values);
    return { values, lookUp: undefined };
  }
  const reading: Reading = { wire, context: contextOf(), feature, lookups: undefined };
  let refusal: unknown;
  for (const declared of given) {
    const { key } = declared;
    try {
      values[key] = readParam(reading, declared, found => (values[key] = found));
    } catch (error) {
      // Continue, because the response reports the warnings of the remaining parameters together with the first error.
      refusal ??= error;
    }
  }
  if (refusal) throw refusal;
  for (const declared of plan.templated) values[declared.key] = readTemplated(reading, declared, prefix, values);
  const { lookups } = reading;
  if (!lookups) {
    checkCombinations(module, prefix, values);
    return { values, lookUp: undefined };
  }
  const lookUp = async (): Promise<void> => {
    for (const lookup of lookups) await lookup();
    // As in MediaWiki, lookup errors take precedence over errors about combinations.
    checkCombinations(module, prefix, values);
  };
  return { values, lookUp };
}

/** Like `readParams`, but replaces invalid values with defaults, and skips lookups. */
export function readWhatFits(
  module: Pick<Reader, 'params' | 'prefix' | 'absentParams'>,
  wire: Wire,
  context: ReadingContext,
): Record<string, unknown> {
  const plan = planOf(module, module.prefix);
  const values = plan.copyDefaults();
  const reading: Reading = { wire, context, feature: '', lookups: undefined };
  for (const declared of sentOrRequired(plan, wire)) {
    try {
      values[declared.key] = readParam(reading, declared, () => undefined);
    } catch (error) {
      if (!isApiError(error)) throw error;
    }
  }
  return values;
}

interface Declared {
  readonly key: string;
  readonly wireName: string;
  readonly param: AnyParam;
  /** Index in the declaration, which determines the order of errors and warnings. */
  readonly place: number;
}

/** Default value of templated parameters. */
const NOTHING_GIVEN: ReadonlyMap<string, unknown> = new Map();

/** Data derived from declared parameters, computed once and shared by all requests. */
interface Plan {
  readonly byWireName: ReadonlyMap<string, Declared>;
  readonly required: readonly Declared[];
  readonly templated: readonly Declared[];
  /** Returns a new object with the default value of every parameter. */
  copyDefaults(): Record<string, unknown>;
}

const plans = new WeakMap<Params, Map<string, Plan>>();

function planOf({ params, absentParams }: Pick<Reader, 'params' | 'absentParams'>, prefix: string): Plan {
  const known = plans.get(params)?.get(prefix);
  if (known) return known;
  const plan = makePlan(params, absentParams ?? {}, prefix);
  plans.set(params, new Map(plans.get(params)).set(prefix, plan));
  return plan;
}

function makePlan(params: Params, absent: Params, prefix: string): Plan {
  const all = Object.entries<AnyParam>(params).map(([key, param], place) => ({ key, wireName: prefix + key, param, place }));
  // Copying the shape of the declaration keeps the object in V8's fast mode; adding many keys one by one does not.
  const defaults: Record<string, unknown> = { ...params, ...absent };
  for (const key in defaults) {
    const param = (params[key] ?? absent[key]) as AnyParam;
    defaults[key] = param.options.each ? NOTHING_GIVEN : defaultOf(param);
  }
  const [templated = [], plain = []] = [true, false].map(isTemplated => all.filter(({ param }) => !!param.options.each === isTemplated));
  return {
    byWireName: new Map(plain.map(declared => [declared.wireName, declared])),
    required: plain.filter(({ param }) => param.options.required),
    templated,
    copyDefaults: copierOf(defaults),
  };
}

/**
 * Generates a function that copies the object key by key. A shared `{ ...original }` takes four times as long, because its inline cache in
 * V8 holds only a few object shapes.
 */
function copierOf(original: Readonly<Record<string, unknown>>): () => Record<string, unknown> {
  const fields = Object.keys(original).map(key => `${JSON.stringify(key)}: original[${JSON.stringify(key)}]`);
  // oxlint-disable-next-line typescript/no-implied-eval -- its text contains only the quoted names of declared parameters
  return new Function('original', `return () => ({ ${fields.join(', ')} });`)(original) as () => Record<string, unknown>;
}

const defaultOf = (param: AnyParam): unknown => {
  const { default: value, multi } = param.options;
  return value !== undefined && multi ? collect(param, value as readonly unknown[]) : value;
};

/**
 * Returns the sent and the required parameters, in declared order. Iterates over the sent ones, which are usually far fewer than the
 * declared ones.
 */
function sentOrRequired({ byWireName, required }: Plan, wire: Wire): Declared[] {
  const found: Declared[] = [];
  for (const name of wire.names()) {
    const declared = byWireName.get(name);
    if (declared) found.push(declared);
  }
  for (const declared of required) if (!found.includes(declared)) found.push(declared);
  return inOrder(found) ? found : found.sort((a, b) => a.place - b.place);
}

function inOrder(all: readonly Declared[]): boolean {
  for (let i = 1; i < all.length; i++) if (all[i]!.place < all[i - 1]!.place) return false;
  return true;
}

interface Reading {
  readonly wire: Wire;
  readonly context: ReadingContext;
  readonly feature: Feature;
  lookups: Lookup[] | undefined;
}
/** Replaces a value with the result of its database lookup. */
type Lookup = () => Promise<void>;

/** Separator of the values in a list that starts with this character, instead of `|`. */
const SEPARATOR = '\u001f';

function readParam(
  reading: Reading,
  { param, wireName }: Pick<Declared, 'param' | 'wireName'>,
  replace: (value: unknown) => void,
): unknown {
  const { wire, context, feature } = reading;
  const { type, options } = param;
  if (!options.long && wire.isLonger(wireName, MOST_BYTES)) throw tooLong({ param: wireName, bytes: MOST_BYTES });
  const text = wire.get(wireName);
  if (text === undefined) {
    if (wire.isArray(wireName)) context.warnMain(unsupportedArray(wireName));
    if (options.required) throw missingParam({ param: wireName });
    return defaultOf(param);
  }
  if (wire.isUnclean(wireName)) context.warn(unclean(wireName));
  if (options.sensitive && wire.isInUrl(wireName)) throw mustPost(wireName);
  if (options.deprecated) {
    const shown = type.name === 'boolean' ? '1' : text;
    const sentence = `The parameter "${wireName}" has been deprecated.`;
    context.warn(deprecation(sentence, 'paramvalidator-param-deprecated', wireName, shown, `${feature}&${wireName}`));
  }
  context.wireName = wireName;
  if (!options.multi) {
    if (options.required && text === '' && TEXTS.has(type.name)) throw missingParam({ param: wireName });
    if (text.startsWith(SEPARATOR) && !wire.isWithoutLists) throw notMulti({ param: wireName, value: text });
    const value = type.read(text, context);
    warnOfDeprecatedValue(param, text, context, feature);
    if (type.lookup) noteLookup(reading, type.lookup, [value], ([found]) => replace(found));
    return value;
  }
  const values = readMulti(param, text, context, feature);
  if (type.lookup) noteLookup(reading, type.lookup, values, found => replace(collect(param, found)));
  return collect(param, values);
}

function noteLookup(
  reading: Reading,
  { isNeeded, find }: ValueLookup<unknown>,
  values: readonly unknown[],
  replace: (found: readonly unknown[]) => void,
): void {
  if (!values.some(isNeeded)) return;
  // Copy the context to keep its `wireName`, which the next parameter overwrites.
  const context: ParamContext = { ...reading.context };
  reading.lookups ??= [];
  reading.lookups.push(async () => replace(await Promise.all(values.map(value => (isNeeded(value) ? find(value, context) : value)))));
}

/** Maximum size of a value in bytes: enough for 500 titles, the maximum number. Longer values are rejected before they are parsed. */
const MOST_BYTES = 2 ** 17;

/** Parameter types that accept any string. For a required parameter of such a type, an empty value counts as missing. */
const TEXTS: ReadonlySet<string> = new Set(['string', 'text', 'password']);

function readMulti(param: AnyParam, text: string, context: ParamContext, feature: Feature): readonly unknown[] {
  const { type, options } = param;
  const { low, high, duplicates } = options.multi!;
  const most = context.highLimits ? high : low;
  const parts = splitValues(text, most + 1);
  if (parts.length > most) throw tooManyValues({ param: context.wireName, most, low, high, highLimits: context.highLimits });
  const listed = type.values?.(context.site, context.service);
  if (listed && (options.all || type.all) && parts.length === 1 && parts[0] === '*')
    return listed.map(value => type.read(String(value), context));
  const values: unknown[] = [];
  const unknown: string[] = [];
  for (const part of duplicates ? parts : new Set(parts)) {
    try {
      values.push(type.read(part, context));
      warnOfDeprecatedValue(param, part, context, feature);
    } catch (error) {
      // As in MediaWiki, unknown values in a list cause only a warning.
      if (!listed || !isApiError(error)) throw error;
      unknown.push(part);
    }
  }
  if (unknown.length > 0) context.warn(unrecognized(context.wireName, text, unknown));
  return values;
}

/** Splits at `|`, or at U+001F if the text starts with it, so that values can contain `|`. Returns at most `most` values. */
export function splitValues(text: string, most?: number): string[] {
  if (text === '' || text === SEPARATOR) return [];
  return text.startsWith(SEPARATOR) ? text.slice(1).split(SEPARATOR, most) : text.split('|', most);
}

/**
 * Reads a templated parameter such as `contentformat-{slot}` into a map, with an entry for each value of the parameter that provides
 * `{slot}`.
 */
function readTemplated(
  reading: Reading,
  { key: template, param }: Declared,
  prefix: string,
  values: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, unknown> {
  let names: (readonly [key: string, name: string])[] = [['', template]];
  for (const [hole, filler] of Object.entries(param.options.each!)) {
    const fill = [...((values[filler] as ReadonlySet<string> | undefined) ?? [])];
    names = names.flatMap(([key, name]) =>
      fill.map(value => [key ? `${key}|${value}` : value, name.replace(`{${hole}}`, () => value)] as const),
    );
  }
  const given = new Map<string, unknown>();
  for (const [key, name] of names) {
    const value = readParam(reading, { param, wireName: prefix + name }, found => given.set(key, found));
    if (value !== undefined) given.set(key, value);
  }
  return given;
}

/** Converts the values of a multi-value parameter to the form that `execute` receives. */
function collect({ options }: AnyParam, values: readonly unknown[]): unknown {
  if (options.multi?.duplicates) return values;
  const set = new Set(values);
  return options.collect ? options.collect(set as never) : set;
}

function checkCombinations({ exactlyOne, atMostOne, atLeastOne }: Reader, prefix: string, values: Record<string, unknown>): void {
  const isGiven = (key: string): boolean => values[key] !== undefined && values[key] !== false;
  const wireNames = (keys: readonly string[]) => keys.map(key => prefix + key);
  // List the parameters in declared order.
  const tooMany = (group: readonly string[]) =>
    exclusiveParams({ params: wireNames(Object.keys(values).filter(key => group.includes(key) && isGiven(key))) });
  for (const group of exactlyOne ?? []) {
    const count = group.filter(isGiven).length;
    if (count > 1) throw tooMany(group);
    if (count === 0) throw missingOneOf({ params: wireNames(group) });
  }
  for (const group of atMostOne ?? []) if (group.filter(isGiven).length > 1) throw tooMany(group);
  for (const group of atLeastOne ?? []) if (!group.some(isGiven)) throw missingAtLeastOneOf({ params: wireNames(group) });
}

function warnOfDeprecatedValue({ options }: AnyParam, text: string, context: ParamContext, feature: Feature): void {
  if (!options.deprecatedValues?.includes(text)) return;
  const { wireName } = context;
  const sentence = `The value "${text}" of the parameter "${wireName}" has been deprecated.`;
  context.warn(deprecation(sentence, 'paramvalidator-deprecated-value', wireName, text, `${feature}&${wireName}=${text}`));
}

const deprecation = (text: string, key: string, wireName: string, value: string, feature: string): Message =>
  message('deprecation', text, { key, params: [{ plaintext: wireName }, { plaintext: value }], data: { feature } });

const unclean = (wireName: string): Message =>
  message(
    'badutf8',
    `The value of "${wireName}" is not clean text: it should be valid Unicode in normal form C without control characters.`,
    {
      key: 'apiwarn-badutf8',
      params: [wireName],
    },
  );

const unsupportedArray = (wireName: string): Message =>
  message('unsupportedarray', `The parameter "${wireName}" is an array. Separate its values with "|".`, {
    key: 'apiwarn-unsupportedarray',
    params: [wireName],
  });

const unrecognized = (wireName: string, text: string, values: readonly string[]): Message =>
  message(
    'unrecognizedvalues',
    // Do not reword this text: clients parse it.
    `Unrecognized value${values.length > 1 ? 's' : ''} for parameter "${wireName}": ${values.join(', ')}`,
    {
      key: 'paramvalidator-unrecognizedvalues',
      params: [
        { plaintext: wireName },
        { plaintext: text },
        { list: values.map(plaintext => ({ plaintext })), type: 'comma' },
        { num: values.length },
      ],
      data: { values },
    },
  );

const mustPost = (wireName: string): ApiError =>
  new ApiError(
    message('mustpostparams', `Send the parameter "${wireName}" in the body of a POST request, not in the URL.`, {
      params: [{ list: [wireName], type: 'comma' }, 1],
    }),
  );
