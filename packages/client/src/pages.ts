import type { GeneratorName, PageFacts, PropName, QueryModules, Result } from '@wikiquery/types';
import { ContinuationSteps, endless } from './continuation.ts';
import { WikiError } from './error.ts';
import type { Ask, Prefixes } from './prefixes.ts';
import { Sequence } from './sequence.ts';
import type { PropOf, ShortParams } from './short-params.ts';
import { bytesOf, type Json, type RequestOptions } from './transport.ts';
import { prefixed, type Values } from './values.ts';

/** Selection of pages: by titles, page ids or revision ids, or with a generator. */
export type Source =
  | { readonly titles: readonly string[] }
  | { readonly pageids: readonly number[] }
  | { readonly revids: readonly number[] }
  | { [G in GeneratorName]: { readonly from: readonly [G, ShortParams<G>?] } }[GeneratorName];

type PageData<N extends PropName, R> = QueryModules[N]['placement'] extends 'list'
  ? { readonly [K in QueryModules[N]['key']]?: readonly R[] }
  : QueryModules[N]['placement'] extends 'object'
    ? { readonly [K in QueryModules[N]['key']]?: R }
    : Partial<R>;

interface Part {
  readonly name: string;
  readonly params: Values;
}

/** Pages with the data of modules, merged from as many responses as needed. */
export class Pages<T = PageFacts> extends Sequence<T> {
  readonly #ask: Ask;
  readonly #source: Values;
  readonly #parts: readonly Part[];
  readonly #options: Values;
  constructor(ask: Ask, source: Values, options: Values, parts: readonly Part[] = []) {
    super(() => batchesOf<T>(ask, source, options, parts));
    this.#ask = ask;
    this.#source = source;
    this.#options = options;
    this.#parts = parts;
  }
  /** Adds the data of a module to each page. Parameter names omit the module's prefix. */
  with<N extends PropName, const P extends ShortParams<N> = ShortParams<N>>(
    name: N,
    params?: P,
  ): Pages<T & PageData<N, Result<N, PropOf<P, N>>> & QueryModules[N]['beside']> {
    const part = { name, params: (params ?? {}) as Values };
    return new Pages(this.#ask, this.#source, this.#options, [...this.#parts, part]);
  }
}

/** Maximum number of titles or ids per request without the right `apihighlimits`. */
const BATCH = 50;

async function* batchesOf<T>(ask: Ask, source: Values, options: Values, parts: readonly Part[]): AsyncGenerator<readonly T[]> {
  const prefixes = await ask.prefixes(parts.map(({ name }) => name));
  const props = parts.map(({ name, params }) => paramsOf(prefixes(name), '', params));
  const params = Object.assign({ action: 'query', prop: parts.map(({ name }) => name), ...options }, ...props) as Values;
  if (Array.isArray(source.from)) {
    const [generator, generatorParams = {}] = source.from as [string, Values?];
    const prefixesOfGenerator = (await ask.prefixes([generator]))(generator);
    yield* complete<T>(ask, { ...params, generator, ...paramsOf(prefixesOfGenerator, 'g', generatorParams) });
    return;
  }
  for (const [kind, names] of Object.entries(source) as [string, readonly (string | number)[]][])
    for (let from = 0; from < names.length; from += BATCH) yield* complete<T>(ask, { ...params, [kind]: names.slice(from, from + BATCH) });
}

export const paramsOf = ({ prefix, takesMax }: Prefixes, before: string, params: Values): Values =>
  prefixed(before + prefix, takesMax ? { limit: 'max', ...params } : params);

/** Yields all responses of a continued request. Rejects with a WikiError if the continuation is endless. */
export async function* continued(ask: Ask, params: Values, options?: RequestOptions): AsyncGenerator<Json> {
  const steps = new ContinuationSteps(ask.maxResponses);
  for (let next: Values | undefined = {}; next; ) {
    const response: Json = await ask.send({ ...params, ...next }, options);
    yield response;
    next = response.continue;
    if (next) steps.check(next);
  }
}

const complete = <T>(ask: Ask, params: Values): AsyncGenerator<readonly T[]> => merged(continued(ask, params));

/** Maximum total size of the responses for one batch, in bytes. A wiki that never completes a batch would fill the memory. */
const MAX_BATCH_BYTES = 1 << 30;

/** Merges responses into batches of pages with complete data. */
export async function* merged<T>(responses: AsyncIterable<Json>): AsyncGenerator<readonly T[]> {
  let pages = new Map<number | string, Json>();
  let bytes = 0;
  for await (const response of responses) {
    bytes += bytesOf(response);
    if (bytes > MAX_BATCH_BYTES)
      throw endless(`The wiki completed no batch of pages within ${MAX_BATCH_BYTES >> 20} MiB. Request less data.`);
    for (const page of recordsIn(response.query?.pages, 'pages')) {
      const key = page.pageid ?? page.title;
      const known = pages.get(key);
      if (known) merge(known, page);
      else pages.set(key, page);
    }
    if (response.batchcomplete || !response.continue) {
      yield [...pages.values()] as T[];
      [pages, bytes] = [new Map(), 0];
    }
  }
}

/** Throws a WikiError unless the value is a list of objects. */
function recordsIn(value: Json, name: string): readonly Json[] {
  const records: Json = value ?? [];
  if (Array.isArray(records) && records.every(isRecord)) return records;
  throw new WikiError([{ code: 'bad-response', text: `The wiki sent a value of "${name}" that is not a list of objects.`, module: '' }]);
}

/** Appends to arrays, and sets other values. Descends only into own properties, because `constructor` leads to shared objects. */
function merge(known: Json, more: Json): void {
  for (const [key, value] of Object.entries<Json>(more)) {
    const before: Json = Object.hasOwn(known, key) ? known[key] : undefined;
    if (Array.isArray(value) && Array.isArray(before)) for (const item of value) before.push(item);
    else if (isRecord(value) && isRecord(before)) merge(before, value);
    // An assignment to `__proto__` would replace the prototype.
    else Object.defineProperty(known, key, { value, writable: true, enumerable: true, configurable: true });
  }
}

const isRecord = (value: Json): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
