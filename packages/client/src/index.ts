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

/** Lists of records, not of one object. */
export type RecordListName = { [N in ListName]: QueryModules[N]['placement'] extends 'list' ? N : never }[ListName];

type Answer<P> = P extends { readonly action: infer A extends keyof Actions }
  ? ActionResponse<A>
  : P extends { readonly action: 'query' }
    ? QueryResponse<P & { readonly formatversion: 2 }>
    : Envelope & { readonly [name: string]: unknown };

/** What is told of the wiki or of the reader: sections of it, or one thing. */
type Meta<N extends MetaName, R> = QueryModules[N]['placement'] extends 'spread'
  ? R
  : QueryModules[N]['placement'] extends 'list'
    ? readonly R[]
    : R;

/** The interface of one wiki. */
export class Wiki {
  readonly #transport: Transport;
  readonly #tokens = new Map<string, string>();
  readonly #ask: Ask;
  constructor(url: string | URL, options: WikiOptions) {
    this.#transport = new Transport(url, options);
    const send: Ask['send'] = (params, options) => this.#transport.send(params, options);
    this.#ask = { send, maxResponses: options.maxResponses, prefixes: names => findPrefixes(names, send) };
  }

  /** Sends any request, in formatversion 2. With `token` it is posted, with a token of that kind. */
  async request<const P extends Values>(params: P, options: RequestOptions & { readonly token?: string } = {}): Promise<Answer<P>> {
    const { token: kind } = options;
    if (kind === undefined) return this.#transport.send(params, options);
    const post = async () => this.#transport.send({ ...params, token: await this.token(kind) }, { ...options, method: 'POST' });
    try {
      return await post();
    } catch (error) {
      if (!(error instanceof WikiError) || error.code !== 'badtoken') throw error;
      // The session may be another one by now.
      this.#tokens.delete(kind);
      return post();
    }
  }

  /** The responses to a query of any modules, to its end. */
  async *responses<const P extends Values>(
    params: P,
    options?: RequestOptions,
  ): AsyncGenerator<QueryResponse<P & { readonly formatversion: 2 }>> {
    yield* continued(this.#ask, { action: 'query', ...params }, options) as AsyncGenerator<never>;
  }

  /** The pages of a query of any modules: a batch for each time that everything is told of some. */
  async *pageBatches(params: Values, options?: RequestOptions): AsyncGenerator<readonly PageFacts[]> {
    yield* merged<PageFacts>(continued(this.#ask, { action: 'query', ...params }, options));
  }

  /** A token of a kind (`csrf`, `watch` …), asked for once. */
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

  /** The records of a list, to its end. Parameters stand without prefix. */
  list<N extends RecordListName, const P extends ShortParams<N> = ShortParams<N>>(
    name: N,
    params?: P,
    options?: RequestOptions,
  ): Sequence<Result<N, PropOf<P, N>>> {
    const ask = this.#ask;
    return new Sequence(most => recordsOf(ask, name, (params ?? {}) as Values, most, options)) as Sequence<never>;
  }

  /** What is told of the wiki or of the reader. */
  async meta<N extends MetaName, const P extends ShortParams<N> = ShortParams<N>>(
    name: N,
    params?: P,
    options?: RequestOptions,
  ): Promise<Meta<N, Result<N, PropOf<P, N>>>> {
    const { prefix } = (await this.#ask.prefixes([name]))(name);
    const { query } = await this.#transport.send({ action: 'query', meta: name, ...prefixed(prefix, (params ?? {}) as Values) }, options);
    return query[name] ?? query;
  }

  /** Pages, to which `with` adds what modules tell of them. `options` are parameters of the request: `redirects`, `converttitles`. */
  pages(source: Source, options: Values = {}): Pages<PageFacts> {
    return new Pages(this.#ask, source as unknown as Values, options);
  }
}

/** The wiki whose `api.php` this is. */
export const wiki = (url: string | URL, options: WikiOptions = {}): Wiki => new Wiki(url, options);

async function* recordsOf(
  ask: Ask,
  name: string,
  params: Values,
  most: number,
  options: RequestOptions | undefined,
): AsyncGenerator<readonly Json[]> {
  const module = (await ask.prefixes([name]))(name);
  const wanted = most <= 50 && module.takesMax ? { limit: most } : {};
  const request = { action: 'query', list: name, ...paramsOf(module, '', { ...wanted, ...params }) };
  for await (const response of continued(ask, request, options)) yield response.query?.[name] ?? response[name] ?? [];
}
