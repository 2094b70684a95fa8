import { setTimeout as delay } from 'node:timers/promises';
import type { Registry } from '@wikiquery/core/host';
import { print } from '@wikiquery/hardening';
import { millisOf, type Settings, settingTable } from '../config/settings.ts';
import { originOf } from '../http/bind.ts';
import { listen } from '../http/listen.ts';
import { builtPages, rootPage } from '../http/pages.ts';
import { proxyAdvice } from '../http/undeclared-proxy.ts';
import { type Reload, takeReloads } from '../lifecycle/control-socket.ts';
import { collectWhenIdle } from '../lifecycle/idle-gc.ts';
import type { ProcessGroup } from '../lifecycle/process-group.ts';
import type { RunningServer } from '../lifecycle/running-server.ts';
import { describeError, log, logWarningsOfNode, say } from '../observability/log.ts';
import { serverExtensions } from '../plugins/discovery.ts';
import { hostingOf, processesOf } from '../plugins/hosting.ts';
import type { App, StartedServer, SupervisedState } from '../plugins/server-extension.ts';
import { RevokedSessions } from '../sessions/revoked-sessions.ts';
import { withSecretKey } from '../sessions/secret-key.ts';
import { throttleOf } from '../sessions/throttle.ts';
import { openSharedStore } from '../sharing/open-store.ts';
import { oneLine, StartError } from '../start-error.ts';
import { type Assembled, assemble } from '../wiki/assemble.ts';
import { scriptPathOf } from '../wiki/script-path.ts';
import { afterImport, withImport } from './import.ts';

/** Serves until a signal arrives. `readAgain`: reads the settings again, for a reload. Returns the exit code. */
export async function serve(app: App, settings: Settings, readAgain: () => Promise<Settings>): Promise<number> {
  const processes = await processesOf(app, settings);
  const group = await processes?.join();
  if (group) return serveInGroup(app, afterImport(settings), group, readAgain);
  const imported = await withImport(app, settings);
  // Nobody runs several servers of the sample wiki.
  const isSample = await servesSample(app, imported);
  const prepared = await withSecretKey(imported, warning => isSample || say('warning', 'startup', warning));
  const supervised = processes?.supervise(prepared, await supervisedOf(app, prepared));
  if (supervised) return supervised;
  const { greet, server } = await start(app, prepared);
  greet();
  const endReloads = await takeReloads(await reloadOf(app, server, prepared, readAgain), settings.data, server.place);
  if ((await stopSignal()) === 'SIGTERM' && settings.drain > 0) {
    log('info', 'draining', { seconds: settings.drain / 1000 });
    server.drain();
    await delay(settings.drain);
  }
  endReloads();
  await server.stop();
  return 0;
}

async function serveInGroup(app: App, given: Settings, group: ProcessGroup, readAgain: () => Promise<Settings>): Promise<number> {
  const settings = { ...given, secretKey: given.secretKey ?? group.secretKey };
  try {
    const { greet, server } = await start(app, settings, group);
    group.answer({ drain: () => server.drain(), reload: await reloadOf(app, server, settings, readAgain) });
    if (group.isFirst) greet();
    await group.stopped;
    await server.stop();
    return 0;
  } finally {
    group.leave();
  }
}

async function supervisedOf(app: App, settings: Settings): Promise<SupervisedState> {
  return {
    isSample: await servesSample(app, settings),
    openSharedStore: async server => openSharedStore(await serverExtensions(app), settings, server),
    throttle: shared => throttleOf(settings, shared),
    revokedSessions: options => new RevokedSessions(settings.data, { now: millisOf(settings), ...options }).open(),
    stopSignal,
  };
}

const servesSample = async (app: App, settings: Settings): Promise<boolean> =>
  settings.database === undefined && (await hostingOf(app, settings)) === undefined;

/** Creates a function that applies the current settings, except those that require a restart. */
async function reloadOf(app: App, server: RunningServer, first: Settings, readAgain: () => Promise<Settings>): Promise<Reload> {
  const table = settingTable(await serverExtensions(app));
  const fixed = Object.keys(table).filter(name => table[name]?.fixed);
  const givenFor = (settings: Settings, name: string): unknown => (settings as unknown as Record<string, unknown>)[name];
  return async () => {
    try {
      const next = afterImport(await readAgain());
      // All processes share a generated key until they exit.
      const read = { ...next, secretKey: next.secretKey ?? first.secretKey };
      const changed = fixed.filter(name => JSON.stringify(givenFor(read, name)) !== JSON.stringify(givenFor(first, name)));
      if (changed.length > 0) log('warning', 'restart-required', { settings: changed });
      await server.reload({ ...read, ...Object.fromEntries(fixed.map(name => [name, givenFor(first, name)])) });
      return { problems: [], restart: changed };
    } catch (error) {
      return { problems: error instanceof StartError ? error.problems : [oneLine(error)], restart: [] };
    }
  };
}

async function start(app: App, settings: Settings, group?: ProcessGroup): Promise<StartedServer> {
  logWarningsOfNode();
  await observeSpans();
  const many = await hostingOf(app, settings);
  const started = await (many ? many.start(app, group) : startOne(app, settings, group));
  surviveErrors();
  collectWhenIdle(work => started.watchdog.unwatched(work));
  return started;
}

async function startOne(app: App, settings: Settings, group: ProcessGroup | undefined): Promise<StartedServer> {
  const assembled = await assemble(app, settings, group ? { group } : {});
  const server = await listen(assembled, settings, group).catch(async error => {
    await assembled.close();
    throw error;
  });
  return {
    server,
    watchdog: assembled.context.watchdog,
    greet() {
      for (const warning of assembled.notes.warnings) say('warning', 'startup', warning);
      warnOfProxy(settings, assembled.site.urls.expand('/'));
      print(...greeting(assembled, server, settings));
    },
  };
}

/** Warns if `trustProxy` seems to lack a proxy. `address`: the wiki's URL for clients. */
export function warnOfProxy(settings: Settings, address: string): void {
  const advice = proxyAdvice(settings, address);
  if (advice !== undefined) say('warning', 'startup', advice);
}

/** Records spans if an OpenTelemetry SDK is registered. Otherwise its API, a hundred files, is not loaded. */
async function observeSpans(): Promise<void> {
  if (Object.hasOwn(globalThis, Symbol.for('opentelemetry.js.api.1'))) (await import('../observability/spans.ts')).recordSpans();
}

/** Logs uncaught errors instead of exiting: the error of one request must not end other requests. */
function surviveErrors(): void {
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', error => log('error', 'uncaught', { error: describeError(error) }));
  process.on('unhandledRejection', error => log('error', 'unhandled-rejection', { error: describeError(error) }));
}

/** Resolves to the first signal. If the same signal arrives again, the process exits at once. */
function stopSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.on(signal, () => process.exit(1));
      resolve(signal);
    });
  }
  return promise;
}

/** Returns the address of health checks and metrics. */
export const operatorsOf = ({ origin }: RunningServer, { admin }: Settings): string =>
  admin && 'path' in admin ? admin.path : admin ? originOf(admin) : origin;

function greeting(assembled: Assembled, server: RunningServer, settings: Settings): string[] {
  const { site, plugins, database, context } = assembled;
  const { registry, formats } = plugins;
  const { origin, place } = server;
  const api = `${origin}${scriptPathOf(site)}/api.php`;
  const curl = 'path' in place ? `curl --unix-socket ${place.path}` : 'curl';
  const operators = operatorsOf(server, settings);
  // The default format is for people; this one is for programs.
  const format = [...formats.values()].find(({ isDefault }) => !isDefault)?.name;
  // Browsers do not open Unix sockets.
  const pages = 'path' in place ? [] : builtPages(context.discovered.pages);
  return [
    ...pages.map(page => `Web UI (${page.name}): ${origin}/${page === rootPage(pages) ? '' : `${page.name}/`}`),
    `API of ${String(site.general.sitename)} (${database.engine}, tables of MediaWiki ${database.layout.release}, ${registry.size} modules):`,
    `  ${api}`,
    'Try:',
    ...requestsToTry(context.discovered.requests, registry, String(site.general.mainpage)).map(
      request => `  ${curl} '${api}?action=query&${request}&format=${format}&formatversion=2'`,
    ),
    `Health: ${operators}/healthz  Metrics: ${operators}/metrics`,
  ];
}

/** Returns three example queries: those of the app that the installed modules can answer, and examples of modules. */
function requestsToTry(requests: readonly string[], registry: Registry, mainPage: string): string[] {
  const titles = encodeURIComponent(mainPage.replaceAll(' ', '_'));
  const given = requests
    .map(request => request.replace('{mainpage}', () => titles))
    .filter(request => modulesOf(request).every(name => registry.has(name)));
  const modules = [...registry.values()].filter(({ deprecated, internal }) => !deprecated && !internal);
  const examples = modules.flatMap(({ examples = {} }) => Object.keys(examples).slice(0, 1));
  return [...given, ...examples, `titles=${titles}`].slice(0, 3);
}

const modulesOf = (request: string): string[] =>
  ['prop', 'list', 'meta', 'generator'].flatMap(group => new URLSearchParams(request).get(group)?.split('|') ?? []);
