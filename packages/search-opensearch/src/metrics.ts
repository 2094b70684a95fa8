import type { SearchBackend } from '@wikiquery/search';
import type { MetricSet } from '@wikiquery/server/extend';

/** Metrics of all search clusters of a process, which several wikis may use. */
class ClusterMetrics {
  readonly #durations: ReturnType<MetricSet['durations']>;
  readonly backends = new Set<Pick<SearchBackend, 'problem'>>();

  constructor(metrics: MetricSet) {
    this.#durations = metrics.durations(
      'wikiquery_search_cluster_duration_seconds',
      'Duration of requests to search clusters in seconds.',
      ['result'],
    );
    metrics.gauge('wikiquery_search_clusters_unavailable', 'Wikis whose search cluster cannot be used.', [], gauge =>
      gauge.set([...this.backends].filter(({ problem }) => problem !== undefined).length),
    );
  }

  observe(milliseconds: number, result: string): void {
    this.#durations.observe({ result }, milliseconds / 1000);
  }
}

const known = new WeakMap<MetricSet, ClusterMetrics>();

/** Returns the metrics of search clusters in a set of metrics. */
export function metricsIn(metrics: MetricSet): ClusterMetrics {
  const found = known.get(metrics) ?? new ClusterMetrics(metrics);
  known.set(metrics, found);
  return found;
}
