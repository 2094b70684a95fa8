import { setTimeout as sleep } from 'node:timers/promises';

/** The response to a request. */
export interface Outcome {
  /** HTTP status, or `none` if the connection broke. */
  readonly status: number | 'none';
  readonly code: string | undefined;
  readonly retryAfter: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  readonly query: any;
  readonly milliseconds: number;
}

export async function ask(api: string, params: string): Promise<Outcome> {
  const begun = performance.now();
  try {
    const response = await fetch(`${api}?action=query&format=json&formatversion=2&${params}`);
    const { error, query } = JSON.parse(await response.text());
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, code: error?.code, retryAfter, query, milliseconds: performance.now() - begun };
  } catch {
    return { status: 'none', code: undefined, retryAfter: null, query: undefined, milliseconds: performance.now() - begun };
  }
}

/** Sends a request repeatedly from concurrent clients. The returned function stops them once they have sent `least` requests. */
export function keepAsking(api: string, params: string, clients: number): (least?: number) => Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let minimum = Number.POSITIVE_INFINITY;
  const work = Promise.all(
    Array.from({ length: clients }, async () => {
      while (outcomes.length < minimum) {
        outcomes.push(await ask(api, params));
        await sleep(5);
      }
    }),
  );
  return async (least = 0) => {
    minimum = least;
    await work;
    return outcomes;
  };
}
