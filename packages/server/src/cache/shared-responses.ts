import type { SharedState } from '../sharing/shared-state.ts';
import { digestOf } from './request-key.ts';
import type { SecondLevel, SharedResponse } from './response-cache.ts';

/** Maximum characters of a shared body. Longer ones would delay other messages of the store. */
const LARGEST = 1 << 18;

/** Public responses that several servers share while they are valid. A failure of the store counts as a missing response. */
export class SharedResponses implements SecondLevel {
  readonly #store: SharedState;
  readonly #scope: string;

  /** `scope`: identifies the site configuration, the program and its plugins. Servers with different scopes share no responses. */
  constructor(store: SharedState, scope: string) {
    [this.#store, this.#scope] = [store, scope];
  }

  async find(key: string, lifetime: number): Promise<{ response: SharedResponse; age: number } | undefined> {
    const found = await this.#store.find(this.#nameOf(key));
    if (!found) return undefined;
    return { response: JSON.parse(found.value), age: Math.max(0, lifetime - found.remaining) };
  }

  keep(key: string, { status, headers, body, isAscii, isPublic, freshness, pages }: SharedResponse, lifetime: number, age: number): void {
    if (typeof body !== 'string' || body.length > LARGEST || age >= lifetime) return;
    const value = JSON.stringify({ status, headers, body, isAscii, isPublic, freshness, pages });
    this.#store.keep(this.#nameOf(key), value, lifetime - age);
  }

  #nameOf(key: string): string {
    return `response ${this.#scope}${digestOf(key)}`;
  }
}
