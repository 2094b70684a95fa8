import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { RunningServer } from '@wikiquery/launch/process';
import { Visitor } from '../visitor.ts';
import { nameOf } from './kept.ts';
import type { LightReport } from './light-thread.ts';
import { type Attack, LIMITS } from './suite.ts';

/** What clients who ask for little noticed while others attacked. */
export interface CrowdReport {
  readonly attack: string;
  /** Requests of the attackers that ended, and those of them that were cut off because they took a minute. */
  readonly attacks: number;
  readonly cutOff: number;
  readonly light: LightReport;
  /** Most bytes that a worker had, and the greatest worker some seconds later. */
  readonly memory: { readonly during: number; readonly after: number };
}

export interface CrowdOptions {
  readonly server: RunningServer;
  /** Each attacker sends one after the other, beginning at another. */
  readonly attacks: readonly Attack[];
  /** Characters. */
  readonly size: number;
  readonly attackers: number;
  /** They have one address. */
  readonly isOne?: boolean;
  readonly seconds: number;
}

/** Milliseconds that an attacker waits for an answer, and that a worker has to let go of memory, at least and at most. */
const PATIENCE = 60_000;
const REST = 1000;
const MOST_REST = 5000;

/** Attackers that send one request after the other, beside light clients, for some time. Takes memory of the server on Linux only. */
export async function crowd({ server, attacks: kinds, size, attackers, isOne = false, seconds }: CrowdOptions): Promise<CrowdReport> {
  const requests = await Promise.all(kinds.map(async kind => kind.request(size)));
  // As bytes: to encode them takes time of this thread.
  const sent = requests.map(request => ({ ...request, ...(request.body !== undefined && { body: Buffer.from(request.body) }) }));
  const ending = new AbortController();
  let attacks = 0;
  let cutOff = 0;
  // Each has connections of its own, as visitors of different places have.
  const visitors = Array.from({ length: attackers }, (_, i) => new Visitor(server.api, `192.0.2.${isOne ? 1 : i}`));
  const hits = visitors.map(async (visitor, i) => {
    for (let turn = Math.floor((i * sent.length) / attackers); !ending.signal.aborted; turn++) {
      const timeout = AbortSignal.timeout(PATIENCE);
      await visitor.send({ ...sent[turn % sent.length], signal: AbortSignal.any([ending.signal, timeout]) }).catch(() => sleep(10));
      attacks++;
      if (timeout.aborted) cutOff++;
    }
  });
  let during = 0;
  const look = setInterval(() => (during = Math.max(during, greatestWorker(server))), 100);
  try {
    const light = await lightReport(server.api, seconds);
    ending.abort();
    await Promise.all(hits);
    await sleep(REST);
    for (let rest = REST; rest < MOST_REST && greatestWorker(server) > LIMITS.worker; rest += REST) await sleep(REST);
    const [only] = kinds;
    const attack = only && kinds.length === 1 ? nameOf(only) : `${kinds.length} kinds in turn`;
    return { attack, attacks, cutOff, light, memory: { during, after: greatestWorker(server) } };
  } finally {
    clearInterval(look);
    ending.abort();
    for (const visitor of visitors) visitor.close();
  }
}

/** From a thread of its own, which the attackers' work does not delay. */
export async function lightReport(api: string, seconds: number): Promise<LightReport> {
  const { promise, resolve, reject } = Promise.withResolvers<LightReport>();
  const thread = new Worker(new URL('./light-thread.ts', import.meta.url), { workerData: { api, seconds } });
  thread.once('message', resolve);
  thread.once('error', reject);
  return promise.finally(() => thread.terminate());
}

/** Bytes of the greatest of the processes that a server started. */
function greatestWorker({ process: { pid } }: Pick<RunningServer, 'process'>): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const sizes = children.filter(Boolean).map(child => {
    try {
      return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1] ?? 0) * 1024;
    } catch {
      // It has just ended.
      return 0;
    }
  });
  return Math.max(0, ...sizes);
}
