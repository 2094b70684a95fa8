import type {
  ActionResponse,
  Actions,
  Response as Envelope,
  ListName,
  MetaName,
  PageFacts,
  QueryModules,
  QueryResponse,
  Result,
} from '@wikiquery/types';
import { WikiError } from './error.ts';
import { continued, merged, Pages, paramsOf, type Source } from './pages.ts';
import { type Ask, findPrefixes } from './prefixes.ts';
import { Sequence } from './sequence.ts';
import type { PropOf, ShortParams } from './short-params.ts';
import { type Json, type RequestOptions, Transport, type WikiOptions } from './transport.ts';
import { prefixed, type Values } from './values.ts';

export { WikiError, type WikiMessage } from './error.ts';
export type { Pages, Source } from './pages.ts';
export type { Sequence } from './sequence.ts';
export type { ShortParams } from './short-params.ts';
export type { RequestOptions, WikiOptions } from './transport.ts';
export type { Value, Values } from './values.ts';

/** Names of the `list` modules whose result is a list of records. */
export type RecordListName = { [N in ListName]: QueryModules[N]['placement'] extends 'list' ? N : never }[ListName];

type ResponseTo<P> = P extends { readonly action: infer A extends keyof Actions }
  ? ActionResponse<A>
  : P extends { readonly action: 'query' }
    ? QueryResponse<P & { readonly formatversion: 2 }>
    : Envelope & { readonly [name: string]: unknown };

type Meta<N extends MetaName, R> = QueryModules[N]['placement'] extends 'list' ? readonly R[] : R;

/** A client for the API of one wiki. */
export class Wiki {
  readonly #transport: Transport;
  readonly #tokens = new Map<string, string>();
  readonly #ask: Ask;
  constructor(url: string | URL, options: WikiOptions) {
    this.#transport = new Transport(url, options);
    const send: Ask['send'] = (params, options) => this.#transport.send(params, options);
    this.#ask = { send, maxResponses: options.maxResponses, prefixes: names => findPrefixes(names, send) };
  }

  /** Sends any request in formatversion 2. With `token`, adds a token of that type and uses POST. Rejects with a WikiError. */
  async request<const P extends Values>(params: P, options: RequestOptions & { readonly token?: string } = {}): Promise<ResponseTo<P>> {
    const { token: kind } = options;
    if (kind === undefined) return this.#transport.send(params, options);
    const post = async () => this.#transport.send({ ...params, token: await this.token(kind) }, { ...options, method: 'POST' });
    try {
      return await post();
    } catch (error) {
      if (!(error instanceof WikiError) || error.code !== 'badtoken') throw error;
      // The cached token may belong to an earlier session.
      this.#tokens.delete(kind);
      return post();
    }
  }

  /** Yields the responses to a query, following its continuation to the end. */
  async *responses<const P extends Values>(
    params: P,
    options?: RequestOptions,
  ): AsyncGenerator<QueryResponse<P & { readonly formatversion: 2 }>> {
    yield* continued(this.#ask, { action: 'query', ...params }, options) as AsyncGenerator<never>;
  }

  /** Yields the pages of a query in batches, each with complete data. */
  async *pageBatches(params: Values, options?: RequestOptions): AsyncGenerator<readonly PageFacts[]> {
    yield* merged<PageFacts>(continued(this.#ask, { action: 'query', ...params }, options));
  }

  /** Returns a token of a type such as `csrf` or `watch`, and caches it. */
  async token(kind: string): Promise<string> {
    let token = this.#tokens.get(kind);
    if (token === undefined) {
      const { query } = await this.#transport.send({ action: 'query', meta: 'tokens', type: kind });
      token = String(query.tokens[`${kind}token`]);
      this.#tokens.set(kind, token);
    }
    return token;
  }

  /** Logs in with a bot password (`Name@app`). Rejects with a WikiError. */
  async login(name: string, password: string): Promise<void> {
    this.#tokens.clear();
    const lgtoken = await this.token('login');
    const { login } = await this.#transport.send({ action: 'login', lgname: name, lgpassword: password, lgtoken }, { method: 'POST' });
    this.#tokens.clear();
    if (login.result === 'Success') return;
    const text = login.reason?.text ?? login.reason ?? '';
    throw new WikiError([{ code: login.reason?.code ?? login.result, text, module: 'login' }]);
  }

  /** Iterates over all records of a list, following continuation. Parameter names omit the module's prefix. */
  list<N extends RecordListName, const P extends ShortParams<N> = ShortParams<N>>(
    name: N,
    params?: P,
    options?: RequestOptions,
  ): Sequence<Result<N, PropOf<P, N>>> {
    const ask = this.#ask;
    return new Sequence(maximum => recordsOf(ask, name, (params ?? {}) as Values, maximum, options)) as Sequence<never>;
  }

  /** Returns the result of a `meta` module: data about the wiki or the current user. Parameter names omit the module's prefix. */
  async meta<N extends MetaName, const P extends ShortParams<N> = ShortParams<N>>(
    name: N,
    params?: P,
    options?: RequestOptions,
  ): Promise<Meta<N, Result<N, PropOf<P, N>>>> {
    const { prefix } = (await this.#ask.prefixes([name]))(name);
    const { query } = await this.#transport.send({ action: 'query', meta: name, ...prefixed(prefix, (params ?? {}) as Values) }, options);
    return query[name] ?? query;
  }

  /** Iterates over pages. `with` adds the data of modules. `options`: further request parameters such as `redirects` or `converttitles`. */
  pages(source: Source, options: Values = {}): Pages<PageFacts> {
    return new Pages(this.#ask, source as unknown as Values, options);
  }
}

/** Returns a client for the wiki with this `api.php`. Throws a TypeError if the URL is invalid. */
export const wiki = (url: string | URL, options: WikiOptions = {}): Wiki => new Wiki(url, options);

async function* recordsOf(
  ask: Ask,
  name: string,
  params: Values,
  maximum: number,
  options: RequestOptions | undefined,
): AsyncGenerator<readonly Json[]> {
  const module = (await ask.prefixes([name]))(name);
  const limit = maximum <= 50 && module.takesMax ? { limit: maximum } : {};
  const request = { action: 'query', list: name, ...paramsOf(module, '', { ...limit, ...params }) };
  for await (const response of continued(ask, request, options)) yield response.query?.[name] ?? response[name] ?? [];
}
