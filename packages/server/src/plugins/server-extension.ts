import type { Throttle } from '@wikiquery/accounts';
import type { Site } from '@wikiquery/core';
import type { AnyPlugin } from '@wikiquery/core/host';
import type { WikiDatabase } from '@wikiquery/database';
import { defaultsOf, type Settings, type SettingTable, type SettingValues } from '../config/settings.ts';
import type { Endpoints, ServedWiki } from '../http/endpoints.ts';
import type { ProcessGroup } from '../lifecycle/process-group.ts';
import type { RunningServer } from '../lifecycle/running-server.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Watchdog } from '../observability/watchdog.ts';
import type { RevokedSessions, RevokedSessionsOptions } from '../sessions/revoked-sessions.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** An application. Its package.json lists the plugins as dependencies. */
export interface App {
  /** Folder of its package.json. */
  readonly root: string;
  /** `name => import(name)`, written in the app so that names resolve from there. */
  readonly load: (name: string) => Promise<{ readonly default?: unknown }>;
  /** The app of the running program, for an app that depends on it. */
  readonly distribution?: App | undefined;
  /** The plugins, instead of those among the dependencies. */
  readonly plugins?: readonly AnyPlugin[];
  /** Extensions of the server in addition to those among the dependencies. */
  readonly extensions?: readonly ServerExtension[];
  /** Additional commands by name. */
  readonly commands?: Readonly<Record<string, () => Promise<Command>>>;
}

export interface Command {
  /** Runs the command. Returns the exit code. Rejects with a StartError for wrong arguments. */
  run(app: App, args: readonly string[]): Promise<number>;
}

/**
 * Extends the server itself, such as with worker processes or proxy mode. An app lists its package, which has `"wikiquery": { "extends": "server" }` in its
 * package.json, like any other plugin. Each hook gets the settings of the server and those of the extension.
 */
export interface ServerExtension<Own extends SettingTable = SettingTable> {
  readonly name: string;
  readonly settings?: Own;
  /** Services that it can provide. Plugins that need one are left out while it does not. */
  readonly services?: readonly string[];
  /** Runs the server in several processes. */
  readonly processes?: Processes<Settings & SettingValues<Own>>;
  /** Serves something other than one wiki; undefined unless its settings ask for it. */
  hosting?(settings: Settings & SettingValues<Own>): Hosting | undefined;
  /** Changes how a wiki is served, each time it is opened; undefined unless its settings ask for it. */
  wiki?(settings: Settings & SettingValues<Own>, wiki: ExtendedWiki): Promise<WikiExtension | undefined>;
}

export interface Processes<Given> {
  /** Number of processes for work of any kind. */
  count(settings: Given): number;
  /** Joins the group of this process; undefined in the first process. */
  join(settings: Given): Promise<ProcessGroup> | undefined;
  /** Runs worker processes until a signal arrives. Resolves to the exit code; undefined if this process serves. */
  supervise(settings: Given, shared: SupervisedState): Promise<number> | undefined;
}

/** State that all processes of a server share. */
export interface SupervisedState {
  /** The server serves the sample wiki. */
  readonly isSample: boolean;
  readonly throttle: Throttle;
  /** Opens the revoked sessions. `tell` receives those that another server revokes. */
  revokedSessions(tell: RevokedSessionsOptions['tell']): Promise<RevokedSessions>;
  /** Resolves to the signal that asks the server to stop. */
  stopSignal(): Promise<NodeJS.Signals>;
}

/** A server of something other than one wiki. */
export interface Hosting {
  /** Name of its setting. */
  readonly setting: string;
  /** Rejects with a StartError. */
  start(app: App, group: ProcessGroup | undefined): Promise<StartedServer>;
  /** Runs `wikiquery doctor`. Returns the exit code. */
  doctor(app: App): Promise<number>;
  /** Returns the settings of one of its wikis. Rejects with a StartError for an unknown name. */
  settingsOf(app: App, name: string | undefined): Promise<Settings>;
}

export interface StartedServer {
  readonly server: RunningServer;
  readonly watchdog: Watchdog;
  /** Prints what is served. */
  greet(): void;
}

/** A wiki that is being opened. */
export interface ExtendedWiki {
  readonly database: WikiDatabase;
  readonly site: Site;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly metrics: Metrics;
  readonly group: ProcessGroup | undefined;
}

export interface WikiExtension {
  /** Identifies users in place of the server's own sessions. */
  readonly sessions: Sessions;
  /** Whether the server itself responds to this action or route. */
  isLocal(plugin: Pick<AnyPlugin, 'group' | 'name'>): boolean;
  /** Wraps the entry points of the wiki. */
  wrap(own: Endpoints, wiki: ServedWiki): Endpoints;
  /** Maximum milliseconds of a response. */
  readonly longestResponse: number;
  /** Receives messages of other processes, by topic. */
  readonly receive?: Readonly<Record<string, (message: never) => void>>;
}

/** Declares an extension of the server. */
export const defineServerExtension = <const Own extends SettingTable>(extension: ServerExtension<Own>): ServerExtension =>
  extension as unknown as ServerExtension;

/** Settings with the defaults of an extension. */
export const withDefaultsOf = (
  { settings: table = {} }: Pick<ServerExtension, 'settings'>,
  settings: Settings,
): Settings & SettingValues<SettingTable> => ({
  ...defaultsOf(table),
  ...settings,
});
