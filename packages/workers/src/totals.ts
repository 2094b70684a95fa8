import { setTimeout as delay } from 'node:timers/promises';
import { type MetricsJson, processMetrics, sumUp, withoutGauges } from '@wikiquery/server/extend';

/** Milliseconds for a worker to tell its metrics. */
const PATIENCE = 700;

/** A worker as far as its metrics go. */
export interface Counted {
  /** 1, 2 …: stays when a worker is replaced. */
  readonly place: number;
  /** It can tell something now, as far as is known. */
  readonly isAwake: boolean;
  tell(): Promise<MetricsJson>;
}

/** The metrics of all workers. Counters never fall: what a worker told last stays counted when it can tell no more. */
export class Totals {
  readonly #last = new Map<Counted, MetricsJson>();
  #past: MetricsJson = [];

  /** A worker has ended. */
  async ended(worker: Counted): Promise<void> {
    const last = this.#last.get(worker);
    this.#last.delete(worker);
    if (last) this.#past = await sumUp([this.#past, withoutGauges(last)]).getMetricsAsJSON();
  }

  /** Of those that answer in time and the rest as they were last; `count`: workers there should be. */
  async text(workers: readonly Counted[], count: number): Promise<string> {
    const up = new Set<number>();
    await Promise.all(
      workers.map(async worker => {
        const told =
          worker.isAwake && (await Promise.race([worker.tell().catch(() => undefined), delay(PATIENCE, undefined, { ref: false })]));
        if (!told) return;
        this.#last.set(worker, told);
        up.add(worker.place);
      }),
    );
    const own = await processMetrics(Array.from({ length: count }, (_, i) => ({ worker: i + 1, isUp: up.has(i + 1) })));
    const ofWorkers = [...this.#last].map(([{ place }, last]) => (up.has(place) ? last : withoutGauges(last)));
    return sumUp([own, this.#past, ...ofWorkers]).metrics();
  }
}
