import { median, shareOf } from '@wikiquery/launch/table';
import { usageOf } from '@wikiquery/launch/usage';
import type { LoadProcess, LoadResult } from './load.ts';

/** A server that takes part in a measurement. */
export interface Contestant<Request> {
  readonly name: string;
  /** Of its process, or of the first of several. */
  readonly pid?: number;
  urlOf(request: Request): string;
}

/** The measurements of a contestant. */
export interface Rate {
  readonly bytes: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of processor time for a request, of all its processes: the median of the rounds. */
  readonly processor: number;
}

export interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

/** Seconds that each is asked before, until what it runs is compiled. */
const WARM_UP = 6;

/** Sends one request to all contestants in turn in every round, so that whatever else the machine does concerns all of them. Only numbers of one run compare. */
export async function contest<Request>(
  request: Request,
  contestants: readonly Contestant<Request>[],
  { rounds, seconds, connections }: Rounds,
  load: LoadProcess,
): Promise<Rate[]> {
  const put = async ({ name, pid = Number.NaN, urlOf }: Contestant<Request>, seconds: number) => {
    const before = usageOf(pid).processor;
    const result = await load.put({ urls: [urlOf(request)], connections, seconds, isDistinct: true });
    if (result.failures > 0) throw new Error(`${name}: ${result.failures} requests failed: ${urlOf(request)}`);
    return { ...result, processor: (1000 * (usageOf(pid).processor - before)) / result.latencies.length };
  };
  const bytes: number[] = [];
  for (const contestant of contestants) bytes.push(await lengthOf(contestant.urlOf(request)));
  for (const contestant of contestants) await put(contestant, Math.min(WARM_UP, 3 * seconds));
  const results = contestants.map((): (LoadResult & { readonly processor: number })[] => []);
  for (let round = 0; round < rounds; round++) for (const [i, each] of contestants.entries()) results[i]?.push(await put(each, seconds));
  return results.map((own, i) => {
    const latencies = own.flatMap(({ latencies }) => latencies).sort((a, b) => a - b);
    return {
      bytes: bytes[i] ?? 0,
      perSecond: latencies.length / own.reduce((sum, { seconds }) => sum + seconds, 0),
      p50: shareOf(latencies, 0.5),
      p99: shareOf(latencies, 0.99),
      processor: median(own.map(({ processor }) => processor)),
    };
  });
}

/** Of the body; rejects when it is an error, because a module is not installed or a wiki has no such page. */
async function lengthOf(url: string): Promise<number> {
  const body = await (await fetch(url)).text();
  const { error, warnings } = JSON.parse(body) as { readonly error?: { readonly info: string }; readonly warnings?: unknown };
  if (error || warnings) throw new Error(`${url} answers ${error?.info ?? JSON.stringify(warnings)}`);
  return body.length;
}
