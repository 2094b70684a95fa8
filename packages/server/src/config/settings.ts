import { resolve } from 'node:path';
import type { AccountsOptions } from '@wikiquery/accounts';
import type { HostConfiguration } from '@wikiquery/core/host';
import type { StoreOptions } from '@wikiquery/database';
import type { RepositoryConfig } from '@wikiquery/files';
import {
  databaseAddress,
  databases,
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
  place,
  proxy,
  type SettingKind,
  serviceFactories,
  share,
  text,
  webAddress,
} from './setting-kinds.ts';

/** A setting: where it can be given and what it means. */
export interface Setting<T> {
  readonly kind: SettingKind<T>;
  readonly help: string;
  /** Undefined where the server chooses. */
  readonly value?: T;
  /** A flag would show it to everybody on the machine: only in the environment and in the file. */
  readonly secret?: boolean;
  /** Has structure: only in the file. */
  readonly fileOnly?: boolean;
  /** Each wiki of a server of many can have its own value. */
  readonly perWiki?: boolean;
  /** A running server keeps its value: a change requires a restart. */
  readonly fixed?: boolean;
}

/** Settings by name. The flag of `tablePrefix` is `--table-prefix`, its variable WIKIQUERY_TABLE_PREFIX. */
export type SettingTable = Readonly<Record<string, Setting<unknown>>>;

type Traits = Pick<Setting<unknown>, 'secret' | 'fileOnly' | 'perWiki' | 'fixed'>;
export const setting = <T>(kind: SettingKind<T>, value: T, help: string, traits: Traits = {}): Setting<T> & { readonly value: T } => ({
  kind,
  value,
  help,
  ...traits,
});
/** A setting without a default. */
export const optional = <T>(kind: SettingKind<T>, help: string, traits: Traits = {}): Setting<T> & { readonly value?: never } => ({
  kind,
  help,
  ...traits,
});

type AccountSettings = Pick<AccountsOptions, 'cookiePrefix' | 'sameSite' | 'passwordLayers' | 'passwordAttempts'> &
  // The same setting as in `wiki`.
  Partial<Pick<HostConfiguration, 'revokedRights'>> & {
    /** Further cookies that may hold a session of an upstream wiki. */
    readonly sessionCookies?: readonly string[];
  };

/** A repository of `$wgForeignFileRepos`. What the description of the wiki tells of it need not be said again. */
export interface RepositorySettings extends RepositoryConfig {
  /** Address of the database of the wiki that keeps the files, or that of its API. */
  readonly database?: string;
  readonly api?: URL;
  readonly replicas?: readonly string[];
  readonly tablePrefix?: string;
}

const DAY = 86_400_000;
const IN_FILE = { fileOnly: true };
const PER_WIKI = { perWiki: true };
const FIXED = { fixed: true };

/** The settings of every server, in the order of the usage text. */
const SETTINGS = {
  database: optional(
    databaseAddress,
    'sqlite:PATH, mariadb://USER:PASSWORD@HOST/DATABASE or postgres://…; the sample wiki when left out',
    PER_WIKI,
  ),
  replicas: setting(
    listOf(databaseAddress),
    [],
    'MariaDB, MySQL: copies of the database, asked before it; the first that is there and up to date; may be given several times',
    PER_WIKI,
  ),
  maxLag: setting(integer('S', 0, 86_400), 10, 'seconds that a replica may be behind and still be asked', PER_WIKI),
  tablePrefix: setting(text('PREFIX'), '', 'what the names of the tables begin with ($wgDBprefix)', PER_WIKI),
  sharedDatabase: optional(
    text('NAME'),
    'database (on PostgreSQL schema) of the same server with the tables that wikis share ($wgSharedDB)',
    PER_WIKI,
  ),
  sharedPrefix: setting(text('PREFIX'), '', 'what the names of those tables begin with ($wgSharedPrefix)', PER_WIKI),
  sharedTables: setting(listOf(text('TABLE')), ['user', 'user_properties'], 'which tables these are ($wgSharedTables)', PER_WIKI),
  legacyEncoding: optional(encoding, 'of texts that are not marked as UTF-8 ($wgLegacyEncoding)', PER_WIKI),
  stores: setting(
    databases<StoreOptions>({ replicas: listOf(databaseAddress), tablePrefix: text('PREFIX'), table: text('TABLE') }),
    {},
    'external storage ($wgExternalServers): name of a cluster to the address of its database',
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
    'wikis whose files are shown ($wgForeignFileRepos): name of a repository to the address of its database, or to its API',
    { ...IN_FILE, ...PER_WIKI },
  ),
  connections: optional(
    integer('N', 1, 1000),
    'most connections to the database, of each worker; threads for slow statements on SQLite',
    PER_WIKI,
  ),
  site: optional(
    file,
    'description of the wiki, saved with "wikiquery adopt"; NAME.site.json beside the SQLite file NAME.sqlite, or a new English wiki, when left out',
    PER_WIKI,
  ),
  import: setting(
    listOf(file),
    [],
    'dump to import first, into the folder of "data" unless "database" is given; may be given several times',
  ),
  searchIndex: optional(
    indexPlace,
    'index for searches in texts (wikiquery index): a file, or a database for it alone; NAME.search-index beside the SQLite file NAME.sqlite, where it is, when left out; "none": that of MediaWiki',
  ),
  renderCache: optional(
    newFile,
    'file in which rendered results are kept beyond a restart, for all workers; NAME.renderings beside the SQLite file NAME.sqlite, where it is, when left out; "none": memory alone',
  ),
  renderCacheSize: setting(integer('MB', 1, 1_048_576), 1024, 'size of these results'),
  private: setting(
    flag,
    false,
    'only accounts may read the wiki ($wgGroupPermissions["*"]["read"] = false), regardless of its site configuration',
    PER_WIKI,
  ),
  images: optional(folder, 'folder of the uploaded files', PER_WIKI),
  messages: setting(listOf(folder), [], 'folder of interface messages, LANGUAGE.json each; may be given several times', PER_WIKI),
  host: setting(text('HOST'), '127.0.0.1', 'address to listen on; 0.0.0.0 for all; /PATH for a Unix socket', FIXED),
  port: setting(integer('N', 0, 65_535), 8080, 'port to listen on; 0 for any free one', FIXED),
  admin: optional(
    place,
    'where to serve /livez, /readyz, /healthz and /metrics, of which the last two are then nowhere else; or /PATH',
    FIXED,
  ),
  trustProxy: setting(listOf(proxy), [], 'proxies whose X-Forwarded-For is believed: addresses, networks, "loopback", or a number of hops'),
  clock: optional(moment, 'answer as if it were this time', FIXED),
  exclude: setting(
    listOf(text('NAME')),
    [],
    'leave out installed modules, actions and formats, by name or by package; may be given several times',
  ),
  lenient: setting(flag, false, 'start without the modules that have problems, and list those at /healthz', PER_WIKI),
  deadline: setting(integer('MS', 1, DAY), 30_000, 'how long the database may work on one request, milliseconds'),
  oneServer: setting(
    flag,
    false,
    'PostgreSQL, MariaDB: no proxy hands connections to several servers, which may differ for a moment, so that answers can be kept',
  ),
  keptAnswers: setting(
    integer('MB', 0, 65_536),
    16,
    'memory of each worker for answers that are kept until the database changes; 0 for none',
  ),
  requestLog: setting(share, 0, 'log requests: "on", "off" or a share of them such as 0.01'),
  slow: setting(integer('MS', 0, DAY), 1000, 'log and count statements that take longer, milliseconds'),
  bodyLimit: setting(integer('BYTES', 1024, 1 << 30), 8 << 20, 'size of the largest request body'),
  headersTimeout: setting(integer('MS', 100, DAY), 10_000, 'how long the headers of a request may take to arrive, milliseconds', FIXED),
  requestTimeout: setting(integer('MS', 100, DAY), 120_000, 'how long a request with its body may take to arrive, milliseconds', FIXED),
  idleTimeout: setting(integer('MS', 100, DAY), 65_000, 'how long a connection is kept for the next request, milliseconds', FIXED),
  clients: setting(
    integer('N', 1, 1_000_000),
    5000,
    'most connections of clients to each worker; idle ones are closed for new ones',
    FIXED,
  ),
  clientsPerAddress: setting(
    integer('N', 1, 1_000_000),
    500,
    'most connections of one IPv4 address or IPv6 /64 to each worker; no limit for this machine and trusted proxies',
    FIXED,
  ),
  clientRequests: setting(
    integer('N', 0, 1_000_000),
    10,
    'most concurrent requests of one client (an account, an IPv4 address or an IPv6 /64); 0: no limit. This machine has only a limit of 1000 concurrent requests',
  ),
  clientRate: setting(integer('N', 0, 100_000_000), 6000, 'requests of one client in a minute; 0: any number'),
  clientDatabase: setting(integer('S', 0, 1_000_000), 120, 'seconds that the database may work for one client in a minute; 0: any number'),
  held: setting(integer('MS', 1, DAY), 50, 'log and count requests that hold the main thread for longer in one piece, milliseconds', FIXED),
  drain: setting(
    integer('S', 0, 3600),
    5,
    'how long to go on serving after SIGTERM while /readyz says that no more requests are wanted, seconds',
    FIXED,
  ),
  grace: setting(integer('MS', 0, DAY), 10_000, 'how long requests may finish when the server stops, milliseconds', FIXED),
  data: setting(newFolder, '.wikiquery', 'folder of the sample wiki and of the generated secret key', FIXED),
  secretKey: optional(text('KEY'), 'signs sessions and tokens: 64 random hexadecimal digits; generated when left out', {
    secret: true,
    ...PER_WIKI,
  }),
  oldSecretKeys: setting(listOf(text('KEY')), [], 'secret keys of before: their sessions go on, under the new one', {
    secret: true,
    ...PER_WIKI,
  }),
  wiki: setting(object<Partial<HostConfiguration>>(), {}, 'what the description of the wiki does not tell: autoConfirmAge, rateLimits …', {
    ...IN_FILE,
    ...PER_WIKI,
  }),
  accounts: setting(
    object<AccountSettings>(),
    {},
    'cookies and passwords: cookiePrefix, sameSite, passwordAttempts …; beside a wiki also sessionCookies',
    { ...IN_FILE, ...PER_WIKI },
  ),
  services: setting(serviceFactories, [], 'services for modules: a list of what their provide() returns', IN_FILE),
};

type Value<S> = S extends { readonly kind: SettingKind<infer T>; readonly value: unknown }
  ? T
  : S extends { readonly kind: SettingKind<infer T> }
    ? T | undefined
    : never;
/** The values of a table. */
export type SettingValues<Table extends SettingTable> = { readonly [K in keyof Table]: Value<Table[K]> };
/** The settings of every server; paths are absolute. The settings of extensions stand beside them, typed by the extensions. */
export type Settings = SettingValues<typeof SETTINGS>;

/** Settings of a server or a command, completed with the sample wiki if they name no wiki. */
export interface WikiSettings extends Settings {
  /** Scheme, host and port for the URLs of the sample wiki. */
  readonly origin?: string;
}

/** The settings of every server and those that its extensions add. */
export const settingTable = (extensions: readonly { readonly settings?: SettingTable }[]): SettingTable =>
  Object.assign({}, SETTINGS, ...extensions.map(({ settings }) => settings));

export const defaultsOf = (table: SettingTable): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(table).map(([name, { value }]) => [name, value]));

/** The defaults of every server. */
export const defaultSettings = (cwd: string): Settings => ({
  ...(defaultsOf(SETTINGS) as unknown as Settings),
  data: resolve(cwd, SETTINGS.data.value),
});

/** What time it is in milliseconds since 1970: that of the setting `clock`, or of the machine. */
export const millisOf = ({ clock }: Pick<Settings, 'clock'>): (() => number) => (clock ? () => clock.getTime() : Date.now);
