import { resolve } from 'node:path';
import type { AccountsOptions, UpstreamOptions } from '@wikiquery/accounts';
import type { HostConfiguration } from '@wikiquery/core/host';
import type { StoreOptions } from '@wikiquery/database';
import type { RepositoryPlace } from '@wikiquery/files';
import type { ServiceFactories } from '../plugins/services.ts';
import { oneLine, StartError } from '../start-error.ts';
import { type GivenWiki, wikisSetting } from '../wikis/setting.ts';
import { type ConfigurationFile, readConfigurationFile } from './configuration-file.ts';
import {
  databaseAddress,
  databases,
  encoding,
  file,
  flag,
  folder,
  indexPlace,
  integer,
  type Kind,
  listOf,
  moment,
  newFile,
  newFolder,
  object,
  place,
  proxy,
  share,
  text,
  webAddress,
} from './setting-kinds.ts';

/** One setting: where it may stand and what it means. */
interface Setting<T> {
  readonly kind: Kind<T>;
  readonly help: string;
  /** Undefined where the server chooses. */
  readonly value?: T;
  /** A flag would show it to everybody on the machine: only in the environment and in the file. */
  readonly secret?: boolean;
  /** Has structure: only in the file. */
  readonly fileOnly?: boolean;
}

type Place = Pick<Setting<unknown>, 'secret' | 'fileOnly'>;
const setting = <T>(kind: Kind<T>, value: T, help: string, place: Place = {}): Setting<T> & { readonly value: T } => ({
  kind,
  value,
  help,
  ...place,
});
/** One that nothing need be said about. */
const optional = <T>(kind: Kind<T>, help: string, place: Place = {}): Setting<T> & { readonly value?: never } => ({ kind, help, ...place });

type AccountSettings = Pick<AccountsOptions, 'cookiePrefix' | 'sameSite' | 'passwordLayers' | 'passwordAttempts'> &
  Pick<UpstreamOptions, 'sessionCookies'> &
  // The same setting as in `wiki`.
  Partial<Pick<HostConfiguration, 'revokedRights'>>;

/** A repository of `$wgForeignFileRepos`. What the description of the wiki tells of it need not be said again. */
export interface RepositorySettings extends RepositoryPlace {
  /** Address of the database of the wiki that keeps the files, or that of its API. */
  readonly database?: string;
  readonly api?: URL;
  readonly replicas?: readonly string[];
  readonly tablePrefix?: string;
}

const DAY = 86_400_000;
const IN_FILE = { fileOnly: true };

/** Every setting, in the order of the usage text. The flag of `tablePrefix` is `--table-prefix`, its variable WIKIQUERY_TABLE_PREFIX. */
const SETTINGS = {
  database: optional(databaseAddress, 'sqlite:PATH, mariadb://USER:PASSWORD@HOST/DATABASE or postgres://…; the sample wiki when left out'),
  wikis: optional(
    wikisSetting,
    'serve many wikis: each SQLite file in this folder, and each folder with one, at /NAME/w/api.php; lists, host names and farms in the file',
  ),
  openWikis: setting(integer('N', 1, 100_000), 24, 'of many wikis those that each worker keeps open'),
  replicas: setting(
    listOf(databaseAddress),
    [],
    'MariaDB, MySQL: copies of the database, asked before it; the first that is there and up to date; may be given several times',
  ),
  maxLag: setting(integer('S', 0, 86_400), 10, 'seconds that a replica may be behind and still be asked'),
  tablePrefix: setting(text('PREFIX'), '', 'what the names of the tables begin with ($wgDBprefix)'),
  sharedDatabase: optional(
    text('NAME'),
    'database (on PostgreSQL schema) of the same server with the tables that wikis share ($wgSharedDB)',
  ),
  sharedPrefix: setting(text('PREFIX'), '', 'what the names of those tables begin with ($wgSharedPrefix)'),
  sharedTables: setting(listOf(text('TABLE')), ['user', 'user_properties'], 'which tables these are ($wgSharedTables)'),
  legacyEncoding: optional(encoding, 'of texts that are not marked as UTF-8 ($wgLegacyEncoding)'),
  stores: setting(
    databases<StoreOptions>({ replicas: listOf(databaseAddress), tablePrefix: text('PREFIX'), table: text('TABLE') }),
    {},
    'external storage ($wgExternalServers): name of a cluster to the address of its database',
    IN_FILE,
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
    IN_FILE,
  ),
  connections: optional(integer('N', 1, 1000), 'most connections to the database, of each worker; threads for slow statements on SQLite'),
  workers: optional(integer('N', 1, 128), 'processes that answer: one a core, at most 4, when left out; 1 for the sample wiki'),
  site: optional(
    file,
    'description of the wiki, saved with "wikiquery adopt"; NAME.site.json beside the SQLite file NAME.sqlite, or a new English wiki, when left out',
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
  ),
  images: optional(folder, 'folder of the uploaded files'),
  messages: setting(listOf(folder), [], 'folder of interface messages, LANGUAGE.json each; may be given several times'),
  host: setting(text('HOST'), '127.0.0.1', 'address to listen on; 0.0.0.0 for all; /PATH for a Unix socket'),
  port: setting(integer('N', 0, 65_535), 8080, 'port to listen on; 0 for any free one'),
  admin: optional(place, 'where to serve /livez, /readyz, /healthz and /metrics, of which the last two are then nowhere else; or /PATH'),
  trustProxy: setting(listOf(proxy), [], 'proxies whose X-Forwarded-For is believed: addresses, networks, "loopback", or a number of hops'),
  clock: optional(moment, 'answer as if it were this time'),
  upstream: optional(webAddress, "the wiki's own api.php: it keeps the sessions and answers what is no query"),
  exclude: setting(
    listOf(text('NAME')),
    [],
    'leave out installed modules, actions and formats, by name or by package; may be given several times',
  ),
  answers: setting(
    listOf(text('NAME')),
    [],
    'with "upstream": actions and routes of the REST API that are answered here nevertheless, by name; "rest" for all routes; may be given several times',
  ),
  lenient: setting(flag, false, 'start without the modules that have problems, and list those at /healthz'),
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
  headersTimeout: setting(integer('MS', 100, DAY), 10_000, 'how long the headers of a request may take to arrive, milliseconds'),
  requestTimeout: setting(integer('MS', 100, DAY), 120_000, 'how long a request with its body may take to arrive, milliseconds'),
  idleTimeout: setting(integer('MS', 100, DAY), 65_000, 'how long a connection is kept for the next request, milliseconds'),
  clients: setting(integer('N', 1, 1_000_000), 5000, 'most connections of clients to each worker; idle ones are closed for new ones'),
  clientsPerAddress: setting(
    integer('N', 1, 1_000_000),
    500,
    'most connections of one IPv4 address or IPv6 /64 to each worker; no limit for this machine and trusted proxies',
  ),
  clientRequests: setting(
    integer('N', 0, 1_000_000),
    10,
    'most concurrent requests of one client (an account, an IPv4 address or an IPv6 /64); 0: no limit. This machine has only a limit of 1000 concurrent requests',
  ),
  clientRate: setting(integer('N', 0, 100_000_000), 6000, 'requests of one client in a minute; 0: any number'),
  clientDatabase: setting(integer('S', 0, 1_000_000), 120, 'seconds that the database may work for one client in a minute; 0: any number'),
  stuck: setting(integer('MS', 0, DAY), 10_000, 'a worker that is blocked for so long is ended and replaced, milliseconds; 0: never'),
  held: setting(integer('MS', 1, DAY), 50, 'log and count requests that hold the main thread for longer in one piece, milliseconds'),
  drain: setting(
    integer('S', 0, 3600),
    5,
    'how long to go on serving after SIGTERM while /readyz says that no more requests are wanted, seconds',
  ),
  grace: setting(integer('MS', 0, DAY), 10_000, 'how long requests may finish when the server stops, milliseconds'),
  data: setting(newFolder, '.wikiquery', 'folder of the sample wiki and of the generated secret key'),
  secretKey: optional(text('KEY'), 'signs sessions and tokens: 64 random hexadecimal digits; generated when left out', { secret: true }),
  oldSecretKeys: setting(listOf(text('KEY')), [], 'secret keys of before: their sessions go on, under the new one', { secret: true }),
  wiki: setting(
    object<Partial<HostConfiguration>>(),
    {},
    'what the description of the wiki does not tell: autoConfirmAge, rateLimits …',
    IN_FILE,
  ),
  accounts: setting(
    object<AccountSettings>(),
    {},
    'cookies and passwords: cookiePrefix, sameSite, passwordAttempts …; beside a wiki also sessionCookies',
    IN_FILE,
  ),
  services: setting(object<ServiceFactories>(), {}, 'services for modules: name to a function that makes one', IN_FILE),
};

type Table = typeof SETTINGS;
type Value<S> = S extends { readonly kind: Kind<infer T>; readonly value: unknown }
  ? T
  : S extends { readonly kind: Kind<infer T> }
    ? T | undefined
    : never;
/** The settings of a server; paths are absolute. */
export type Settings = { readonly [K in keyof Table]: Value<Table[K]> };

/** Settings of a server or a command, completed with the sample wiki if they name no wiki. */
export interface WikiSettings extends Settings {
  /** Scheme, host and port for the URLs of the sample wiki. */
  readonly origin?: string;
}

const NAMES = Object.keys(SETTINGS) as (keyof Settings)[];
const settingOf = (name: keyof Settings): Setting<unknown> => SETTINGS[name] as Setting<unknown>;

const flagOf = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
const variableOf = (name: string): string => `WIKIQUERY_${flagOf(name).replaceAll('-', '_').toUpperCase()}`;
const takesFlag = ({ secret, fileOnly }: Setting<unknown>): boolean => !secret && !fileOnly;

/** For `parseArgs`. */
export const flagOptions = (): Record<string, { type: 'string' | 'boolean'; multiple?: boolean }> => ({
  config: { type: 'string' },
  ...Object.fromEntries(
    NAMES.filter(name => takesFlag(settingOf(name))).map(name => {
      const { kind } = settingOf(name);
      return [flagOf(name), { type: kind.placeholder === undefined ? 'boolean' : 'string', multiple: kind.isList }] as const;
    }),
  ),
});

/** Lines of the usage text. */
export const describeSettings = (): string[] =>
  NAMES.map(name => {
    const { kind, help, value, secret, fileOnly } = settingOf(name);
    const where = fileOnly
      ? `${name} (file)`
      : secret
        ? variableOf(name)
        : `--${flagOf(name)}${kind.placeholder ? ` ${kind.placeholder}` : ''}`;
    const usual = (typeof value === 'string' && value !== '') || typeof value === 'number' ? ` (${value})` : '';
    return `  ${where.padEnd(24)} ${help}${usual}`;
  });

/** What holds where nothing is said. */
export const defaultSettings = (cwd: string): Settings => ({ ...defaults(), data: resolve(cwd, SETTINGS.data.value) });

const defaults = () => Object.fromEntries(NAMES.map(name => [name, settingOf(name).value])) as unknown as Settings;

export interface SettingSources {
  /** As `parseArgs` returns them, by flag. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** Flags before environment before configuration file before defaults. Throws a StartError that names everything that is wrong. */
export async function readSettings({ flags, env, cwd }: SettingSources): Promise<Settings> {
  const problems: string[] = [];
  const file = await configurationFile(flags.config ?? env.WIKIQUERY_CONFIG, cwd, problems);
  problems.push(...unknownNames(file, env));

  const settings: Record<string, unknown> = { ...defaultSettings(cwd) };
  for (const name of NAMES) {
    const found = find(name, flags, env, cwd, file);
    if (!found) continue;
    try {
      settings[name] = settingOf(name).kind.read(found.value, found.folder);
    } catch (error) {
      problems.push(`${found.where} ${oneLine(error)}.`);
    }
  }
  if (problems.length > 0) throw new StartError(problems);
  return settings as unknown as Settings;
}

async function configurationFile(named: unknown, cwd: string, problems: string[]): Promise<ConfigurationFile | undefined> {
  try {
    return await readConfigurationFile(typeof named === 'string' && named !== '' ? resolve(cwd, named) : undefined, cwd);
  } catch (error) {
    problems.push(oneLine(error));
    return undefined;
  }
}

/** What each of many wikis may have for itself. */
const OF_A_WIKI = [
  'database',
  'replicas',
  'maxLag',
  'tablePrefix',
  'sharedDatabase',
  'sharedPrefix',
  'sharedTables',
  'legacyEncoding',
  'stores',
  'repositories',
  'connections',
  'site',
  'private',
  'images',
  'messages',
  'upstream',
  'answers',
  'lenient',
  'secretKey',
  'oldSecretKeys',
  'wiki',
  'accounts',
] as const satisfies readonly (keyof Settings)[];

/** Those of one wiki, which has the others in common with all. Throws a StartError that names everything that is wrong. */
export function settingsOfWiki(common: Settings, name: string, { values, folder }: GivenWiki): Settings {
  const problems: string[] = [];
  const own: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const known = OF_A_WIKI.find(each => each === key);
    if (!known) {
      problems.push(`The wiki ${name} cannot have a setting "${key}" for itself; it can have host, ${OF_A_WIKI.join(', ')}.`);
      continue;
    }
    try {
      own[known] = settingOf(known).kind.read(value, folder);
    } catch (error) {
      problems.push(`"${key}" of the wiki ${name} ${oneLine(error)}.`);
    }
  }
  if (own.database === undefined) problems.push(`The wiki ${name} has no database: name it with "database".`);
  if (problems.length > 0) throw new StartError(problems);
  return { ...common, ...own };
}

/** A misspelt setting would otherwise be a silent default. */
function unknownNames(file: ConfigurationFile | undefined, env: SettingSources['env']): string[] {
  const variables = new Set(['WIKIQUERY_CONFIG', ...NAMES.filter(name => !settingOf(name).fileOnly).map(variableOf)]);
  return [
    ...Object.keys(file?.values ?? {})
      .filter(name => !(name in SETTINGS))
      .map(name => `There is no setting "${name}", which ${file?.path} has. The settings are ${NAMES.join(', ')}.`),
    ...Object.keys(env)
      .filter(name => name.startsWith('WIKIQUERY_') && !variables.has(name) && !FOREIGN_VARIABLES.has(name))
      .map(name => `There is no setting ${name}, which the environment has. The variables are ${[...variables].join(', ')}.`),
  ];
}

/** Read by the workspace's tools, not by the server. */
const FOREIGN_VARIABLES = new Set(['WIKIQUERY_SETS']);

interface Found {
  readonly value: unknown;
  readonly folder: string;
  /** What a message calls it. */
  readonly where: string;
}

function find(
  name: keyof Settings,
  flags: SettingSources['flags'],
  env: SettingSources['env'],
  cwd: string,
  file: ConfigurationFile | undefined,
): Found | undefined {
  const { fileOnly } = settingOf(name);
  const flag = flags[flagOf(name)];
  if (flag !== undefined) return { value: flag, folder: cwd, where: `--${flagOf(name)}` };
  const variable = fileOnly ? undefined : env[variableOf(name)];
  if (variable !== undefined && variable !== '') return { value: variable, folder: cwd, where: variableOf(name) };
  const value = file?.values[name];
  return value === undefined || !file ? undefined : { value, folder: file.folder, where: `"${name}" in ${file.path}` };
}

/** What time it is in milliseconds since 1970: that of the setting `clock`, or of the machine. */
export const millisOf = ({ clock }: Pick<Settings, 'clock'>): (() => number) => (clock ? () => clock.getTime() : Date.now);
