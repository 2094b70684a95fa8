import type { Revocations, Throttle } from '@wikiquery/accounts';
import type { Statement } from '@wikiquery/database';
import { millisOf, type Settings } from '../config/settings.ts';
import { lazy } from '../lazy.ts';
import { ClientLimits, type Spending } from '../limits/client-limits.ts';
import { RequestBodies } from '../limits/request-bodies.ts';
import { log } from '../observability/log.ts';
import { Metrics } from '../observability/metrics.ts';
import { Watchdog } from '../observability/watchdog.ts';
import { type Discovered, discoverPlugins } from '../plugins/discovery.ts';
import type { App } from '../plugins/server-extension.ts';
import { RevokedSessions } from '../sessions/revoked-sessions.ts';
import { throttleOf } from '../sessions/throttle.ts';
import { CLIENTS_SPENT, type ProcessGroup } from './process-group.ts';

/** Additions of the caller of `assemble`. */
export interface ServerHooks {
  /** Receives every statement with its bound values, for tools. */
  readonly statement?: ((statement: Statement) => void) | undefined;
  /** The other processes that serve the same wikis. */
  readonly group?: ProcessGroup | undefined;
  /** Renders pages before clients request them. Extensions do not change such a wiki. */
  readonly ahead?: boolean | undefined;
}

/** State of a process, for all its wikis. */
export interface ProcessContext extends ServerHooks {
  readonly app: App;
  readonly discovered: Discovered;
  readonly metrics: Metrics;
  readonly limits: ClientLimits;
  readonly bodies: RequestBodies;
  readonly throttle: Throttle;
  /** Opens the sessions that this server or another process has revoked. */
  revocations(): Promise<Revocations>;
  readonly watchdog: Watchdog;
  close(): Promise<void>;
}

export async function prepareProcess(app: App, settings: Settings, { statement, group, ahead }: ServerHooks): Promise<ProcessContext> {
  const metrics = new Metrics(group?.metrics);
  const discovered = await discoverPlugins(app, settings);
  const watchdog = new Watchdog(settings.held, held => {
    metrics.held(held);
    log('warning', 'event-loop-blocked', { ...held });
  });
  const timing = metrics.timeRunsFor(watchdog);
  const limits = new ClientLimits(settings, {
    processes: group?.count ?? 1,
    tell: group && ((spent: readonly Spending[]) => group.publish(CLIENTS_SPENT, spent)),
  });
  const bodies = new RequestBodies();
  let revoked: RevokedSessions | undefined;
  return {
    app,
    discovered,
    metrics,
    limits,
    bodies,
    throttle: group?.throttle ?? throttleOf(settings),
    revocations: lazy(async () => {
      if (group) return group.revocations;
      revoked = new RevokedSessions(settings.data, { now: millisOf(settings) });
      return revoked.open();
    }),
    watchdog,
    statement,
    group,
    ahead,
    async close() {
      timing[Symbol.dispose]();
      watchdog.close();
      limits.close();
      bodies.close();
      await revoked?.close();
    },
  };
}
