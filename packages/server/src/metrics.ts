import type { AnyModule, Registry } from '@wikiquery/core';
import { ApiError } from '@wikiquery/core';
import type { AnyAction } from '@wikiquery/engine';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry as Metrics_ } from 'prom-client';

/** What is counted, in the form that Prometheus reads. Names that clients choose are no labels: the set of series is bounded. */
export class Metrics {
  readonly #all = new Metrics_();
  readonly #requests: Counter<'status'>;
  readonly #actions: Histogram<'action' | 'outcome'>;
  readonly #modules: Histogram<'module' | 'outcome'>;
  readonly #failures: Counter<'kind'>;
  readonly #slow: Counter;
  readonly #together: (() => Promise<string>) | undefined;

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
    new Gauge({ name: 'wikiquery_processes', help: 'Processes that answer.', registers }).set(1);
    collectDefaultMetrics({ register: this.#all });
  }

  request(status: number): void {
    this.#requests.inc({ status });
  }
  failure(kind: string): void {
    this.#failures.inc({ kind });
  }
  slowStatement(): void {
    this.#slow.inc();
  }

  /** The action, timed. */
  timeAction(action: AnyAction): AnyAction {
    const observe = observer(outcome => this.#actions.labels(action.name, outcome));
    return { ...action, execute: (call, params) => timed(() => action.execute(call, params), observe) };
  }
  /** The modules, timed. */
  timeModules(registry: Registry): Registry {
    return new Map([...registry].map(([name, module]) => [name, this.#timeModule(module)]));
  }
  #timeModule(module: AnyModule): AnyModule {
    const observe = observer(outcome => this.#modules.labels(module.name, outcome));
    return { ...module, execute: (query: unknown) => timed(() => module.execute(query), observe) };
  }

  get contentType(): string {
    return this.#all.contentType;
  }
  /** Those of this process alone. */
  json(): Promise<object[]> {
    return this.#all.getMetricsAsJSON();
  }
  text(): Promise<string> {
    return this.#together?.() ?? this.#all.metrics();
  }
}

/** The metrics of several processes, given as JSON, in one text. */
export const sumUp = (all: readonly object[][]): Promise<string> => AggregatorRegistry.aggregate([...all]).metrics();

type Outcome = 'ok' | 'error' | 'failure';
type Observe = (outcome: Outcome, seconds: number) => void;

/** Looking a series up by its labels costs more than counting: done once. */
function observer(seriesOf: (outcome: Outcome) => { observe(seconds: number): void }): Observe {
  const series = { ok: seriesOf('ok'), error: seriesOf('error'), failure: seriesOf('failure') };
  return (outcome, seconds) => series[outcome].observe(seconds);
}

async function timed<T>(work: () => Promise<T>, observe: Observe): Promise<T> {
  const begun = performance.now();
  let outcome: Outcome = 'ok';
  try {
    return await work();
  } catch (error) {
    outcome = error instanceof ApiError ? 'error' : 'failure';
    throw error;
  } finally {
    observe(outcome, (performance.now() - begun) / 1000);
  }
}
