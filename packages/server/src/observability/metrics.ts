import { isApiError, isHttpError } from '@wikiquery/core/host';
import type { DatabaseLoad } from '@wikiquery/database';
import { type Lag, PLUGIN_RUNS, type PluginRun } from '@wikiquery/engine';
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { LookupResult } from '../cache/response-cache.ts';
import type { ClientClass } from '../limits/client-classes.ts';
import { VERSION } from '../version.ts';
import { MetricSet, type MetricsJson } from './metric-set.ts';
import { RequestTrace } from './request-trace.ts';
import type { Held } from './watchdog.ts';

/** Source of the database metrics, read at each scrape. */
export interface Measured {
  readonly engine: string;
  readonly release: string;
  load(): DatabaseLoad;
  lags(): Promise<readonly Lag[]>;
  /** Whether the database was reachable at the last check. Not known for a wiki farm. */
  isUp?(): boolean;
}

/** Prometheus metrics. Labels never contain names that clients choose, so the number of series is bounded. */
export class Metrics extends MetricSet {
  readonly #requests = this.counter('wikiquery_requests_total', 'Requests by HTTP status.', ['status']);
  readonly #actions = this.durations('wikiquery_action_duration_seconds', 'Duration of actions and REST routes in seconds.', [
    'action',
    'outcome',
  ]);
  readonly #modules = this.durations('wikiquery_module_duration_seconds', 'Duration of query modules in seconds.', ['module', 'outcome']);
  readonly #statements = this.durations(
    'wikiquery_statement_duration_seconds',
    'Duration of database statements in seconds, including the wait for a connection.',
    [],
  );
  readonly #failures = this.counter('wikiquery_failures_total', 'Requests that failed because of a server error.', ['kind']);
  readonly #limited = this.counter('wikiquery_limited_requests_total', 'Requests rejected because of client limits.', ['limit', 'class']);
  readonly #clients = this.counter('wikiquery_client_requests_total', 'Accepted API requests by class of the client.', ['class']);
  readonly #lookups = this.counter('wikiquery_response_cache_lookups_total', 'Lookups in the response cache by result.', ['result']);
  readonly #sharedAnswers = this.counter('wikiquery_shared_answers_total', 'Responses shared with an equal concurrent request.');
  readonly #slow = this.counter('wikiquery_slow_statements_total', 'Database statements that took longer than --slow.');
  readonly #held = this.durations(
    'wikiquery_thread_held_seconds',
    'Duration of work that blocked the event loop for longer than --held, in seconds.',
    ['at'],
    HELD,
  );
  readonly #together: (() => Promise<string>) | undefined;
  /** Responses by status that are not yet in the counter. */
  readonly #byStatus = new Map<number, number>();
  /** Accepted requests by class that are not yet in the counter. */
  readonly #byClass = new Map<ClientClass, number>();
  #running = 0;
  #measured: Measured | undefined;

  /** `together`: returns the aggregated metrics of all worker processes, including this one. */
  constructor(together?: () => Promise<string>) {
    super();
    this.#together = together;
    this.gauge('wikiquery_requests_in_flight', 'Requests in progress.', [], gauge => gauge.set(this.#running));
    this.gauge('wikiquery_processes', 'Processes that serve requests.').set(1);
    this.#gaugesOfDatabase();
    collectDefaultMetrics({ register: this.all });
    // These gauges have names of counters (`_total`). `nodejs_active_resources` and similar gauges report the same numbers by type.
    for (const name of MISNAMED) this.all.removeSingleMetric(name);
  }

  /** Replaces the source of the database metrics, for example after a reload. */
  measure(measured: Measured): void {
    this.#measured = measured;
  }

  /** Counts a request as running. */
  begin(): void {
    this.#running += 1;
  }
  /** Counts a response by its status, and the end of its request. */
  request(status: number): void {
    this.#running -= 1;
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1);
  }
  failure(kind: string): void {
    this.#failures.inc({ kind });
  }
  /** Counts a rejected request. `clientClass`: class of the client, if the limit depends on it. */
  limited(limit: string, clientClass?: ClientClass): void {
    this.#limited.inc({ limit, class: clientClass ?? 'none' });
  }
  /** Counts an accepted API request. */
  client(clientClass: ClientClass): void {
    this.#byClass.set(clientClass, (this.#byClass.get(clientClass) ?? 0) + 1);
  }
  /** Counts a lookup in the response cache. */
  lookedUp(result: LookupResult): void {
    this.#lookups.inc({ result });
  }
  shared(): void {
    this.#sharedAnswers.inc();
  }
  statement(milliseconds: number): void {
    this.#statements.observe(milliseconds / 1000);
  }
  slowStatement(): void {
    this.#slow.inc();
  }

  held({ at, milliseconds }: Pick<Held, 'at' | 'milliseconds'>): void {
    this.#held.observe({ at }, milliseconds / 1000);
  }

  /** Records the duration of each plugin that runs for a request of this observer, until the result is disposed. */
  timeRunsFor(observer: RequestTrace['observer']): Disposable {
    const end = (message: unknown): void => {
      const { kind, name, duration, error, trace } = message as PluginRun;
      if (!(trace instanceof RequestTrace) || trace.observer !== observer) return;
      const outcome = error === undefined ? 'ok' : isApiError(error) || isHttpError(error) ? 'error' : 'failure';
      if (kind === 'action') this.#actions.observe({ action: name, outcome }, duration / 1000);
      else if (kind === 'route') this.#actions.observe({ action: name.replace('+', '='), outcome }, duration / 1000);
      else if (kind !== 'format') this.#modules.observe({ module: name.replace('query+', ''), outcome }, duration / 1000);
    };
    PLUGIN_RUNS.asyncEnd.subscribe(end);
    return {
      [Symbol.dispose]() {
        PLUGIN_RUNS.asyncEnd.unsubscribe(end);
      },
    };
  }

  override json(): Promise<MetricsJson> {
    this.#count();
    return super.json();
  }
  text(): Promise<string> {
    this.#count();
    return this.#together?.() ?? this.all.metrics();
  }
  #count(): void {
    for (const [status, count] of this.#byStatus) this.#requests.inc({ status }, count);
    this.#byStatus.clear();
    for (const [clientClass, count] of this.#byClass) this.#clients.inc({ class: clientClass }, count);
    this.#byClass.clear();
  }

  #gaugesOfDatabase(): void {
    const load = () => this.#measured?.load();
    this.gauge('wikiquery_database_connections', 'Database connections; on SQLite, threads for slow statements.', ['state'], gauge => {
      const { busy = 0, idle = 0 } = load() ?? {};
      gauge.set({ state: 'busy' }, busy);
      gauge.set({ state: 'idle' }, idle);
    });
    this.gauge(
      'wikiquery_database_up',
      'Whether the database responded to the last check (1) or not (0). Each scrape starts a check.',
      ['engine'],
      gauge => {
        gauge.reset();
        const { engine, isUp } = this.#measured ?? {};
        if (engine && isUp) gauge.set({ engine }, isUp() ? 1 : 0);
      },
      'min',
    );
    this.gauge('wikiquery_statements_waiting', 'Statements that are waiting for a connection.', [], gauge =>
      gauge.set(load()?.waiting ?? 0),
    );
    // The counter is increased by the growth of the source's totals since the last scrape.
    let told = { hits: 0, misses: 0 };
    const cache = this.counter(
      'wikiquery_statement_cache_requests_total',
      'Lookups in the cache of compiled statements.',
      ['outcome'],
      () => {
        const { hits, misses } = load()?.compiled ?? told;
        // A new source starts from zero.
        const before = hits < told.hits ? { hits: 0, misses: 0 } : told;
        cache.inc({ outcome: 'hit' }, hits - before.hits);
        cache.inc({ outcome: 'miss' }, misses - before.misses);
        told = { hits, misses };
      },
    );
    let lags: readonly Lag[] = [];
    this.gauge(
      'wikiquery_database_lag_seconds',
      'Replication lag in seconds when it was last measured.',
      ['host'],
      gauge => {
        // Not awaited, because an unresponsive database server must not delay the scrape. Its lag appears in the next scrape.
        void this.#measured?.lags().then(read => (lags = read));
        gauge.reset();
        for (const { host, seconds } of lags) gauge.set({ host }, seconds);
      },
      'max',
    );
    this.gauge(
      'wikiquery_build_info',
      'Versions of the server, Node and the database; always 1.',
      ['version', 'node', 'engine', 'tables'],
      gauge => {
        gauge.reset();
        const { engine, release } = this.#measured ?? {};
        if (engine && release) gauge.set({ version: VERSION, node: process.versions.node, engine, tables: release }, 1);
      },
      'first',
    );
  }
}

const HELD = [0.1, 0.2, 0.5, 1, 2, 5, 10];
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Returns the gauge `wikiquery_process_up` of the workers as JSON. The label `worker` is a slot, which a replacement process keeps. */
export function processMetrics(processes: readonly { readonly worker: number; readonly isUp: boolean }[]): Promise<MetricsJson> {
  const registers = [new Registry()];
  const up = new Gauge({
    name: 'wikiquery_process_up',
    help: 'Whether a worker responds (1) or not (0).',
    labelNames: ['worker'],
    registers,
  });
  for (const { worker, isUp } of processes) up.set({ worker }, isUp ? 1 : 0);
  return registers[0]!.getMetricsAsJSON();
}

/** Aggregates the metrics of several processes. */
export const sumUp = (all: readonly MetricsJson[]): Registry => AggregatorRegistry.aggregate([...all]);

/** Removes the gauges of a process that has exited, because their values are no longer valid. */
export const withoutGauges = (metrics: MetricsJson): MetricsJson => metrics.filter(({ type }) => String(type) !== 'gauge');
