import { availableParallelism } from 'node:os';
import type { AnyModule, Registry } from '@wikiquery/core/host';
import { type Assembled, assemble } from '../assemble.ts';
import type { App } from '../discovery.ts';
import { EndedSessions } from '../ended-sessions.ts';
import { listen, type RunningServer } from '../http/listen.ts';
import { describeError, log } from '../log.ts';
import { scriptPathOf } from '../script-path.ts';
import { millisOf, type Settings } from '../settings.ts';
import { throttleOf } from '../throttle.ts';
import { isWorker, joinWorkers, type Shared, type Supervised, superviseWorkers } from '../workers/index.ts';
import { afterImport, withImport } from './import.ts';

/** Serves until a signal ends it. Gives the exit code. */
export async function serve(app: App, settings: Settings): Promise<number> {
  if (isWorker) return serveShared(app, afterImport(settings), await joinWorkers(millisOf(settings)));
  const imported = await withImport(settings);
  const workers = imported.workers ?? (imported.database === undefined ? 1 : Math.min(availableParallelism(), MOST_WORKERS));
  if (workers > 1) return superviseWorkers(workers, supervisedOf(settings), stopSignal(), settings);
  const { assembled, server } = await start(app, imported);
  greet(assembled, server);
  await stopSignal();
  await server.stop();
  return 0;
}

/** Workers unless somebody says how many: each has its own memory. */
const MOST_WORKERS = 4;

/** Serves as one of several processes. */
async function serveShared(app: App, settings: Settings, shared: Shared): Promise<number> {
  try {
    const { assembled, server } = await start(app, settings, shared);
    if (shared.isFirst) greet(assembled, server);
    await shared.stopped;
    await server.stop();
    return 0;
  } finally {
    shared.leave();
  }
}

async function start(app: App, settings: Settings, shared?: Shared): Promise<{ assembled: Assembled; server: RunningServer }> {
  const assembled = await assemble(app, settings, shared ? { shared } : {});
  const server = await listen(assembled, settings, shared).catch(async error => {
    await assembled.close();
    throw error;
  });
  surviveErrors();
  return { assembled, server };
}

/** A stray error of one request must not end the others; it is in the log with its stack. */
function surviveErrors(): void {
  process.on('uncaughtException', error => log('error', 'uncaught', { error: describeError(error) }));
  process.on('unhandledRejection', error => log('error', 'unhandled-rejection', { error: describeError(error) }));
}

/** The attempts to log in, and the sessions that ended, of all workers. */
const supervisedOf = (settings: Settings): Supervised => ({
  throttle: throttleOf(settings),
  endedSessions: tell => new EndedSessions(settings.data, { now: millisOf(settings), tell }).open(),
});

function greet(assembled: Assembled, server: RunningServer): void {
  for (const warning of assembled.warnings) console.error(`wikiquery: ${warning}`);
  console.log(greeting(assembled, server));
}

/** The first signal asks to stop; a second one does not wait. */
function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.on(signal, () => process.exit(1));
      resolve();
    });
  }
  return promise;
}

function greeting({ site, registry, formats, database }: Assembled, { origin }: RunningServer): string {
  const api = `${origin}${scriptPathOf(site)}/api.php`;
  // For programs: the one for people needs no mention.
  const format = [...formats.values()].find(({ isDefault }) => !isDefault)?.name;
  return [
    `${String(site.general.sitename)} (${database.engine}, tables of MediaWiki ${database.generation}, ${registry.size} modules) is served at`,
    `  ${api}`,
    'Try:',
    ...requestsToTry(registry, String(site.general.mainpage)).map(
      request => `  curl '${api}?action=query&${request}&format=${format}&formatversion=2'`,
    ),
    `Health: ${origin}/healthz  Metrics: ${origin}/metrics`,
  ].join('\n');
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
