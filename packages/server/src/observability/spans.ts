import {
  context,
  ProxyTracerProvider,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { PLUGIN_RUNS, type PluginRun } from '@wikiquery/engine';
import { describeRequest, REQUESTS, RequestTrace, STATEMENTS, type StatementRun } from './request-trace.ts';

/** Records OpenTelemetry spans of requests, modules and statements if an SDK was registered before, such as with `node --import`. */
export function recordSpans(): void {
  const provider = trace.getTracerProvider();
  if (provider instanceof ProxyTracerProvider && provider.getDelegateTracer('wikiquery') === undefined) return;
  const spans = new Spans(trace.getTracer('wikiquery'));
  REQUESTS.subscribe({ ...NOTHING, start: request => spans.beginRequest(request), asyncEnd: request => spans.endRequest(request) });
  PLUGIN_RUNS.subscribe({ ...NOTHING, start: run => spans.beginRun(run), asyncEnd: run => spans.end(run) });
  STATEMENTS.subscribe(run => spans.addStatement(run as StatementRun));
}

const NOTHING = { start() {}, end() {}, asyncStart() {}, asyncEnd() {}, error() {} };

class Spans {
  readonly #tracer: Tracer;
  readonly #running = new WeakMap<RequestTrace | PluginRun, Span>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  beginRequest(request: RequestTrace): void {
    const { method, action, query } = describeRequest(request.asked);
    const attributes = { 'http.request.method': method, 'url.query': query, 'client.address': request.asked.ip };
    // Another instrumentation, such as that of HTTP, may have created a parent span.
    const active = context.active();
    const parent = trace.getSpan(active) ? active : propagation.extract(ROOT_CONTEXT, request.asked.headers);
    this.#running.set(request, this.#tracer.startSpan(`${method} ${action ?? 'api'}`, { kind: SpanKind.SERVER, attributes }, parent));
  }
  endRequest(request: RequestTrace): void {
    const span = this.#running.get(request);
    if (request.status !== undefined) span?.setAttribute('http.response.status_code', request.status);
    if (request.status !== undefined && request.status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    this.end(request);
  }
  beginRun(run: PluginRun): void {
    const { trace, parent } = run;
    if (trace instanceof RequestTrace) this.#running.set(run, this.#tracer.startSpan(run.name, {}, this.#within(parent ?? trace)));
  }
  end(run: RequestTrace | PluginRun): void {
    this.#running.get(run)?.end();
    this.#running.delete(run);
  }
  addStatement({ request, run, sql, milliseconds }: StatementRun): void {
    const ended = performance.timeOrigin + performance.now();
    const [operation = ''] = sql.split(/\s/, 1);
    this.#tracer
      .startSpan(
        operation.toUpperCase(),
        { kind: SpanKind.CLIENT, startTime: ended - milliseconds, attributes: { 'db.query.text': sql.slice(0, 2000) } },
        this.#within(run ?? request),
      )
      .end(ended);
  }

  #within(parent: RequestTrace | PluginRun | undefined) {
    const span = parent && this.#running.get(parent);
    return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT;
  }
}
