import { ApiError, HttpError, type Reply, type RouteQuery, timestampMillis } from '@wikiquery/core';
import { type AnyRoute, isApiError, isHttpError, type Validators } from '@wikiquery/core/host';
import { escapeAttribute } from '@wikiquery/html';
import { normalizerOf } from '@wikiquery/languages';
import { type Freshness, freshnessOf } from '../caching.ts';
import { CORS_HEADERS } from '../cors.ts';
import { AcceptedLanguages } from '../languages.ts';
import type { ApiOptions, EngineResponse } from '../options.ts';
import { type ApiRequest, RequestParams } from '../request.ts';
import { RequestContext } from '../request-context.ts';
import { fillTemplate, sentPairs, writeQuery } from './addresses.ts';
import { ConditionError, checkConditions } from './conditions.ts';
import { ended, invalidParameter, type RestError, restError } from './errors.ts';
import { type Matches, type RouteMatch, Router, routeMethod } from './router.ts';
import { hasBody, sentBody } from './sent-body.ts';
import { RouteWire } from './wire.ts';

/** A request to the REST API. */
export interface RestRequest extends ApiRequest {
  /** Path after `rest.php`, percent-encoded. May be empty. */
  readonly path: string;
}

export interface RestOptions extends Omit<ApiOptions, 'actions' | 'formats' | 'documentation' | 'hostname'> {
  readonly routes: ReadonlyMap<string, AnyRoute>;
  /** URL path of `rest.php`. */
  readonly root: string;
}

/** The REST API as a function from a request to its response. Errors become responses. */
export type Rest = (request: RestRequest) => Promise<EngineResponse>;

/** Creates the REST API from its routes. */
export function createRest(options: RestOptions): Rest {
  const router = new Router(options.routes.values());
  const normalize = normalizerOf(options.wiki.site);
  return async request => {
    const matches = request.path === '' ? undefined : router.match(request.path);
    return new RestApiRequest(options, request).respond(matches, normalize);
  };
}

/** One request to the REST API and its response. */
class RestApiRequest {
  readonly #engine: RestOptions;
  readonly #request: RestRequest;
  readonly #accepted: AcceptedLanguages;
  #context: RequestContext | undefined;
  #freshness: Freshness = 'unknown';
  /** Validators of the resource; undefined until the route calls `validate`. */
  #validators: Validators | undefined;

  constructor(engine: RestOptions, request: RestRequest) {
    this.#engine = engine;
    this.#request = request;
    this.#accepted = new AcceptedLanguages(request.headers['accept-language']);
  }

  async respond(matches: Matches | undefined, normalize: (text: string) => string): Promise<EngineResponse> {
    const { path, method } = this.#request;
    const { site } = this.#engine.wiki;
    if (path === '') return this.#sendTo(`${this.#engine.root}/`, 308);
    if (!matches) return this.#refuse(restError(site, { status: 404, key: 'rest-no-match', text: `No route matches the path ${path}.` }));
    if (method === 'OPTIONS')
      return this.#respond(
        204,
        { ...HTML, 'Access-Control-Allow-Methods': methodsOf(matches), 'Access-Control-Allow-Headers': PREFLIGHT_HEADERS },
        '',
      );
    const asked = routeMethod(method);
    const match = asked && matches.get(asked);
    if (!match) {
      const methods = methodsOf(matches);
      const text = `This path does not support the method ${method}. Use ${methods}.`;
      return this.#refuse(restError(site, { status: 405, text }), { Allow: methods });
    }
    try {
      if (asked === 'POST' && !hasBody(this.#request))
        throw new HttpError(411, 'rest-request-body-expected', 'A POST to this path needs a body.');
      return await this.#run(match, normalize);
    } catch (error) {
      return this.#fail(error);
    }
  }

  async #run(match: RouteMatch, normalize: (text: string) => string): Promise<EngineResponse> {
    const { site } = this.#engine.wiki;
    const query = new RequestParams({ method: 'GET', query: this.#request.query }, { normalize });
    const context = await RequestContext.open(this.#engine, this.#request, {
      params: query,
      accepted: this.#accepted,
      style: { errorFormat: 'plaintext', formatVersion: 2, listsPages: true },
      now: this.#engine.clock(),
    });
    this.#context = context;
    if (!context.actor.can('read')) return this.#refuse(ended(403, { error: 'rest-read-denied' }));
    const { route, parts } = match;
    const wire = new RouteWire(parts, this.#request.query, query, normalize);
    const name = `rest+${route.name}`;
    return context.runs.run('route', name, async () => {
      let params: Record<string, unknown>;
      try {
        refuseArrays(route, wire);
        params = await context.readParams({ params: route.params, prefix: '' }, name, name, { sent: wire });
      } catch (error) {
        if (!isApiError(error)) throw error;
        return this.#refuse(invalidParameter(site, error, wire));
      }
      const reply: Reply = await route.execute(this.#queryOf(match, context, params, normalize));
      this.#freshness = freshnessOf(route, params);
      return this.#print(reply);
    });
  }

  #queryOf(
    { route, path, template, parts }: RouteMatch,
    context: RequestContext,
    params: Record<string, unknown>,
    normalize: (text: string) => string,
  ): RouteQuery {
    const { root, wiki } = this.#engine;
    const given = Object.fromEntries(Array.from(parts, ([name]) => [name, String(params[name])]));
    return {
      ...context.env(`rest+${route.name}`),
      params,
      services: context.servicesOf(route),
      path,
      sent: sentBody(this.#request, normalize),
      validate: validators => this.#validate(validators),
      url: (to, filled, query = {}) => wiki.site.urls.expand(root + fillTemplate(to, filled) + writeQuery(Object.entries(query))),
      sibling: changed => root + fillTemplate(template, { ...given, ...changed }) + writeQuery(sentPairs(this.#request.query)),
    };
  }

  #validate(validators: Validators): void {
    this.#validators = validators;
    const status = checkConditions(this.#request, validators);
    if (status) throw new ConditionError(status);
  }

  #print({ status = 200, headers = {}, json, html, text, location }: Reply): EngineResponse {
    if (!this.#validators) this.#validate({});
    const validating = this.#validatingHeaders();
    const common = { ...validating, ...headers, ...(this.#context?.identity?.hasSession && ONLY_READER) };
    if (location !== undefined) return this.#sendTo(location, status, common);
    if (html !== undefined) return this.#respond(status, { ...DOCUMENT, ...common }, html);
    if (text !== undefined) return this.#respond(status, { ...TEXT_TYPE, ...common }, text);
    return this.#respond(status, { ...JSON_TYPE, ...common }, writeJson(json));
  }

  #validatingHeaders(): Record<string, string> {
    const { etag, lastModified } = this.#validators ?? {};
    return {
      ...(lastModified !== undefined && { 'Last-Modified': httpDate(lastModified) }),
      ...(etag !== undefined && { ETag: etag }),
    };
  }

  #fail(error: unknown): EngineResponse {
    const { site } = this.#engine.wiki;
    if (error instanceof ConditionError) return this.#respond(error.status, HTML, '');
    if (isHttpError(error)) {
      const { status, key, message, data } = error;
      return this.#refuse(restError(site, { status, key, text: message, data }));
    }
    if (isApiError(error)) return this.#refuse(restError(site, { status: 400, key: error.code, text: error.message }));
    const { error: said, status, headers } = this.#engine.failure(error, this.#request);
    const failed = status === 200 ? 500 : status;
    return this.#refuse(restError(site, { status: failed, key: said.code, text: said.message }), headers);
  }

  #refuse({ status, body }: RestError, headers: Readonly<Record<string, string>> = {}): EngineResponse {
    return this.#respond(status, { ...JSON_TYPE, ...headers }, writeJson(body));
  }

  #sendTo(location: string, status: number, headers: Readonly<Record<string, string>> = {}): EngineResponse {
    const link = escapeAttribute(location);
    const body = `<!doctype html><title>Redirect</title><a href="${link}">${link}</a>`;
    return this.#respond(status, { 'Content-Type': 'text/html; charset=utf-8', Location: location, ...headers }, body);
  }

  #respond(status: number, headers: Readonly<Record<string, string>>, body: string): EngineResponse {
    const { allowCrossOrigin } = this.#engine.wiki.site.configuration;
    return {
      status,
      headers: {
        // A 304 omits this header, so that the client's cached response retains its own.
        ...(status !== NOT_MODIFIED && UNCACHED),
        ...headers,
        Vary: this.#accepted.vary(headers.Vary === undefined ? VARY : `${VARY}, ${headers.Vary}`) as string,
        'X-Content-Type-Options': 'nosniff',
        ...(allowCrossOrigin && { 'Access-Control-Allow-Origin': '*' }),
      },
      body,
      identity: this.#context?.identity,
      isPublic:
        status === 200 &&
        this.#request.method !== 'POST' &&
        this.#context?.identity?.hasSession === false &&
        this.#context?.identity.actor.isAnon,
      freshness: this.#freshness,
    };
  }
}

/** Rejects arrays, which no route accepts. */
function refuseArrays({ params }: AnyRoute, wire: RouteWire): void {
  for (const name of wire.names())
    if (Object.hasOwn(params, name) && wire.isArray(name))
      throw new ApiError({
        code: 'badvalue',
        text: `The parameter "${name}" takes one value, not a list.`,
        key: 'paramvalidator-notmulti',
        params: [{ plaintext: name }],
      });
}

/** Returns the HTTP methods of a path, in MediaWiki's order. */
const methodsOf = (matches: Matches): string => Array.from(matches.keys(), method => (method === 'GET' ? 'HEAD, GET' : method)).join(', ');

/** MediaWiki's list of allowed request headers, including the misspelt `If-Mach`. */
const PREFLIGHT_HEADERS = [...CORS_HEADERS, 'Authorization', 'If-Mach', 'If-None-Match', 'If-Modified-Since'].join(', ');
const JSON_TYPE = { 'Content-Type': 'application/json' };
const TEXT_TYPE = { 'Content-Type': 'text/plain; charset=utf-8' };
const HTML = { 'Content-Type': 'text/html; charset=UTF-8' };
/** HTML documents contain text from users. As a second line of defense, browsers must not run scripts in them. */
const DOCUMENT = { ...HTML, 'Content-Security-Policy': "script-src 'none'; object-src 'none'" };
const ONLY_READER = { 'Cache-Control': 'private,must-revalidate,s-maxage=0' };
/**
 * Default for all responses; MediaWiki sends it for methods other than GET. Without this header, caches would choose a lifetime themselves.
 */
const UNCACHED = { 'Cache-Control': 'private,no-cache,s-maxage=0' };
const VARY = 'x-restbase-compat';
const NOT_MODIFIED = 304;

/** Serializes a value as JSON. Like PHP, escapes line separators. */
const writeJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u2028\u2029]/g, character => (character === '\u2028' ? '\\u2028' : '\\u2029'));

const httpDate = (timestamp: string): string => new Date(timestampMillis(timestamp)).toUTCString();
