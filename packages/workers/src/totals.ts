import { setTimeout as delay } from 'node:timers/promises';
import { type MetricsJson, processMetrics, sumUp, withoutGauges } from '@wikiquery/server/extend';

/** Timeout for a worker to return its metrics, in milliseconds. */
const PATIENCE = 700;

/** A worker with metrics. */
export interface Counted {
  /** Number of the worker, from 1. The replacement of a worker has the same number. */
  readonly place: number;
  readonly isAwake: boolean;
  tell(): Promise<MetricsJson>;
}

/** Sums the metrics of all workers. Counters never decrease: the last values of ended and blocked workers stay in the sum. */
export class Totals {
  readonly #last = new Map<Counted, MetricsJson>();
  #past: MetricsJson = [];

  async ended(worker: Counted): Promise<void> {
    const last = this.#last.get(worker);
    this.#last.delete(worker);
    if (last) this.#past = await sumUp([this.#past, withoutGauges(last)]).getMetricsAsJSON();
  }

  /**
   * Sums the current values of workers that respond in time, and the last values of all others. `count`: expected number of workers.
   * `ofSupervisor`: metrics of the supervisor.
   */
  async text(workers: readonly Counted[], count: number, ofSupervisor: MetricsJson = []): Promise<string> {
    const up = new Set<number>();
    await Promise.all(
      workers.map(async worker => {
        const current =
          worker.isAwake && (await Promise.race([worker.tell().catch(() => undefined), delay(PATIENCE, undefined, { ref: false })]));
        if (!current) return;
        this.#last.set(worker, current);
        up.add(worker.place);
      }),
    );
    const own = await processMetrics(Array.from({ length: count }, (_, i) => ({ worker: i + 1, isUp: up.has(i + 1) })));
    const ofWorkers = [...this.#last].map(([{ place }, last]) => (up.has(place) ? last : withoutGauges(last)));
    return sumUp([own, ofSupervisor, this.#past, ...ofWorkers]).metrics();
  }
}
