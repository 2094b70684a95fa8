import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import type { ApiResponse } from '@wikiquery/engine';
import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Assembled } from '../assemble.ts';
import { describeError, log, redact } from '../log.ts';
import { scriptPathOf } from '../script-path.ts';
import type { WebRequest } from '../sessions.ts';
import type { Settings } from '../settings.ts';
import { imageFiles } from './images.ts';
import { jsonError } from './json-error.ts';
import { BodyError, readBody } from './request-body.ts';

/** The web application: the API, uploaded files, health and metrics. */
export function createApp(assembled: Assembled, settings: Pick<Settings, 'trustProxy' | 'bodyLimit'>): Express {
  const { site, health, metrics, images } = assembled;
  const scriptPath = scriptPathOf(site);
  const app = express();
  // An entity tag costs a hash of every answer, and answers differ in their tokens and times anyway.
  app.disable('etag').disable('x-powered-by');
  app.set('trust proxy', trusted(settings.trustProxy));

  // pywikibot asks below the root with two slashes.
  const entryPoints = new Set([`${scriptPath}/api.php`, '/api.php', '//api.php']);
  const api = apiHandler(assembled, settings.bodyLimit);
  app.use(compress, (request, response, next) => (entryPoints.has(request.path) ? api(request, response, next) : next()));

  app.get('/healthz', async (_request, response) => {
    const report = await health.report();
    const status = report.status === 'ok' || report.status === 'degraded' ? 200 : 503;
    response
      .status(status)
      .set('Cache-Control', 'no-store')
      .type('application/json')
      .end(`${JSON.stringify(report, undefined, 2)}\n`);
  });
  app.get('/metrics', async (_request, response) => {
    response.type(metrics.contentType).end(await metrics.text());
  });
  if (images !== undefined && site.groups.get('*')?.rights.includes('read')) {
    app.use([...new Set([`${scriptPath}/images`, '/images'])], imageFiles(images));
  }
  app.get('/', (_request, response) => response.redirect(`${scriptPath}/api.php`));
  app.use(missing(`${scriptPath}/api.php`));
  app.use(broken);
  return app;
}

/** Express's setting: nobody, a number of proxies in a row, or the proxies themselves. */
function trusted(proxies: readonly string[]): boolean | number | string[] {
  const [first] = proxies;
  if (first === undefined) return false;
  return proxies.length === 1 && /^\d+$/.test(first) ? Number(first) : [...proxies];
}

/** JSON shrinks to a tenth; small answers fit into one packet anyway. Quick levels: the last percent costs more time than it saves. */
const compress: RequestHandler = compression({
  threshold: 1400,
  level: 3,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  // Who reads no compressed answers gets no Vary header: those that may be shared carry theirs already.
  filter: (request: IncomingMessage, response: ServerResponse) =>
    request.headers['accept-encoding'] !== undefined && compression.filter(request as Request, response as Response),
});

function apiHandler({ answer, metrics }: Assembled, bodyLimit: number): RequestHandler {
  return async (request, response) => {
    const { status, headers, body } = await respond(request, response);
    metrics.request(status);
    if (response.destroyed) return;
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value as string | string[]);
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  async function respond(request: Request, response: Response): Promise<ApiResponse> {
    const { method } = request;
    if (method !== 'GET' && method !== 'POST' && method !== 'HEAD' && method !== 'OPTIONS') return invalidMethod;
    try {
      const body = method === 'POST' ? await readBody(request, bodyLimit) : undefined;
      const controller = new AbortController();
      response.once('close', () => {
        if (!response.writableFinished) controller.abort();
      });
      return await answer({
        method,
        query: queryOf(request.url),
        ...(body !== undefined && { body }),
        headers: request.headers as WebRequest['headers'],
        ip: request.ip ?? '',
        secure: request.secure,
        signal: controller.signal,
      });
    } catch (error) {
      if (!(error instanceof BodyError)) throw error;
      // What is left of the body would be read as the next request.
      return jsonError(error.status, error.code, error.message, { Connection: 'close' });
    }
  }
}

/** The part of the URL behind `?`, which is ASCII: Node refuses others. */
function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

const invalidMethod = jsonError(405, 'invalidmethod', 'This method is not understood here. Use GET or POST.', {
  Allow: 'GET, HEAD, POST, OPTIONS',
});

const missing =
  (entryPoint: string): RequestHandler =>
  ({ method }, response) => {
    const isReading = method === 'GET' || method === 'HEAD';
    const [status, title] = isReading ? [404, 'Not found'] : [405, 'Method not allowed'];
    response.status(status).set('X-Content-Type-Options', 'nosniff').type('text/html');
    if (!isReading) response.set('Allow', 'GET, HEAD');
    const escaped = entryPoint.replaceAll(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);
    response.end(
      `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p>The interface of this wiki is at <a href="${escaped}">${escaped}</a>.</p></html>\n`,
    );
  };

/** What nobody expected: the log tells what, the client that it was not its fault. */
const broken: ErrorRequestHandler = (error, request, response, _next) => {
  log('error', 'request-failed', {
    method: request.method,
    path: request.path,
    query: redact(queryOf(request.url)),
    error: describeError(error),
  });
  if (response.headersSent) return void response.destroy();
  const { status, headers, body } = jsonError(
    500,
    'internal_api_error_Error',
    'The server failed to answer this request; its log tells why.',
  );
  response.writeHead(status, headers as Record<string, string>).end(body);
};
