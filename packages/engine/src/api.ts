import {
  type Actor,
  ApiError,
  badValue,
  type CacheMode,
  isoTimestamp,
  type Lag,
  MOST_BYTES,
  message,
  type Params,
  type ParamsOut,
  type RequestFacts,
  readParams,
  type Site,
  toTimestamp,
} from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import type { ActionResult, AnyAction } from './action.ts';
import { blamed } from './blame.ts';
import { cacheHeaders, errorCacheHeaders } from './caching.ts';
import { Call, type Wiki } from './call.ts';
import { type Cors, crossOrigin } from './cors.ts';
import { FORMATS, jsonParams, type MainParams, mainParams, prettyParams, type RequestedParams, requestedParams } from './main-params.ts';
import { type Frame, jsonPage } from './output/html.ts';
import { finishJson, toJson, toPrettyJson } from './output/json.ts';
import { framed, jsonPieces, MOST_AT_ONCE } from './output/json-pieces.ts';
import { ERROR_FORMATS, formatError, formatWarnings, type MessageStyle } from './output/messages.ts';
import { readDenied } from './query/query.ts';
import { type ApiRequest, type ApiResponse, RequestParams } from './request.ts';
import { type Ordered, sizeOf } from './result.ts';
import { Warnings } from './warnings.ts';

/** Who asks, and what goes with it. */
export interface Identity {
  readonly actor: Actor;
  /** A session cookie came with the request or will go with the response. */
  readonly hasSession: boolean;
  /** Code of the language that the account prefers; undefined for that of the wiki. */
  readonly language?: string | undefined;
  /** How the session of the account began; undefined for an anonymous reader. */
  readonly login?: RequestFacts['login'];
  /** Token of the session for a salt: what login checks. */
  sessionToken(salt: string): string;
}

export interface ApiOptions {
  readonly wiki: Wiki;
  readonly actions: readonly AnyAction[];
  readonly clock: () => Date;
  /** The database for one request: its queries end with its signal. */
  readonly database: (request: ApiRequest) => Kysely<Database>;
  /** `anonymous`: the session is not to be looked at. */
  readonly identify: (request: ApiRequest, anonymous: boolean) => Identity | Promise<Identity>;
  readonly lags: () => Promise<readonly Lag[]>;
  readonly hostname: string;
  /** Where the documentation of this interface stands. */
  readonly documentation: string;
  /** Failures that are not the client's fault: becomes a response, or is logged and answered with `internal_api_error`. */
  readonly failure: (error: unknown, request: ApiRequest) => Failure;
}

export interface Failure {
  readonly error: ApiError;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A response, and who it is for. */
export interface Answer extends ApiResponse {
  /** Undefined when the request ended before anybody looked at it. */
  readonly identity: Identity | undefined;
}

/** The whole interface as a function of a request. It throws nothing. */
export type Api = (request: ApiRequest) => Promise<Answer>;

export function createApi(options: ApiOptions): Api {
  const actions = new Map(options.actions.map(action => [action.name, action]));
  const fallback = fallbackEncoding(options.wiki.site);
  return request => {
    const params = RequestParams.read(request, fallback);
    if (!(params instanceof Promise)) return new Exchange(options, actions, request, params).answer();
    return params.then(read => new Exchange(options, actions, request, read).answer());
  };
}

/** One request and its response. */
class Exchange {
  readonly #options: ApiOptions;
  readonly #actions: ReadonlyMap<string, AnyAction>;
  readonly #request: ApiRequest;
  readonly #wire: RequestParams;
  readonly #warnings = new Warnings();
  readonly #now: Date;
  #style: MessageStyle = { errorFormat: 'bc', formatVersion: 1 };
  #main: MainParams | undefined;
  #requested: RequestedParams | undefined;
  #identity: Identity | undefined;
  #call: Call | undefined;
  #warningsBeforeError = 0;
  #cors: Cors = { headers: {}, varyOrigin: false };

  constructor(options: ApiOptions, actions: ReadonlyMap<string, AnyAction>, request: ApiRequest, wire: RequestParams) {
    this.#options = options;
    this.#actions = actions;
    this.#request = request;
    this.#wire = wire;
    this.#now = options.clock();
  }

  async answer(): Promise<Answer> {
    const { configuration } = this.#options.wiki.site;
    const format = this.#format();
    this.#style = {
      errorFormat: errorFormatOf(this.#wire.get('errorformat')),
      formatVersion: versionOf(this.#wire.get('formatversion')),
    };
    this.#cors = crossOrigin(this.#wire.get('origin'), this.#request, configuration);
    if (this.#cors.refusal) return { ...this.#cors.refusal, identity: undefined };
    if (this.#request.method === 'OPTIONS')
      return this.#respond(200, { ...this.#cors.headers, ...errorCacheHeaders }, 'text/html; charset=utf-8', '');
    try {
      const result = await this.#run();
      const formatted = this.#readFormatParams(format);
      if (formatted instanceof Promise) await formatted;
      return this.#print(format, result);
    } catch (error) {
      this.#warningsBeforeError = this.#warnings.list.length;
      const failure: Failure =
        error instanceof ApiError ? { error, status: 200, headers: {} } : this.#options.failure(error, this.#request);
      try {
        await this.#readFormatParams(format);
      } catch (refusal) {
        this.#warnOfFormat(format, refusal as ApiError);
      }
      return this.#printError(format, failure);
    }
  }

  /** The format decides how even an error looks, so it is settled first; an unknown one is reported on a page. */
  #format(): string {
    return this.#wire.get('format') ?? (mainParams.format.options.default as string);
  }

  async #run(): Promise<ActionResult> {
    const { wiki } = this.#options;
    const anonymous = this.#isCrossOrigin();
    // Here and where parameters are read: to await what is there already costs a light request four percent of its time.
    const identified = this.#options.identify(this.#request, anonymous);
    const identity = identified instanceof Promise ? await identified : identified;
    this.#identity = identity;
    const { ip, signal, headers, progress } = this.#request;
    const facts: RequestFacts = {
      sessionToken: salt => identity.sessionToken(salt),
      login: identity.login,
      ip,
      crossOrigin: anonymous,
      // No getter: with one, every such object has a hidden class of its own, which keeps the request in memory until a full collection.
      acceptLanguages: () => acceptLanguages(headers['accept-language']),
      signal,
    };
    const call = new Call({
      wiki,
      wire: this.#wire,
      db: this.#options.database(this.#request),
      progress,
      identity,
      now: this.#now,
      facts,
      warnings: this.#warnings,
      lags: this.#options.lags,
      style: this.#style,
    });
    this.#call = call;
    const actionName = this.#wire.get('action') ?? (mainParams.action.options.default as string);
    const action = this.#actions.get(actionName);
    let main: MainParams;
    try {
      const read = this.#readMain(call, mainParams);
      main = read instanceof Promise ? await read : read;
    } catch (refusal) {
      // The fields that the request asks for belong to errors, too, even to those of the parameters beside them.
      this.#requested = await this.#readMain(call, requestedParams);
      throw action ? refusal : this.#unknownAction(actionName);
    }
    this.#main = main;
    this.#requested = main;
    const format = main.format as string;
    // An export that is not wrapped is XML in any format; WikiTeam's dump generator asks for it as such.
    const isRawExport = format === 'xml' && ['export', 'exportnowrap'].every(name => this.#wire.has(name));
    if (!isRawExport && !(FORMATS as readonly string[]).includes(format)) throw unknownValue('format', format, FORMATS);
    for (const name of Object.keys(formatParams(format))) this.#wire.markKnown(name);
    if (!action) throw this.#unknownAction(actionName);
    this.#checkAsserts(main, call.actor);

    if (action.mustBePosted && !action.admit && this.#request.method !== 'POST') throw mustBePosted(action.name);
    if (action.read && action.name !== 'query' && !call.actor.can('read')) throw readDenied();
    if (main.maxlag !== undefined) await this.#checkLag(main.maxlag);

    const lang = this.#languageOf(main.uselang);
    call.settle(lang, this.#requestedFields(main, lang));
    action.admit?.(call);
    const read = this.#actionParams(action, call);
    const params = read instanceof Promise ? await read : read;
    const result = await action.execute(call, params);
    this.#warnUnknown();
    return result;
  }

  #readMain<P extends Params>(call: Call, params: P): ParamsOut<P> | Promise<ParamsOut<P>> {
    return readParams({ params, prefix: '' }, this.#wire, () => call.paramContext('main', 'main'), 'action=') as
      | ParamsOut<P>
      | Promise<ParamsOut<P>>;
  }

  #unknownAction(name: string): ApiError {
    return unknownValue('action', name, [...this.#actions.keys()]);
  }

  /** Read last, because a format that can not print still has to print its error. */
  #readFormatParams(format: string): object | Promise<object> | undefined {
    const call = this.#call;
    if (!call) return undefined;
    const reader = { params: formatParams(format), prefix: '' };
    return blamed(format, () => readParams(reader, this.#wire, () => call.paramContext(format, format), `format=${format}`));
  }

  #warnOfFormat(format: string, refusal: ApiError): void {
    this.#warnings.add(
      'main',
      message('errorprinterfailed', 'The error could not be written as asked for; it is written in the default form.', {
        key: 'apiwarn-errorprinterfailed',
      }),
    );
    for (const one of refusal.messages) this.#warnings.add(format, one);
  }

  #actionParams(action: AnyAction, call: Call): Record<string, unknown> | Promise<Record<string, unknown>> {
    const feature = `action=${action.name}`;
    return blamed(action.name, () => readParams(action, this.#wire, () => call.paramContext(action.name, action.name), feature));
  }

  /** JSONP, anonymous cross-site requests and untrusted ones must not see anything of a session. */
  #isCrossOrigin(): boolean {
    return this.#wire.has('callback') || this.#wire.get('origin') === '*' || this.#request.headers['treat-as-untrusted'] !== undefined;
  }

  #checkAsserts({ assert, assertuser }: MainParams, actor: Actor): void {
    const fail = (code: string, text: string) => {
      throw new ApiError(message(code, text, { params: assertuser ? [assertuser.name] : [] }));
    };
    if (assert === 'anon' && !actor.isAnon) fail('assertanonfailed', 'You are logged in.');
    if (assert === 'user' && actor.isAnon) fail('assertuserfailed', 'You are not logged in, or not any more.');
    if (assert === 'bot' && !actor.can('bot')) fail('assertbotfailed', 'You do not have the right "bot", or not any more.');
    if (assertuser && assertuser.name !== actor.name) fail('assertnameduserfailed', `You are not "${assertuser.name}".`);
  }

  async #checkLag(maxlag: number): Promise<void> {
    const [most] = (await this.#options.lags()).toSorted((a, b) => b.seconds - a.seconds);
    if (!most || most.seconds <= maxlag) return;
    throw new LagError(most, Math.max(5, maxlag), this.#options.wiki.site.configuration.showHostnames);
  }

  #requestedFields(main: RequestedParams, lang: string): Ordered {
    const fields: Ordered = new Map();
    if (main.requestid !== undefined) fields.set('requestid', main.requestid);
    if (main.servedby && this.#options.wiki.site.configuration.showHostnames) fields.set('servedby', this.#options.hostname);
    if (main.curtimestamp) fields.set('curtimestamp', isoTimestamp(toTimestamp(this.#now)));
    if (main.responselanginfo) {
      fields.set('uselang', lang);
      fields.set(
        'errorlang',
        this.#style.errorFormat === 'bc'
          ? 'en'
          : main.errorlang === 'uselang'
            ? lang
            : languageCode(main.errorlang, this.#options.wiki.site.lang),
      );
    }
    return fields;
  }

  /** `user` is the language that the account prefers. */
  #languageOf(text: string): string {
    const { lang } = this.#options.wiki.site;
    return text === 'user' ? (this.#identity?.language ?? lang) : languageCode(text, lang);
  }

  #warnUnknown(): void {
    const unknown = this.#wire.unknown();
    if (unknown.length === 0) return;
    this.#warnings.add(
      'main',
      message('unrecognizedparams', `Nothing takes the parameter${unknown.length > 1 ? 's' : ''} ${unknown.join(', ')}.`, {
        params: [{ list: unknown, type: 'comma' }, unknown.length],
      }),
    );
  }

  #print(format: string, result: ActionResult): Answer {
    const headers = this.#addCommon(this.#cacheHeaders(result.cacheMode ?? 'private'));
    if (result.body) return this.#respond(200, headers, result.body.type, result.body.text);
    const warnings = formatWarnings(this.#warnings, this.#style);
    const fields = warnings ? withWarnings(result.fields, this.#warnings.beforeCompletion > 0, warnings) : result.fields;
    if (this.#style.formatVersion === 1 && fields.get('batchcomplete') === true) fields.set('batchcomplete', '');
    const size = (result.size ?? sizeOf(result.fields)) + (warnings ? sizeOf(warnings) : 0);
    return this.#encode(format, fields, size, headers);
  }

  #printError(format: string, { error, status, headers }: Failure): Answer {
    const warnings = formatWarnings(this.#warnings, this.#style);
    const { problem, reference } = formatError(error, this.#options.documentation, this.#style);
    // Warnings that arose before the error stand below it.
    const warningsFirst = warnings !== null && this.#warningsBeforeError === 0;
    const fields: Ordered = new Map(warningsFirst ? [['warnings', warnings], ...problem] : problem);
    if (warnings && !warningsFirst) fields.set('warnings', warnings);
    if (reference && this.#style.formatVersion === 2) fields.set(...reference);
    const requested = this.#requested;
    if (requested) for (const [key, value] of this.#requestedFields(requested, this.#languageOf(requested.uselang))) fields.set(key, value);
    if (reference && this.#style.formatVersion === 1) fields.set(...reference);
    const code = error.code;
    const extra = error instanceof LagError ? error.headers : {};
    return this.#encode(
      format,
      fields,
      sizeOf(fields),
      { ...this.#addCommon({ ...errorCacheHeaders }), 'MediaWiki-API-Error': code, ...headers, ...extra },
      status,
    );
  }

  #cacheHeaders(mode: CacheMode): Record<string, string> {
    const main = this.#main!;
    const facts = {
      mode,
      maxage: main.maxage,
      smaxage: main.smaxage,
      userLanguage: main.uselang === 'user',
      hasSession: this.#identity?.hasSession ?? false,
      varyOrigin: this.#cors.varyOrigin,
    };
    return cacheHeaders(facts, this.#now);
  }

  /** Adds what every response has. */
  #addCommon(headers: Record<string, string>): Record<string, string> {
    headers['X-Content-Type-Options'] = 'nosniff';
    headers['X-Frame-Options'] = 'DENY';
    Object.assign(headers, this.#cors.headers);
    if (this.#isCrossOrigin()) headers['MediaWiki-Login-Suppressed'] = 'true';
    return headers;
  }

  /** `size`: bytes of the values, or more. */
  #encode(format: string, fields: Ordered, size: number, headers: Record<string, string>, status = 200): Answer {
    if (format === 'none') return this.#respond(status, headers, 'text/plain; charset=utf-8', '');
    const { formatVersion } = this.#style;
    const ascii = formatVersion === 1 ? !this.#wire.has('utf8') : this.#wire.has('ascii');
    const pretty = format !== 'json';
    const frame = this.#frame(format, status);
    if (frame?.type.startsWith('text/html')) headers = { ...headers, Vary: 'Accept-Encoding, Cookie' };
    const { type = 'application/json; charset=utf-8' } = frame ?? {};
    if (size > MOST_AT_ONCE) return this.#respond(status, headers, type, framed(jsonPieces(fields, pretty), ascii, frame));
    const { text, isAscii } = finishJson(pretty ? toPrettyJson(fields) : toJson(fields), ascii);
    if (!frame) return this.#respond(status, headers, type, text, isAscii);
    return this.#respond(status, headers, type, frame.before + (frame.escape?.(text) ?? text) + frame.after, isAscii && !pretty);
  }

  /** What stands around the JSON; undefined where nothing does. */
  #frame(format: string, status: number): Frame | undefined {
    if (format !== 'json') {
      const { sitename } = this.#options.wiki.site.general as { sitename?: string };
      const wrapped = format === 'jsonfm' && this.#wire.has('wrappedhtml');
      return jsonPage({ title: `${sitename ?? ''} API result`, documentation: this.#options.documentation, wrapped, status });
    }
    const callback = this.#wire.get('callback');
    // One that is refused is no frame for the refusal.
    if (callback === undefined || this.#wire.isLonger('callback', MOST_BYTES)) return undefined;
    const name = callback.replace(/[^[\].'"_A-Za-z0-9]/g, '');
    return { type: 'text/javascript; charset=utf-8', before: `/**/${name}(`, after: ')' };
  }

  #respond(status: number, headers: Record<string, string>, type: string, body: Answer['body'], isAscii = false): Answer {
    headers['Content-Type'] = type;
    return { status, headers, body, isAscii, identity: this.#identity };
  }
}

/** Warnings of before the end stand where the result began, later ones on top. */
function withWarnings(fields: Ordered, areEarly: boolean, warnings: Ordered | unknown[]): Ordered {
  if (!areEarly) return new Map([['warnings', warnings], ...fields]);
  const out: Ordered = new Map();
  for (const key of ['batchcomplete', 'continue', 'query-continue', 'query-noncontinue'])
    if (fields.has(key)) out.set(key, fields.get(key));
  out.set('warnings', warnings);
  for (const [key, value] of fields) if (!out.has(key)) out.set(key, value);
  return out;
}

const formatParams = (format: string): Params => (format === 'jsonfm' ? prettyParams : format === 'json' ? jsonParams : {});

/** Old clients send titles in the encoding that the wiki's language used before Unicode. */
const fallbackEncoding = (site: Site): string => (site.general.fallback8bitEncoding as string | undefined) ?? 'windows-1252';

/** The code as MediaWiki takes it: whatever could be part of a title, whether there is such a language or not. */
function languageCode(text: string, content: string): string {
  const code = text.toLowerCase();
  return text === 'content' || !/^(?!.*%[0-9a-f]{2})[^\p{Cc}"#&'/:<>[\\\]{|}]+$/u.test(code) ? content : code;
}

const errorFormatOf = (text: string | undefined): MessageStyle['errorFormat'] => ERROR_FORMATS.find(name => name === text) ?? 'bc';

const versionOf = (text: string | undefined): 1 | 2 => (text === '2' || text === 'latest' ? 2 : 1);

const unknownValue = (param: string, value: string, values: readonly string[]): ApiError => {
  const list = { list: values.map(plaintext => ({ plaintext })), type: 'text' } as const;
  const error = badValue({ param, value });
  return new ApiError({
    ...error.messages[0],
    text: `Unrecognized value for parameter "${param}": ${value}. It takes ${values.join(', ')}.`,
    key: 'paramvalidator-badvalue-enumnotmulti',
    params: [{ plaintext: param }, { plaintext: value }, list, { num: values.length }],
  });
};

const mustBePosted = (action: string): ApiError =>
  new ApiError(message('mustbeposted', `The action "${action}" needs a POST request.`, { params: [action] }));

/** `Accept-Language` as code to weight. */
function acceptLanguages(header: string | undefined): ReadonlyMap<string, number> {
  const languages = [
    ...(header ?? '').matchAll(/([a-z]{1,8}(?:-[a-z]{1,8})*|\*)\s*(?:;\s*q\s*=\s*(1(?:\.0{0,3})?|0(?:\.\d{0,3})?)?)?/gi),
  ].map(([, code, weight]) => [code!.toLowerCase(), weight === undefined ? 1 : Number(weight)] as const);
  return new Map(languages.filter(([, weight]) => weight > 0).sort(([, a], [, b]) => b - a));
}

class LagError extends ApiError {
  readonly headers: Record<string, string>;
  constructor({ host, seconds }: Lag, retryAfter: number, showsHost: boolean) {
    super(
      message('maxlag', `The database${showsHost ? ` ${host}` : ''} is ${seconds} seconds behind.`, {
        key: showsHost ? 'apierror-maxlag' : 'apierror-maxlag-generic',
        params: showsHost ? [seconds, host] : [seconds],
        data: { host, lag: seconds, type: 'db' },
      }),
    );
    this.headers = { 'Retry-After': String(retryAfter), 'X-Database-Lag': String(Math.floor(seconds)) };
  }
}
