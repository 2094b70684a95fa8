import { trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { PLUGIN_RUNS, type PluginRun, PluginRuns } from '@wikiquery/engine';
import { afterAll, expect, it, vi } from 'vitest';
import { RequestTrace } from './request-trace.ts';
import { recordSpans } from './spans.ts';

const exporter = new InMemorySpanExporter();
afterAll(() => trace.disable());

const observer = { step() {} };
const asked = { method: 'GET', query: 'action=query&list=allpages&apprefix=Secret', headers: {}, ip: '192.0.2.1' } as const;

it('subscribes to no channel without an OpenTelemetry SDK', () => {
  const subscribe = vi.spyOn(PLUGIN_RUNS, 'subscribe');
  recordSpans();
  expect(subscribe).not.toHaveBeenCalled();
  subscribe.mockRestore();
});

it('nests the spans of statements in those of modules, and both in the span of their request', async () => {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  recordSpans();
  const request = new RequestTrace(observer, asked);
  const runs = new PluginRuns(request);
  request.statementEnded({ sql: 'select page_title from page', parameters: [] }, 2);
  await runs.run('module', 'query+allpages', () =>
    request.statementEnded({ sql: 'select page_id from page where page_title >= ?', parameters: ['Secret'] }, 3),
  );
  await expect(runs.run('module', 'query+categories', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  request.end(503);
  const spans = new Map(exporter.getFinishedSpans().map(span => [span.attributes['db.query.text'] ?? span.name, span]));
  const parentOf = (name: string) =>
    [...spans.values()].find(span => span.spanContext().spanId === spans.get(name)?.parentSpanContext?.spanId)?.name;
  expect(parentOf('select page_title from page')).toBe('GET query');
  expect(parentOf('select page_id from page where page_title >= ?')).toBe('query+allpages');
  expect(parentOf('query+allpages')).toBe('GET query');
  expect(parentOf('query+categories')).toBe('GET query');
  expect(spans.get('GET query')).toMatchObject({ attributes: { 'http.response.status_code': 503 }, status: { code: 2 } });
  expect(new Set([...spans.values()].map(span => span.spanContext().traceId)).size).toBe(1);
  expect(JSON.stringify([...spans.values()].map(({ attributes }) => attributes))).not.toContain('Secret');
});

it('publishes the runs of plugins to subscribers of the diagnostics channel', async () => {
  const names: string[] = [];
  const note = (run: unknown) => names.push((run as PluginRun).name);
  PLUGIN_RUNS.start.subscribe(note);
  await new PluginRuns(new RequestTrace(observer, asked)).run('module', 'query+users', () => undefined);
  PLUGIN_RUNS.start.unsubscribe(note);
  expect(names).toEqual(['query+users']);
});
