import type { IncomingMessage } from 'node:http';
import type { Throttle } from '@wikiquery/accounts';
import type { Site } from '@wikiquery/core';
import type { AnyPlugin, ServiceLookup } from '@wikiquery/core/host';
import type { WikiDatabase } from '@wikiquery/database';
import type { ApiResponse } from '@wikiquery/engine';
import type { Offer } from '@wikiquery/schema';
import type { FeedListener } from '../changes/change-feed.ts';
import { defaultsOf, type Settings, type SettingTable, type SettingValues } from '../config/settings.ts';
import type { AddedRoute } from '../http/added-route.ts';
import type { Client } from '../http/client.ts';
import type { Endpoints, ServedWiki } from '../http/endpoints.ts';
import type { Admission } from '../http/operators.ts';
import type { ProcessGroup } from '../lifecycle/process-group.ts';
import type { RunningServer } from '../lifecycle/running-server.ts';
import type { RequestBodies } from '../limits/request-bodies.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Watchdog } from '../observability/watchdog.ts';
import type { RevokedSessions, RevokedSessionsOptions } from '../sessions/revoked-sessions.ts';
import type { Sessions, WebRequest } from '../sessions/sessions.ts';
import type { SharedState, SharedStore, SharingServer } from '../sharing/shared-state.ts';
import type { SearchIndexes } from './search-indexes.ts';

/** The application package that embeds the server. The plugins among the dependencies in its package.json are loaded. */
export interface App {
  /** Folder of its package.json. */
  readonly root: string;
  /** Imports a package: `name => import(name)`, written in the app so that package names resolve from its folder. */
  readonly load: (name: string) => Promise<{ readonly default?: unknown }>;
  /** The distribution that contains the running program, for an app that depends on it. */
  readonly distribution?: App | undefined;
  /** Plugins to use instead of those among the dependencies. */
  readonly plugins?: readonly AnyPlugin[];
  /** Server extensions in addition to those among the dependencies. */
  readonly extensions?: readonly ServerExtension[];
  /** Additional commands of the program, by name. */
  readonly commands?: Readonly<Record<string, () => Promise<Command>>>;
}

/** A command of the program `wikiquery`. */
export interface Command {
  /** Runs the command. Returns the exit code. Rejects with a StartError for wrong arguments. */
  run(app: App, args: readonly string[]): Promise<number>;
}

/**
 * An extension of the server itself, such as worker processes or proxy mode. Its package has `"wikiquery": { "extends": "server" }` in its
 * package.json, and an app lists the package like a plugin. Each hook gets the settings of the server and those of the extension.
 */
export interface ServerExtension<Own extends SettingTable = SettingTable> {
  readonly name: string;
  /** Additional settings, which become flags, variables and keys of the configuration file. */
  readonly settings?: Own;
  /** Names of services that the extension can provide. While it does not, plugins that need one of them are left out. */
  readonly services?: readonly string[];
  /** Full-text indexes at addresses that the server does not support itself. */
  readonly searchIndexes?: SearchIndexes;
  /** Runs the server in several processes. */
  readonly processes?: Processes<Settings & SettingValues<Own>>;
  /**
   * Opens a store that shares the state of several servers; returns undefined if the settings do not enable it. Called once in each server.
   * Resolves even if the store is unreachable. Rejects with a StartError if the settings cannot work.
   */
  share?(settings: Settings & SettingValues<Own>, server: SharingServer): Promise<SharedStore> | undefined;
  /** Subscribes to the changes of a wiki at an address such as `redis://…`; returns undefined for an address of another kind. */
  changes?(address: URL, listener: FeedListener): Promise<AsyncDisposable | undefined>;
  /** Returns a server of something other than one wiki; undefined if the settings do not enable it. */
  hosting?(settings: Settings & SettingValues<Own>): Hosting | undefined;
  /** Returns changes to how a wiki is served, each time the wiki is opened; undefined if the settings do not enable them. */
  wiki?(settings: Settings & SettingValues<Own>, wiki: ExtendedWiki): Promise<WikiExtension | undefined>;
  /**
   * Returns routes besides the APIs, each time a wiki is opened, also in proxy mode. Should load code only when a route is requested. The
   * APIs, the pages for operators and the web UIs take precedence.
   */
  routes?(settings: Settings & SettingValues<Own>, wiki: RoutedWiki): readonly AddedRoute[];
  /** Additional commands of the program, by name. */
  readonly commands?: Readonly<Record<string, ExtensionCommand>>;
}

/** A command that a server extension adds. */
export interface ExtensionCommand {
  /** One line for `wikiquery help`. */
  readonly summary: string;
  /** The text of `--help`, at most 30 lines of 80 columns. */
  readonly text: string;
  /** Loads the code of the command. */
  readonly load: () => Promise<Command>;
}

/** A wiki to which a server extension adds routes. */
export interface RoutedWiki {
  readonly site: Site;
  readonly metrics: Metrics;
  readonly service: ServiceLookup;
  /** Names of the web UIs, each of which is served below `/NAME/`. */
  readonly webUis: readonly string[];
  readonly bodies: RequestBodies;
  /** Path of the folder with the API in URLs, without a slash at the end. */
  readonly scriptPath: string;
  /** Whether another server manages the sessions, as in proxy mode. */
  readonly isProxied: boolean;
  clientOf(request: IncomingMessage): Client;
  /** Returns a check of requests against the limits of their clients. `kind`: prefix of the rate-limit key, such as `pages of `. */
  admission(kind: string): Admission;
  /**
   * Sends a request to the API in this process. Unless a cached response exists, the request is traced and counts toward the limits of the
   * client.
   */
  answer(request: Omit<WebRequest, 'trace'>): Promise<ApiResponse>;
  /** Describes the API: its modules, actions, formats and routes. */
  offer(): Promise<Offer>;
  /** Reads an uploaded file by its path below `images`, as in its URL. Resolves to undefined if it is missing, private or too large. */
  readImage(path: string, maxBytes: number): Promise<Uint8Array | undefined>;
}

/** Hooks of an extension that runs several processes. */
export interface Processes<Given> {
  /** Returns the number of processes, both for a server and for a command that distributes its work. */
  count(settings: Given): number;
  /** Joins the group of processes that this process belongs to; returns undefined in the first process. */
  join(settings: Given): Promise<ProcessGroup> | undefined;
  /** Runs worker processes until a signal arrives. Resolves to the exit code. Returns undefined if this process serves itself. */
  supervise(settings: Given, shared: SupervisedState): Promise<number> | undefined;
}

/** State that all processes of a server share. */
export interface SupervisedState {
  /** Whether the server serves the sample wiki. */
  readonly isSample: boolean;
  /** Opens the store that several servers share; undefined if the settings name none. Rejects with a StartError. */
  openSharedStore(server: Pick<SharingServer, 'metrics' | 'processes'>): Promise<SharedStore | undefined>;
  throttle(shared: SharedStore | undefined): Throttle;
  /** Opens the store of revoked sessions. `tell` receives sessions that another server revokes. */
  revokedSessions(options: Pick<RevokedSessionsOptions, 'tell' | 'shared'>): Promise<RevokedSessions>;
  /** Resolves to the signal that stops the server. */
  stopSignal(): Promise<NodeJS.Signals>;
}

/** A server of something other than one wiki, such as a wiki farm. */
export interface Hosting {
  /** Name of the setting that enables it. */
  readonly setting: string;
  /** Starts the server. Rejects with a StartError. */
  start(app: App, group: ProcessGroup | undefined): Promise<StartedServer>;
  /** Runs `wikiquery doctor`. Returns the exit code. */
  doctor(app: App): Promise<number>;
  /** Returns the settings of one of its wikis. Rejects with a StartError for an unknown name. */
  settingsOf(app: App, name: string | undefined): Promise<Settings>;
}

/** A server that was started, for one wiki or several. */
export interface StartedServer {
  readonly server: RunningServer;
  readonly watchdog: Watchdog;
  /** Prints what the server serves, and at which address. */
  greet(): void;
}

/** A wiki that is being opened, for the hook `wiki` of a server extension. */
export interface ExtendedWiki {
  readonly database: WikiDatabase;
  readonly site: Site;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly metrics: Metrics;
  readonly group: ProcessGroup | undefined;
  /** State that this server shares with others. */
  readonly shared: SharedState | undefined;
}

/** Changes to how a wiki is served. */
export interface WikiExtension {
  /** Sessions that identify users instead of the server's own. */
  readonly sessions: Sessions;
  /** Whether the server itself handles this action or route. */
  isLocal(plugin: Pick<AnyPlugin, 'group' | 'name'>): boolean;
  /** Wraps the entry points of the wiki. */
  wrap(own: Endpoints, wiki: ServedWiki): Endpoints;
  /** Maximum milliseconds until a response: a connection without traffic stays open for this time. */
  readonly longestResponse: number;
  /** Handlers of messages from other processes, by topic. */
  readonly receive?: Readonly<Record<string, (message: never) => void>>;
}

/** Declares a server extension, which is the default export of its package. */
export const defineServerExtension = <const Own extends SettingTable>(extension: ServerExtension<Own>): ServerExtension =>
  extension as unknown as ServerExtension;

/** Returns the settings with the defaults of an extension where they lack its settings. */
export const withDefaultsOf = (
  { settings: table = {} }: Pick<ServerExtension, 'settings'>,
  settings: Settings,
): Settings & SettingValues<SettingTable> => ({
  ...defaultsOf(table),
  ...settings,
});
