// The metrics as Prometheus and Grafana read them, and as several processes tell them together.
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { Totals } from '../workers/totals.ts';
import { Metrics } from './metrics.ts';

it('the dashboard asks for no metric and no label that there is not', async () => {
  const metrics = new Metrics();
  metrics.measure({
    engine: 'sqlite',
    release: '1.43',
    load: () => ({ busy: 1, idle: 1, waiting: 0, compiled: { hits: 2, misses: 1 } }),
    lags: async () => [{ host: 'replica', seconds: 3 }],
  });
  metrics.begin();
  metrics.request(200);
  await metrics.text();
  const json = [...(await metrics.json()), { name: 'wikiquery_process_up', type: 'gauge', values: [{ labels: { worker: 1 } }] }];
  const names = new Set(
    json.flatMap(({ name, type }) => (String(type) === 'histogram' ? ['bucket', 'sum', 'count'].map(end => `${name}_${end}`) : [name])),
  );
  const dashboard = JSON.parse(await readFile(new URL('../../../../docs/grafana/wikiquery.json', import.meta.url), 'utf8')) as Dashboard;
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const asked = expressions.flatMap(expr => expr.match(/\b(?:wikiquery|process|nodejs)_\w+/g) ?? []);
  expect(asked.length).toBeGreaterThanOrEqual(dashboard.panels.length);
  expect(asked.filter(name => !names.has(name))).toEqual([]);
  expect(await metrics.text()).toContain('wikiquery_database_lag_seconds{host="replica"} 3');
});

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

it('what processes counted stays counted when they are stuck or end', async () => {
  const totals = new Totals();
  const worker = (place: number) => {
    const metrics = new Metrics();
    const request = () => {
      metrics.begin();
      metrics.request(200);
    };
    return { place, isAwake: true, tell: () => metrics.json(), request };
  };
  const count = async (...workers: Parameters<Totals['text']>[0][number][]) =>
    /requests_total\{status="200"\} (\d+)/.exec(await totals.text(workers, 2))?.[1];
  const [first, second, third] = [worker(1), worker(2), worker(2)];
  first.request();
  second.request();
  second.request();
  expect(await count(first, second)).toBe('3');
  first.request();
  expect(await count(first, { ...second, isAwake: false })).toBe('4');
  await totals.ended(second);
  expect(await count(first)).toBe('4');
  third.request();
  expect(await count(first, third)).toBe('5');
  await totals.ended(first);
  await totals.ended(third);
  expect(await count()).toBe('5');
});
