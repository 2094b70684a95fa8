import type { RequestListener, Server } from 'node:http';
import { Registry } from 'prom-client';
import { type HealthReport, isUp } from '../health.ts';
import { bind, type Place } from './bind.ts';
import { createServer } from './node-http.ts';

/** What balancers and operators ask a server, or several processes together. */
export interface Operated {
  report(): Promise<HealthReport>;
  /** In the text form of Prometheus. */
  metrics(): Promise<string>;
}

/** Answers to requests for one path. */
type Page = (operated: Operated) => Promise<{ readonly status: number; readonly type: string; readonly body: string }>;

/** For balancers: whether the process is there, and whether it wants requests. */
const FOR_BALANCERS: Readonly<Record<string, Page>> = {
  '/livez': async () => ({ status: 200, type: TEXT, body: 'ok\n' }),
  '/readyz': async operated => {
    const report = await operated.report();
    return { status: isUp(report) ? 200 : 503, type: TEXT, body: `${report.status}\n` };
  },
};

/** For operators: these tell about the server. */
const FOR_OPERATORS: Readonly<Record<string, Page>> = {
  '/healthz': async operated => {
    const report = await operated.report();
    return { status: isUp(report) ? 200 : 503, type: 'application/json; charset=utf-8', body: `${JSON.stringify(report, undefined, 2)}\n` };
  },
  '/metrics': async operated => ({ status: 200, type: Registry.PROMETHEUS_CONTENT_TYPE, body: await operated.metrics() }),
};

const TEXT = 'text/plain; charset=utf-8';

/** Answers these paths, and gives true when it does. `all`: those for operators, too. */
export function operatorPages(operated: Operated, all: boolean): (...given: Parameters<RequestListener>) => boolean {
  const pages = new Map(Object.entries({ ...FOR_BALANCERS, ...(all && FOR_OPERATORS) }));
  return (request, response) => {
    const page = pages.get((request.url ?? '').replace(/\?.*$/, ''));
    if (!page || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    page(operated).then(
      ({ status, type, body }) => response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body),
      () => response.writeHead(500, { 'Cache-Control': 'no-store' }).end(),
    );
    return true;
  };
}

/** Serves them at a place of their own. Rejects with a StartError when it is not to be had. */
export async function listenForOperators(operated: Operated, place: Place): Promise<Server> {
  const answer = operatorPages(operated, true);
  const server = createServer((request, response) => {
    if (!answer(request, response))
      response.writeHead(404, { 'Content-Type': TEXT, 'Cache-Control': 'no-store' }).end('/livez /readyz /healthz /metrics\n');
  });
  await bind(server, place);
  return server;
}
