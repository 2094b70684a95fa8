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

/** The application: its package.json lists the plugins (query modules, actions, formats, routes of the REST API) as dependencies. */
export interface App {
  /** Folder of its package.json. */
  readonly root: string;
  /** `name => import(name)`, written in the app so that names resolve from there. */
  readonly load: (name: string) => Promise<{ readonly default?: unknown }>;
  /** The app of the program itself, if it loads packages in its own way: for an app that depends on it. */
  readonly distribution?: App | undefined;
  /** The plugins, in place of those among the dependencies. */
  readonly plugins?: readonly AnyPlugin[];
  /** Extensions of the server besides those among the dependencies. */
  readonly extensions?: readonly ServerExtension[];
  /** Commands beside those of every server, by name. */
  readonly commands?: Readonly<Record<string, () => Promise<Command>>>;
}

export interface Command {
  /** Does its work and gives the exit code. Rejects with a StartError for what was asked wrongly. */
  run(app: App, args: readonly string[]): Promise<number>;
}

/**
 * Extends the server itself, such as with worker processes or proxy mode. An app lists its package, which has `"wikiquery": { "extends": "server" }` in its
 * package.json, like any other plugin. Each hook gets the settings of the server and those of the extension.
 */
export interface ServerExtension<Own extends SettingTable = SettingTable> {
  readonly name: string;
  /** Settings that it adds. Their flags and variables follow from their names. */
  readonly settings?: Own;
  /** Services that it can provide. Plugins that need one are left out while nobody provides it. */
  readonly services?: readonly string[];
  /** Runs the server in several processes. */
  readonly processes?: Processes<Settings & SettingValues<Own>>;
  /** Serves something other than one wiki. Returns undefined unless its settings ask for that. */
  hosting?(settings: Settings & SettingValues<Own>): Hosting | undefined;
  /** Changes how a wiki is served, each time that the wiki is opened. Returns undefined unless its settings ask for that. */
  wiki?(settings: Settings & SettingValues<Own>, wiki: ExtendedWiki): Promise<WikiExtension | undefined>;
}

export interface Processes<Given> {
  /** Number of processes for work of any kind. */
  count(settings: Given): number;
  /** Joins the processes that this one was started for. Returns undefined in a process that was started alone. */
  join(settings: Given): Promise<ProcessGroup> | undefined;
  /** Has other processes serve until a signal arrives. Returns undefined if this process serves; resolves to the exit code. */
  supervise(settings: Given, shared: SupervisedState): Promise<number> | undefined;
}

/** State that all processes of a server share. */
export interface SupervisedState {
  /** The settings name no database: the server has the sample wiki. */
  readonly isSample: boolean;
  readonly throttle: Throttle;
  /** Opens the revoked sessions; `tell` receives those that another server revoked. */
  revokedSessions(tell: RevokedSessionsOptions['tell']): Promise<RevokedSessions>;
  /** Resolves to the signal that asks the server to stop. */
  stopSignal(): Promise<NodeJS.Signals>;
}

/** A server of something other than one wiki. */
export interface Hosting {
  /** The setting that asks for it. */
  readonly setting: string;
  /** Rejects with a StartError. */
  start(app: App, group: ProcessGroup | undefined): Promise<StartedServer>;
  /** Checks what a start would need, and prints the result. Returns the exit code. */
  doctor(app: App): Promise<number>;
  /** The settings of one of its wikis. Rejects with a StartError for an unknown name. */
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
  /** Milliseconds that a response can take. */
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
