import type { Revocations, Throttle } from '@wikiquery/accounts';
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
  const discovered = await discoverPlugins(app, settings);
  const watchdog = new Watchdog(settings.held, held => {
    metrics.held(held);
    log('warning', 'thread-held', { ...held });
  });
  const timing = metrics.timeRunsFor(watchdog);
  const ended = shared || settings.upstream ? undefined : await new RevokedSessions(settings.data, { now: millisOf(settings) }).open();
  const limits = new ClientLimits(settings, { processes: shared?.count ?? 1, tell: shared && (spent => shared.clientsSpent(spent)) });
  const bodies = new RequestBodies();
  return {
    app,
    discovered,
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
      timing[Symbol.dispose]();
      watchdog.close();
      limits.close();
      bodies.close();
      await ended?.close();
    },
  };
}
