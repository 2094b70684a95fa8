import type { Wire } from '@wikiquery/core/host';
import type { RequestParams } from '../request.ts';
import { readValue, type SentValue, type ValueReading } from '../value.ts';
import { sentPairs } from './addresses.ts';

/** The parameters of a route: first the parts of the path, then the parameters in the query string. */
export class RouteWire implements Wire {
  readonly isWithoutLists = true;
  readonly #parts: ReadonlyMap<string, SentValue>;
  readonly #query: RequestParams;
  readonly #sent: string;

  /** `sent` is the query string as sent, and `query` contains its parameters. */
  constructor(parts: ReadonlyMap<string, string>, sent: string, query: RequestParams, normalize: ValueReading['normalize']) {
    // In paths, plus signs do not mean spaces.
    this.#parts = new Map(Array.from(parts, ([name, raw]) => [name, readValue(raw.replaceAll('+', '%2B'), { normalize }, true)]));
    this.#query = query;
    this.#sent = sent;
  }
  *names(): Iterable<string> {
    yield* this.#parts.keys();
    for (const name of this.#query.names()) if (!this.#parts.has(name)) yield name;
  }
  get(name: string): string | undefined {
    return this.#parts.has(name) ? this.#parts.get(name)?.text : this.#query.get(name);
  }
  isLonger(name: string, bytes: number): boolean {
    const part = this.#parts.get(name);
    return part ? Buffer.byteLength(part.text ?? '') > bytes : this.#query.isLonger(name, bytes);
  }
  isUnclean(): boolean {
    // The REST API has no warnings.
    return false;
  }
  isArray(name: string): boolean {
    return !this.#parts.has(name) && this.#query.isArray(name);
  }
  /** Returns the values that were sent as `name[]=`. */
  list(name: string): string[] {
    return sentPairs(this.#sent).flatMap(([sent, value]) => (sent.startsWith(`${name}[`) ? [value] : []));
  }
  isInUrl(): boolean {
    return true;
  }
}
