import { hasBrand } from './contract.ts';
import type { Params, ParamsOut } from './params/param.ts';
import { type About, type DataSource, type Defined, finishPlugin, problemsOfPlugin, type Unchecked } from './plugin.ts';
import type { Env } from './query.ts';
import type { Services, ServicesOut } from './service.ts';

/** The declaration of a route of the REST API: one or more paths with one HTTP method. */
export interface RouteDefinition<
  N extends string = string,
  Paths extends Templates = Templates,
  P extends Params = Params,
  S extends Services = Services,
> extends About<N, P> {
  /**
   * Paths below `rest.php`, such as `/v1/page/{title}/bare`, by a name of your choice. A parameter with the name of a part in braces is
   * read from the path, any other from the query string. Parameters must be strings, integers or enumerations.
   */
  readonly paths: Paths;
  /** The HTTP method. `GET` includes HEAD. A path can have a route for each method. Default: `GET`. */
  readonly method?: RouteMethod;
  readonly services?: S;
  /** All data sources of the responses to GET requests. Omit it if the responses also depend on something else. */
  readonly sources?: readonly DataSource[];
  /** Returns the response. Throws an `HttpError` for a client error. */
  execute(query: RouteQuery<P, S, keyof Paths & string>): Promise<Reply>;
}

/** The HTTP methods that a route can have. */
export type RouteMethod = 'GET' | 'POST';

type Templates = Readonly<Record<string, string>>;

/** The context in which a route handles one request. */
export interface RouteQuery<
  P extends Params = Record<never, never>,
  S extends Services = Record<never, never>,
  Path extends string = string,
> extends Env {
  readonly params: ParamsOut<P>;
  readonly services: ServicesOut<S>;
  /** The name of the requested path, a key of `paths`. */
  readonly path: Path;
  /** The body of a POST request; empty for other methods. */
  readonly sent: SentBody;
  /**
   * Checks the request's preconditions (RFC 9110, section 13) against the resource. Call it before any other check. If a precondition
   * determines the response (status 304 or 412), throws an error, which the route must not catch.
   */
  validate(validators: Validators): void;
  /** Returns the absolute URL of a path in the API: `url('/v1/page/{title}', { title }, { filter })`. */
  url(template: string, parts: Parts, query?: Parts): string;
  /** Returns the URL of the requested path with other parts and the same query string, without protocol and host. */
  sibling(parts: Parts): string;
}

/** The body of a request, and the headers that describe it. */
export interface SentBody {
  /** The media type in lower case, without parameters; empty without `Content-Type`. */
  readonly type: string;
  /** The text of a JSON or form body; empty for other types. It can be long, so parse it outside the main thread. */
  readonly text: string;
  /** Returns the fields of a form; empty for other types. */
  fields(): Promise<ReadonlyMap<string, string>>;
  /** The header `Content-Language`. */
  readonly language: string | undefined;
  /** The header `Accept`. */
  readonly accept: string | undefined;
}

type Parts = Readonly<Record<string, string | number>>;

/** The validators of a resource, for conditional requests. */
export interface Validators {
  /** The entity tag, including its quotes. */
  readonly etag?: string | undefined;
  /** The time of the last modification, as fourteen digits. */
  readonly lastModified?: string | undefined;
  /** Whether the resource exists, for `If-Match: *` and `If-None-Match: *`. Default: true if there is an `etag`. */
  readonly exists?: boolean;
}

/** The response of a route: exactly one of `json`, `html`, `text` and `location`. */
export interface Reply {
  /** The HTTP status: 200, or a redirect such as 307. Default: 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A value to write as JSON. */
  readonly json?: unknown;
  /** An HTML document. */
  readonly html?: string;
  /** Text of another type, which the header `Content-Type` specifies. Default type: `text/plain`. */
  readonly text?: string;
  /** The URL of a redirect. */
  readonly location?: string;
}

const errorBrand: unique symbol = Symbol.for('wikiquery.HttpError');

/** An error response of the REST API. */
export class HttpError extends Error {
  /** @internal */
  readonly [errorBrand] = true;
  readonly status: number;
  /** Key of MediaWiki's message, by which clients identify the error. */
  readonly key: string;
  /** Additional properties of the response body. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  constructor(status: number, key: string, text: string, data?: Readonly<Record<string, unknown>>) {
    super(text);
    this.name = 'HttpError';
    this.status = status;
    this.key = key;
    this.data = data;
  }
}

/** Whether a value is an `HttpError`. Recognizes errors from other copies of this package. */
export const isHttpError = (error: unknown): error is HttpError => hasBrand(error, errorBrand);

/** A route returned by `defineRoute`. */
export type Route<N extends string, Paths extends Templates, P extends Params, S extends Services> = RouteDefinition<N, Paths, P, S> &
  Defined<'rest'>;

/** A route with erased types, as the engine uses it. */
export interface AnyRoute extends Omit<RouteDefinition, 'execute'>, Defined<'rest'> {
  // biome-ignore lint/suspicious/noExplicitAny: a route of any parameters
  execute(query: any): Promise<Reply>;
}

/** Defines a route. Throws an Error that lists the problems of the declaration. */
export function defineRoute<
  const N extends string,
  const Paths extends Templates,
  P extends Params,
  S extends Services = Record<never, never>,
>(definition: RouteDefinition<N, Paths, P, S>): Route<N, Paths, P, S> {
  const route = { ...definition, group: 'rest' as const };
  return finishPlugin(route, problemsOfRoute(route as unknown as AnyRoute));
}

/** Returns the problems of a route's declaration. Each completes "rest=page: …". */
export function problemsOfRoute(route: Unchecked<Omit<AnyRoute, 'contract'>>): string[] {
  const found = problemsOfPlugin(route);
  if (typeof route.execute !== 'function') found.push('"execute" is missing');
  if (route.method !== undefined && !METHODS.has(route.method)) found.push(`"method" must be one of ${[...METHODS].join(', ')}`);
  const paths = Object.values(route.paths ?? {});
  if (paths.length === 0) found.push('"paths" is missing; declare paths below rest.php, such as { page: "/v1/page/{title}" }');
  for (const path of paths) {
    if (!/^(?:\/(?:[\w.-]+|\{\w+\}))+$/.test(path)) found.push(`the path "${path}" must be made of parts such as /v1 or /{title}`);
    for (const part of partsOf(path))
      if (!Object.hasOwn(route.params ?? {}, part)) found.push(`the path "${path}" has a part {${part}}, which is not a parameter`);
  }
  return found;
}

const METHODS: ReadonlySet<unknown> = new Set<RouteMethod>(['GET', 'POST']);

/** Returns the names in braces of a path template: `title` for `/v1/page/{title}`. */
export const partsOf = (template: string): string[] => Array.from(template.matchAll(/\{(\w+)\}/g), match => match[1] as string);
