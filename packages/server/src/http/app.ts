import { escapeHtml } from '@wikiquery/html';
import { isPublicWiki } from '@wikiquery/users';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Settings } from '../config/settings.ts';
import { admissionFor, CHECKS } from '../limits/admission.ts';
import type { RequestLog } from '../observability/request-log.ts';
import type { Assembled } from '../wiki/assemble.ts';
import { scriptPathOf } from '../wiki/script-path.ts';
import { descriptions } from './descriptions.ts';
import { type EndpointRoute, PAGES } from './endpoints.ts';
import { fail, pathOf } from './fail.ts';
import { imageFiles } from './images.ts';
import { isForOperators, type Operated, operatorPages } from './operators.ts';
import { pageFiles } from './pages.ts';
import { METHODS, methodRefused, type Routes, toOriginForm } from './routes.ts';
import { send } from './send.ts';
import { type HttpFailure, refuseRequest } from './send-file.ts';

type AppSettings = Pick<Settings, 'admin' | 'trustProxy'>;

/** Creates the HTTP layer of a wiki as an Express application. The order of its middleware is significant. */
export function createApp(assembled: Assembled, { api, rest, pages, added }: Routes, requests: RequestLog, settings: AppSettings): Express {
  const { health, context, images, site } = assembled;
  const scriptPath = scriptPathOf(site);
  const entryPoint = `${scriptPath}/api.php`;
  const operated: Operated = { report: () => health.report(), metrics: () => context.metrics.text() };
  const respondToOperators = operatorPages(operated, settings.admin === undefined, admissionFor(context, settings, CHECKS));
  const admits = admissionFor(context, settings);
  const app = express();
  app.disable('etag').disable('x-powered-by');
  app.use((request, response, next) => {
    toOriginForm(request);
    if (!isForOperators(pathOf(request.url))) requests.begin(request, response);
    next();
  });
  app.use(serve(api));
  if (rest) app.use(serve(rest));
  if (pages) app.use(serve(pages));
  app.use((request, response, next) => {
    const path = pathOf(request.url);
    const isKnown = METHODS.has(request.method) || added.some(route => route.methods.has(request.method) && route.matches(path));
    if (isKnown) next();
    else void send(response, methodRefused(METHODS));
  });
  app.use((request, response, next) => respondToOperators(request, response) || next());
  app.use((_request, response, next) => {
    response.set(REVALIDATED);
    next();
  });
  // A web UI loads many files at once. The server sends them from memory, and does not count them toward the client's limits.
  app.use(pageFiles(context.discovered.pages));
  // These requests count as the requests that they send to the API. An extension can replace the handler of uploaded files.
  for (const route of added) app.use(serve(route));
  if (images !== undefined && isPublicWiki(site)) app.use([...new Set([`${scriptPath}/images`, '/images'])], imageFiles(images));
  app.use((request, response, next) => {
    if (admits(request, response)) next();
  });
  app.use(descriptions(assembled));
  app.get('/', (request, response) => {
    response.type('text/plain').end(`The API of ${String(site.general.sitename)} is at ${request.baseUrl}${entryPoint}\n`);
  });
  app.all([...new Set([`${scriptPath}/${PAGES}`, `/${PAGES}`])], notPages(entryPoint, site.general.sitename));
  app.use(missing(entryPoint));
  app.use(broken);
  return app;
}

/** Creates middleware that matches the raw path. Routes of Express would decode it, which fails for titles that are not UTF-8. */
const serve =
  ({ matches, methods, handler }: EndpointRoute): RequestHandler =>
  (request, response, next) => {
    if (!matches(pathOf(request.url))) next();
    else if (methods.has(request.method)) handler(request, response);
    else void send(response, methodRefused(methods));
  };

/** Default for responses that set no lifetime: caches must revalidate them before each use. */
const REVALIDATED = { 'Cache-Control': 'no-cache' };

const missing =
  (entryPoint: string): RequestHandler =>
  ({ method, baseUrl }, response) => {
    const isReading = method === 'GET' || method === 'HEAD';
    const [status, title] = isReading ? [404, 'Not found'] : [405, 'Method not allowed'];
    // Express removes the headers that were set earlier if it fails to send a file.
    response.status(status).set(REVALIDATED).set('X-Content-Type-Options', 'nosniff').type('text/html');
    if (!isReading) response.set('Allow', 'GET, HEAD');
    response.end(pageOf(String(title), `The API of this wiki is at ${linkTo(baseUrl + entryPoint)}.`));
  };

/** Explains to users who open a wiki page that this server has only the API. */
const notPages =
  (entryPoint: string, wiki: unknown): RequestHandler =>
  ({ baseUrl }, response) => {
    const here = `This server provides the API of ${typeof wiki === 'string' && wiki !== '' ? escapeHtml(wiki) : 'a wiki'} at ${linkTo(baseUrl + entryPoint)}.`;
    response.status(404).set('X-Content-Type-Options', 'nosniff').type('text/html');
    response.end(pageOf('No pages here', `${here} Only the wiki itself shows its pages.`));
  };

const pageOf = (title: string, html: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p>${html}</p></html>\n`;

const linkTo = (url: string): string => `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;

/** Handles errors from Express. Client errors are not logged as server failures. */
const broken: ErrorRequestHandler = (error: HttpFailure, request, response, _next) => {
  if (!refuseRequest(error, response)) fail(error, request, response);
};
