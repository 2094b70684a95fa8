import { type AnyModule, isApiError, type Registry } from '@wikiquery/core/host';
import type { RunnableAction } from '@wikiquery/engine';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry as Metrics_ } from 'prom-client';
import type { Held } from './watchdog.ts';

/** What is counted, in the form that Prometheus reads. Names that clients choose are no labels: the set of series is bounded. */
export class Metrics {
  readonly #all = new Metrics_();
  readonly #requests: Counter<'status'>;
  readonly #actions: Histogram<'action' | 'outcome'>;
  readonly #modules: Histogram<'module' | 'outcome'>;
  readonly #failures: Counter<'kind'>;
  readonly #slow: Counter;
  readonly #held: Histogram<'at'>;
  readonly #together: (() => Promise<string>) | undefined;
  /** Requests that wait to be counted. */
  readonly #byStatus = new Map<number, number>();
  readonly #waiting: Waiting[] = [];
  readonly #ofActions = new Map<string, Record<Outcome, Waiting>>();

  /** `together` gives the metrics of all processes that answer, of which this is one. */
  constructor(together?: () => Promise<string>) {
    this.#together = together;
    const registers = [this.#all];
    const buckets = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];
    this.#requests = new Counter({ name: 'wikiquery_requests_total', help: 'Requests by HTTP status.', labelNames: ['status'], registers });
    this.#actions = new Histogram({
      name: 'wikiquery_action_duration_seconds',
      help: 'Time in actions.',
      labelNames: ['action', 'outcome'],
      buckets,
      registers,
    });
    this.#modules = new Histogram({
      name: 'wikiquery_module_duration_seconds',
      help: 'Time in query modules.',
      labelNames: ['module', 'outcome'],
      buckets,
      registers,
    });
    this.#failures = new Counter({
      name: 'wikiquery_failures_total',
      help: 'Requests that failed without fault of the client.',
      labelNames: ['kind'],
      registers,
    });
    this.#slow = new Counter({ name: 'wikiquery_slow_statements_total', help: 'Database statements over the slow threshold.', registers });
    this.#held = new Histogram({
      name: 'wikiquery_thread_held_seconds',
      help: 'Pieces of work that held the main thread too long.',
      labelNames: ['at'],
      buckets: [0.1, 0.2, 0.5, 1, 2, 5, 10],
      registers,
    });
    new Gauge({ name: 'wikiquery_processes', help: 'Processes that answer.', registers }).set(1);
    collectDefaultMetrics({ register: this.#all });
  }

  request(status: number): void {
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1);
  }
  failure(kind: string): void {
    this.#failures.inc({ kind });
  }
  slowStatement(): void {
    this.#slow.inc();
  }

  held({ at, milliseconds }: Pick<Held, 'at' | 'milliseconds'>): void {
    this.#held.observe({ at }, milliseconds / 1000);
  }

  /** The action, timed. */
  timeAction(action: RunnableAction): RunnableAction {
    let durations = this.#ofActions.get(action.name);
    if (!durations) {
      durations = this.#durations(outcome => this.#actions.labels(action.name, outcome));
      this.#ofActions.set(action.name, durations);
    }
    const known = durations;
    return { ...action, run: (call, params) => timed(() => action.run(call, params), known) };
  }
  /** The modules, timed. */
  timeModules(registry: Registry): Registry {
    return new Map([...registry].map(([name, module]) => [name, this.#timeModule(module)]));
  }
  #timeModule(module: AnyModule): AnyModule {
    const durations = this.#durations(outcome => this.#modules.labels(module.name, outcome));
    return { ...module, execute: (query: unknown) => timed(() => module.execute(query), durations) };
  }
  #durations(seriesOf: (outcome: Outcome) => Series): Record<Outcome, Waiting> {
    const durations = { ok: new Waiting(seriesOf('ok')), error: new Waiting(seriesOf('error')), failure: new Waiting(seriesOf('failure')) };
    this.#waiting.push(...Object.values(durations));
    return durations;
  }

  get contentType(): string {
    return this.#all.contentType;
  }
  /** Those of this process alone. */
  json(): Promise<object[]> {
    this.#count();
    return this.#all.getMetricsAsJSON();
  }
  text(): Promise<string> {
    this.#count();
    return this.#together?.() ?? this.#all.metrics();
  }
  #count(): void {
    for (const [status, count] of this.#byStatus) this.#requests.inc({ status }, count);
    this.#byStatus.clear();
    for (const durations of this.#waiting) durations.count();
  }
}

/** Which of the processes that should answer do, as JSON. Their places are the label, which stay when they are replaced. */
export function processMetrics(processes: readonly { readonly worker: number; readonly isUp: boolean }[]): Promise<object[]> {
  const registers = [new Metrics_()];
  const up = new Gauge({ name: 'wikiquery_process_up', help: 'Whether a process answers.', labelNames: ['worker'], registers });
  for (const { worker, isUp } of processes) up.set({ worker }, isUp ? 1 : 0);
  return registers[0]!.getMetricsAsJSON();
}

/** The metrics of several processes, given as JSON, in one text. */
export const sumUp = (all: readonly object[][]): Promise<string> => AggregatorRegistry.aggregate([...all]).metrics();

type Outcome = 'ok' | 'error' | 'failure';
interface Series {
  observe(seconds: number): void;
}

/**
 * Durations that wait to be counted: one after the other between requests that takes longer than all of them in a row. Looking a series up by its
 * labels costs as much again: done once.
 */
class Waiting {
  readonly #series: Series;
  readonly #durations: number[] = [];

  constructor(series: Series) {
    this.#series = series;
  }
  add(seconds: number): void {
    this.#durations.push(seconds);
    if (this.#durations.length >= MOST_WAITING) this.count();
  }
  count(): void {
    for (const seconds of this.#durations) this.#series.observe(seconds);
    this.#durations.length = 0;
  }
}

const MOST_WAITING = 512;

async function timed<T>(work: () => Promise<T>, durations: Readonly<Record<Outcome, Waiting>>): Promise<T> {
  const begun = performance.now();
  let outcome: Outcome = 'ok';
  try {
    return await work();
  } catch (error) {
    outcome = isApiError(error) ? 'error' : 'failure';
    throw error;
  } finally {
    durations[outcome].add((performance.now() - begun) / 1000);
  }
}
