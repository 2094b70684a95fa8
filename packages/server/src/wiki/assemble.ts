import { createAccounts } from '@wikiquery/accounts';
import type { Env } from '@wikiquery/core';
import type { HostSite, Plugins, ServiceLookup } from '@wikiquery/core/host';
import type { Past, Statement, WikiDatabase } from '@wikiquery/database';
import type { ApiResponse } from '@wikiquery/engine';
import { readMessages } from '@wikiquery/messages';
import { scopeOf } from '@wikiquery/render-cache';
import type { Offer } from '@wikiquery/schema';
import { type SearchBackend, searchBackend } from '@wikiquery/search';
import { RequestCoalescer } from '../cache/request-coalescer.ts';
import { ResponseCache, type SharedResponse } from '../cache/response-cache.ts';
import { SharedResponses } from '../cache/shared-responses.ts';
import { openChangeFeed } from '../changes/change-feed.ts';
import { RecentChanges } from '../changes/recent-changes.ts';
import type { Settings } from '../config/settings.ts';
import { userAgentOf } from '../config/user-agent.ts';
import { type ProcessContext, prepareProcess, type ServerHooks } from '../lifecycle/process-context.ts';
import { CLIENTS_SPENT, type ProcessCalls, SUSPECT } from '../lifecycle/process-group.ts';
import { RunningRequests } from '../lifecycle/running-requests.ts';
import type { Spending } from '../limits/client-limits.ts';
import { Health } from '../observability/health.ts';
import { log } from '../observability/log.ts';
import { RequestTrace } from '../observability/request-trace.ts';
import { discoverPlugins } from '../plugins/discovery.ts';
import { type LocalEndpoints, localEndpointsOf } from '../plugins/local-endpoints.ts';
import { type App, type WikiExtension, withDefaultsOf } from '../plugins/server-extension.ts';
import { createSessions, type Sessions, type WebRequest, withCookies } from '../sessions/sessions.ts';
import { oneLine, StartError } from '../start-error.ts';
import { VERSION } from '../version.ts';
import { withFoldersBeside } from './imported.ts';
import { allOf, type OpenedWiki, openWiki, type StartNotes } from './open-wiki.ts';
import type { SiteFile } from './site-file.ts';
import { stateOf } from './state.ts';
import { createApis } from './wiki-api.ts';
import type { WikiContext, WikiOwner } from './wiki-context.ts';
import { provideServices, type WikiServices } from './wiki-services.ts';

/** A wiki that is ready to handle requests, independent of HTTP. */
export interface Assembled {
  readonly context: ProcessContext;
  readonly database: WikiDatabase;
  readonly site: HostSite;
  readonly siteFile: SiteFile | undefined;
  readonly plugins: Plugins;
  /** Changes that a server extension such as proxy mode makes. */
  readonly extension: WikiExtension | undefined;
  readonly service: ServiceLookup;
  readonly local: LocalEndpoints;
  readonly settings: Settings;
  /** Folder of the uploaded files. */
  readonly images: string | undefined;
  readonly cache: ResponseCache;
  readonly health: Health;
  readonly notes: StartNotes;
  /** Responds to a request. Requests with the same `key` may share a response. */
  answer(request: WebRequest, key?: string): Promise<ApiResponse>;
  /** Runs work in the context of a request, which does not count toward the limits of its client. Rejects if the work does. */
  withEnv<T>(request: WebRequest, work: (env: Env) => Promise<T>): Promise<T>;
  /** Describes the API: its modules, actions, formats and routes. */
  offer(): Promise<Offer>;
  /** Assembles the wiki again with the current database file. `past`: value that `examine` returned. Rejects with a StartError. */
  reopen(past: Past | undefined): Promise<Assembled>;
  /** Assembles the wiki again with other settings. Metrics and the usage of clients are kept. Rejects with a StartError. */
  reload(settings: Settings): Promise<Assembled>;
  /** Waits for running requests, then closes the wiki. */
  drain(): Promise<void>;
  /** Closes the wiki and the state of the process. */
  close(): Promise<void>;
}

/**
 * Assembles a server of one wiki: modules, site, database, services, accounts. Rejects with a StartError that lists all problems. With the
 * setting `lenient`, plugins with problems are left out instead.
 */
export async function assemble(app: App, given: Settings, hooks: ServerHooks = {}): Promise<Assembled> {
  const context = await prepareProcess(app, given, hooks);
  try {
    const [many] = context.discovered.extensions.flatMap(each => each.hosting?.(withDefaultsOf(each, given)) ?? []);
    if (many)
      throw new StartError([
        `This command needs one wiki, but "${many.setting}" names many. Name one with --database, and leave out "${many.setting}".`,
      ]);
    const owner = { measure: context.metrics.measure.bind(context.metrics), close: context.close };
    return await assembleWiki(context, await withDatabase(given), owner);
  } catch (error) {
    await context.close();
    throw error;
  }
}

/** Assembles one wiki in a prepared process. Rejects with a StartError that lists all problems. */
export const assembleWiki = (context: ProcessContext, settings: Settings, owner: WikiOwner): Promise<Assembled> =>
  assembleOver(undefined, { ...context, ...owner, settings, messages: readMessages(settings.messages), readiness: {} });

async function assembleOver(past: Past | undefined, context: WikiContext): Promise<Assembled> {
  const opened = new AsyncDisposableStack();
  try {
    return await assembleWith(opened, past, context);
  } catch (error) {
    // Open resources would keep the process alive.
    await release(opened);
    throw error;
  }
}

/** Closes all resources in reverse order, and logs failures. */
const release = (opened: AsyncDisposableStack): Promise<void> =>
  opened.disposeAsync().catch((error: unknown) => log('error', 'close-failed', { message: oneLine(error) }));

/** Assembles the wiki. Adds the resources that must be closed to `opened`. */
async function assembleWith(opened: AsyncDisposableStack, past: Past | undefined, context: WikiContext): Promise<Assembled> {
  const { settings, metrics } = context;
  const wiki = await openWiki(opened, past, context);
  const services = await provideServices(opened, wiki, context);
  const extension = await extensionOf(wiki, services, context);
  const sessions = extension?.sessions ?? (await ownSessions(wiki, services, context));
  if (sessions.service) services.services.set('sessions', sessions.service);
  const apis = createApis(wiki, services, sessions, context);
  const health = healthOf(wiki, services, context);
  const running = new RunningRequests();
  const changes = await followChanges(opened, wiki, services, context);
  const cache = cacheOf(wiki, services, changes, context);
  const coalescer = new RequestCoalescer<WebRequest>(respond, cache, metrics);
  const { database, site, siteFile, plugins, notes, secretKey } = wiki;
  const { engine, layout } = database;
  context.measure({ engine, release: layout.release, load: () => database.load(), lags: apis.lags, isUp: () => health.isDatabaseUp() });
  joinGroup(wiki, health, extension, context);
  return {
    context,
    database,
    site,
    siteFile,
    plugins,
    extension,
    service: ({ name }) => services.services.get(name) as never,
    local: localEndpointsOf(plugins, extension?.isLocal),
    settings,
    images: settings.images,
    cache,
    health,
    notes,
    // With replicas, a response that another client shares could be older than the previous response to the same client. `--cache-ttl` permits that.
    answer: (request, key) => (settings.replicas.length > 0 && settings.cacheTtl === 0 ? respond(request) : coalescer.answer(request, key)),
    async withEnv(request, work) {
      running.begin();
      try {
        return await work(await apis.env(request));
      } finally {
        running.end();
      }
    },
    async offer() {
      const { describeOffer } = await import('@wikiquery/schema');
      const offered = { ...plugins, actions: new Map(apis.served.map(action => [action.name, action])) };
      return describeOffer(offered, { site, services: services.services, documentation: apis.documentation });
    },
    reopen: known => assembleOver(known, { ...context, settings: { ...settings, secretKey } }),
    async reload(next) {
      const complete = await withDatabase(next);
      const discovered = await discoverPlugins(context.app, next);
      const changed = { discovered, settings: complete, messages: readMessages(complete.messages) };
      const reloaded = await assembleOver(undefined, { ...context, ...changed });
      context.limits.configure(next);
      return reloaded;
    },
    async drain() {
      await running.none();
      await release(opened);
    },
    async close() {
      await context.close();
      await release(opened);
    },
  };

  async function respond(request: WebRequest): Promise<SharedResponse> {
    running.begin();
    const trace = request.trace instanceof RequestTrace ? request.trace : undefined;
    try {
      const { path } = request;
      const response = await (path === undefined ? apis.api(request) : apis.rest({ ...request, path }));
      trace?.end(response.status);
      const cookies = sessions.cookies(response.identity, response.headers['Cache-Control'] as string | undefined);
      if (!cookies) return response;
      // The response sets session cookies, so it must be neither shared nor cached.
      return { ...response, headers: withCookies(response.headers, await cookies), isPublic: false, freshness: 'unknown' };
    } finally {
      if (trace?.client) context.limits.end(trace.client);
      running.end();
    }
  }
}

/** Returns the changes that a server extension makes to this wiki; undefined while pages are pre-rendered. */
async function extensionOf(
  { database, site }: OpenedWiki,
  { now }: WikiServices,
  context: WikiContext,
): Promise<WikiExtension | undefined> {
  const { discovered, settings, metrics, group, shared, ahead } = context;
  if (ahead) return undefined;
  const wiki = { database, site, now, metrics, group, shared };
  for (const extension of discovered.extensions) {
    const found = await extension.wiki?.(withDefaultsOf(extension, settings), wiki);
    if (found) return found;
  }
  return undefined;
}

async function ownSessions(
  { database: { db }, site, secretKey }: OpenedWiki,
  { now, users }: WikiServices,
  context: WikiContext,
): Promise<Sessions> {
  const { settings, throttle, cookiePrefix } = context;
  const { accounts, oldSecretKeys } = settings;
  const own = { db, site, now, users, secretKey, oldSecretKeys, throttle, revocations: await context.revocations() };
  return createSessions(createAccounts({ ...accounts, ...(cookiePrefix !== undefined && { cookiePrefix }), ...own }));
}

function healthOf({ database, plugins, notes }: OpenedWiki, { services }: WikiServices, context: WikiContext): Health {
  const search = services.get(searchBackend.name) as SearchBackend;
  return new Health(database, allOf(plugins), [...context.discovered.problems, ...notes.leftOut], { ...context, search });
}

function cacheOf(
  { database, genders, site, plugins }: OpenedWiki,
  { now, repositories }: WikiServices,
  changes: RecentChanges | undefined,
  { settings, readiness, metrics, shared }: WikiContext,
): ResponseCache {
  const state = stateOf({ database, genders, site, readiness, repositories, oneServer: settings.oneServer });
  const most = Math.floor(settings.cachedResponses * 1024 * 1024);
  const scope = scopeOf(
    site,
    `${VERSION} ${allOf(plugins)
      .map(({ group, name }) => `${group}=${name}`)
      .join()}`,
  );
  const secondLevel = shared && new SharedResponses(shared, scope);
  return new ResponseCache({ most, state, now, lifetime: settings.cacheTtl, changes, shared: secondLevel, metrics });
}

/** Follows the change feed; returns undefined if the settings name none. Rejects with a StartError for an unsupported address. */
async function followChanges(
  opened: AsyncDisposableStack,
  { database: { db }, site }: OpenedWiki,
  { titles }: WikiServices,
  { settings, discovered: { extensions } }: WikiContext,
): Promise<RecentChanges | undefined> {
  const { cacheTtl: lifetime, changeFeed, replicas, maxLag } = settings;
  if (changeFeed === undefined) return undefined;
  if (lifetime === 0)
    throw new StartError(['--change-feed has no effect without --cache-ttl. Set --cache-ttl 60s, or leave out --change-feed.']);
  const changes = new RecentChanges({ lifetime, settling: SETTLING + (replicas.length > 0 ? maxLag : 0) });
  const userAgent = userAgentOf(settings, 'change-feed');
  const feed = await openChangeFeed(changeFeed, { wiki: { db, site, titles }, extensions, userAgent }, changes);
  opened.use(feed);
  return changes;
}

/** Milliseconds after a change in which a statement that began before the change may still read the old data. */
const SETTLING = 1000;

/** Registers the functions that other processes of the group can call, and the receiver of messages of other servers. */
function joinGroup(
  { database }: OpenedWiki,
  health: Health,
  extension: WikiExtension | undefined,
  { group, metrics, limits, listenToServers }: WikiContext,
): void {
  const topics: Readonly<Record<string, (message: never, from: string | number) => void | Promise<void>>> = {
    ...extension?.receive,
    [CLIENTS_SPENT]: (spent: readonly Spending[], from) => limits.spentElsewhere(from, spent),
    [SUSPECT]: (statement: Statement) => database.try?.(statement),
  };
  const receive: ProcessCalls['receive'] = (topic, message, from) =>
    Object.hasOwn(topics, topic) ? topics[topic]?.(message as never, from) : undefined;
  group?.answer({ metrics: () => metrics.json(), report: () => health.report(), receive });
  listenToServers(receive);
}

/** Returns the settings, with the sample wiki if they specify no database. The sample wiki's URLs contain the port of this server. */
export async function withDatabase(settings: Settings): Promise<Settings> {
  if (settings.database !== undefined) return withFoldersBeside(settings);
  const { prepareSample } = await import('@wikiquery/sample');
  const { database, site, images } = await prepareSample(settings.data);
  const publicUrl = settings.publicUrl ?? (settings.site === undefined ? new URL(`http://localhost:${settings.port || 8080}`) : undefined);
  return { ...settings, database, site: settings.site ?? site, images: settings.images ?? images, publicUrl };
}
