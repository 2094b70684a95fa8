import type { Database } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import type { Actor, Timestamp, UserRef, Users } from './actor.ts';
import type { Message } from './message.ts';
import type { Params, ParamsOut } from './params/param.ts';
import type { Services, ServicesOut } from './service.ts';
import type { Site } from './site.ts';
import type { Title, Titles } from './title.ts';

/** The groups of query modules. */
export type Group = 'list' | 'prop' | 'meta';

/** The columns of table `page` that modules need. The page set reads them once per request. */
export interface PageRow {
  readonly id: number;
  readonly namespace: number;
  /** The title in database form, without the namespace. */
  readonly dbkey: string;
  readonly isRedirect: boolean;
  readonly isNew: boolean;
  /** Time at which cached renderings of the page became invalid. */
  readonly touched: Timestamp;
  /** Id of the current revision. */
  readonly latest: number;
  /** Size of the current revision in bytes. */
  readonly length: number;
  /** Undefined for the default content model of the namespace. */
  readonly contentModel: string | undefined;
  /** Language code; undefined for the default. */
  readonly lang: string | undefined;
}

/** The pages of the request, by their ids in the response. As in MediaWiki, pages that do not exist have negative ids. */
export interface PageSet {
  /** Existing pages by id, in the order of the response. */
  readonly found: ReadonlyMap<number, PageRow>;
  /** Titles without a page, by negative id. */
  readonly missing: ReadonlyMap<number, Title>;
  /** Special pages and media titles, by negative id. */
  readonly special: ReadonlyMap<number, Title>;
  /** The redirects that were resolved to other pages. */
  readonly followed: readonly Title[];
  /** The existing revisions in `revids`: revision id to page id. */
  readonly revisions: ReadonlyMap<number, number>;
  /** The revisions of deleted pages in `revids`: revision id to negative page id. */
  readonly deletedRevisions: ReadonlyMap<number, number>;
  /** Returns a title's id in the response; undefined if the set does not have the title. */
  idOf(namespace: number, dbkey: string): number | undefined;
  /** Returns the titles of a namespace, with and without a page: title in database form to id. */
  titlesIn(namespace: number): ReadonlyMap<string, number>;
  /** Whether the request has `redirects`. */
  readonly resolvesRedirects: boolean;
}

/** The context in which a query module handles one request. */
export type Query<
  G extends Group = 'list',
  P extends Params = Record<never, never>,
  Gen extends boolean = false,
  S extends Services = Record<never, never>,
> = Env & {
  readonly params: ParamsOut<P>;
  readonly services: ServicesOut<S>;
} & (G extends 'prop' | 'list' ? { readonly pages: PageSet } : unknown) &
  (Gen extends true
    ? {
        /** The module runs as the generator and must return `Pages`. */
        readonly asGenerator: boolean;
        /** As the generator: redirects among its pages will be resolved. */
        readonly followsRedirects: boolean;
      }
    : unknown);

/** The context of a request, independent of a plugin's parameters. */
export interface Env {
  /** Query builder for the wiki's database, limited to the deadline of the request. */
  readonly db: Kysely<Database>;
  readonly site: Site;
  readonly actor: Actor;
  readonly titles: Titles;
  readonly users: Users;
  /** Time of the request. Use it instead of the system clock. */
  readonly now: Date;
  /** Prefix of the module's parameters in the request, including the `g` of a generator. For messages that name a parameter. */
  readonly wirePrefix: string;
  /** Language code of interface texts, selected by `uselang`. */
  readonly lang: string;
  /** Returns an account by its id; undefined if there is none. */
  readonly userById: (id: number) => Promise<UserRef | undefined>;
  /** Returns those of the files that a shared repository has: file name to URL. */
  readonly filesElsewhere: (names: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Adds a warning of this plugin to the response. */
  warn(warning: Message): void;
  /** Returns a message as an entry for a list in the result, in the requested `errorformat`. `bc` gives plain text. */
  describe(message: Message): Readonly<Record<string, unknown>>;
  /** Like `describe`, but `bc` gives key, parameters, code and type. */
  describeError(message: Message): Readonly<Record<string, unknown>>;
  /** @internal Returns the replication lag of each replica; empty if there are no replicas. */
  readonly lags: () => Promise<readonly Lag[]>;
  readonly request: RequestFacts;
}

/** The replication lag of a database server. */
export interface Lag {
  readonly host: string;
  readonly seconds: number;
}

/** The start of a session. */
export interface Login {
  readonly at: Date;
  /** Whether the account logged in with a bot password. */
  readonly byBotPassword: boolean;
}

/** Properties of the HTTP request and its session. */
export interface RequestFacts {
  /** @internal Returns the session's token for a salt (`login`, `createaccount`). Anonymous sessions have tokens, too. */
  readonly sessionToken: (salt: string) => string;
  /** The login that started the session; undefined for an anonymous user. */
  readonly login: Login | undefined;
  /** IP address of the client. */
  readonly ip: string;
  /** Whether a script of another site could read the response. It must then not contain data of the session. */
  readonly crossOrigin: boolean;
  /** Parses `Accept-Language`: language code to weight. */
  readonly acceptLanguages: () => ReadonlyMap<string, number>;
  /** Returns the language variant for an anonymous user with these headers. Without variants, it is the content language. */
  readonly variant: () => string;
  /** Fires when the client disconnects. */
  readonly signal: AbortSignal;
  /** Time limit of the request, in milliseconds of `performance.now()`. */
  readonly deadline: number;
}
