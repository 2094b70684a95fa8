import { hasBrand } from './contract.ts';
import type { Params, ParamsOut } from './params/param.ts';
import { type About, type Defined, finishPlugin, problemsOfPlugin, type Unchecked } from './plugin.ts';
import type { Env } from './query.ts';
import type { Services, ServicesOut } from './service.ts';

/** Answers of the REST API for some paths. */
export interface RouteDefinition<
  N extends string = string,
  Paths extends Templates = Templates,
  P extends Params = Params,
  S extends Services = Services,
> extends About<N, P> {
  /**
   * What lies below `rest.php`, by a name of its own: `/v1/page/{title}/bare`. Parameters with the name of such a part are read from the path, all others
   * from the query; they are always text, integers or enumerations.
   */
  readonly paths: Paths;
  /** How it is asked: `GET`, which goes for HEAD as well, when left out. Paths may have a route for each. */
  readonly method?: RouteMethod;
  readonly services?: S;
  /** Throws an `HttpError` for what there is no answer to. */
  execute(query: RouteQuery<P, S, keyof Paths & string>): Promise<Reply>;
}

export type RouteMethod = 'GET' | 'POST';

type Templates = Readonly<Record<string, string>>;

/** Everything a route may use while it answers one request. */
export interface RouteQuery<
  P extends Params = Record<never, never>,
  S extends Services = Record<never, never>,
  Path extends string = string,
> extends Env {
  readonly params: ParamsOut<P>;
  readonly services: ServicesOut<S>;
  /** The name of the path that was asked for. */
  readonly path: Path;
  /** What was posted; empty for other methods. */
  readonly sent: SentBody;
  /**
   * Says what the answer would be of. To be called before anything is refused but parameters: whoever has it already, or asks for another
   * state of it, is told so (RFC 9110, 13), for which this throws what only the host catches.
   */
  validate(validators: Validators): void;
  /** Address of a path of the API: `url('/v1/page/{title}', { title }, { filter })`. */
  url(template: string, parts: Parts, query?: Parts): string;
  /** Address of the path that was asked for with other parts, below the host, with the query of this request. */
  sibling(parts: Parts): string;
}

/** The body of a request, with what its headers say of it. */
export interface SentBody {
  /** The media type in lower case, without parameters; empty where none is named. */
  readonly type: string;
  /** As it was sent, JSON or a form; empty for other types. It may be long: what looks at all of it does so apart from the main thread. */
  readonly text: string;
  /** The fields of a form; of other types none. */
  fields(): Promise<ReadonlyMap<string, string>>;
  /** `Content-Language`. */
  readonly language: string | undefined;
  /** `Accept`: what is wanted for it. */
  readonly accept: string | undefined;
}

type Parts = Readonly<Record<string, string | number>>;

export interface Validators {
  /** With its quotes. */
  readonly etag?: string | undefined;
  /** Fourteen digits. */
  readonly lastModified?: string | undefined;
  /** There is something to show, whatever its state; it is said where there is an `etag`. */
  readonly exists?: boolean;
}

export interface Reply {
  /** 200, or 307 and its likes. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is written as JSON, */
  readonly json?: unknown;
  /** an HTML document, */
  readonly html?: string;
  /** or where the client is sent. */
  readonly location?: string;
}

const errorBrand: unique symbol = Symbol.for('wikiquery.HttpError');

/** What the REST API answers where it can not do what it is asked. */
export class HttpError extends Error {
  /** @internal */
  readonly [errorBrand] = true;
  readonly status: number;
  /** Key of MediaWiki's message, which programs know it by. */
  readonly key: string;
  /** What goes with it, beside the message. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  constructor(status: number, key: string, text: string, data?: Readonly<Record<string, unknown>>) {
    super(text);
    this.name = 'HttpError';
    this.status = status;
    this.key = key;
    this.data = data;
  }
}

/** Whether a failure is the client's, whichever copy of this package it comes from. */
export const isHttpError = (error: unknown): error is HttpError => hasBrand(error, errorBrand);

export type Route<N extends string, Paths extends Templates, P extends Params, S extends Services> = RouteDefinition<N, Paths, P, S> &
  Defined<'rest'>;

/** A route whose types were forgotten, as the engine sees it. */
export interface AnyRoute extends Omit<RouteDefinition, 'execute'>, Defined<'rest'> {
  // biome-ignore lint/suspicious/noExplicitAny: a route of any parameters
  execute(query: any): Promise<Reply>;
}

/** Makes a route. Throws an Error for one that cannot work. */
export function defineRoute<
  const N extends string,
  const Paths extends Templates,
  P extends Params,
  S extends Services = Record<never, never>,
>(definition: RouteDefinition<N, Paths, P, S>): Route<N, Paths, P, S> {
  const route = { ...definition, group: 'rest' as const };
  return finishPlugin(route, problemsOfRoute(route as unknown as AnyRoute));
}

/** What is wrong with the declaration of a route; each completes "rest=page: …". */
export function problemsOfRoute(route: Unchecked<Omit<AnyRoute, 'contract'>>): string[] {
  const found = problemsOfPlugin(route);
  if (typeof route.execute !== 'function') found.push('"execute" is missing');
  if (route.method !== undefined && !METHODS.has(route.method)) found.push(`"method" must be one of ${[...METHODS].join(', ')}`);
  const paths = Object.values(route.paths ?? {});
  if (paths.length === 0) found.push('"paths" is missing; name what lies below rest.php, such as { page: "/v1/page/{title}" }');
  for (const path of paths) {
    if (!/^(?:\/(?:[\w.-]+|\{\w+\}))+$/.test(path)) found.push(`the path "${path}" must be made of parts such as /v1 or /{title}`);
    for (const part of partsOf(path))
      if (!Object.hasOwn(route.params ?? {}, part)) found.push(`the path "${path}" has a part {${part}}, which is no parameter`);
  }
  return found;
}

const METHODS: ReadonlySet<unknown> = new Set<RouteMethod>(['GET', 'POST']);

/** The names between braces. */
export const partsOf = (template: string): string[] => Array.from(template.matchAll(/\{(\w+)\}/g), match => match[1] as string);
