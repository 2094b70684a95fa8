import {
  ApiError,
  badValue,
  type FormatResponse,
  isoTimestamp,
  message,
  missingParam,
  type Params,
  type RequestFacts,
  toTimestamp,
  type Written,
} from '@wikiquery/core';
import { type AnyFormat, isApiError, type ReadParams, readParams, readWhatFits } from '@wikiquery/core/host';
import { requestedVariant } from '@wikiquery/languages';
import type { ActionResult, RunnableAction } from './action.ts';
import { checkAsserts, checkLag, checkPosted, checkRead, LagError } from './admission.ts';
import { blamed } from './blame.ts';
import { cacheHeaders, errorCacheHeaders, type Lasting, onlyReaderFor, shorter } from './caching.ts';
import { Call, contextOfNobody } from './call.ts';
import { type Cors, crossOrigin } from './cors.ts';
import type { Identity } from './identity.ts';
import { AcceptedLanguages, languageCode } from './languages.ts';
import { type MainParams, type RequestedParams, requestedParams } from './main-params.ts';
import type { Answer, Failure, Host } from './options.ts';
import { ERROR_FORMATS, formatError, formatWarnings, type MessageStyle, type ResponseStyle } from './output/messages.ts';
import type { ApiRequest, RequestParams } from './request.ts';
import { type Ordered, sizeOf } from './result.ts';
import { Warnings } from './warnings.ts';

/** One request and its response. */
export class Exchange {
  readonly #host: Host;
  readonly #request: ApiRequest;
  readonly #wire: RequestParams;
  readonly #warnings = new Warnings();
  readonly #accepted: AcceptedLanguages;
  readonly #now: Date;
  /** The format that the request names; an unknown one is reported by the one for requests that name none. */
  #formatName: string;
  #format: AnyFormat;
  #formatParams: Readonly<Record<string, unknown>> | undefined;
  #style: ResponseStyle = { errorFormat: 'bc', formatVersion: 1, listsPages: true };
  #main: MainParams | undefined;
  #requested: RequestedParams | undefined;
  #identity: Identity | undefined;
  #isPublic = false;
  #lasting: Lasting = 'unknown';
  #call: Call | undefined;
  #action: RunnableAction | undefined;
  #warningsBeforeError = 0;
  /** What the action, which has run, says of how long its answer may be kept. */
  #maxAge: number | undefined;
  /** The answer is complete, and the action gives it its form: an error of that tells of the warnings itself. */
  #isPresented = false;
  #cors: Cors = { headers: {}, varyOrigin: false };

  constructor(host: Host, request: ApiRequest, wire: RequestParams) {
    this.#host = host;
    this.#request = request;
    this.#wire = wire;
    this.#accepted = new AcceptedLanguages(request.headers['accept-language']);
    this.#now = host.clock();
    this.#formatName = this.#wire.get('format') ?? host.fallback.name;
    this.#format = host.formats.get(this.#formatName) ?? host.fallback;
  }

  async answer(): Promise<Answer> {
    const { configuration } = this.#host.wiki.site;
    this.#style = {
      errorFormat: errorFormatOf(this.#wire.get('errorformat')),
      // A format that knows no versions leaves the parameter to be warned of.
      formatVersion: this.#format.asDeclared ? 2 : versionOf(this.#wire.get('formatversion')),
      listsPages: !this.#format.asDeclared,
    };
    this.#cors = crossOrigin(this.#wire.get('origin'), this.#request, configuration);
    if (this.#cors.refusal) return { ...this.#cors.refusal, identity: undefined, isPublic: false, lasting: 'unknown' };
    if (this.#request.method === 'OPTIONS')
      return this.#respond(200, { ...this.#cors.headers, ...errorCacheHeaders }, 'text/html; charset=utf-8', '');
    try {
      const result = await this.#run();
      const read = this.#readFormatParams();
      if (read?.lookUp) await blamed(this.#formatName, read.lookUp);
      this.#formatParams = read?.values;
      return this.#print(result);
    } catch (error) {
      this.#warningsBeforeError = this.#warnings.list.length;
      const failure: Failure = isApiError(error) ? { error, status: 200, headers: {} } : this.#host.failure(error, this.#request);
      try {
        if (!this.#formatParams) {
          const read = this.#readFormatParams();
          await read?.lookUp?.();
          this.#formatParams = read?.values;
        }
      } catch (refusal) {
        this.#warnOfFormat(refusal as ApiError);
      }
      return this.#printError(failure);
    }
  }

  async #run(): Promise<ActionResult> {
    const { wiki, actions, formats } = this.#host;
    const anonymous = this.#isCrossOrigin();
    // To await what is there already costs a light request four percent of its time.
    const identified = this.#host.identify(this.#request, anonymous);
    const identity = identified instanceof Promise ? await identified : identified;
    this.#identity = identity;
    const { ip, signal, progress } = this.#request;
    const deadline = performance.now() + (this.#host.deadline ?? Number.POSITIVE_INFINITY);
    const facts: RequestFacts = {
      sessionToken: salt => identity.sessionToken(salt),
      login: identity.login,
      ip,
      crossOrigin: anonymous,
      // No getter: with one, every such object has a hidden class of its own, which keeps the request in memory until a full collection.
      acceptLanguages: () => this.#accepted.read(),
      variant: () => this.#variant(),
      signal,
      deadline,
    };
    const call = new Call({
      wiki,
      wire: this.#wire,
      db: this.#host.database(this.#request, deadline),
      progress,
      identity,
      now: this.#now,
      facts,
      warnings: this.#warnings,
      lags: this.#host.lags,
      style: this.#style,
    });
    this.#call = call;
    const actionName = this.#wire.get('action') ?? (this.#host.mainParams.action.options.default as string | undefined);
    const action = actionName === undefined ? undefined : actions.get(actionName);
    this.#action = action;
    let main: MainParams;
    try {
      const read = this.#readMain(call, this.#host.mainParams);
      if (read.lookUp) await read.lookUp();
      main = read.values as MainParams;
    } catch (refusal) {
      // The fields that the request asks for belong to errors, too, even to those of the parameters beside them.
      this.#requested = this.#readMain(call, requestedParams).values as RequestedParams;
      throw action ? refusal : this.#unknownAction(actionName);
    }
    this.#main = main;
    this.#requested = main;
    if (!formats.has(this.#formatName)) {
      const own = action?.params.format?.type.values?.(wiki.site) ?? [];
      if (!own.includes(this.#formatName)) throw unknownValue('format', this.#formatName, [...formats.keys(), ...own]);
    }
    if (!action) throw this.#unknownAction(actionName);
    checkAsserts(main, call.actor);

    checkRead(action, call.actor);
    if (main.maxlag !== undefined) checkLag(main.maxlag, await this.#host.lags(), wiki.site.configuration.showHostnames);

    const lang = this.#languageOf(main.uselang);
    call.settle(lang, this.#requestedFields(main, lang));
    checkPosted(action, call);
    const read = this.#actionParams(action, call);
    if (read.lookUp) await blamed(action.name, read.lookUp);
    this.#settleFormat(read.values);
    const result = await action.run(call, read.values);
    this.#maxAge = action.maxAge;
    this.#warnUnknown();
    return result;
  }

  /** An action with formats of its own has one for requests that name none: errors of before it runs are for people. */
  #settleFormat({ format }: Readonly<Record<string, unknown>>): void {
    const { formats } = this.#host;
    if (typeof format === 'string' && this.#wire.get('format') === undefined) this.#formatName = format;
    this.#format = formats.get(this.#formatName) ?? this.#format;
    if (formats.has(this.#formatName)) for (const name in this.#format.params) this.#wire.markKnown(name);
  }

  #readMain(call: Call, params: Params): ReadParams {
    return readParams({ params, prefix: '' }, this.#wire, () => call.paramContext('main', 'main'), 'action=');
  }

  #unknownAction(name: string | undefined): ApiError {
    return name === undefined ? missingParam({ param: 'action' }) : unknownValue('action', name, [...this.#host.actions.keys()]);
  }

  /** Read last, because a format that can not print still has to print its error. */
  #readFormatParams(): ReadParams | undefined {
    const call = this.#call;
    const { name, params } = this.#format;
    if (!call || name !== this.#formatName) return undefined;
    const reader = { params, prefix: '' };
    return blamed(name, () => readParams(reader, this.#wire, () => call.paramContext(name, name), `format=${name}`));
  }

  #warnOfFormat(refusal: ApiError): void {
    this.#warnings.add(
      'main',
      message('errorprinterfailed', 'The error could not be written as asked for; it is written in the default form.', {
        key: 'apiwarn-errorprinterfailed',
      }),
    );
    for (const one of refusal.messages) this.#warnings.add(this.#format.name, one);
    if (this.#wire.get('format') === undefined) this.#format = this.#host.fallback;
  }

  #actionParams(action: RunnableAction, call: Call): ReadParams {
    const feature = `action=${action.name}`;
    return blamed(action.name, () => readParams(action, this.#wire, () => call.paramContext(action.name, action.name), feature));
  }

  /** JSONP, anonymous cross-site requests and untrusted ones must not see anything of a session. */
  #isCrossOrigin(): boolean {
    return this.#wire.has('callback') || this.#wire.get('origin') === '*' || this.#request.headers['treat-as-untrusted'] !== undefined;
  }

  #requestedFields(main: RequestedParams, lang: string): Ordered {
    const fields: Ordered = new Map();
    if (main.requestid !== undefined) fields.set('requestid', main.requestid);
    if (main.servedby && this.#host.wiki.site.configuration.showHostnames) fields.set('servedby', this.#host.hostname);
    if (main.curtimestamp) fields.set('curtimestamp', isoTimestamp(toTimestamp(this.#now)));
    if (main.responselanginfo) {
      fields.set('uselang', lang);
      fields.set(
        'errorlang',
        this.#style.errorFormat === 'bc'
          ? 'en'
          : main.errorlang === 'uselang'
            ? lang
            : languageCode(main.errorlang, this.#host.wiki.site.lang),
      );
    }
    return fields;
  }

  /** `user` is the language that the account prefers, or the variant that a visitor asks for. */
  #languageOf(text: string): string {
    const { lang } = this.#host.wiki.site;
    if (text !== 'user') return languageCode(text, lang);
    return this.#identity?.actor.isAnon === false ? (this.#identity.language ?? lang) : this.#variant();
  }

  #variant(): string {
    return requestedVariant(this.#host.wiki.site, {
      variant: this.#wire.get('variant'),
      uselang: this.#wire.get('uselang'),
      accepted: () => this.#accepted.read().keys(),
      usual: this.#host.wiki.site.configuration.defaultLanguageVariant,
    });
  }

  #warnUnknown(): void {
    const unknown = this.#wire.unknown();
    if (unknown.length === 0) return;
    this.#warnings.add(
      'main',
      message('unrecognizedparams', `Unrecognized parameter${unknown.length > 1 ? 's' : ''}: ${unknown.join(', ')}.`, {
        params: [{ list: unknown, type: 'comma' }, unknown.length],
      }),
    );
  }

  #print(result: ActionResult): Answer {
    const main = this.#main!;
    const facts = {
      mode: result.cacheMode,
      fixed: this.#maxAge,
      maxage: main.maxage,
      smaxage: main.smaxage,
      userLanguage: main.uselang === 'user',
      hasSession: this.#identity?.hasSession ?? false,
      varyOrigin: this.#cors.varyOrigin,
    };
    this.#isPublic = facts.mode !== 'private' && !facts.hasSession;
    this.#lasting = this.#lastingOf(result, main);
    const headers = this.#addCommon(cacheHeaders(facts, this.#now));
    if (result.body) {
      const { type, text, filename } = result.body;
      return this.#respond(200, withFilename(headers, filename), type, text);
    }
    const warnings = formatWarnings(this.#warnings, this.#style);
    const fields = warnings ? withWarnings(result.fields, this.#warnings.beforeCompletion > 0, warnings) : result.fields;
    if (this.#style.formatVersion === 1 && fields.get('batchcomplete') === true) fields.set('batchcomplete', '');
    const size = (result.size ?? sizeOf(result.fields)) + (warnings ? sizeOf(warnings) : 0);
    this.#isPresented = result.present !== undefined;
    const form = result.present?.({ format: this.#formatName, fields });
    return form && 'type' in form ? this.#send(form, headers, 200) : this.#write({ fields, document: form?.document, size }, headers, 200);
  }

  #lastingOf({ lasting }: ActionResult, main: MainParams): Lasting {
    // A server that lags says so instead of answering.
    if (main.maxlag !== undefined) return 'unknown';
    const tellsTime = main.curtimestamp || main.maxage > 0 || main.smaxage > 0 || this.#maxAge !== undefined;
    return tellsTime || this.#call?.usesClock ? shorter(lasting, 'second') : lasting;
  }

  #printError({ error, status, headers }: Failure): Answer {
    this.#isPublic = false;
    const warnings = this.#isPresented ? null : formatWarnings(this.#warnings, this.#style);
    const { problem, reference } = formatError(error, this.#host.documentation, this.#style);
    // Warnings that arose before the error stand below it.
    const warningsFirst = warnings !== null && this.#warningsBeforeError === 0;
    const fields: Ordered = new Map(warningsFirst ? [['warnings', warnings], ...problem] : problem);
    if (warnings && !warningsFirst) fields.set('warnings', warnings);
    if (reference && this.#style.formatVersion === 2) fields.set(...reference);
    const requested = this.#requested;
    if (requested) for (const [key, value] of this.#requestedFields(requested, this.#languageOf(requested.uselang))) fields.set(key, value);
    if (reference && this.#style.formatVersion === 1) fields.set(...reference);
    const extra = error instanceof LagError ? error.headers : {};
    const common = this.#addCommon(onlyReaderFor(this.#maxAge ?? 0));
    return this.#write({ fields, size: sizeOf(fields) }, { ...common, 'MediaWiki-API-Error': error.code, ...headers, ...extra }, status);
  }

  /** Adds what every response has. */
  #addCommon(headers: Record<string, string>): Record<string, string> {
    headers['X-Content-Type-Options'] = 'nosniff';
    headers['X-Frame-Options'] = 'DENY';
    Object.assign(headers, this.#cors.headers);
    if (this.#isCrossOrigin()) headers['MediaWiki-Login-Suppressed'] = 'true';
    return headers;
  }

  #write(
    { fields, document, size }: Pick<FormatResponse, 'fields' | 'document' | 'size'>,
    headers: Record<string, string>,
    status: number,
  ): Answer {
    const { wiki, documentation } = this.#host;
    const written = this.#format.write({
      fields,
      document,
      size,
      params: this.#formatParams ?? this.#acceptableFormatParams(),
      formatVersion: this.#style.formatVersion,
      declared: () => this.#host.declared(this.#action),
      status,
      site: wiki.site,
      documentation,
    });
    return this.#send(written, headers, status);
  }

  #send(written: Written, headers: Record<string, string>, status: number): Answer {
    const { Vary } = headers;
    if (written.headers) Object.assign(headers, written.headers);
    // Where the action says how long caches keep its answer, what they look at is more than what the form depends on.
    if (Vary !== undefined && this.#maxAge !== undefined) headers.Vary = Vary;
    return this.#respond(status, withFilename(headers, written.filename), written.type, written.body, written.isAscii);
  }

  /** Of an error, what can be read of the parameters: whatever is wrong with them has been told. */
  #acceptableFormatParams(): Record<string, unknown> {
    const reader = { params: this.#format.params, prefix: '' };
    return readWhatFits(reader, this.#wire, contextOfNobody(this.#host.wiki, this.#now));
  }

  #respond(status: number, headers: Record<string, string>, type: string, body: Answer['body'], isAscii = false): Answer {
    headers['Content-Type'] = type;
    const vary = this.#accepted.vary(headers.Vary);
    if (vary !== undefined) headers.Vary = vary;
    return { status, headers, body, isAscii, identity: this.#identity, isPublic: this.#isPublic, lasting: this.#lasting };
  }
}

/** A page that is opened shows it; one that saves it has a name. */
function withFilename(headers: Record<string, string>, filename: string | undefined): Record<string, string> {
  if (filename !== undefined) headers['Content-Disposition'] = `inline; filename=${filename}`;
  return headers;
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

const errorFormatOf = (text: string | undefined): MessageStyle['errorFormat'] => ERROR_FORMATS.find(name => name === text) ?? 'bc';

const versionOf = (text: string | undefined): 1 | 2 => (text === '2' || text === 'latest' ? 2 : 1);

const unknownValue = (param: string, value: string, values: readonly (string | number)[]): ApiError => {
  const list = { list: values.map(plaintext => ({ plaintext })), type: 'text' } as const;
  const error = badValue({ param, value });
  return new ApiError({
    ...error.messages[0],
    text: `Unrecognized value for parameter "${param}": ${value}. It takes ${values.join(', ')}.`,
    key: 'paramvalidator-badvalue-enumnotmulti',
    params: [{ plaintext: param }, { plaintext: value }, list, { num: values.length }],
  });
};
