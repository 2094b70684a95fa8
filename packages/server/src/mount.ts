import type { RequestListener } from 'node:http';
import type { AnyPlugin } from '@wikiquery/core/host';
import { defaultSettings, type Settings } from './config/settings.ts';
import { routesOf } from './http/routes.ts';
import { DatabaseFileWatcher } from './lifecycle/database-file-watcher.ts';
import { RequestLog } from './observability/request-log.ts';
import type { ServerExtension } from './plugins/server-extension.ts';
import { type Assembled, assemble } from './wiki/assemble.ts';

/** The settings of a server, and what else it is made of. Settings that concern its port have no effect. */
export interface WikiqueryOptions extends Partial<Settings> {
  readonly plugins: readonly AnyPlugin[];
  readonly extensions?: readonly ServerExtension[];
}

/** Middleware for an Express application. */
export interface Wikiquery extends RequestListener {
  /** Closes the database. */
  close(): Promise<void>;
}

/**
 * Creates middleware that serves a wiki: `app.use('/wiki', await wikiquery({ database, plugins }))`. Mount it before middleware that reads bodies. Rejects with a
 * StartError that names all problems.
 */
export async function wikiquery({ plugins, extensions = [], ...given }: WikiqueryOptions): Promise<Wikiquery> {
  const settings = { ...defaultSettings(process.cwd()), ...given };
  const app = { root: process.cwd(), load: (name: string) => import(name), plugins, extensions };
  const { createApp } = await import('./http/app.ts');
  const appOf = (assembled: Assembled): RequestListener => {
    const requests = new RequestLog(settings.requestLog);
    return createApp(assembled, routesOf(assembled, requests, settings), requests, settings);
  };
  const first = await assemble(app, settings);
  let current = appOf(first);
  const watcher = new DatabaseFileWatcher(first, next => {
    current = appOf(next);
  });
  const middleware: RequestListener = (request, response) => current(request, response);
  return Object.assign(middleware, {
    async close() {
      await watcher.stop();
      await watcher.current.close();
    },
  });
}
