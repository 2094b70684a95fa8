import type { Metrics } from '@wikiquery/server/extend';

/** Maximum number of wikis with their own label. */
const MOST_NAMED = 200;
const OTHERS = 'other';

interface Counts {
  readonly known: number;
  readonly open: number;
  readonly failed: number;
}

/** Counts requests by wiki. The number of series is bounded, because a farm can have thousands of wikis. */
export class WikiMetrics {
  readonly #names = new Set<string>();
  readonly #requests;
  readonly #opened;
  readonly #closed;

  constructor(metrics: Metrics, counts: () => Counts) {
    this.#requests = metrics.counter('wikiquery_wiki_requests_total', 'Requests by wiki and class of HTTP status.', ['wiki', 'status']);
    this.#opened = metrics.counter('wikiquery_wikis_opened_total', 'Number of times that a wiki was opened.');
    this.#closed = metrics.counter('wikiquery_wikis_closed_total', 'Number of times that a wiki was closed.');
    metrics.gauge(
      'wikiquery_wikis',
      'Wikis by state. The value is the highest one of all processes.',
      ['state'],
      gauge => {
        for (const [state, count] of Object.entries(counts())) gauge.set({ state }, count);
      },
      'max',
    );
  }

  answered(name: string, status: number): void {
    this.#requests.inc({ wiki: this.#labelOf(name), status: `${Math.floor(status / 100)}xx` });
  }
  opened(): void {
    this.#opened.inc();
  }
  closed(): void {
    this.#closed.inc();
  }

  #labelOf(name: string): string {
    if (this.#names.has(name)) return name;
    if (this.#names.size >= MOST_NAMED) return OTHERS;
    this.#names.add(name);
    return name;
  }
}
