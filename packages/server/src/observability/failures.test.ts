import type { ApiRequest } from '@wikiquery/engine';
import { expect, test } from 'vitest';
import { failureReporter } from './failures.ts';
import { Metrics } from './metrics.ts';

test('counts a disconnected client as a cancelled request, and an unexpected error as a bug', async () => {
  const metrics = new Metrics();
  const gone = new AbortController();
  gone.abort();
  const request: ApiRequest = { method: 'GET', query: '', headers: {}, ip: '127.0.0.1', signal: gone.signal };
  const report = failureReporter(metrics);
  expect(report(gone.signal.reason, request).error.code).toBe('internal_api_error_DBQueryCancelledError');
  expect(report(new Error('Something broke.'), request).error.code).toBe('internal_api_error_Error');
  const text = await metrics.text();
  expect(text).toContain('wikiquery_failures_total{kind="cancelled"} 1');
  expect(text).toContain('wikiquery_failures_total{kind="bug"} 1');
});
