import { hostname } from 'node:os';
import { createAccounts, createUpstreamAccounts, type UpstreamAccounts } from '@wikiquery/accounts';
import type { Env, Site } from '@wikiquery/core';
import { claimTick, type Plugins, pluginsOfSite, type Registry } from '@wikiquery/core/host';
import { DatabaseUnavailableError, DatabaseUnusableError, type Past, SERVER_REQUIREMENTS, type WikiDatabase } from '@wikiquery/database';
import {
  type ApiRequest,
  type ApiResponse,
  createApi,
  createRest,
  createVirtualTitles,
  type Identity,
  query,
  runnable,
} from '@wikiquery/engine';
import { existingElsewhere, type FileService } from '@wikiquery/files';
import { type Messages, readMessages } from '@wikiquery/messages';
import type { Offer } from '@wikiquery/schema';
import { SiteError } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import { createGenders, createUsers, userById } from '@wikiquery/users';
import { RequestCoalescer } from '../cache/request-coalescer.ts';
import { ResponseCache, type SharedResponse } from '../cache/response-cache.ts';
import { millisOf, type Settings, type WikiSettings } from '../config/settings.ts';
import { type ProcessContext, prepareProcess, type ServerHooks } from '../lifecycle/process-context.ts';
import { Running } from '../lifecycle/running-requests.ts';
import { type ClientLimits, clientOf } from '../limits/client-limits.ts';
import type { RequestBodies } from '../limits/request-bodies.ts';
import { failureReporter } from '../observability/failures.ts';
import { Health, type Readiness } from '../observability/health.ts';
import { log } from '../observability/log.ts';
import type { Measured, Metrics } from '../observability/metrics.ts';
import { RequestTrace } from '../observability/request-trace.ts';
import type { Watchdog } from '../observability/watchdog.ts';
import { type App, type Discovered, discoverPlugins } from '../plugins/discovery.ts';
import { type LocalEndpoints, localEndpointsOf } from '../plugins/local-endpoints.ts';
import { createServices, STANDARD_SERVICES } from '../plugins/services.ts';
import { describeMissing } from '../plugins/table-requirements.ts';
import { secretKeyOf } from '../sessions/secret-key.ts';
import { createSessions, type WebRequest, withCookies } from '../sessions/sessions.ts';
import { oneLine, StartError } from '../start-error.ts';
import { askingWiki, together, upstreamSessions } from '../upstream/index.ts';
import { unfinishedImport, withFoldersBeside } from './imported.ts';
import { lagsOf } from './lag.ts';
import { openDatabase, servedBy } from './open-database.ts';
import { openRenderCache } from './render-cache.ts';
import { openRepositories } from './repositories.ts';
import { scriptPathOf } from './script-path.ts';
import { searchIndexThere } from './search.ts';
import { describeSite, withExtensions, withListOfWikis } from './site.ts';
import { stateOf } from './state.ts';

/** A wiki's interface, ready for requests, without HTTP. */
export interface Assembled {
  /** `key`: that of a request which may get the answer of another. */
  answer(request: WebRequest, key?: string): Promise<ApiResponse>;
  /** Cached responses. */
  readonly cache: ResponseCache;
  readonly site: Site;
  readonly registry: Registry;
  readonly actions: Plugins['actions'];
  readonly formats: Plugins['formats'];
  /** What is answered here: beside a wiki, of actions and routes those that it is not asked for. */
  readonly local: LocalEndpoints;
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
  readonly bodies: RequestBodies;
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
  reopen(past: Past | undefined): Promise<Assembled>;
  /** Assembles it with other settings; what was counted stays. Rejects with a StartError. */
  reload(settings: Settings): Promise<Assembled>;
  /** Closes it when the requests that run are finished. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Puts a server of one wiki together: modules, site, database, services, accounts. Rejects with a StartError that names all problems; with the
 * setting `lenient` those of plugins do not count.
 */
export async function assemble(app: App, given: Settings, hooks: ServerHooks = {}): Promise<Assembled> {
  if (given.wikis) throw new StartError(['This is done for one wiki, and "wikis" names many: name the database of one with --database.']);
  const context = await prepareProcess(app, given, hooks);
  try {
    return await assembleWiki(context, await withDatabase(given), {
      measure: measured => context.metrics.measure(measured),
      close: context.close,
    });
  } catch (error) {
    await context.close();
    throw error;
  }
}

/** What stands around one wiki. */
interface AroundWiki {
  /** Its name, where a server has many; accounts of each count for themselves. */
  readonly name?: string;
  /** Is given what can be measured of the database that is served. */
  measure(measured: Measured): void;
  /** Called when the wiki is closed. */
  close(): Promise<void>;
}

/** Puts one wiki together, in a process that is prepared. Rejects with a StartError that names all problems. */
export const assembleWiki = (context: ProcessContext, settings: Settings, around: AroundWiki): Promise<Assembled> =>
  assembleOver(undefined, { ...context, ...around, settings, messages: readMessages(settings.messages), readiness: {} });

/** What stays when the file of the database is replaced. */
interface WikiContext extends ProcessContext, AroundWiki {
  readonly settings: Settings;
  readonly messages: Messages;
  readonly readiness: Readiness;
}

/** `past`: what is known of the database that was served before. */
async function assembleOver(past: Past | undefined, around: WikiContext): Promise<Assembled> {
  const opened = new AsyncDisposableStack();
  try {
    return await assembleWith(opened, past, around);
  } catch (error) {
    // What stays open would keep the process from ending.
    await release(opened);
    throw error;
  }
}

/** Closes all of it, the last that was opened first; what cannot be closed is told. */
const release = (opened: AsyncDisposableStack): Promise<void> =>
  opened.disposeAsync().catch((error: unknown) => log('error', 'close-failed', { message: oneLine(error) }));

/** What it opens is put on `opened`. */
async function assembleWith(opened: AsyncDisposableStack, past: Past | undefined, around: WikiContext): Promise<Assembled> {
  const { settings, metrics, messages, readiness, limits, shared } = around;
  const { discovered } = around;
  const { problems: pluginProblems, needs, pages } = discovered;
  const warnings: string[] = [];
  const factories = { ...STANDARD_SERVICES, ...settings.services };
  const problems = settings.lenient ? [] : [...pluginProblems];
  if (discovered.formats.size === 0)
    problems.push('No format is installed, so nothing can be answered; add a package of one to the dependencies.');
  const database = await attempt(
    problems,
    () => openDatabase(settings, past, around),
    ({ missing }) => describeMissing(missing, discovered.registry, SERVER_REQUIREMENTS, needs),
  );
  if (database) opened.defer(() => database.close());
  const genders = database && createGenders(database.db, { failed: error => log('warning', 'genders', { message: oneLine(error) }) });
  const told = await attempt(problems, () => describeSite(settings, { database, genders }, text => warnings.push(text)));
  const described = told && withListOfWikis(told, [...discovered.registry.values(), ...discovered.actions.values()]);
  const { modules, leftOut, notInstalled, notes } = servedBy(database, described, around, problems);
  warnings.push(...notes);
  const unfinished = database && (await unfinishedImport(database, settings.tablePrefix));
  if (unfinished) (past ? problems : warnings).push(unfinished);
  const secretKey = await attempt(problems, () => secretKeyOf(settings, text => warnings.push(text)));
  if (problems.length > 0 || !database || !genders || !modules || !described || !secretKey) throw new StartError(problems);

  const now = millisOf(settings);
  const clock = () => new Date(now());
  const { registry, actions, formats, routes } = pluginsOfSite({ ...discovered, registry: modules }, described);
  const site = withExtensions(described, [...registry.values(), ...actions.values(), ...formats.values(), ...routes.values()]);
  const titles = createTitles(site);
  const users = createUsers(site, titles);
  const lags = lagsOf(database);
  const repositories = openRepositories(settings, site);
  opened.defer(() => repositories.close());
  const searchIndex = settings.services.search ? undefined : searchIndexThere(settings);
  const renderCache = settings.services.renderCache ? undefined : await openRenderCache(settings, site, around.ahead);
  if (renderCache) opened.defer(() => renderCache.close());
  const { images } = settings;
  const context = { database, site, clock, images, messages, searchIndex, renderCache, repositories: repositories.all };
  const services = await createServices(factories, context, opened);
  const shown = (services.get('files') as FileService).repositories ?? [];
  const filesElsewhere =
    shown.length > 0 ? (env: Pick<Env, 'request'>, names: readonly string[]) => existingElsewhere(env, shown, names) : undefined;
  const virtualTitles = createVirtualTitles(site, key => messages.has(key));
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
      throttle: around.throttle,
      ...(around.revocations && { revocations: around.revocations }),
    });
  const sessions = upstream ? upstreamSessions(upstream.accounts) : createSessions(ownAccounts());
  if (sessions.service) services.set('sessions', sessions.service);
  // Beside another server, what belongs to sessions is asked there.
  const served = [...actions.values()].filter(action => !upstream || !action.quirks?.ofSession);
  const documentation = site.urls.expand(`${scriptPathOf(site)}/api.php`);
  const common = {
    wiki: { site, titles, users, registry, virtualTitles, services, userById, filesElsewhere },
    clock,
    deadline: settings.deadline,
    database({ signal, trace }: ApiRequest, deadline: number) {
      if (readiness.problem !== undefined) throw new DatabaseUnavailableError(readiness.problem);
      return database.forRequest({ signal, observer: trace instanceof RequestTrace ? trace : undefined, deadline, giveWay: claimTick });
    },
    identify: async (request: ApiRequest, anonymous: boolean) => admit(request, await sessions.identify(request, anonymous)),
    lags,
    failure: failureReporter(metrics),
  };
  const api = createApi({
    ...common,
    actions: [query, ...served.map(runnable)],
    formats,
    hostname: hostname(),
    documentation,
  });
  const local = localEndpointsOf({ actions, routes }, upstream && settings.answers);
  const rest = createRest({ ...common, routes, root: `${scriptPathOf(site)}/rest.php` });

  const plugins = [...registry.values(), ...actions.values(), ...formats.values(), ...routes.values()];
  const health = new Health(database, plugins, [...pluginProblems, ...leftOut], readiness);
  around.measure({ engine: database.engine, release: database.layout.release, load: () => database.load(), lags });
  shared?.answer({
    metrics: () => metrics.json(),
    report: () => health.report(),
    forgetSession: request => upstreamAccounts?.forget(request),
    clientsSpent: (process, spent) => limits.spentElsewhere(process, spent),
    suspect: statement => database.try?.(statement),
  });
  const running = new Running();
  const state = stateOf({ database, genders, site, readiness, repositories: repositories.all, oneServer: settings.oneServer });
  const cache = new ResponseCache({ most: Math.floor(settings.keptAnswers * 1024 * 1024), state, now });
  const coalescer = new RequestCoalescer<WebRequest>(answer, cache, metrics);
  return {
    answer: (request, key) => coalescer.answer(request, key),
    cache,
    site,
    registry,
    actions,
    formats,
    local,
    async offer() {
      const { describeOffer } = await import('@wikiquery/schema');
      const described = { registry, actions: new Map(served.map(action => [action.name, action])), formats, routes };
      return describeOffer(described, { site, services, documentation });
    },
    database,
    upstream,
    images,
    leftOut,
    notInstalled,
    pages,
    health,
    metrics,
    limits,
    bodies: around.bodies,
    watchdog: around.watchdog,
    readiness,
    warnings: settings.lenient ? [...pluginProblems, ...warnings] : warnings,
    reopen: known => assembleOver(known, { ...around, settings: { ...settings, secretKey } }),
    async reload(next) {
      const complete = await withDatabase(next);
      const changed = {
        discovered: await discoverPlugins(around.app, next),
        settings: complete,
        messages: readMessages(complete.messages),
      };
      const renewed = await assembleOver(undefined, { ...around, ...changed });
      limits.configure(next);
      return renewed;
    },
    async drain() {
      await running.none();
      await release(opened);
    },
    async close() {
      await around.close();
      await release(opened);
    },
  };

  /** Who asks is known: from now on it counts what the request uses. Throws a LimitError. */
  function admit<T extends Identity>(request: ApiRequest, identity: T): T {
    const { trace } = request;
    const client = clientOf(identity.actor, request.ip, around.name);
    if (trace instanceof RequestTrace && !identity.actor.can('noratelimit')) trace.client = limits.begin(client);
    return identity;
  }

  async function answer(request: WebRequest): Promise<SharedResponse> {
    running.begin();
    const trace = request.trace instanceof RequestTrace ? request.trace : undefined;
    try {
      const { path } = request;
      const response = await (path === undefined ? api(request) : rest({ ...request, path }));
      trace?.end(response.status);
      const cookies = sessions.cookies(response.identity, response.headers['Cache-Control'] as string | undefined);
      if (!cookies) return response;
      // Whoever gets it has a session from now on.
      return { ...response, headers: withCookies(response.headers, await cookies), isPublic: false, freshness: 'unknown' };
    } finally {
      if (trace?.client) limits.end(trace.client);
      running.end();
    }
  }
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

/** Returns the settings, with the sample wiki if they name no database. Its URLs are those of this process and are not stored. */
export async function withDatabase(settings: Settings): Promise<WikiSettings> {
  if (settings.database !== undefined) return withFoldersBeside(settings);
  const { prepareSample } = await import('@wikiquery/sample');
  const { database, site, images } = await prepareSample(settings.data);
  const origin = settings.site === undefined ? { origin: `http://localhost:${settings.port || 8080}` } : {};
  return { ...settings, database, site: settings.site ?? site, images: settings.images ?? images, ...origin };
}
