import type { Revocations, Throttle } from '@wikiquery/accounts';
import type { Statement } from '@wikiquery/database';
import { millisOf, type Settings } from '../config/settings.ts';
import { lazy } from '../lazy.ts';
import { ClientLimits, type LimitOptions } from '../limits/client-limits.ts';
import { RequestBodies } from '../limits/request-bodies.ts';
import { log } from '../observability/log.ts';
import { Metrics } from '../observability/metrics.ts';
import { Watchdog } from '../observability/watchdog.ts';
import { type Discovered, discoverPlugins } from '../plugins/discovery.ts';
import type { App } from '../plugins/server-extension.ts';
import { RevokedSessions } from '../sessions/revoked-sessions.ts';
import { throttleOf } from '../sessions/throttle.ts';
import { openSharedStore } from '../sharing/open-store.ts';
import type { SharedListener, SharedState } from '../sharing/shared-state.ts';
import { CLIENTS_SPENT, type ProcessGroup } from './process-group.ts';

/** Options of `assemble` in addition to the settings. */
export interface ServerHooks {
  /** Receives every statement with its bound values, for tools. */
  readonly statement?: ((statement: Statement) => void) | undefined;
  /** The group of processes that serve the same wikis. */
  readonly group?: ProcessGroup | undefined;
  /** Whether the wiki is opened to pre-render its pages. Server extensions then do not change it. */
  readonly ahead?: boolean | undefined;
}

/** State that all wikis of a process share. */
export interface ProcessContext extends ServerHooks {
  readonly app: App;
  readonly discovered: Discovered;
  readonly metrics: Metrics;
  readonly limits: ClientLimits;
  readonly bodies: RequestBodies;
  readonly throttle: Throttle;
  /** State that this server shares with others; undefined if no store is configured. */
  readonly shared: SharedState | undefined;
  /** Sets the receiver of messages of other servers, if they do not arrive through the process group. */
  listenToServers(receive: SharedListener['receive']): void;
  /** Opens the store of the sessions that this server or another one has revoked. */
  revocations(): Promise<Revocations>;
  readonly watchdog: Watchdog;
  close(): Promise<void>;
}

/** Loads the plugins of an app, and creates the state of the process. Rejects with a StartError if a server extension cannot be loaded. */
export async function prepareProcess(app: App, settings: Settings, { statement, group, ahead }: ServerHooks): Promise<ProcessContext> {
  const metrics = new Metrics(group?.metrics);
  const discovered = await discoverPlugins(app, settings);
  const watchdog = new Watchdog(settings.held, held => {
    metrics.held(held);
    log('warning', 'event-loop-blocked', { ...held });
  });
  const timing = metrics.timeRunsFor(watchdog);
  const store = group || ahead ? undefined : await openSharedStore(discovered.extensions, settings, { metrics, processes: 1 });
  const shared = group?.shared ?? store;
  const limits = new ClientLimits(settings, { processes: group?.count ?? 1, tell: publisherOf(group, shared), shared });
  const bodies = new RequestBodies();
  let revoked: RevokedSessions | undefined;
  return {
    app,
    discovered,
    metrics,
    limits,
    bodies,
    throttle: group?.throttle ?? throttleOf(settings, store),
    shared,
    listenToServers: receive => store?.listen({ receive }),
    revocations: lazy(async () => {
      if (group) return group.revocations;
      revoked = new RevokedSessions(settings.data, { now: millisOf(settings), shared: store });
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
      await store?.close();
    },
  };
}

/** Returns a function that sends the usage of clients to the other processes and servers; undefined if there are none. */
function publisherOf(group: ProcessGroup | undefined, shared: SharedState | undefined): LimitOptions['tell'] {
  if (!group && !shared) return undefined;
  return spent => {
    group?.publish(CLIENTS_SPENT, spent);
    shared?.publish(CLIENTS_SPENT, spent);
  };
}
