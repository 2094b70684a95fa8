import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { Metrics } from './metrics.ts';

it('provides every metric that the Grafana dashboard queries', async () => {
  const metrics = new Metrics();
  metrics.measure({
    engine: 'sqlite',
    release: '1.43',
    load: () => ({ busy: 1, idle: 1, waiting: 0, compiled: { hits: 2, misses: 1 } }),
    lags: async () => [{ host: 'replica', seconds: 3 }],
    isUp: () => true,
  });
  metrics.begin();
  metrics.request(200);
  await metrics.text();
  const ofExtensions = [
    { name: 'wikiquery_process_up', type: 'gauge', values: [{ labels: { worker: 1 } }] },
    { name: 'wikiquery_proxied_requests_total', type: 'counter', values: [{ labels: { status: 200 } }] },
  ];
  const json = [...(await metrics.json()), ...ofExtensions];
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
