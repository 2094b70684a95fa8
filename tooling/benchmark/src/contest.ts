import { median, shareOf } from '@wikiquery/launch/table';
import { usageOf } from '@wikiquery/launch/usage';
import type { LoadProcess, LoadResult } from './load.ts';
import { type BenchmarkRequest, queryOf } from './requests.ts';

/** A server that is measured. */
export interface Contestant {
  readonly name: string;
  readonly api: string;
  /** ID of the server's process, or of the parent of its processes. */
  readonly pid: number;
}

export interface Rate {
  readonly bytes: number;
  readonly perSecond: number;
  /** Median latency in milliseconds. */
  readonly p50: number;
  /** 99th percentile of the latency in milliseconds. */
  readonly p99: number;
  /** Processor time per request in microseconds, summed over the server's processes. Median of the rounds. */
  readonly processor: number;
}

export interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

/** Maximum seconds of load before the first round, so that Node has compiled the code. */
const WARM_UP = 6;

/** Measures a request. Every round loads all contestants in turn, so that other work on the machine affects all of them. */
export async function contest(
  request: BenchmarkRequest,
  contestants: readonly Contestant[],
  { rounds, seconds, connections }: Rounds,
  load: LoadProcess,
): Promise<Rate[]> {
  const urlOf = ({ api }: Contestant): string => `${api}?${queryOf(request)}`;
  const put = async (contestant: Contestant, seconds: number) => {
    const before = usageOf(contestant.pid).processor;
    const result = await load.put({ urls: [urlOf(contestant)], connections, seconds });
    if (result.failures > 0) throw new Error(`${contestant.name}: ${result.failures} requests failed: ${urlOf(contestant)}`);
    return { ...result, processor: (1000 * (usageOf(contestant.pid).processor - before)) / result.latencies.length };
  };
  const bytes: number[] = [];
  for (const contestant of contestants) bytes.push(await lengthOf(urlOf(contestant)));
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

/** Returns the length of the response body. Rejects if it has an error or a warning, as for a module that is not installed. */
async function lengthOf(url: string): Promise<number> {
  const body = await (await fetch(url)).text();
  const { error, warnings } = JSON.parse(body) as { readonly error?: { readonly info: string }; readonly warnings?: unknown };
  if (error || warnings) throw new Error(`${url} returns ${error?.info ?? JSON.stringify(warnings)}`);
  return body.length;
}
