import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { createAccounts } from '@wikiquery/accounts';
import { ApiError, message } from '@wikiquery/core';
import { open } from '@wikiquery/database';
import { type ApiRequest, createApi, createKnown, entryPointNames, help, pageSetParams, paraminfo, query, queryParams } from '@wikiquery/engine';
import { readSite } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import { createUsers, userById } from '@wikiquery/users';
import express from 'express';
import { type App, discover } from './discovery.ts';
import { createSessions } from './identity.ts';

export async function serve(app: App, values: Record<string, string | undefined>): Promise<void> {
  const database = await open(values['database'] ?? '', { prewarm: true });
  const interwikis = await database.db.selectFrom('interwiki').selectAll().execute();
  const description = values['site'] ? JSON.parse(await readFile(values['site'], 'utf8')) : {};
  const site = readSite(description, {}, interwikis as never);
  const titles = createTitles(site);
  const users = createUsers(site, titles);
  const reserved = [...entryPointNames(), ...Object.keys(pageSetParams), ...Object.keys(queryParams)];
  const { registry, problems } = await discover(app, { reserved, services: new Set(), exclude: [] });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const clock = values['clock'] ? () => new Date(values['clock'] as string) : () => new Date();
  const accounts = createAccounts({ db: database.db, site, users, now: () => clock().getTime() });
  const sessions = createSessions(accounts);
  const known = createKnown(site, () => false);
  const wiki = { site, titles, users, registry, known, services: new Map(), userById };
  const all = () => actions;
  const actions = [query, ...sessions.actions, paraminfo(registry, all), help(registry, all, '')];
  const api = createApi({
    wiki,
    actions,
    clock,
    database: signal => database.forRequest({ signal, deadline: performance.now() + 30_000 }),
    identify: sessions.identify,
    lag: async () => undefined,
    hostname: hostname(),
    documentation: '',
    failure(error) {
      console.error(error);
      return { error: new ApiError(message('internal_api_error_Error', String(error))), status: 200, headers: {} };
    },
  });

  const http = express();
  http.disable('etag').disable('x-powered-by');
  http.use(express.text({ type: 'application/x-www-form-urlencoded', limit: '8mb' }));
  http.use(async (request, response) => {
    const controller = new AbortController();
    response.on('close', () => response.writableEnded || controller.abort());
    const at = request.originalUrl.indexOf('?');
    const apiRequest: ApiRequest = {
      method: request.method as ApiRequest['method'],
      query: at < 0 ? '' : request.originalUrl.slice(at + 1),
      ...(typeof request.body === 'string' && { body: request.body }),
      headers: request.headers as Record<string, string>,
      ip: request.ip ?? '',
      signal: controller.signal,
    };
    const { status, headers, body } = await api(apiRequest);
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const cookies = await sessions.cookies(apiRequest);
    if (cookies.length > 0) response.setHeader('Set-Cookie', cookies);
    response.end(body);
  });
  const server = http.listen(Number(values['port'] ?? 8080), values['host'] ?? '127.0.0.1', () => {
    const address = server.address() as { port: number };
    console.log(`http://127.0.0.1:${address.port}${String(site.general['scriptpath'])}/api.php`);
  });
}
