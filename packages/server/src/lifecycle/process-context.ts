import type { Revocations, Throttle } from '@wikiquery/accounts';
import type { Registry } from '@wikiquery/core/host';
import type { Statement } from '@wikiquery/database';
import { millisOf, type Settings } from '../config/settings.ts';
import { ClientLimits } from '../limits/client-limits.ts';
import { RequestBodies } from '../limits/request-bodies.ts';
import { log } from '../observability/log.ts';
import { Metrics } from '../observability/metrics.ts';
import { Watchdog } from '../observability/watchdog.ts';
import { type App, type Discovered, discoverPlugins } from '../plugins/discovery.ts';
import { RevokedSessions } from '../sessions/revoked-sessions.ts';
import { throttleOf } from '../sessions/throttle.ts';
import type { Shared } from '../workers/index.ts';

/** What stands around a server. */
export interface ServerHooks {
  /** For tools that look at what it does: is told of every statement, with the values that are bound to it. */
  readonly statement?: ((statement: Statement) => void) | undefined;
  /** The other processes that answer for the same wikis. */
  readonly shared?: Shared | undefined;
  /** What is rendered is made beforehand, for all who will ask. */
  readonly ahead?: boolean | undefined;
}

/** What a process has once, however many wikis it answers for. */
export interface ProcessContext extends ServerHooks {
  readonly app: App;
  readonly discovered: Discovered;
  /** The query modules, timed. */
  readonly modules: Registry;
  readonly metrics: Metrics;
  readonly limits: ClientLimits;
  readonly bodies: RequestBodies;
  readonly throttle: Throttle;
  /** Of sessions that this server, or the others with it, have ended; undefined where the wiki keeps them. */
  readonly revocations: Revocations | undefined;
  readonly watchdog: Watchdog;
  close(): Promise<void>;
}

export async function prepareProcess(app: App, settings: Settings, { statement, shared, ahead }: ServerHooks): Promise<ProcessContext> {
  const metrics = new Metrics(shared?.metrics);
  const found = await modulesFor({ app, metrics }, settings);
  const watchdog = new Watchdog(settings.held, held => {
    metrics.held(held);
    log('warning', 'thread-held', { ...held });
  });
  const ended = shared || settings.upstream ? undefined : await new RevokedSessions(settings.data, { now: millisOf(settings) }).open();
  const limits = new ClientLimits(settings, { processes: shared?.count ?? 1, tell: shared && (spent => shared.clientsSpent(spent)) });
  const bodies = new RequestBodies();
  return {
    app,
    ...found,
    metrics,
    limits,
    bodies,
    throttle: shared?.throttle ?? throttleOf(settings),
    revocations: shared?.revocations ?? ended,
    watchdog,
    statement,
    shared,
    ahead,
    async close() {
      watchdog.close();
      limits.close();
      bodies.close();
      await ended?.close();
    },
  };
}

/** The modules that a server with these settings has. */
export async function modulesFor(
  { app, metrics }: Pick<ProcessContext, 'app' | 'metrics'>,
  settings: Settings,
): Promise<Pick<ProcessContext, 'discovered' | 'modules'>> {
  const discovered = await discoverPlugins(app, settings);
  return { discovered, modules: metrics.timeModules(discovered.registry) };
}
