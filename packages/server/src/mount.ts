import type { RequestListener } from 'node:http';
import type { AnyPlugin } from '@wikiquery/core/host';
import { settingsFrom } from './config/read-settings.ts';
import { type Settings, settingTable } from './config/settings.ts';
import { routesOf } from './http/routes.ts';
import { DatabaseFileWatcher } from './lifecycle/database-file-watcher.ts';
import { log } from './observability/log.ts';
import { RequestLog } from './observability/request-log.ts';
import type { ServerExtension } from './plugins/server-extension.ts';
import { StartError } from './start-error.ts';
import { type Assembled, assemble } from './wiki/assemble.ts';

type DurationSetting =
  | 'maxLag'
  | 'deadline'
  | 'slow'
  | 'clientDatabase'
  | 'held'
  | 'drain'
  | 'grace'
  | 'headersTimeout'
  | 'requestTimeout'
  | 'idleTimeout';

/**
 * The server's settings by name, its plugins and its extensions. Durations are strings with a unit (`'5s'`). Settings for listening and
 * connections (`host`, `port`, `clients` …) have no effect. `trustProxy` replaces Express's `trust proxy`: it specifies the proxies in
 * front of the host application.
 */
export interface WikiqueryOptions extends Partial<Omit<Settings, DurationSetting>>, Partial<Record<DurationSetting, string>> {
  readonly database: string;
  /** Query modules, actions, formats and routes. Plugins in the package.json of the host application are not loaded. */
  readonly plugins: readonly AnyPlugin[];
  readonly extensions?: readonly ServerExtension[];
  readonly [setting: string]: unknown;
}

/** Express middleware that serves a wiki. */
export interface Wikiquery extends RequestListener {
  /** Waits for running requests, then closes the database. Close the HTTP server first. */
  close(): Promise<void>;
}

/**
 * Creates Express middleware that serves a wiki: `app.use('/wiki', await wikiquery({ database, plugins }))`. Mount it before middleware
 * that reads request bodies or is asynchronous. Rejects with a StartError that lists all problems.
 */
export async function wikiquery({ plugins, extensions = [], ...given }: WikiqueryOptions): Promise<Wikiquery> {
  const root = process.cwd();
  if (given.database === undefined) throw new StartError(['Name the database of the wiki with the option "database".']);
  const settings = settingsFrom(given, root, settingTable(extensions));
  const app = { root, load: (name: string) => import(name), plugins, extensions };
  const { createApp } = await import('./http/app.ts');
  const appOf = (assembled: Assembled): RequestListener => {
    const requests = new RequestLog(settings.requestLog);
    return createApp(assembled, routesOf(assembled, requests, settings), requests, settings);
  };
  const first = await assemble(app, settings);
  for (const problem of first.notes.warnings) log('warning', 'startup', { problem });
  let current = appOf(first);
  const watcher = new DatabaseFileWatcher(first, next => {
    current = appOf(next);
  });
  const middleware: RequestListener = (request, response) => current(request, response);
  return Object.assign(middleware, {
    async close() {
      watcher.current.health.readiness.isStopping = true;
      await watcher.stop();
      await watcher.current.drain();
      await watcher.current.close();
    },
  });
}
