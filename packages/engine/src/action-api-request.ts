import { ApiError, isoTimestamp, message, toTimestamp, type WrittenResponse } from '@wikiquery/core';
import { type AnyFormat, badValue, type HostFormatResponse, isApiError, missingParam, readWhatFits } from '@wikiquery/core/host';
import type { ActionResult, RunnableAction } from './action.ts';
import { checkAsserts, checkLag, checkPosted, checkRead, LagError } from './admission.ts';
import { cacheHeaders, errorCacheHeaders, type Freshness, onlyReaderFor, shorter } from './caching.ts';
import { type Cors, crossOrigin } from './cors.ts';
import { AcceptedLanguages, languageCode } from './languages.ts';
import { type MainParams, type RequestedParams, requestedParams } from './main-params.ts';
import type { EngineContext, EngineResponse, Failure } from './options.ts';
import { ERROR_FORMATS, formatError, formatWarnings, type MessageStyle, type ResponseStyle } from './output/messages.ts';
import { PluginRuns } from './plugin-runs.ts';
import type { ApiRequest, RequestParams } from './request.ts';
import { contextOfNobody, RequestContext } from './request-context.ts';
import { type Ordered, sizeOf } from './result.ts';
import { Warnings } from './warnings.ts';

/** One request to the action API and its response. */
export class ActionApiRequest {
  readonly #engine: EngineContext;
  readonly #request: ApiRequest;
  readonly #params: RequestParams;
  readonly #warnings = new Warnings();
  readonly #accepted: AcceptedLanguages;
  readonly #now: Date;
  readonly #runs: PluginRuns;
  /** Name of the requested format. If it is unknown, the default format writes the error response. */
  #formatName: string;
  #format: AnyFormat;
  #formatParams: Readonly<Record<string, unknown>> | undefined;
  #style: ResponseStyle = { errorFormat: 'bc', formatVersion: 1, listsPages: true };
  #main: MainParams | undefined;
  #requested: RequestedParams | undefined;
  #isPublic = false;
  #freshness: Freshness = 'unknown';
  #pages: ActionResult['pages'];
  #context: RequestContext | undefined;
  #action: RunnableAction | undefined;
  #warningsBeforeError = 0;
  /** Cache lifetime in seconds that the action declares; undefined until the action has run. */
  #maxAge: number | undefined;
  /** Whether the action serializes the response itself. If this fails, the error response does not repeat the warnings. */
  #isPresented = false;
  #cors: Cors = { headers: {}, varyOrigin: false };

  constructor(engine: EngineContext, request: ApiRequest, params: RequestParams) {
    this.#engine = engine;
    this.#request = request;
    this.#params = params;
    this.#accepted = new AcceptedLanguages(request.headers['accept-language']);
    this.#now = engine.clock();
    this.#runs = new PluginRuns(request.trace);
    this.#formatName = params.get('format') ?? engine.fallback.name;
    this.#format = engine.formats.get(this.#formatName) ?? engine.fallback;
  }

  async respond(): Promise<EngineResponse> {
    const { configuration } = this.#engine.wiki.site;
    this.#style = {
      errorFormat: errorFormatOf(this.#params.get('errorformat')),
      // Leave the parameter unread for formats without versions, so that the response reports it as unrecognized.
      formatVersion: this.#format.asDeclared ? 2 : versionOf(this.#params.get('formatversion')),
      listsPages: !this.#format.asDeclared,
    };
    this.#cors = crossOrigin(this.#params.get('origin'), this.#request, configuration);
    if (this.#cors.refusal) return { ...this.#cors.refusal, identity: undefined, isPublic: false, freshness: 'unknown' };
    if (this.#request.method === 'OPTIONS')
      return this.#respond(200, { ...this.#cors.headers, ...errorCacheHeaders }, 'text/html; charset=utf-8', '');
    try {
      const result = await this.#runAction();
      return await this.#runFormat(async () => {
        this.#formatParams = await this.#readFormatParams();
        return this.#print(result);
      });
    } catch (error) {
      this.#warningsBeforeError = this.#warnings.list.length;
      const failure: Failure = isApiError(error) ? { error, status: 200, headers: {} } : this.#engine.failure(error, this.#request);
      return await this.#runFormat(async () => {
        try {
          this.#formatParams ??= await this.#readFormatParams();
        } catch (refusal) {
          this.#warnOfFormat(refusal as ApiError);
        }
        return this.#printError(failure);
      });
    }
  }

  async #runAction(): Promise<ActionResult> {
    const { wiki, actions, formats } = this.#engine;
    const context = await RequestContext.open(this.#engine, this.#request, {
      params: this.#params,
      accepted: this.#accepted,
      style: this.#style,
      now: this.#now,
      isUntrusted: this.#isUntrusted(),
      warnings: this.#warnings,
      runs: this.#runs,
    });
    this.#context = context;
    const actionName = this.#params.get('action') ?? (this.#engine.mainParams.action.options.default as string | undefined);
    const action = actionName === undefined ? undefined : actions.get(actionName);
    this.#action = action;
    let main: MainParams;
    try {
      main = (await context.readParams({ params: this.#engine.mainParams, prefix: '' }, 'main', 'action=')) as MainParams;
    } catch (refusal) {
      // Responses to errors in other main parameters also contain the requested fields.
      this.#requested = (await context.readParams({ params: requestedParams, prefix: '' }, 'main', 'action=')) as RequestedParams;
      throw action ? refusal : this.#unknownAction(actionName);
    }
    this.#main = main;
    this.#requested = main;
    if (!formats.has(this.#formatName)) {
      const own = action?.params.format?.type.values?.(wiki.site) ?? [];
      if (!own.includes(this.#formatName)) throw unknownValue('format', this.#formatName, [...formats.keys(), ...own]);
    }
    if (!action) throw this.#unknownAction(actionName);
    checkAsserts(main, context.actor);

    checkRead(action, context.actor);
    if (main.maxlag !== undefined) checkLag(main.maxlag, await this.#engine.lags(), wiki.site.configuration.showHostnames);

    const lang = this.#languageOf(main.uselang);
    context.settle(lang, this.#requestedFields(main, lang));
    checkPosted(action, context);
    return this.#runs.run('action', action.name, async () => {
      const params = await context.readParams(action, action.name, `action=${action.name}`);
      this.#settleFormat(params);
      const result = await action.run(context, params);
      this.#maxAge = action.maxAge;
      this.#warnUnknown();
      return result;
    });
  }

  #runFormat(write: () => Promise<EngineResponse>): Promise<EngineResponse> {
    return this.#runs.run('format', this.#format.name, write);
  }

  /** Selects the action's own default format if the request does not specify a format. Earlier errors use the API's default format. */
  #settleFormat({ format }: Readonly<Record<string, unknown>>): void {
    const { formats } = this.#engine;
    if (typeof format === 'string' && this.#params.get('format') === undefined) this.#formatName = format;
    this.#format = formats.get(this.#formatName) ?? this.#format;
    if (formats.has(this.#formatName)) for (const name in this.#format.params) this.#params.markKnown(name);
  }

  #unknownAction(name: string | undefined): ApiError {
    return name === undefined ? missingParam({ param: 'action' }) : unknownValue('action', name, [...this.#engine.actions.keys()]);
  }

  /** Reads the format's parameters last, because a format with invalid parameters still has to write the error. */
  async #readFormatParams(): Promise<Record<string, unknown> | undefined> {
    const { name, params } = this.#format;
    return name === this.#formatName ? this.#context?.readParams({ params, prefix: '' }, name, `format=${name}`) : undefined;
  }

  #warnOfFormat(refusal: ApiError): void {
    this.#warnings.add(
      'main',
      message('errorprinterfailed', 'The error could not be written in the requested format. It has the default format.', {
        key: 'apiwarn-errorprinterfailed',
      }),
    );
    for (const one of refusal.messages) this.#warnings.add(this.#format.name, one);
    if (this.#params.get('format') === undefined) this.#format = this.#engine.fallback;
  }

  /** Whether the request must not use the session: JSONP, anonymous cross-site requests, and requests marked as untrusted. */
  #isUntrusted(): boolean {
    return this.#params.has('callback') || this.#params.get('origin') === '*' || this.#request.headers['treat-as-untrusted'] !== undefined;
  }

  #requestedFields(main: RequestedParams, lang: string): Ordered {
    const fields: Ordered = new Map();
    if (main.requestid !== undefined) fields.set('requestid', main.requestid);
    if (main.servedby && this.#engine.wiki.site.configuration.showHostnames) fields.set('servedby', this.#engine.hostname);
    if (main.curtimestamp) fields.set('curtimestamp', isoTimestamp(toTimestamp(this.#now)));
    if (main.responselanginfo) {
      fields.set('uselang', lang);
      fields.set(
        'errorlang',
        this.#style.errorFormat === 'bc'
          ? 'en'
          : main.errorlang === 'uselang'
            ? lang
            : languageCode(main.errorlang, this.#engine.wiki.site.lang),
      );
    }
    return fields;
  }

  /** Resolves a value of `uselang`. `user` is the account's preferred language or, for anonymous users, the requested variant. */
  #languageOf(text: string): string {
    const { lang } = this.#engine.wiki.site;
    if (text !== 'user') return languageCode(text, lang);
    const context = this.#context!;
    return context.actor.isAnon ? context.variant : (context.identity.language ?? lang);
  }

  #warnUnknown(): void {
    const unknown = this.#params.unknown();
    if (unknown.length === 0) return;
    this.#warnings.add(
      'main',
      message('unrecognizedparams', `Unrecognized parameter${unknown.length > 1 ? 's' : ''}: ${unknown.join(', ')}.`, {
        params: [{ list: unknown, type: 'comma' }, unknown.length],
      }),
    );
  }

  #print(result: ActionResult): EngineResponse {
    const main = this.#main!;
    const facts = {
      mode: result.cacheMode,
      fixed: this.#maxAge,
      maxage: main.maxage,
      smaxage: main.smaxage,
      userLanguage: main.uselang === 'user',
      hasSession: this.#context?.identity?.hasSession ?? false,
      varyOrigin: this.#cors.varyOrigin,
    };
    this.#isPublic = facts.mode !== 'private' && !facts.hasSession;
    this.#freshness = this.#freshnessOf(result, main);
    this.#pages = result.pages;
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

  #freshnessOf({ freshness }: ActionResult, main: MainParams): Freshness {
    // With `maxlag`, the response depends on the replication lag, which changes at any time.
    if (main.maxlag !== undefined) return 'unknown';
    const dependsOnTime = main.curtimestamp || main.maxage > 0 || main.smaxage > 0 || this.#maxAge !== undefined;
    return dependsOnTime || this.#context?.usesClock ? shorter(freshness, 'second') : freshness;
  }

  #printError({ error, status, headers }: Failure): EngineResponse {
    this.#isPublic = false;
    const warnings = this.#isPresented ? null : formatWarnings(this.#warnings, this.#style);
    const { problem, reference } = formatError(error, this.#engine.documentation, this.#style);
    // As in MediaWiki, warnings that precede the error are written after it.
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

  /** Adds the headers that every response has. */
  #addCommon(headers: Record<string, string>): Record<string, string> {
    headers['X-Content-Type-Options'] = 'nosniff';
    headers['X-Frame-Options'] = 'DENY';
    Object.assign(headers, this.#cors.headers);
    if (this.#isUntrusted()) headers['MediaWiki-Login-Suppressed'] = 'true';
    return headers;
  }

  #write(
    { fields, document, size }: Pick<HostFormatResponse, 'fields' | 'document' | 'size'>,
    headers: Record<string, string>,
    status: number,
  ): EngineResponse {
    const { wiki, documentation } = this.#engine;
    const written = this.#format.write({
      fields,
      document,
      size,
      params: this.#formatParams ?? this.#acceptableFormatParams(),
      formatVersion: this.#style.formatVersion,
      declared: () => this.#engine.declared(this.#action),
      status,
      site: wiki.site,
      documentation,
    });
    return this.#send(written, headers, status);
  }

  #send(written: WrittenResponse, headers: Record<string, string>, status: number): EngineResponse {
    const { Vary } = headers;
    if (written.headers) Object.assign(headers, written.headers);
    // If the action declares the cache lifetime, keep the original `Vary`, which covers more than that of the format.
    if (Vary !== undefined && this.#maxAge !== undefined) headers.Vary = Vary;
    return this.#respond(status, withFilename(headers, written.filename), written.type, written.body, written.isAscii);
  }

  /** Reads the format's parameters for an error response, with defaults for invalid ones, which have already been reported. */
  #acceptableFormatParams(): Record<string, unknown> {
    const reader = { params: this.#format.params, prefix: '' };
    return readWhatFits(reader, this.#params, contextOfNobody(this.#engine.wiki, this.#now));
  }

  #respond(status: number, headers: Record<string, string>, type: string, body: EngineResponse['body'], isAscii = false): EngineResponse {
    headers['Content-Type'] = type;
    const vary = this.#accepted.vary(headers.Vary);
    if (vary !== undefined) headers.Vary = vary;
    const conditions = { isPublic: this.#isPublic, freshness: this.#freshness, pages: this.#pages };
    return { status, headers, body, isAscii, identity: this.#context?.identity, ...conditions };
  }
}

/** Adds the file name that browsers suggest when the user saves the displayed response. */
function withFilename(headers: Record<string, string>, filename: string | undefined): Record<string, string> {
  if (filename !== undefined) headers['Content-Disposition'] = `inline; filename=${filename}`;
  return headers;
}

/**
 * Adds warnings at MediaWiki's position: after the continuation fields if a warning was added before the result was complete, otherwise
 * first.
 */
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
