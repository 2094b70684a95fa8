/** A thread that asks a server for little, again and again, and tells how long that took. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Visitor } from '../visitor.ts';

export interface LightReport {
  readonly requests: number;
  readonly failures: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

const QUESTIONS = ['action=query&titles=Main_Page', 'action=query&list=allpages&aplimit=10', 'action=query&meta=siteinfo'].map(
  question => `${question}&format=json&formatversion=2`,
);
/** Clients, each with a connection of its own: workers get them by turns. Milliseconds between the requests of one. */
const CLIENTS = 8;
const PAUSE = 20;

const { api, seconds } = workerData as { readonly api: string; readonly seconds: number };
const end = performance.now() + seconds * 1000;
const times: number[] = [];
let failures = 0;

await Promise.all(
  Array.from({ length: CLIENTS }, async (_, client) => {
    const visitor = new Visitor(api, `198.51.100.${client}`);
    for (let turn = client; performance.now() < end; turn++) {
      const answer = await visitor.send({ query: QUESTIONS[turn % QUESTIONS.length] as string }).catch(() => undefined);
      if (answer?.status === 200 && answer.headers['mediawiki-api-error'] === undefined) times.push(answer.milliseconds);
      else failures++;
      await sleep(PAUSE);
    }
    visitor.close();
  }),
);
times.sort((a, b) => a - b);
const at = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? Number.POSITIVE_INFINITY;
parentPort?.postMessage({ requests: times.length, failures, p50: at(0.5), p99: at(0.99), longest: at(1) } satisfies LightReport);
