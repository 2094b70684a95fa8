import { type Account, openSessions } from './accounts.ts';
import { Client } from './client.ts';
import { judge, type Verdict } from './judge.ts';
import { inParallel } from './parallel.ts';
import { ask, type RecordedProbe, type Step } from './probe.ts';
import type { Recording } from './recording.ts';

export interface Result extends Verdict {
  readonly row: RecordedProbe;
}

export interface ComparisonOptions {
  /** URL of the `api.php` under test. */
  readonly base: string;
  readonly accounts: ReadonlyMap<string, Account>;
  /** Maximum number of probes in flight. */
  readonly concurrency: number;
  /** Request timeout in milliseconds. */
  readonly timeout: number;
  /** Whether to report all differences of a probe instead of only the first ones. */
  readonly complete: boolean;
}

export interface Comparison {
  readonly results: readonly Result[];
  readonly problems: readonly string[];
}

/** Sends the probes and judges the responses. The results have the order of `rows`. */
export async function compare(rows: readonly RecordedProbe[], recording: Recording, options: ComparisonOptions): Promise<Comparison> {
  const { base, accounts, concurrency, timeout, complete } = options;
  const { clients, problems } = await openSessions(base, accounts, new Set(rows.map(({ probe }) => probe.session)), timeout);
  const servers = [recording.server, (await serverName(base, timeout)) ?? recording.server] as const;
  let silent = 0;

  const answers = async ({ probe }: RecordedProbe): Promise<Step[]> => {
    const client = clients.get(probe.session);
    if (!client) return [{ failure: problems.get(probe.session) ?? 'no session' }];
    if (silent >= MOST_SILENT) return [{ failure: `not sent: ${MOST_SILENT} probes in a row got no response` }];
    const steps = await ask(probe, client);
    silent = steps[0] && 'failure' in steps[0] ? silent + 1 : 0;
    return steps;
  };

  const results = await inParallel(rows, concurrency, async row => ({
    ...judge(row.steps, await answers(row), row.probe, { servers, complete }),
    row,
  }));
  return { results, problems: [...problems.values()] };
}

const MOST_SILENT = 20;

async function serverName(base: string, timeout: number): Promise<string | undefined> {
  const visitor = new Client(base, { timeout, keepsCookies: false });
  const { query } = await visitor.json({ action: 'query', meta: 'siteinfo' });
  return query?.general?.server;
}
