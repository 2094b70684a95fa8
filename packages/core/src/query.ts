import type { Database } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import type { Actor, Timestamp, UserRef, Users } from './actor.ts';
import type { Message } from './message.ts';
import type { Params, ParamsOut } from './params/param.ts';
import type { Services, ServicesOut } from './service.ts';
import type { Site } from './site.ts';
import type { Title, Titles } from './title.ts';

export type Group = 'list' | 'prop' | 'meta';

/** What every module needs of the `page` table; the page set reads it once for the whole request. */
export interface PageRow {
  readonly id: number;
  readonly namespace: number;
  readonly dbkey: string;
  readonly isRedirect: boolean;
  readonly isNew: boolean;
  readonly touched: Timestamp;
  /** Id of the current revision. */
  readonly latest: number;
  /** Bytes of the current revision. */
  readonly length: number;
  readonly contentModel: string | undefined;
  readonly lang: string | undefined;
}

/** The pages of the request, under the ids by which the response lists them: negative for what does not exist. */
export interface PageSet {
  /** Existing pages by id, in the order of the response. */
  readonly found: ReadonlyMap<number, PageRow>;
  /** Titles without a page, by their negative id. */
  readonly missing: ReadonlyMap<number, Title>;
  /** Special pages and media titles, by their negative id. */
  readonly special: ReadonlyMap<number, Title>;
  /** Redirects that were followed to other pages. */
  readonly followed: readonly Title[];
  /** Revisions that were asked for by id and exist: revision id to page id. */
  readonly revisions: ReadonlyMap<number, number>;
  /** Revisions that were asked for by id and belong to deleted pages: revision id to (negative) page id. */
  readonly deletedRevisions: ReadonlyMap<number, number>;
  /** The response's id of a title; undefined when it is not in the set. */
  idOf(namespace: number, dbkey: string): number | undefined;
  /** Titles by namespace: found, missing, and (file pages of other repositories) all the same. */
  titlesIn(namespace: number): ReadonlyMap<string, number>;
  readonly resolvesRedirects: boolean;
}

/** Everything a module may use while it answers one request. */
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
        /** The pages are wanted, not records. */
        readonly asGenerator: boolean;
        /** As a generator: redirects among its pages will be followed. */
        readonly followsRedirects: boolean;
      }
    : unknown);

/** What the domain packages need: a query without its parameters. */
export interface Env {
  readonly db: Kysely<Database>;
  readonly site: Site;
  readonly actor: Actor;
  readonly titles: Titles;
  readonly users: Users;
  readonly now: Date;
  /** Prefix of the module's parameters on the wire, `g` included: for messages that name one. */
  readonly wirePrefix: string;
  /** Language code of interface texts, as `uselang` asks for it. */
  readonly lang: string;
  readonly userById: (id: number) => Promise<UserRef | undefined>;
  /** Which of these files another wiki keeps, whose files this one shows: name to URL. */
  readonly filesElsewhere: (names: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  warn(warning: Message): void;
  /** A message as an entry of a list in the result, in the error format of the request (the old one: as plain text). */
  describe(message: Message): Readonly<Record<string, unknown>>;
  /** As `describe`, but with key, parameters and type in the old error format. */
  describeError(message: Message): Readonly<Record<string, unknown>>;
  /** @internal How far the servers of the database are behind the one that they copy; empty when none is a copy. */
  readonly lags: () => Promise<readonly Lag[]>;
  /** What a module may know of the request behind the query. */
  readonly request: RequestFacts;
}

export interface Lag {
  readonly host: string;
  readonly seconds: number;
}

export interface Login {
  readonly at: Date;
  /** With the password of a program rather than that of the account. */
  readonly byBotPassword: boolean;
}

export interface RequestFacts {
  /** @internal Token for a salt (`login`, `createaccount`) that belongs to the session, an anonymous one too. */
  readonly sessionToken: (salt: string) => string;
  /** How the session of the account began; undefined for an anonymous reader. */
  readonly login: Login | undefined;
  /** Address of the client. */
  readonly ip: string;
  /** The response may be read by a script of another site: it must hold nothing that belongs to a session. */
  readonly crossOrigin: boolean;
  /** `Accept-Language`, parsed: code to weight. */
  readonly acceptLanguages: () => ReadonlyMap<string, number>;
  /** The variant of the content language that a visitor who asks so gets; the language itself where there are none. */
  readonly variant: () => string;
  /** Fires when the client went away. */
  readonly signal: AbortSignal;
  /** When all work for it ends, in milliseconds of `performance.now()`. */
  readonly deadline: number;
}
