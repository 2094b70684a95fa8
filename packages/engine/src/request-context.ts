import type { Actor, Env, Message, Service, Services, Titles, Users } from '@wikiquery/core';
import {
  type HostSite,
  isApiError,
  type Lag,
  type ReadingContext,
  type Registry,
  type RequestFacts,
  readParams,
  type ServiceLookup,
  type Wire,
} from '@wikiquery/core/host';
import type { Database } from '@wikiquery/database';
import { requestedVariant } from '@wikiquery/languages';
import type { Kysely } from 'kysely';
import type { Identity } from './identity.ts';
import type { AcceptedLanguages } from './languages.ts';
import { describeError, describeMessage, type ResponseStyle } from './output/messages.ts';
import { PluginRuns } from './plugin-runs.ts';
import type { Normalized } from './query/page-set.ts';
import type { VirtualTitles } from './query/virtual-titles.ts';
import type { ApiRequest, RequestParams } from './request.ts';
import { splitUnclean } from './unclean.ts';
import { Warnings } from './warnings.ts';

/** The wiki with its plugins and services, which all requests share. */
export interface WikiEnvironment {
  readonly site: HostSite;
  readonly titles: Titles;
  readonly users: Users;
  readonly registry: Registry;
  readonly virtualTitles: VirtualTitles;
  /** Services by name. */
  readonly services: ReadonlyMap<string, unknown>;
  userById(db: Kysely<Database>, id: number): ReturnType<Env['userById']>;
  /** Finds files in shared repositories. Undefined if the wiki has no shared repositories. */
  readonly filesElsewhere?: ((env: Pick<Env, 'request'>, names: readonly string[]) => ReturnType<Env['filesElsewhere']>) | undefined;
}

/** The wiki, the database and the accounts for requests. */
export interface RequestOptions {
  readonly wiki: WikiEnvironment;
  /** Time limit of a request in milliseconds. Default: none. */
  readonly deadline?: number;
  /**
   * Returns the database for one request of a user. Its statements are cancelled when the client disconnects, and at the deadline `due`,
   * in milliseconds of `performance.now()`.
   */
  readonly database: (request: ApiRequest, due: number, actor: Actor) => Kysely<Database>;
  /** Identifies the user of a request. With `anonymous`, ignores the session. */
  readonly identify: (request: ApiRequest, anonymous: boolean) => Identity | Promise<Identity>;
  readonly lags: () => Promise<readonly Lag[]>;
}

const NO_FILES: ReadonlyMap<string, string> = new Map();
const NONE: ReadonlyMap<string, unknown> = new Map();

/** The parts of a request that differ between the action API and the REST API. */
interface Opening {
  readonly params: RequestParams;
  readonly accepted: AcceptedLanguages;
  readonly style: ResponseStyle;
  readonly now: Date;
  /** Whether the request must not use the session, because another site may have caused it. */
  readonly isUntrusted?: boolean;
  readonly warnings?: Warnings;
  readonly runs?: PluginRuns;
}

/** One request to either API, with its user, database, parameters, limits and warnings. */
export class RequestContext {
  readonly wiki: WikiEnvironment;
  readonly params: RequestParams;
  readonly db: Kysely<Database>;
  readonly identity: Identity;
  readonly now: Date;
  readonly style: ResponseStyle;
  readonly facts: RequestFacts;
  readonly warnings: Warnings;
  readonly lags: () => Promise<readonly Lag[]>;
  readonly runs: PluginRuns;
  readonly limits = new Limits();
  readonly service: ServiceLookup = <T>({ name }: Service<T>) => this.wiki.services.get(name) as T | undefined;
  // All modules of a request share these functions.
  readonly #userById: Env['userById'] = id => this.wiki.userById(this.db, id);
  readonly #filesElsewhere: Env['filesElsewhere'] = async names =>
    (names.length > 0 && (await this.wiki.filesElsewhere?.({ request: this.facts }, names))) || NO_FILES;
  readonly #describe: Env['describe'] = message => describeMessage(message, this.style);
  readonly #describeError: Env['describeError'] = message => describeError(message, this.style);
  readonly #usesClock = (): void => {
    this.usesClock = true;
  };
  readonly #warnMain = (warning: Message): void => this.warnings.add('main', warning);
  readonly #accepted: AcceptedLanguages;
  /** Language code of messages; the content language until `settle` is called. */
  lang: string;
  /** Whether the value of a parameter depends on the current time, such as the timestamp `now`. */
  usesClock = false;
  /** Fields that the main parameters request, such as `requestid`, `servedby` and `curtimestamp`. */
  requestedFields: ReadonlyMap<string, unknown> = NONE;

  /** Creates the context of a request. Rejects if the user cannot be identified or the client exceeds its limits. */
  static async open(options: RequestOptions, request: ApiRequest, opening: Opening): Promise<RequestContext> {
    return new RequestContext(options, request, opening, await options.identify(request, opening.isUntrusted ?? false));
  }

  private constructor(options: RequestOptions, request: ApiRequest, opening: Opening, identity: Identity) {
    const { ip, signal, trace } = request;
    const deadline = performance.now() + (options.deadline ?? Number.POSITIVE_INFINITY);
    this.wiki = options.wiki;
    this.lags = options.lags;
    this.db = options.database(request, deadline, identity.actor);
    this.identity = identity;
    this.params = opening.params;
    this.now = opening.now;
    this.style = opening.style;
    this.warnings = opening.warnings ?? new Warnings();
    this.runs = opening.runs ?? new PluginRuns(trace);
    this.lang = options.wiki.site.lang;
    this.#accepted = opening.accepted;
    this.facts = {
      sessionToken: salt => identity.sessionToken(salt),
      login: identity.login,
      ip,
      crossOrigin: opening.isUntrusted ?? false,
      // Use functions, because with getters each object would have its own hidden class, which keeps the request in memory until a full
      // garbage collection.
      acceptLanguages: () => this.#accepted.read(),
      variant: () => this.variant,
      signal,
      deadline,
    };
  }

  get actor(): Actor {
    return this.identity.actor;
  }

  /** The variant of the content language that the request selects. */
  get variant(): string {
    return requestedVariant(this.wiki.site, {
      variant: this.params.get('variant'),
      uselang: this.params.get('uselang'),
      accepted: () => this.#accepted.read().keys(),
      usual: this.wiki.site.configuration.defaultLanguageVariant,
    });
  }

  /** Sets the values that depend on the main parameters, which are themselves read through this context. */
  settle(lang: string, requestedFields: RequestContext['requestedFields']): void {
    this.lang = lang;
    this.requestedFields = requestedFields;
  }

  get registry(): Registry {
    return this.wiki.registry;
  }
  get maxSize(): number {
    return this.wiki.site.configuration.maxResultSize;
  }

  /** Returns the environment of the plugin at `path`. Warnings of the plugin are reported under this path. */
  env(path: string, wirePrefix = ''): Env {
    const { site, titles, users } = this.wiki;
    return {
      db: this.db,
      site,
      titles,
      users,
      actor: this.actor,
      now: this.now,
      lang: this.lang,
      wirePrefix,
      request: this.facts,
      userById: this.#userById,
      filesElsewhere: this.#filesElsewhere,
      warn: warning => this.warnings.add(path, warning),
      describe: this.#describe,
      describeError: this.#describeError,
      lags: this.lags,
    };
  }

  /**
   * Reads the parameters of the plugin at `path`, and completes them from the database. Rejects with an ApiError for an invalid value.
   * Errors and warnings are reported under this path.
   */
  async readParams(
    plugin: Parameters<typeof readParams>[0],
    path: string,
    feature: string,
    { sent = this.params, asGenerator = false }: { readonly sent?: Wire; readonly asGenerator?: boolean } = {},
  ): Promise<Record<string, unknown>> {
    try {
      const { values, lookUp } = readParams(plugin, sent, () => this.#readingContext(path), feature, asGenerator);
      if (lookUp) await lookUp();
      return values;
    } catch (error) {
      // Set the path here, because the parameters of finished modules are read outside of plugin runs.
      if (isApiError(error)) error.module ??= path;
      throw error;
    }
  }

  #readingContext(path: string): ReadingContext {
    const { site, titles, users } = this.wiki;
    return {
      site,
      titles,
      users,
      now: this.now,
      usesClock: this.#usesClock,
      highLimits: this.actor.can('apihighlimits'),
      service: this.service,
      warn: (warning: Message) => this.warnings.add(path, warning),
      warnMain: this.#warnMain,
      tellLimit: limit => this.limits.tell(path.replace('query+', ''), limit),
      userById: this.#userById,
      wireName: '',
    };
  }

  servicesOf(plugin: { readonly services?: Services }): Record<string, unknown> {
    const services: Record<string, unknown> = {};
    for (const key in plugin.services) services[key] = this.service(plugin.services[key]!);
    return services;
  }

  /** Returns those values of a multi-value parameter that were not sent as clean text. */
  uncleanValues(name: string): Normalized[] {
    const bytes = this.params.bytes(name);
    const text = this.params.get(name);
    return bytes === undefined || text === undefined ? [] : splitUnclean(bytes, text);
  }
}

/** The effective limits for `max`, by module. */
class Limits {
  readonly values = new Map<string, number>();
  /** Whether `query` already has fields. */
  queryBegan = false;
  afterQuery = false;

  tell(name: string, limit: number): void {
    if (this.values.size === 0) this.afterQuery = this.queryBegan;
    this.values.set(name, limit);
  }
}

/** Returns a context for reading parameters that do not depend on the user. Ignores warnings. */
export function contextOfNobody({ site, titles, users, services }: WikiEnvironment, now: Date): ReadingContext {
  const ignore = () => undefined;
  return {
    site,
    titles,
    users,
    now,
    highLimits: false,
    service: <T>({ name }: Service<T>) => services.get(name) as T | undefined,
    warn: ignore,
    warnMain: ignore,
    tellLimit: ignore,
    userById: async () => undefined,
    wireName: '',
  };
}
