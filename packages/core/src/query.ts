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
  /** Time of the last change that invalidated cached renderings of the page (`page_touched`). */
  readonly touched: Timestamp;
  /** Id of the current revision. */
  readonly latest: number;
  /** Size of the current revision in bytes. */
  readonly length: number;
  /** Content model; undefined for the default of the namespace. */
  readonly contentModel: string | undefined;
  /** Code of the page language; undefined for the default. */
  readonly lang: string | undefined;
}

/** The pages of the request, by their ids in the response. As in MediaWiki, titles without a page have negative ids. */
export interface PageSet {
  /** Existing pages by id, in the order of the response. */
  readonly found: ReadonlyMap<number, PageRow>;
  /** Titles without a page, by negative id. */
  readonly missing: ReadonlyMap<number, Title>;
  /** Special pages and media titles, by negative id. */
  readonly special: ReadonlyMap<number, Title>;
  /** The redirects that were resolved to other pages. */
  readonly followed: readonly Title[];
  /** The existing revisions among `revids`: revision id to page id. */
  readonly revisions: ReadonlyMap<number, number>;
  /** The revisions of deleted pages among `revids`: revision id to negative page id. */
  readonly deletedRevisions: ReadonlyMap<number, number>;
  /** Returns the id of a title in the response, or undefined if the title is not in the page set. */
  idOf(namespace: number, dbkey: string): number | undefined;
  /** Returns the titles of a namespace, with and without a page: title in database form to id. */
  titlesIn(namespace: number): ReadonlyMap<string, number>;
  /** Whether the request resolves redirects (parameter `redirects`). */
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
        /** Whether redirects among the generated pages will be resolved. */
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
  /** Language code of interface messages, selected by `uselang`. */
  readonly lang: string;
  /** Returns the account with an id, or undefined if it does not exist. */
  readonly userById: (id: number) => Promise<UserRef | undefined>;
  /** Returns the URLs of those files that exist in a shared repository, by file name. */
  readonly filesElsewhere: (names: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Adds a warning from this plugin to the response. */
  warn(warning: Message): void;
  /** Formats a message as a list entry in the result, in the requested `errorformat`. `bc` has the same form as `plaintext`. */
  describe(message: Message): Readonly<Record<string, unknown>>;
  /** Like `describe`, but the form for `bc` has the message key, the parameters, the code and the type. */
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

/** The login that started a session. */
export interface Login {
  readonly at: Date;
  /** Whether the user logged in with a bot password. */
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
  /** Whether a script on another site could read the response. The response must then not contain session data. */
  readonly crossOrigin: boolean;
  /** Parses the header `Accept-Language`: language code to weight. */
  readonly acceptLanguages: () => ReadonlyMap<string, number>;
  /**
   * Returns the language variant that an anonymous user with the same parameters and headers receives. If the content language has no
   * variants, returns the content language.
   */
  readonly variant: () => string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Deadline of the request, in milliseconds of `performance.now()`. */
  readonly deadline: number;
}
