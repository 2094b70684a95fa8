import { Histogram, type HistogramConfiguration, type MetricObjectWithValues, type MetricValueWithName } from 'prom-client';

type Labels = Readonly<Record<string, string>>;

/**
 * A histogram that counts into numbers and is put into the form of Prometheus when somebody asks: the library's own looks up labels for each value, which
 * takes longer than much of what is measured here.
 */
export class Durations extends Histogram {
  readonly #name: string;
  readonly #help: string;
  readonly #buckets: readonly number[];
  readonly #series = new Map<string, Series>();

  constructor(options: HistogramConfiguration<string> & { readonly buckets: number[] }) {
    super(options);
    this.#name = options.name;
    this.#help = options.help;
    this.#buckets = options.buckets;
  }

  /** The one with these labels, which is there from now on. */
  series(labels: Labels): Series {
    const key = JSON.stringify(labels);
    let series = this.#series.get(key);
    if (!series) {
      series = new Series(labels, this.#buckets);
      this.#series.set(key, series);
    }
    return series;
  }

  override async get(): Promise<MetricObjectWithValues<MetricValueWithName<string>>> {
    const values = [...this.#series.values()].flatMap(series => series.values(this.#name));
    // As the library makes it: its types have a number for the kind, and a function that could not go from one process to another.
    const metric = { name: this.#name, help: this.#help, type: 'histogram', values, aggregator: 'sum' };
    return metric as unknown as Awaited<ReturnType<Histogram['get']>>;
  }
  /** As the library asks for the text. */
  getForPromString(): ReturnType<Durations['get']> {
    return this.get();
  }
}

/** Durations with the same labels. */
export class Series {
  readonly #labels: Labels;
  readonly #bounds: readonly number[];
  /** By the first bound that a duration is within; the last are those beyond all. */
  readonly #counts: Float64Array;
  #sum = 0;

  constructor(labels: Labels, bounds: readonly number[]) {
    this.#labels = labels;
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  add(seconds: number): void {
    const bounds = this.#bounds;
    let at = 0;
    while (at < bounds.length && seconds > (bounds[at] as number)) at++;
    this.#counts[at] = (this.#counts[at] as number) + 1;
    this.#sum += seconds;
  }

  /** None of what has not happened. */
  values(name: string): MetricValueWithName<string>[] {
    let count = 0;
    const buckets = [...this.#counts].map((each, at) => {
      count += each;
      return { metricName: `${name}_bucket`, labels: { le: this.#bounds[at] ?? '+Inf', ...this.#labels }, value: count };
    });
    if (count === 0) return [];
    const labels = { ...this.#labels };
    return [...buckets, { metricName: `${name}_sum`, labels, value: this.#sum }, { metricName: `${name}_count`, labels, value: count }];
  }
}
