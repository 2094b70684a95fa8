import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const BUCKETS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];

/** Metrics as JSON. */
export type MetricsJson = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** A set of Prometheus metrics. */
export class MetricSet {
  protected readonly all = new Registry();

  counter<L extends string>(name: string, help: string, labelNames: readonly L[] = [], collect = () => {}): Counter<L> {
    const known = this.all.getSingleMetric(name) as Counter<L> | undefined;
    return known ?? new Counter({ name, help, labelNames, collect, registers: [this.all] });
  }
  /** Creates a histogram of durations in seconds. */
  durations(name: string, help: string, labelNames: readonly string[], buckets = BUCKETS): Histogram {
    const known = this.all.getSingleMetric(name) as Histogram | undefined;
    return known ?? new Histogram({ name, help, labelNames, buckets, registers: [this.all] });
  }
  gauge<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
    collect: (gauge: Gauge<L>) => void = () => {},
    aggregator: 'sum' | 'min' | 'max' | 'first' = 'sum',
  ): Gauge<L> {
    const gauge: Gauge<L> = new Gauge({ name, help, labelNames, aggregator, collect: () => collect(gauge), registers: [this.all] });
    return gauge;
  }

  /** Returns the metrics of this process only. */
  json(): Promise<MetricsJson> {
    return this.all.getMetricsAsJSON();
  }
}
