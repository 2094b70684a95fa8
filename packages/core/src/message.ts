import { hasBrand } from './contract.ts';

/** A parameter of an interface message, in MediaWiki's forms for `errorformat=raw`. */
export type MessageParam =
  | string
  | number
  | { readonly plaintext: string | number }
  /** A number, or `''` for a bound that does not exist. */
  | { readonly num: number | '' }
  /** A duration in seconds. */
  | { readonly duration: number }
  | { readonly message: { readonly key: string; readonly params: readonly MessageParam[] } }
  | { readonly list: readonly MessageParam[]; readonly type: 'comma' | 'text' };

/** An error or a warning, with the key and parameters of MediaWiki's message. The English `text` is worded differently from MediaWiki's. */
export interface Message {
  /** Stable identifier for programs: `badcontinue`. */
  readonly code: string;
  readonly text: string;
  /** Key of MediaWiki's interface message: `apierror-badcontinue`. */
  readonly key: string;
  readonly params: readonly MessageParam[];
  /** Additional data of the error or warning, for programs. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

interface MessageOptions {
  readonly key?: string;
  readonly params?: readonly MessageParam[];
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Makes a message. By default, its key is `apierror-` followed by the code. */
export const message = (code: string, text: string, { key = `apierror-${code}`, params = [], data }: MessageOptions = {}): Message => ({
  code,
  text,
  key,
  params,
  data,
});

const errorBrand: unique symbol = Symbol.for('wikiquery.ApiError');

/** An error caused by the client. The response lists all of its messages, or only the first with `errorformat=bc`. */
export class ApiError extends Error {
  /** @internal */
  readonly [errorBrand] = true;
  readonly messages: readonly [Message, ...Message[]];
  /** Path of the module that threw the error (`query+allpages`). The engine sets it. */
  module: string | undefined;
  constructor(...messages: readonly [Message, ...Message[]]) {
    super(messages[0].text);
    this.name = 'ApiError';
    this.messages = messages;
  }
  get code(): string {
    return this.messages[0].code;
  }
}

/** Whether a value is an `ApiError`. Recognizes errors from other copies of this package. */
export const isApiError = (error: unknown): error is ApiError => hasBrand(error, errorBrand);

type Describe<Data> = (data: Data) => { readonly text: string } & MessageOptions;

/** Declares an error with its code, key and text. Returns a function that makes the `ApiError` from the data of one occurrence. */
export const defineError =
  <Data = void>(code: string, describe: Describe<Data>) =>
  (data: Data): ApiError => {
    const { text, ...options } = describe(data);
    return new ApiError(message(code, text, options));
  };

const quoted = (names: readonly string[]): string => names.map(name => `"${name}"`).join(', ');
const listed = (names: readonly string[]): MessageParam => ({ list: names.map(name => `<var>${name}</var>`), type: 'text' });

/** The error `badcontinue`, for an invalid continue value. */
export const badContinue = defineError('badcontinue', () => ({
  text: 'The continue value is invalid. Send the "continue" object of the previous response unchanged.',
}));
/** Declares an error about one value of a parameter. MediaWiki's message key is `paramvalidator-` followed by `key`. */
const valueError = (code: string, describe: (param: string, value: string) => string, key: string = code) =>
  defineError<{ param: string; value: string }>(code, ({ param, value }) => ({
    text: describe(param, value),
    key: `paramvalidator-${key}`,
    params: [{ plaintext: param }, { plaintext: value }],
  }));
/** The error `badvalue`, for an unrecognized value. `param` is the parameter name as sent, including prefixes. */
export const badValue = valueError('badvalue', (param, value) => `Unrecognized value for parameter "${param}": ${value}.`);
export const notMulti = valueError('badvalue', param => `The parameter "${param}" takes one value, not a list.`, 'notmulti');
export const badInteger = valueError('badinteger', (param, value) => `The parameter "${param}" needs an integer, not "${value}".`);
export const badTimestamp = valueError(
  'badtimestamp',
  (param, value) => `The parameter "${param}" needs a timestamp such as 2024-01-31T12:00:00Z, not "${value}".`,
);
export const badUser = valueError('baduser', (param, value) => `The parameter "${param}" needs a user, not "${value}".`);
export const badTitleParam = valueError('badtitle', (param, value) => `The parameter "${param}" needs a page title, not "${value}".`);
/** The error `missingparam`, for a required parameter. `param` is the name as sent, including prefixes. */
export const missingParam = defineError<{ param: string }>('missingparam', d => ({
  text: `The parameter "${d.param}" must be set.`,
  key: 'paramvalidator-missingparam',
  params: [{ plaintext: d.param }, { plaintext: '' }],
}));
export const missingOneOf = defineError<{ params: readonly string[] }>('missingparam', d => ({
  text: `One of the parameters ${quoted(d.params)} is needed.`,
  key: 'apierror-missingparam-one-of',
  params: [listed(d.params), d.params.length],
}));
/** The error `missingparam`, if none of several parameters is set. `params` are the names as sent, including prefixes. */
export const missingAtLeastOneOf = defineError<{ params: readonly string[] }>('missingparam', d => ({
  text: `At least one of the parameters ${quoted(d.params)} is needed.`,
  key: 'apierror-missingparam-at-least-one-of',
  params: [listed(d.params), d.params.length],
}));
/** The error `invalidparammix`, for parameters that cannot be combined. `params` are the names as sent, including prefixes. */
export const exclusiveParams = defineError<{ params: readonly string[] }>('invalidparammix', d => ({
  text: `The parameters ${quoted(d.params)} cannot be combined.`,
  key: 'apierror-invalidparammix',
  params: [listed(d.params), d.params.length],
}));
/** The error `invalidtitle`, for a text that is not a page title. */
export const invalidTitle = defineError<{ title: string }>('invalidtitle', d => ({
  text: `"${d.title}" is not a page title.`,
  params: [escapeWikitext(d.title)],
}));
/** The error `show`, for a flag and its negation in one `show` parameter. */
export const contradictoryShow = defineError('show', () => ({ text: 'The values of "show" contradict each other.', key: 'apierror-show' }));
/** The error `permissiondenied`, for a user without the right `action`. `what` completes "You do not have the right to …". */
export const permissionDenied = defineError<{ action: string; what: string }>('permissiondenied', d => ({
  text: `You do not have the right to ${d.what}.`,
  params: [{ message: { key: `action-${d.action}`, params: [] } }],
}));
export const tooManyValues = defineError<{ param: string; most: number; low: number; high: number; highLimits: boolean }>(
  'toomanyvalues',
  d => ({
    text: `The parameter "${d.param}" takes at most ${d.most} values.`,
    key: 'paramvalidator-toomanyvalues',
    params: [{ plaintext: d.param }, { num: d.most }],
    data: { parameter: d.param, limit: d.most, lowlimit: d.low, highlimit: d.high },
  }),
);

export const tooLong = defineError<{ param: string; bytes: number }>('maxbytes', d => ({
  text: `The parameter "${d.param}" takes at most ${d.bytes} bytes.`,
  key: 'paramvalidator-maxbytes',
  params: [{ plaintext: d.param }, { plaintext: '' }, { num: d.bytes }],
  data: { parameter: d.param, maxbytes: d.bytes },
}));

/** Escapes wikitext markup in a message parameter, as MediaWiki does for `errorformat=raw`. */
export const escapeWikitext = (text: string): string =>
  text.replace(/["&'<=>[\]{|};!:*#]/g, c => (WIKITEXT.has(c) ? `&#${c.charCodeAt(0)};` : c));
const WIKITEXT = new Set('"&\'<=>[]{|};');
