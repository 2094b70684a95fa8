import type { Actor, Env, Lag, Message, RequestFacts, Service, ServiceLookup, Services, Titles, Users } from '@wikiquery/core';
import { Turns } from '@wikiquery/core';
import type { HostSite, ReadingContext, Registry } from '@wikiquery/core/host';
import type { Database } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import type { Identity } from './identity.ts';
import { describeError, describeMessage, type ResponseStyle } from './output/messages.ts';
import type { Known } from './query/known.ts';
import type { Normalized } from './query/page-set.ts';
import type { Progress, RequestParams } from './request.ts';
import { splitUnclean } from './unclean.ts';
import type { Warnings } from './warnings.ts';

/** The same for every request. */
export interface Wiki {
  readonly site: HostSite;
  readonly titles: Titles;
  readonly users: Users;
  readonly registry: Registry;
  readonly known: Known;
  /** Services by name. */
  readonly services: ReadonlyMap<string, unknown>;
  userById(db: Kysely<Database>, id: number): ReturnType<Env['userById']>;
  /** Undefined where no other wiki's files are shown. */
  readonly filesElsewhere?: ((env: Pick<Env, 'request'>, names: readonly string[]) => ReturnType<Env['filesElsewhere']>) | undefined;
}

const NO_FILES: ReadonlyMap<string, string> = new Map();
const NONE: ReadonlyMap<string, unknown> = new Map();

/** What one request works with. */
export class Call {
  readonly wiki: Wiki;
  readonly wire: RequestParams;
  readonly db: Kysely<Database>;
  readonly identity: Identity;
  readonly actor: Actor;
  readonly now: Date;
  readonly style: ResponseStyle;
  readonly facts: RequestFacts;
  readonly warnings: Warnings;
  readonly lags: () => Promise<readonly Lag[]>;
  readonly progress: Progress | undefined;
  readonly limits = new Limits();
  readonly service: ServiceLookup = <T>({ name }: Service<T>) => this.wiki.services.get(name) as T | undefined;
  // The same for all modules of a request.
  readonly #userById: Env['userById'] = id => this.wiki.userById(this.db, id);
  readonly #filesElsewhere: Env['filesElsewhere'] = async names =>
    (names.length > 0 && (await this.wiki.filesElsewhere?.({ request: this.facts }, names))) || NO_FILES;
  readonly #describe: Env['describe'] = message => describeMessage(message, this.style);
  readonly #describeError: Env['describeError'] = message => describeError(message, this.style);
  readonly #usesClock = (): void => {
    this.usesClock = true;
  };
  readonly #warnMain = (warning: Message): void => this.warnings.add('main', warning);
  readonly #turns = new Turns();
  /** Language of texts; that of the wiki until `settle`. */
  lang: string;
  /** A parameter means another moment each time. */
  usesClock = false;
  /** `requestid`, `servedby`, `curtimestamp` …, as far as asked for. */
  requestedFields: ReadonlyMap<string, unknown> = NONE;

  constructor(parts: Pick<Call, 'wiki' | 'wire' | 'db' | 'identity' | 'now' | 'style' | 'facts' | 'warnings' | 'lags' | 'progress'>) {
    this.wiki = parts.wiki;
    this.wire = parts.wire;
    this.db = parts.db;
    this.identity = parts.identity;
    this.actor = parts.identity.actor;
    this.now = parts.now;
    this.facts = parts.facts;
    this.warnings = parts.warnings;
    this.lags = parts.lags;
    this.progress = parts.progress;
    this.style = parts.style;
    this.lang = parts.wiki.site.lang;
  }

  /** Takes what only follows from the parameters of the entry point, which are read by means of the call. */
  settle(lang: string, requestedFields: Call['requestedFields']): void {
    this.lang = lang;
    this.requestedFields = requestedFields;
  }

  get registry(): Registry {
    return this.wiki.registry;
  }
  get known(): Known {
    return this.wiki.known;
  }
  get maxSize(): number {
    return this.wiki.site.configuration.maxResultSize;
  }

  /** What the module at `path` may use; its warnings carry the path. */
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

  paramContext(path: string, name: string): ReadingContext {
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
      tellLimit: limit => this.limits.tell(name, limit),
      userById: this.#userById,
      wireName: '',
    };
  }

  servicesOf(plugin: { readonly services?: Services }): Record<string, unknown> {
    const services: Record<string, unknown> = {};
    for (const key in plugin.services) services[key] = this.service(plugin.services[key]!);
    return services;
  }

  /** Something is done. Gives a promise where others should have their turn before the next thing, because that took some time. */
  step(place: string): Promise<void> | undefined {
    this.progress?.step(place);
    return this.#turns.areDue ? this.#turns.pass() : undefined;
  }

  /** The values of a multi-value parameter that were not sent as clean text. */
  uncleanValues(name: string): Normalized[] {
    const bytes = this.wire.bytes(name);
    const text = this.wire.get(name);
    return bytes === undefined || text === undefined ? [] : splitUnclean(bytes, text);
  }
}

/** What `max` came to, by module; it stands where it arose. */
class Limits {
  readonly values = new Map<string, number>();
  /** Whether `query` holds something already. */
  queryBegan = false;
  afterQuery = false;

  tell(name: string, limit: number): void {
    if (this.values.size === 0) this.afterQuery = this.queryBegan;
    this.values.set(name, limit);
  }
}

/** To read what does not depend on who asks, where nobody is known to ask; it hears no warnings. */
export function contextOfNobody({ site, titles, users, services }: Wiki, now: Date): ReadingContext {
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
