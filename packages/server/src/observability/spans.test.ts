// What OpenTelemetry is told, with a real SDK that keeps the spans in memory.
import { trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, expect, it } from 'vitest';
import { MODULES, type ModuleRun, Progress } from './progress.ts';
import { recordSpans } from './spans.ts';

const exporter = new InMemorySpanExporter();
afterAll(() => trace.disable());

const steps = { step() {} };
const asked = { method: 'GET', query: 'action=query&list=allpages&apprefix=Secret', headers: {}, ip: '192.0.2.1' } as const;

it('nobody is told where there is no SDK', () => {
  recordSpans();
  expect(MODULES.start.hasSubscribers).toBe(false);
});

it('a request has its modules, and these their statements', () => {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  recordSpans();
  const request = new Progress(steps, asked);
  request.ran({ sql: 'select page_title from page', parameters: [] }, 2);
  request.enter('query+allpages');
  request.ran({ sql: 'select page_id from page where page_title >= ?', parameters: ['Secret'] }, 3);
  request.step('query+allpages');
  // One that fails has no step of its own.
  request.enter('query+categories');
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

it('others are told through channels', () => {
  const runs: string[] = [];
  const note = (run: unknown) => runs.push((run as ModuleRun).name);
  MODULES.start.subscribe(note);
  new Progress(steps, asked).enter('query+users');
  MODULES.start.unsubscribe(note);
  expect(runs).toEqual(['query+users']);
});
