import { resolve } from 'node:path';
import type { AccountsOptions } from '@wikiquery/accounts';
import type { HostConfiguration } from '@wikiquery/core/host';
import type { StoreOptions } from '@wikiquery/database';
import type { RepositoryConfig } from '@wikiquery/files';
import { CLIENT_CLASSES, type ClassLimits, type ClientClass } from '../limits/client-classes.ts';
import {
  changeFeed,
  contact,
  databaseAddress,
  databases,
  duration,
  encoding,
  file,
  flag,
  folder,
  indexPlace,
  integer,
  listOf,
  moment,
  newFile,
  newFolder,
  object,
  objects,
  place,
  proxy,
  publicUrl,
  type SettingKind,
  serviceFactories,
  share,
  text,
  webAddress,
} from './setting-kinds.ts';

/** Declaration of a setting. */
export interface Setting<T> {
  readonly kind: SettingKind<T>;
  readonly help: string;
  /** Default value. Undefined if the setting has none, or the server determines it. */
  readonly value?: T;
  /** Cannot be set by a flag, which other users of the machine could see. */
  readonly secret?: boolean;
  /** Can be set only in the configuration file, not by a flag or a variable. */
  readonly fileOnly?: boolean;
  /** Can differ between the wikis of a wiki farm. */
  readonly perWiki?: boolean;
  /** A change requires a restart. */
  readonly fixed?: boolean;
}

/** Declarations of settings by name. `tablePrefix` has the flag `--table-prefix` and the environment variable `WIKIQUERY_TABLE_PREFIX`. */
export type SettingTable = Readonly<Record<string, Setting<unknown>>>;

type Traits = Pick<Setting<unknown>, 'secret' | 'fileOnly' | 'perWiki' | 'fixed'>;
/** Declares a setting with a default. `help`: its description in `wikiquery help settings`. */
export const setting = <T>(kind: SettingKind<T>, value: T, help: string, traits: Traits = {}): Setting<T> & { readonly value: T } => ({
  kind,
  value,
  help,
  ...traits,
});
/** Declares a setting without a default. `help`: its description in `wikiquery help settings`. */
export const optional = <T>(kind: SettingKind<T>, help: string, traits: Traits = {}): Setting<T> & { readonly value?: never } => ({
  kind,
  help,
  ...traits,
});

type AccountSettings = Pick<AccountsOptions, 'cookiePrefix' | 'sameSite' | 'passwordLayers' | 'passwordAttempts'> &
  // The same field as in the setting `wiki`.
  Partial<Pick<HostConfiguration, 'revokedRights'>> & {
    /** In proxy mode: names of further cookies that may contain a session of the upstream wiki. */
    readonly sessionCookies?: readonly string[];
  };

/** A foreign file repository (MediaWiki's `$wgForeignFileRepos`). Its fields override those in the site configuration. */
export interface RepositorySettings extends RepositoryConfig {
  /** Database address of the wiki that has the files. */
  readonly database?: string;
  readonly api?: URL;
  readonly replicas?: readonly string[];
  readonly tablePrefix?: string;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const IN_FILE = { fileOnly: true };
const PER_WIKI = { perWiki: true };
const FIXED = { fixed: true };

/** The settings of every server, in the order in which the help lists them. */
const SETTINGS = {
  database: optional(
    databaseAddress,
    'sqlite:PATH, mariadb://USER:PASSWORD@HOST/DATABASE or postgres://… Default: the sample wiki',
    PER_WIKI,
  ),
  replicas: setting(listOf(databaseAddress), [], 'replicas of the database server, preferred to the primary. Repeatable', PER_WIKI),
  maxLag: setting(duration(0, DAY), 10_000, 'replication lag up to which a replica is used', PER_WIKI),
  tablePrefix: setting(text('PREFIX'), '', 'prefix of the table names ($wgDBprefix)', PER_WIKI),
  sharedDatabase: optional(text('NAME'), 'database or PostgreSQL schema with the shared tables ($wgSharedDB)', PER_WIKI),
  sharedPrefix: setting(text('PREFIX'), '', 'prefix of the shared tables ($wgSharedPrefix)', PER_WIKI),
  sharedTables: setting(listOf(text('TABLE')), ['user', 'user_properties'], 'the shared tables ($wgSharedTables)', PER_WIKI),
  legacyEncoding: optional(encoding, 'encoding of old texts without the flag "utf-8" ($wgLegacyEncoding)', PER_WIKI),
  stores: setting(
    databases<StoreOptions>({ replicas: listOf(databaseAddress), tablePrefix: text('PREFIX'), table: text('TABLE') }),
    {},
    'external storage ($wgExternalServers): database addresses by cluster name',
    { ...IN_FILE, ...PER_WIKI },
  ),
  repositories: setting(
    databases<RepositorySettings>(
      {
        api: webAddress,
        replicas: listOf(databaseAddress),
        tablePrefix: text('PREFIX'),
        url: text('URL'),
        thumbUrl: text('URL'),
        descBaseUrl: text('URL'),
        articleUrl: text('URL'),
        scriptDirUrl: text('URL'),
        hashLevels: integer('N', 0, 8),
      },
      'api',
    ),
    {},
    'foreign file repositories ($wgForeignFileRepos): database or API addresses by name',
    { ...IN_FILE, ...PER_WIKI },
  ),
  contact: optional(
    contact,
    'your e-mail address or URL, for the User-Agent of requests to other servers (adopt, follow, import, get --from, file repositories)',
  ),
  connections: optional(
    integer('N', 1, 1000),
    'maximum number of connections of each worker to a database server, for all its wikis; on SQLite, of threads for slow statements',
    PER_WIKI,
  ),
  site: optional(
    file,
    'site configuration, saved with "wikiquery adopt". Default: NAME.site.json next to NAME.sqlite, or that of a new English wiki',
    PER_WIKI,
  ),
  publicUrl: optional(
    publicUrl,
    'public URL of the wiki ($wgServer), for the URLs in responses. Default: that in the site configuration',
    PER_WIKI,
  ),
  import: setting(listOf(file), [], 'dump to import before serving, into --database or into the folder of --data. Repeatable'),
  searchIndex: optional(
    indexPlace,
    'full-text index (see "wikiquery index"): a file, a separate database, or an address that an installed package supports; "none": use MediaWiki\'s. Default: NAME.search-index next to NAME.sqlite, if it exists',
  ),
  renderCache: optional(
    newFile,
    'file that caches rendered pages across restarts; "none": cache in memory only. Default: NAME.renderings next to NAME.sqlite, if it exists',
  ),
  renderCacheSize: setting(integer('MB', 1, 1_048_576), 1024, 'maximum size of the render cache in MiB'),
  private: setting(flag, false, 'require an account for reading, regardless of the site configuration', PER_WIKI),
  images: optional(folder, 'upload directory', PER_WIKI),
  messages: setting(listOf(folder), [], 'folder of interface messages, one LANGUAGE.json each. Repeatable', PER_WIKI),
  host: setting(text('HOST'), '127.0.0.1', 'address to listen on; 0.0.0.0: all; /PATH: a Unix socket', FIXED),
  port: setting(integer('N', 0, 65_535), 8080, 'port to listen on; 0: any free port', FIXED),
  admin: optional(place, 'separate address, or /PATH of a Unix socket, for health checks and metrics', FIXED),
  trustProxy: setting(
    listOf(proxy),
    [],
    'proxies whose X-Forwarded-For header is trusted: addresses, networks, "loopback", or a number of hops',
  ),
  clock: optional(moment, 'respond as if it were this time', FIXED),
  exclude: setting(listOf(text('NAME')), [], 'leave out a module, action, format or package. Repeatable'),
  lenient: setting(flag, false, 'start without the modules that have problems; /healthz lists them', PER_WIKI),
  deadline: setting(duration(1, DAY), 30_000, 'maximum database time of a request'),
  oneServer: setting(
    flag,
    false,
    'state that the database address always leads to one server, so that responses can be cached (PostgreSQL, MariaDB)',
  ),
  cachedResponses: setting(integer('MB', 0, 65_536), 16, 'memory of each worker for the response cache in MiB; 0: no cache'),
  cacheTtl: setting(
    duration(0, DAY),
    0,
    'time for which a cached public response is returned without a check of the database; 0: always check',
  ),
  changeFeed: optional(
    changeFeed,
    'feed of the changes of the wiki, which end the lifetime of cached responses: "poll" (of the database), an event stream (https://HOST/PATH) or redis://HOST/CHANNEL',
    PER_WIKI,
  ),
  requestLog: setting(share, 0, 'log requests: "on", "off" or a fraction such as 0.01'),
  slow: setting(duration(0, DAY), 1000, 'log and count statements that take longer'),
  bodyLimit: setting(integer('BYTES', 1024, 1 << 30), 8 << 20, 'maximum size of a request body'),
  headersTimeout: setting(duration(100, DAY), 10_000, 'time for the headers of a request to arrive', FIXED),
  requestTimeout: setting(duration(100, DAY), 120_000, 'time for a request and its body to arrive', FIXED),
  idleTimeout: setting(duration(100, DAY), 65_000, 'time that an idle connection stays open', FIXED),
  clients: setting(integer('N', 1, 1_000_000), 5000, 'maximum number of client connections to each worker', FIXED),
  clientsPerAddress: setting(
    integer('N', 1, 1_000_000),
    500,
    'maximum number of connections of an IPv4 address or IPv6 /64 to each worker',
    FIXED,
  ),
  clientRequests: setting(integer('N', 0, 1_000_000), 10, 'maximum number of concurrent requests of a client; 0: no limit'),
  clientRate: setting(integer('N', 0, 100_000_000), 6000, 'requests of a client in a minute; 0: no limit'),
  clientDatabase: setting(duration(0, 1_000_000_000), 120_000, 'database time of a client in a minute; 0: no limit'),
  clientClasses: setting(
    objects<ClientClass, ClassLimits>(CLIENT_CLASSES, {
      requests: integer('N', 0, 1_000_000),
      rate: integer('N', 0, 100_000_000),
      database: duration(0, 1_000_000_000),
    }),
    {},
    'other limits (requests, rate, database) of the classes anonymous, identified, account and bot',
    IN_FILE,
  ),
  held: setting(duration(1, DAY), 50, 'log and count work that blocks the event loop for longer', FIXED),
  drain: setting(duration(0, HOUR), 5000, 'time to keep serving after SIGTERM while /readyz reports 503', FIXED),
  grace: setting(duration(0, DAY), 10_000, 'time for running requests to finish when the server stops', FIXED),
  data: setting(newFolder, '.wikiquery', 'folder of the sample wiki and of the generated secret key', FIXED),
  secretKey: optional(text('KEY'), 'signs sessions and tokens: 64 random hexadecimal digits. Default: generated', {
    secret: true,
    ...PER_WIKI,
  }),
  oldSecretKeys: setting(listOf(text('KEY')), [], 'earlier secret keys, whose sessions stay valid', {
    secret: true,
    ...PER_WIKI,
  }),
  wiki: setting(object<Partial<HostConfiguration>>(), {}, 'settings that the site configuration lacks: autoConfirmAge, rateLimits …', {
    ...IN_FILE,
    ...PER_WIKI,
  }),
  accounts: setting(
    object<AccountSettings>(),
    {},
    'cookies and passwords: cookiePrefix, sameSite, passwordAttempts …; in proxy mode also sessionCookies',
    { ...IN_FILE, ...PER_WIKI },
  ),
  services: setting(serviceFactories, [], 'services for modules: a list of results of provide()', IN_FILE),
};

type Value<S> = S extends { readonly kind: SettingKind<infer T>; readonly value: unknown }
  ? T
  : S extends { readonly kind: SettingKind<infer T> }
    ? T | undefined
    : never;
/** Values of the settings that a table declares. */
export type SettingValues<Table extends SettingTable> = { readonly [K in keyof Table]: Value<Table[K]> };
/** Values of the settings that every server has; extensions add their own. Paths are absolute, and durations are in milliseconds. */
export type Settings = SettingValues<typeof SETTINGS>;

/** Returns the declarations of all settings: those that every server has, and those of its extensions. */
export const settingTable = (extensions: readonly { readonly settings?: SettingTable }[]): SettingTable =>
  Object.assign({}, SETTINGS, ...extensions.map(({ settings }) => settings));

export const defaultsOf = (table: SettingTable): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(table).map(([name, { value }]) => [name, value]));

/** Returns the default settings. `cwd`: folder that contains the data folder `.wikiquery`. */
export const defaultSettings = (cwd: string): Settings => ({
  ...(defaultsOf(SETTINGS) as unknown as Settings),
  data: resolve(cwd, SETTINGS.data.value),
});

/** Returns a clock in milliseconds since 1970: the fixed time of the setting `clock`, or otherwise the machine's time. */
export const millisOf = ({ clock }: Pick<Settings, 'clock'>): (() => number) => (clock ? () => clock.getTime() : Date.now);
