import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { createAccounts, createUpstreamAccounts, type Revocations, type Throttle, type UpstreamAccounts } from '@wikiquery/accounts';
import type { Env, Site } from '@wikiquery/core';
import { type AnyPlugin, extensionsOf, type HostSite, type Plugins, pluginsOfSite, type Registry } from '@wikiquery/core/host';
import { DatabaseUnavailableError, DatabaseUnusableError, type Past, type Statement, type WikiDatabase } from '@wikiquery/database';
import { type ApiRequest, type ApiResponse, createApi, createKnown, createRest, type Identity, query, runnable } from '@wikiquery/engine';
import { existingElsewhere, type FileService } from '@wikiquery/files';
import { type Messages, readMessages } from '@wikiquery/messages';
import { loadSlotRoles } from '@wikiquery/revisions';
import type { Offer } from '@wikiquery/schema';
import { readSite, SiteError } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import { createGenders, createUsers, userById } from '@wikiquery/users';
import { type App, type Discovered, discoverPlugins } from './discovery.ts';
import { EndedSessions } from './ended-sessions.ts';
import { failureReporter } from './failures.ts';
import { Health, type Readiness } from './health.ts';
import { answeredHere, type Here } from './here.ts';
import { siteBeside, unfinishedImport } from './imported.ts';
import { lagsOf } from './lag.ts';
import { log } from './log.ts';
import { Metrics } from './metrics.ts';
import { describeMissing } from './needs.ts';
import { Progress } from './observed/progress.ts';
import { openDatabase, servedBy } from './open-database.ts';
import { oneLine, StartError } from './problems.ts';
import { ClientLimits, clientOf } from './protection/client-limits.ts';
import { EqualRequests, type SharedResponse } from './protection/equal-requests.ts';
import { openRepositories } from './repositories.ts';
import { Running } from './running.ts';
import { scriptPathOf } from './script-path.ts';
import { storedSecretKey } from './secret-key.ts';
import { SERVER_NEEDS } from './server-needs.ts';
import { createServices, STANDARD_SERVICES } from './services.ts';
import { createSessions, type WebRequest } from './sessions.ts';
import { millisOf, type Settings } from './settings.ts';
import { throttleOf } from './throttle.ts';
import { askingWiki, upstreamSessions } from './upstream/index.ts';
import { Watchdog } from './watchdog.ts';
import type { Shared } from './workers/index.ts';

/** A wiki's interface, ready for requests, without HTTP. */
export interface Assembled {
  answer(request: WebRequest): Promise<ApiResponse>;
  readonly site: Site;
  readonly registry: Registry;
  readonly formats: Plugins['formats'];
  /** What is answered here: beside a wiki, of actions and routes those that it is not asked for. */
  readonly here: Here;
  /** What the server offers, for descriptions of it: made when somebody asks. */
  offer(): Promise<Offer>;
  readonly database: WikiDatabase;
  /** The wiki beside which the server stands. */
  readonly upstream: { readonly api: URL; readonly accounts: UpstreamAccounts } | undefined;
  /** Folder of the uploaded files. */
  readonly images: string | undefined;
  readonly pages: Discovered['pages'];
  readonly health: Health;
  readonly metrics: Metrics;
  readonly limits: ClientLimits;
  readonly watchdog: Watchdog;
  /** Whoever watches the database says here why it cannot be read for now. */
  readonly readiness: Readiness;
  /** Modules that the database has not all for: a line for each. */
  readonly leftOut: readonly string[];
  /** Modules of extensions whose tables are not there, where nobody told whether the wiki has them: a line for each. */
  readonly notInstalled: readonly string[];
  /** Warnings for whoever starts the server. */
  readonly warnings: readonly string[];
  /** Assembles the same over what lies at the address of the database now. Rejects with a StartError; `past` is what `examine` told of this one. */
  again(past: Past | undefined): Promise<Assembled>;
  /** Assembles it with other settings; what was counted stays. Rejects with a StartError. */
  renew(settings: Settings): Promise<Assembled>;
  /** Closes it when the requests that run are finished. */
  retire(): Promise<void>;
  close(): Promise<void>;
}

/** What stands around a server. */
export interface Surroundings {
  /** For tools that look at what it does: is told of every statement, with the values that are bound to it. */
  readonly statement?: ((statement: Statement) => void) | undefined;
  /** The other processes that answer for the same wiki. */
  readonly shared?: Shared | undefined;
}

/**
 * Puts a server together: modules, site, database, services, accounts. Rejects with a StartError that names all problems; with the
 * setting `lenient` those of plugins do not count.
 */
export async function assemble(app: App, given: Settings, { statement, shared }: Surroundings = {}): Promise<Assembled> {
  const discovered = await discoverPlugins(app, given);
  const metrics = new Metrics(shared?.metrics);
  const watchdog = new Watchdog(given.held, held => {
    metrics.held(held);
    log('warning', 'thread-held', { ...held });
  });
  const ended = shared || given.upstream ? undefined : await new EndedSessions(given.data, { now: millisOf(given) }).open();
  const limits = new ClientLimits(given, { processes: shared?.count ?? 1, tell: shared && (spent => shared.clientsSpent(spent)) });
  const lasting: Lasting = {
    app,
    settings: await withDatabase(given),
    discovered,
    modules: metrics.timeModules(discovered.registry),
    metrics,
    messages: readMessages(given.messages),
    limits,
    throttle: shared?.throttle ?? throttleOf(given),
    revocations: shared?.revocations ?? ended,
    readiness: {},
    watchdog,
    statement,
    shared,
    async close() {
      watchdog.close();
      limits.close();
      await ended?.close();
    },
  };
  try {
    return await assembleOver(undefined, lasting);
  } catch (error) {
    await lasting.close();
    throw error;
  }
}

/** What stays when the file of the database is replaced. */
interface Lasting extends Surroundings {
  readonly app: App;
  readonly settings: Settings;
  readonly discovered: Discovered;
  readonly modules: Registry;
  readonly metrics: Metrics;
  readonly messages: Messages;
  readonly limits: ClientLimits;
  readonly throttle: Throttle;
  /** Of sessions that this server, or the others with it, have ended; undefined where the wiki keeps them. */
  readonly revocations: Revocations | undefined;
  readonly readiness: Readiness;
  readonly watchdog: Watchdog;
  close(): Promise<void>;
}

/** `past`: what is known of the database that was served before. */
async function assembleOver(past: Past | undefined, lasting: Lasting): Promise<Assembled> {
  const { settings, metrics, messages, readiness, limits, shared } = lasting;
  const { discovered } = lasting;
  const { problems: pluginProblems, needs, pages } = discovered;
  const warnings: string[] = [];
  const factories = { ...STANDARD_SERVICES, ...settings.services };
  const problems = settings.lenient ? [] : [...pluginProblems];
  if (discovered.formats.size === 0)
    problems.push('No format is installed, so nothing can be answered; add a package of one to the dependencies.');
  const database = await attempt(
    problems,
    () => openDatabase(settings, past, lasting),
    ({ missing }) => describeMissing(missing, discovered.registry, SERVER_NEEDS, needs),
  );
  const described = await attempt(problems, () => describeSite(settings, database, text => warnings.push(text)));
  const { modules, leftOut, notInstalled, notes } = servedBy(database, described, lasting, problems);
  warnings.push(...notes);
  const unfinished = database && (await unfinishedImport(database, settings.tablePrefix));
  if (unfinished) (past ? problems : warnings).push(unfinished);
  const secretKey = await attempt(problems, () => secretKeyOf(settings, text => warnings.push(text)));
  if (problems.length > 0 || !database || !modules || !described || !secretKey) {
    await database?.close();
    throw new StartError(problems);
  }

  const now = millisOf(settings);
  const clock = () => new Date(now());
  const { registry, actions, formats, routes } = pluginsOfSite({ ...discovered, registry: modules }, described);
  const site = withExtensions(described, [...registry.values(), ...actions.values(), ...formats.values(), ...routes.values()]);
  const titles = createTitles(site);
  const users = createUsers(site, titles);
  const lags = lagsOf(database);
  const repositories = openRepositories(settings, site);
  const context = { database, site, clock, images: settings.images, messages, repositories: repositories.all };
  const services = await createServices(factories, context);
  const shown = (services.get('files') as FileService).repositories ?? [];
  const filesElsewhere =
    shown.length > 0 ? (env: Pick<Env, 'request'>, names: readonly string[]) => existingElsewhere(env, shown, names) : undefined;
  const known = createKnown(site, key => messages.has(key));
  const who = { db: database.db, site, now };
  const { cookiePrefix, sessionCookies } = settings.accounts;
  const upstreamAccounts =
    settings.upstream && createUpstreamAccounts({ ...who, ask: askingWiki(settings.upstream), cookiePrefix, sessionCookies });
  const upstream = settings.upstream && upstreamAccounts && { api: settings.upstream, accounts: together(upstreamAccounts, shared) };
  const ownAccounts = () =>
    createAccounts({
      ...settings.accounts,
      ...who,
      secretKey,
      users,
      oldSecretKeys: settings.oldSecretKeys,
      throttle: lasting.throttle,
      ...(lasting.revocations && { revocations: lasting.revocations }),
    });
  const sessions = upstream ? upstreamSessions(upstream.accounts) : createSessions(ownAccounts());
  if (sessions.service) services.set('sessions', sessions.service);
  // Beside another server, what belongs to sessions is asked there.
  const served = [...actions.values()].filter(action => !upstream || !action.quirks?.ofSession);
  const documentation = site.urls.expand(`${scriptPathOf(site)}/api.php`);
  const common = {
    wiki: { site, titles, users, registry, known, services, userById, filesElsewhere },
    clock,
    deadline: settings.deadline,
    database({ signal, progress }: ApiRequest, deadline: number) {
      if (readiness.problem !== undefined) throw new DatabaseUnavailableError(readiness.problem);
      return database.forRequest({ signal, progress, deadline });
    },
    identify(request: ApiRequest, anonymous: boolean) {
      const identity = sessions.identify(request, anonymous);
      return identity instanceof Promise ? identity.then(known => admit(request, known)) : admit(request, identity);
    },
    lags,
    failure: failureReporter(metrics),
  };
  const api = createApi({
    ...common,
    actions: [query, ...served.map(runnable)].map(action => metrics.timeAction(action)),
    formats,
    hostname: hostname(),
    documentation,
  });
  const here = answeredHere({ actions, routes }, upstream && settings.answers);
  const rest = createRest({ ...common, routes: metrics.timeRoutes(routes), root: `${scriptPathOf(site)}/rest.php` });

  const plugins = [...registry.values(), ...actions.values(), ...formats.values(), ...routes.values()];
  const health = new Health(database, plugins, [...pluginProblems, ...leftOut], readiness);
  metrics.measure({ engine: database.engine, release: database.layout.release, load: () => database.load(), lags });
  shared?.answer({
    metrics: () => metrics.json(),
    report: () => health.report(),
    forgetSession: request => upstreamAccounts?.forget(request),
    clientsSpent: (process, spent) => limits.spentElsewhere(process, spent),
    suspect: statement => database.try?.(statement),
  });
  const running = new Running();
  const equal = new EqualRequests<WebRequest>(answer, () => metrics.shared());
  return {
    answer: request => equal.answer(request),
    site,
    registry,
    formats,
    here,
    async offer() {
      const { describeOffer } = await import('@wikiquery/schema');
      const described = { registry, actions: new Map(served.map(action => [action.name, action])), formats, routes };
      return describeOffer(described, { site, services, documentation });
    },
    database,
    upstream,
    images: settings.images,
    leftOut,
    notInstalled,
    pages,
    health,
    metrics,
    limits,
    watchdog: lasting.watchdog,
    readiness,
    warnings: settings.lenient ? [...pluginProblems, ...warnings] : warnings,
    again: known => assembleOver(known, { ...lasting, settings: { ...settings, secretKey } }),
    async renew(next) {
      const discovered = await discoverPlugins(lasting.app, next);
      const changed = {
        settings: await withDatabase(next),
        discovered,
        modules: metrics.timeModules(discovered.registry),
        messages: readMessages(next.messages),
      };
      const renewed = await assembleOver(undefined, { ...lasting, ...changed });
      limits.configure(next);
      return renewed;
    },
    async retire() {
      await running.none();
      await repositories.close();
      await database.close();
    },
    async close() {
      await lasting.close();
      await repositories.close();
      await database.close();
    },
  };

  /** Who asks is known: from now on it counts what the request uses. Throws a LimitError. */
  function admit<T extends Identity>(request: ApiRequest, identity: T): T {
    const { progress } = request;
    const client = clientOf(identity.actor, request.ip);
    if (progress instanceof Progress && client !== undefined && !identity.actor.can('noratelimit')) progress.client = limits.begin(client);
    return identity;
  }

  async function answer(request: WebRequest): Promise<SharedResponse> {
    running.begin();
    const progress = request.progress instanceof Progress ? request.progress : undefined;
    try {
      const { path } = request;
      const response = await (path === undefined ? api(request) : rest({ ...request, path }));
      progress?.step('output');
      progress?.end(response.status);
      const cookies = sessions.cookies(response.identity, response.headers['Cache-Control'] as string | undefined);
      if (!cookies) return response;
      return { ...response, headers: withCookies(response.headers, await cookies), isPublic: false };
    } finally {
      if (progress?.client) limits.end(progress.client);
      running.end();
    }
  }
}

/** Cookies are for one client: no cache that others share may keep the answer. */
function withCookies({ Expires, ...headers }: ApiResponse['headers'], cookies: readonly string[]): ApiResponse['headers'] {
  const isPublic = String(headers['Cache-Control']).includes('public');
  return {
    ...headers,
    ...(isPublic ? { 'Cache-Control': 'private, must-revalidate, max-age=0' } : Expires !== undefined && { Expires }),
    'Set-Cookie': cookies,
  };
}

/** What one process learns of a session, all forget. */
function together(accounts: UpstreamAccounts, shared: Shared | undefined): UpstreamAccounts {
  if (!shared) return accounts;
  return {
    ...accounts,
    forget(request) {
      accounts.forget(request);
      shared.forgetSession(request);
    },
  };
}

/** Goes on after a failure that the one who starts the server can mend, so that all are told at once. */
async function attempt<T>(
  problems: string[],
  work: () => Promise<T>,
  explain?: (error: DatabaseUnusableError) => readonly string[],
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartError) problems.push(...error.problems);
    else if (error instanceof DatabaseUnusableError) problems.push(oneLine(error), ...(explain?.(error) ?? []));
    else if (error instanceof SiteError || error instanceof RangeError) problems.push(oneLine(error));
    else throw error;
    return undefined;
  }
}

/** Without a database it is the sample wiki that is served. */
async function withDatabase(settings: Settings): Promise<Settings> {
  if (settings.database !== undefined) return settings;
  const { prepareSample } = await import('@wikiquery/sample');
  const { database, site, images } = await prepareSample(settings.data, `http://localhost:${settings.port || 8080}`);
  return { ...settings, database, site: settings.site ?? site, images: settings.images ?? images };
}

/** Signs sessions and tokens; no module gets to see it. */
async function secretKeyOf(settings: Settings, warn: (text: string) => void): Promise<string> {
  const secretKey = settings.secretKey ?? (await storedSecretKey(settings.data, warn));
  if (secretKey.length >= 32) return secretKey;
  throw new StartError(['The secret key has fewer than 32 characters. Set WIKIQUERY_SECRET_KEY to 64 random hexadecimal digits.']);
}

async function describeSite(settings: Settings, database: WikiDatabase | undefined, warn: (text: string) => void): Promise<HostSite> {
  const path = settings.site ?? (database && (await siteBeside(settings, database, warn)));
  const description = path === undefined ? {} : await readDescription(path);
  const interwikis = (await database?.db.selectFrom('interwiki').selectAll().execute()) ?? [];
  const slotRoles = database && { slotRoles: await loadSlotRoles(database.db) };
  const genders = database && createGenders(database.db, { failed: error => log('warning', 'genders', { message: oneLine(error) }) });
  const site = readSite(description, { ...slotRoles, ...settings.wiki }, interwikis, name => genders?.of(name));
  if (site.hasGenderedNamespaces) await genders?.load();
  return site;
}

/** Where nobody told what the wiki has, it has the extensions of what is served. */
function withExtensions(site: HostSite, plugins: readonly AnyPlugin[]): HostSite {
  if (site.extensions) return site;
  // An extension that does not say what it is for is of this type.
  const extensions = [...new Set(plugins.flatMap(extensionsOf))].sort().map(name => ({ type: 'other', name }));
  return { ...site, info: { ...site.info, extensions } };
}

async function readDescription(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new StartError([
      `The site description ${path} cannot be read: ${oneLine(error)}. Save it with "wikiquery adopt URL --out ${path}".`,
    ]);
  }
}
