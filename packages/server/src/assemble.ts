import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { createAccounts, createUpstreamAccounts, type Revocations, type Throttle, type UpstreamAccounts } from '@wikiquery/accounts';
import type { Site } from '@wikiquery/core';
import type { HostSite, Plugins, Registry } from '@wikiquery/core/host';
import { DatabaseUnavailableError, DatabaseUnusableError, open, type Past, type Statement, type WikiDatabase } from '@wikiquery/database';
import { type ApiResponse, createApi, createKnown, query, runnable } from '@wikiquery/engine';
import { type Messages, readMessages } from '@wikiquery/messages';
import { loadSlotRoles } from '@wikiquery/revisions';
import { readSite, SiteError } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import { createGenders, createUsers, userById } from '@wikiquery/users';
import { type App, type Discovered, discoverPlugins } from './discovery.ts';
import { EndedSessions } from './ended-sessions.ts';
import { failureReporter } from './failures.ts';
import { Health, type Readiness } from './health.ts';
import { siteBeside, unfinishedImport } from './imported.ts';
import { lagsOf } from './lag.ts';
import { log } from './log.ts';
import { Metrics } from './metrics.ts';
import { oneLine, StartError } from './problems.ts';
import { scriptPathOf } from './script-path.ts';
import { storedSecretKey } from './secret-key.ts';
import { createServices, STANDARD_SERVICES } from './services.ts';
import { createSessions, type WebRequest } from './sessions.ts';
import { millisOf, type Settings } from './settings.ts';
import { describeMissing, tablesOf } from './tables.ts';
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
  readonly database: WikiDatabase;
  /** The wiki beside which the server stands. */
  readonly upstream: { readonly api: URL; readonly accounts: UpstreamAccounts } | undefined;
  /** Folder of the uploaded files. */
  readonly images: string | undefined;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly watchdog: Watchdog;
  /** Whoever watches the database says here why it cannot be read for now. */
  readonly readiness: Readiness;
  /** Warnings for whoever starts the server. */
  readonly warnings: readonly string[];
  /** Assembles the same over what lies at the address of the database now. Rejects with a StartError; `past` is what `examine` told of this one. */
  again(past: Past | undefined): Promise<Assembled>;
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
  const lasting: Lasting = {
    settings: given.database === undefined ? await withSample(given) : given,
    discovered,
    modules: metrics.timeModules(discovered.registry),
    metrics,
    messages: readMessages(given.messages),
    throttle: shared?.throttle ?? throttleOf(given),
    revocations: shared?.revocations ?? ended,
    readiness: {},
    watchdog,
    statement,
    shared,
    async close() {
      watchdog.close();
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
  readonly settings: Settings;
  readonly discovered: Discovered;
  readonly modules: Registry;
  readonly metrics: Metrics;
  readonly messages: Messages;
  readonly throttle: Throttle;
  /** Of sessions that this server, or the others with it, have ended; undefined where the wiki keeps them. */
  readonly revocations: Revocations | undefined;
  readonly readiness: Readiness;
  readonly watchdog: Watchdog;
  close(): Promise<void>;
}

/** `past`: what is known of the database that was served before. */
async function assembleOver(past: Past | undefined, lasting: Lasting): Promise<Assembled> {
  const { settings, modules, metrics, messages, readiness, shared } = lasting;
  const { registry, actions, formats, problems: pluginProblems, tables } = lasting.discovered;
  const warnings: string[] = [];
  const factories = { ...STANDARD_SERVICES, ...settings.services };
  const problems = settings.lenient ? [] : [...pluginProblems];
  if (formats.size === 0) problems.push('No format is installed, so nothing can be answered; add a package of one to the dependencies.');
  const database = await attempt(
    problems,
    () => openDatabase(settings, tablesOf(registry, tables), past, lasting),
    ({ missing }) => describeMissing(missing, registry, tables),
  );
  const unfinished = database && (await unfinishedImport(database, settings.tablePrefix));
  if (unfinished) (past ? problems : warnings).push(unfinished);
  const site = await attempt(problems, () => describeSite(settings, database, text => warnings.push(text)));
  const secretKey = await attempt(problems, () => secretKeyOf(settings, text => warnings.push(text)));
  if (problems.length > 0 || !database || !site || !secretKey) {
    await database?.close();
    throw new StartError(problems);
  }

  const now = millisOf(settings);
  const clock = () => new Date(now());
  const titles = createTitles(site);
  const users = createUsers(site, titles);
  const services = await createServices(factories, { database, site, clock, images: settings.images, messages });
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
  const api = createApi({
    wiki: { site, titles, users, registry: modules, known, services, userById },
    actions: [query, ...served.map(runnable)].map(action => metrics.timeAction(action)),
    formats,
    clock,
    deadline: settings.deadline,
    database({ signal, progress }, deadline) {
      if (readiness.problem !== undefined) throw new DatabaseUnavailableError(readiness.problem);
      return database.forRequest({ signal, progress, deadline });
    },
    identify: (request, anonymous) => sessions.identify(request, anonymous),
    lags: lagsOf(database),
    hostname: hostname(),
    documentation: site.urls.expand(`${scriptPathOf(site)}/api.php`),
    failure: failureReporter(metrics),
  });

  shared?.answer({
    metrics: () => metrics.json(),
    forgetSession: request => upstreamAccounts?.forget(request),
    suspect: statement => database.try?.(statement),
  });
  const running = new Running();
  return {
    async answer(request) {
      running.begin();
      try {
        const response = await api(request);
        request.progress?.step('output');
        const cookies = sessions.cookies(response.identity, response.headers['Cache-Control'] as string | undefined);
        return cookies ? { ...response, headers: withCookies(response.headers, await cookies) } : response;
      } finally {
        running.end();
      }
    },
    site,
    registry: modules,
    formats,
    database,
    upstream,
    images: settings.images,
    health: new Health(database, [...registry.values(), ...actions.values(), ...formats.values()], pluginProblems, readiness),
    metrics,
    watchdog: lasting.watchdog,
    readiness,
    warnings: settings.lenient ? [...pluginProblems, ...warnings] : warnings,
    again: known => assembleOver(known, { ...lasting, settings: { ...settings, secretKey } }),
    async retire() {
      await running.none();
      await database.close();
    },
    async close() {
      await lasting.close();
      await database.close();
    },
  };
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

/** Counts the requests that run. */
class Running {
  #count = 0;
  #last = Promise.withResolvers<void>();
  begin(): void {
    this.#count++;
  }
  end(): void {
    if (--this.#count === 0) this.#last.resolve();
  }
  /** Resolves when no request runs. */
  async none(): Promise<void> {
    while (this.#count > 0) {
      this.#last = Promise.withResolvers();
      await this.#last.promise;
    }
  }
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
async function withSample(settings: Settings): Promise<Settings> {
  const { prepareSample } = await import('@wikiquery/sample');
  const { database, site, images } = await prepareSample(settings.data, `http://localhost:${settings.port || 8080}`);
  return { ...settings, database, site: settings.site ?? site, images: settings.images ?? images };
}

function openDatabase(
  { database = '', replicas, maxLag, tablePrefix, connections, deadline, slow }: Settings,
  tables: ReadonlySet<string> | undefined,
  past: Past | undefined,
  { metrics, statement: tell, shared }: Lasting,
): Promise<WikiDatabase> {
  return open(database, {
    past,
    prefix: tablePrefix,
    replicas,
    maxLag,
    // The server's own limit is for the case that this process cannot end a statement any more.
    statementLimit: deadline + 1000,
    tables,
    prewarm: true,
    onDamage: statement => shared?.suspect(statement),
    ...(connections !== undefined && { connections }),
    onSlow: {
      milliseconds: tell ? -1 : slow,
      report(statement, milliseconds) {
        tell?.(statement);
        if (milliseconds <= slow) return;
        metrics.slowStatement();
        // Values are bound, not in the text: it tells nothing about anybody.
        log('warning', 'slow-statement', { milliseconds: Math.round(milliseconds), sql: statement.sql.slice(0, 2000) });
      },
    },
  });
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

async function readDescription(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new StartError([
      `The site description ${path} cannot be read: ${oneLine(error)}. Save it with "wikiquery adopt URL --out ${path}".`,
    ]);
  }
}
