import { Agent, get, type RequestOptions } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LoadOptions {
  /** Start of the status and the body of a correct response, such as `200 {"batchcomplete":true`. */
  readonly start: string;
  readonly clients: number;
  /** Milliseconds between two requests of a client. */
  readonly pause?: number;
}

/** Concurrent clients that repeat a request. Each has its own address, by which a load balancer chooses a server. */
export class BalancedLoad {
  readonly failures: string[] = [];
  count = 0;
  #most = Number.POSITIVE_INFINITY;
  readonly #ended: Promise<unknown>;

  constructor(url: string, options: LoadOptions) {
    const addresses = Array.from({ length: options.clients }, (_, i) => `127.0.0.${i + 1}`);
    this.#ended = Promise.all(addresses.map(address => this.#ask(url, address, options)));
  }

  /** Stops the clients once they have sent `most` requests. */
  async end(most: number): Promise<this> {
    this.#most = most;
    await this.#ended;
    return this;
  }

  async #ask(url: string, localAddress: string, { start, pause = 0 }: LoadOptions): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (; this.count < this.#most; this.count++) {
      const answer = await bodyOf(url, { agent, localAddress }).catch(String);
      if (!answer.startsWith(start)) this.failures.push(answer.slice(0, 300));
      if (pause > 0) await sleep(pause);
    }
    agent.destroy();
  }
}

/** Sends a request. Returns status and body. */
export function bodyOf(url: string, options: RequestOptions): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  get(url, options, response => void text(response).then(body => resolve(`${response.statusCode} ${body}`), reject)).once('error', reject);
  return promise;
}
