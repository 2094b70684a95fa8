import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { AnyModule, Registry } from '@wikiquery/core/host';
import { print } from '@wikiquery/hardening';
import { millisOf, type Settings } from '../config/settings.ts';
import { originOf } from '../http/bind.ts';
import { listen, listenForMany, type RunningServer } from '../http/listen.ts';
import { proxyAdvice } from '../http/undeclared-proxy.ts';
import { type Reload, takeReloads } from '../lifecycle/control-socket.ts';
import { collectWhenIdle } from '../lifecycle/idle-gc.ts';
import { describeError, log, logWarningsOfNode, say } from '../observability/log.ts';
import type { Watchdog } from '../observability/watchdog.ts';
import type { App } from '../plugins/discovery.ts';
import { RevokedSessions } from '../sessions/revoked-sessions.ts';
import { withSecretKey } from '../sessions/secret-key.ts';
import { throttleOf } from '../sessions/throttle.ts';
import { oneLine, StartError } from '../start-error.ts';
import { type Assembled, assemble } from '../wiki/assemble.ts';
import { scriptPathOf } from '../wiki/script-path.ts';
import { Wikis } from '../wikis/wikis.ts';
import { isWorker, joinWorkers, type Shared, type Supervised, superviseWorkers, workersOf } from '../workers/index.ts';
import { afterImport, withImport } from './import.ts';

/** Serves until a signal ends it. Gives the exit code. `readAgain` gives the settings as they are now. */
export async function serve(app: App, settings: Settings, readAgain: () => Promise<Settings>): Promise<number> {
  if (isWorker) return serveShared(app, afterImport(settings), await joinWorkers(millisOf(settings)), readAgain);
  const imported = await withSecretKey(await withImport(settings), warning => say('warning', 'starting', warning));
  const isSample = imported.database === undefined && imported.wikis === undefined;
  const workers = isSample ? (imported.workers ?? 1) : workersOf(imported);
  if (workers > 1) return superviseWorkers(workers, supervisedOf(imported), stopSignal(), settings);
  const { greet, server } = await start(app, imported);
  greet();
  const endReloads = await takeReloads(reloadOf(server, imported, readAgain), settings.data, server.place);
  if ((await stopSignal()) === 'SIGTERM' && settings.drain > 0) {
    log('info', 'draining', { seconds: settings.drain });
    server.drain();
    await delay(settings.drain * 1000);
  }
  endReloads();
  await server.stop();
  return 0;
}

/** Serves as one of several processes. */
async function serveShared(app: App, given: Settings, shared: Shared, readAgain: () => Promise<Settings>): Promise<number> {
  const settings = { ...given, secretKey: given.secretKey ?? shared.secretKey };
  try {
    const { greet, server } = await start(app, settings, shared);
    shared.answer({ drain: () => server.drain(), reload: reloadOf(server, settings, readAgain) });
    if (shared.isFirst) greet();
    await shared.stopped;
    await server.stop();
    return 0;
  } finally {
    shared.leave();
  }
}

/** What a server that runs does not change. */
const FIXED = [
  'host',
  'port',
  'admin',
  'workers',
  'data',
  'clock',
  'upstream',
  'headersTimeout',
  'requestTimeout',
  'idleTimeout',
  'clients',
  'clientsPerAddress',
  'stuck',
  'held',
  'drain',
  'grace',
] as const satisfies readonly (keyof Settings)[];

/** Takes the settings as they are now, but for those that are for the next start. */
function reloadOf(server: RunningServer, first: Settings, readAgain: () => Promise<Settings>): Reload {
  return async () => {
    try {
      const again = afterImport(await readAgain());
      // All processes share a generated key until they exit.
      const read = { ...again, secretKey: again.secretKey ?? first.secretKey };
      const changed = FIXED.filter(name => JSON.stringify(read[name]) !== JSON.stringify(first[name]));
      if (changed.length > 0) log('warning', 'for-the-next-start', { settings: changed });
      await server.reload({ ...read, ...Object.fromEntries(FIXED.map(name => [name, first[name]])) });
      return [];
    } catch (error) {
      return error instanceof StartError ? error.problems : [oneLine(error)];
    }
  };
}

interface Started {
  readonly server: RunningServer;
  readonly watchdog: Watchdog;
  /** Tells whoever started it what there is. */
  greet(): void;
}

async function start(app: App, settings: Settings, shared?: Shared): Promise<Started> {
  logWarningsOfNode();
  await observeSpans();
  const started = await (settings.wikis ? startMany : startOne)(app, settings, shared);
  surviveErrors();
  collectWhenIdle(work => started.watchdog.unwatched(work));
  return started;
}

async function startOne(app: App, settings: Settings, shared: Shared | undefined): Promise<Started> {
  const assembled = await assemble(app, settings, shared ? { shared } : {});
  const server = await listen(assembled, settings, shared).catch(async error => {
    await assembled.close();
    throw error;
  });
  return {
    server,
    watchdog: assembled.watchdog,
    greet() {
      for (const warning of assembled.warnings) say('warning', 'starting', warning);
      warnOfProxy(settings, assembled.site.urls.expand('/'));
      print(...greeting(assembled, server, settings));
    },
  };
}

/** Opening wikis leaves much behind; V8 would let that grow to four times what is in use. */
const IN_LITTLE_MEMORY = ['--semi-space-growth-factor=1', '--heap-growing-percent=50'];

async function startMany(app: App, settings: Settings, shared: Shared | undefined): Promise<Started> {
  for (const flag of IN_LITTLE_MEMORY) setFlagsFromString(flag);
  const warnings: string[] = [];
  const wikis = await Wikis.prepare(app, settings, { shared }, warning => warnings.push(warning));
  const server = await listenForMany(wikis, settings, shared).catch(async error => {
    await wikis.close();
    throw error;
  });
  return {
    server,
    watchdog: wikis.context.watchdog,
    greet() {
      for (const warning of warnings) say('warning', 'starting', warning);
      const { names, hosts } = wikis;
      if (hosts[0] !== undefined) warnOfProxy(settings, `http://${hosts[0]}/`);
      const [first = 'NAME'] = names;
      const operators = operatorsOf(server, settings);
      print(`${names.length} wikis are served, the first at`, `  ${server.origin}/${first}/w/api.php`);
      print(`Start page: ${server.origin}/  Health: ${operators}/healthz  Metrics: ${operators}/metrics`);
    },
  };
}

function warnOfProxy(settings: Settings, address: string): void {
  const advice = proxyAdvice(settings, address);
  if (advice !== undefined) say('warning', 'starting', advice);
}

/** Where no SDK of OpenTelemetry has registered itself, its API is not loaded: a hundred files. */
async function observeSpans(): Promise<void> {
  if (Object.hasOwn(globalThis, Symbol.for('opentelemetry.js.api.1'))) (await import('../observability/spans.ts')).recordSpans();
}

/** A stray error of one request must not end the others; it is in the log with its stack. */
function surviveErrors(): void {
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', error => log('error', 'uncaught', { error: describeError(error) }));
  process.on('unhandledRejection', error => log('error', 'unhandled-rejection', { error: describeError(error) }));
}

/** State that all workers share: the secret key, login attempts and revoked sessions. */
const supervisedOf = (settings: Settings): Supervised => ({
  secretKey: settings.secretKey,
  throttle: throttleOf(settings),
  endedSessions: tell => new RevokedSessions(settings.data, { now: millisOf(settings), tell }).open(),
});

/** The first signal asks to stop; a second one does not wait. */
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

const operatorsOf = ({ origin }: RunningServer, { admin }: Settings): string =>
  admin && 'path' in admin ? admin.path : admin ? originOf(admin) : origin;

function greeting({ site, registry, formats, database }: Assembled, server: RunningServer, settings: Settings): string[] {
  const { origin, place } = server;
  const api = `${origin}${scriptPathOf(site)}/api.php`;
  const curl = 'path' in place ? `curl --unix-socket ${place.path}` : 'curl';
  const operators = operatorsOf(server, settings);
  // For programs: the one for people needs no mention.
  const format = [...formats.values()].find(({ isDefault }) => !isDefault)?.name;
  return [
    `${String(site.general.sitename)} (${database.engine}, tables of MediaWiki ${database.layout.release}, ${registry.size} modules) is served at`,
    `  ${api}`,
    'Try:',
    ...requestsToTry(registry, String(site.general.mainpage)).map(
      request => `  ${curl} '${api}?action=query&${request}&format=${format}&formatversion=2'`,
    ),
    `Health: ${operators}/healthz  Metrics: ${operators}/metrics`,
  ];
}

/** An example of a meta and of a list module, and properties of the main page; what every server answers where there are none. */
function requestsToTry(registry: Registry, mainPage: string): string[] {
  const modules = [...registry.values()].filter(({ deprecated, internal }) => !deprecated && !internal);
  const of = (group: AnyModule['group']) => modules.filter(module => module.group === group);
  const examples = [of('meta'), of('list')].flatMap(group =>
    group.flatMap(module => Object.keys(module.examples ?? {}).slice(0, 1)).slice(0, 1),
  );
  const props = of('prop').slice(0, 2);
  const titles = `titles=${encodeURIComponent(mainPage.replaceAll(' ', '_'))}`;
  const aboutPage = props.length > 0 ? [`prop=${props.map(({ name }) => name).join('|')}&${titles}`] : [];
  return [...examples, ...aboutPage, titles, `${titles}&redirects`, 'pageids=1'].slice(0, 3);
}
