import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Registry } from 'prom-client';
import { type HealthReport, isUp } from '../observability/health.ts';
import { bind, type ListenAddress } from './bind.ts';
import { EncodedText } from './encodings.ts';
import { createServer } from './node-http.ts';
import { sendCached } from './send.ts';

/** Health and metrics of a server, or of several processes together. */
export interface Operated {
  report(): Promise<HealthReport>;
  /** Returns the metrics in the text format of Prometheus. */
  metrics(): Promise<string>;
}

/** Returns whether the client is within its limits. If not, sends the error response. */
export type Admission = (request: IncomingMessage, response: ServerResponse) => boolean;

type Page = () => Promise<{ readonly status: number; readonly type: string; readonly body: EncodedText }>;

/** Pages that return whether the process runs (`/livez`), and whether it is ready for traffic (`/readyz`). */
const forBalancers = (operated: Operated): Readonly<Record<string, Page>> => ({
  '/livez': async () => ({ status: 200, type: TEXT, body: new EncodedText('ok\n') }),
  '/readyz': async () => {
    const report = await operated.report();
    return { status: isUp(report) ? 200 : 503, type: TEXT, body: new EncodedText(`${report.status}\n`) };
  },
});

/** Pages with details about the server. */
function forOperators(operated: Operated): Readonly<Record<string, Page>> {
  const metrics = cachedFor(FRESH, async () => new EncodedText(await operated.metrics()));
  return {
    '/healthz': async () => {
      const report = await operated.report();
      return { status: isUp(report) ? 200 : 503, type: JSON_TYPE, body: new EncodedText(`${JSON.stringify(report, undefined, 2)}\n`) };
    },
    '/metrics': async () => ({ status: 200, type: Registry.PROMETHEUS_CONTENT_TYPE, body: await metrics() }),
  };
}

/** Milliseconds for which metrics are cached, because collecting them queries all processes. */
const FRESH = 1000;

function cachedFor<T>(milliseconds: number, make: () => Promise<T>): () => Promise<T> {
  let until = Number.NEGATIVE_INFINITY;
  let value: Promise<T>;
  return () => {
    const now = performance.now();
    if (now < until) return value;
    until = now + milliseconds;
    value = make();
    // Failures are not cached.
    value.catch(() => (until = Number.NEGATIVE_INFINITY));
    return value;
  };
}

const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

const PATHS: ReadonlySet<string> = new Set(['/livez', '/readyz', '/healthz', '/metrics']);

/** Whether a path is one of the pages of this file, which load balancers and monitoring systems request every few seconds. */
export const isForOperators = (path: string): boolean => PATHS.has(path);

/** Creates a handler for `/livez` and `/readyz` and, if `all`, `/healthz` and `/metrics`. It returns whether it handles a request. */
export function operatorPages(
  operated: Operated,
  all: boolean,
  admits: Admission = () => true,
): (...given: Parameters<RequestListener>) => boolean {
  const pages = new Map(Object.entries({ ...forBalancers(operated), ...(all && forOperators(operated)) }));
  return (request, response) => {
    const page = pages.get((request.url ?? '').replace(/\?.*$/, ''));
    if (!page || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    if (!admits(request, response)) return true;
    page().then(
      ({ status, type, body }) => sendCached(response, status, { 'Content-Type': type, 'Cache-Control': 'no-store' }, body),
      () => response.writeHead(500, { 'Cache-Control': 'no-store' }).end(),
    );
    return true;
  };
}

/** Serves health checks and metrics at a separate address. Rejects with a StartError if the address is unavailable. */
export async function listenForOperators(operated: Operated, place: ListenAddress): Promise<Server> {
  const answer = operatorPages(operated, true);
  const server = createServer((request, response) => {
    if (!answer(request, response))
      response.writeHead(404, { 'Content-Type': TEXT, 'Cache-Control': 'no-store' }).end('/livez /readyz /healthz /metrics\n');
  });
  await bind(server, place);
  return server;
}
