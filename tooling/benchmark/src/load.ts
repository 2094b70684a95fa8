import autocannon from 'autocannon';

/** What a server did under load. */
export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** Of each request, milliseconds. */
  readonly latencies: readonly number[];
}

/**
 * Puts the same request again and again over a few connections. Each writes it in another way, so that none gets what was made for another that asked at
 * the same moment. Rejects when an answer is missing or a refusal.
 */
export async function put(
  url: string,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Load> {
  const latencies: number[] = [];
  const { pathname, search } = new URL(url);
  let clients = 0;
  const setupClient = (client: autocannon.Client): void => client.setRequests([{ path: `${pathname}${search}${'&'.repeat(clients++)}` }]);
  using _ = new Awake();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon({ url, connections, duration: seconds, setupClient }, (error, done) =>
      error ? reject(error) : resolve(done),
    );
    // Its own statistics are in whole milliseconds.
    instance.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
  });
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} refusals.`);
  return { requests: latencies.length, seconds: result.duration, latencies };
}

/**
 * Keeps this process from sleeping: to wake a processor takes a virtual machine as long as a small request, and who answers so fast that there is
 * always something to do would not pay for it.
 */
class Awake {
  #isOver = false;

  constructor() {
    const look = (): void => {
      if (!this.#isOver) setImmediate(look);
    };
    look();
  }
  [Symbol.dispose](): void {
    this.#isOver = true;
  }
}

/** All of several rounds. */
export function together(loads: readonly Load[]): { readonly perSecond: number; readonly p50: number; readonly p99: number } {
  const latencies = loads.flatMap(({ latencies }) => latencies).sort((a, b) => a - b);
  const seconds = loads.reduce((sum, load) => sum + load.seconds, 0);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
  return { perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99) };
}
