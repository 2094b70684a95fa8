import { createHash } from 'node:crypto';
import { type AccountStanding, ANONYMOUS_TOKEN, anonymousStanding, findBlock, RequestActor } from '@wikiquery/accounts';
import { sanitizeAddress } from '@wikiquery/addresses';
import type { Actor, Block, Site } from '@wikiquery/core';
import { toTimestamp } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type CookieNames, prefixOf, readSessionCookies } from './session-cookies.ts';
import { type AskUpstream, askSessionCookie, type UpstreamAccount, type UpstreamAnswer, type UpstreamRequest, whoIs } from './who-is.ts';

export interface UpstreamOptions {
  /** A view without deadline. */
  readonly db: Kysely<Database>;
  readonly site: Site;
  readonly ask: AskUpstream;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a clock that nobody sets; that of the process unless said otherwise. */
  readonly elapsed?: () => number;
  /** `$wgCookiePrefix`, where it is known. */
  readonly cookiePrefix?: string | undefined;
  /** Cookies that may hold a session beside MediaWiki's and CentralAuth's. */
  readonly sessionCookies?: readonly string[] | undefined;
}

export interface UpstreamSession {
  readonly actor: Actor;
  /** The request carries something that may be a session. */
  readonly isContinued: boolean;
  /** Language that the account prefers. */
  readonly language: string | undefined;
}

/** The sessions of another server. */
export interface UpstreamAccounts {
  /** Who asks in a request. Rejects with an UpstreamError; never where nobody can be logged in. */
  session(request: UpstreamRequest): UpstreamSession | Promise<UpstreamSession>;
  /** The request may have changed who its session is: the next one is asked anew. */
  forget(request: UpstreamRequest): void;
}

/** For how long, in milliseconds, what was told of a session is taken as true. */
const FRESH = 5000;
/** Sessions of accounts that are known at once, and of nobody: who makes up sessions displaces none that is somebody's. */
const MOST_KNOWN = 10_000;
/** Milliseconds until the wiki is asked again for the name of its cookie. */
const LEARNING = 60_000;

/** Asks the wiki that keeps the sessions who somebody is, once in a few seconds for each session that may be an account's. */
export function createUpstreamAccounts(options: UpstreamOptions): UpstreamAccounts {
  const { db, site, ask, now, elapsed = () => performance.now() } = options;
  const anonymous: AccountStanding = anonymousStanding(site);
  // By their size instead of their number: for that there would be room for all from the start, in every process.
  const fresh = { maxSize: MOST_KNOWN, sizeCalculation: () => 1, ttl: FRESH, ttlResolution: 0, perf: { now: elapsed } };
  const accounts = new LRUCache<string, UpstreamAnswer>(fresh);
  const nobodies = new LRUCache<string, UpstreamAnswer>(fresh);
  const asked = new Map<string, Promise<UpstreamAnswer>>();
  let names: CookieNames = { session: undefined, prefix: options.cookiePrefix, others: options.sessionCookies ?? [] };
  let learnedAt = Number.NEGATIVE_INFINITY;

  return {
    session(request) {
      const ip = sanitizeAddress(request.ip.replace(/^::ffff:(?=\d+\.)/i, ''));
      const sent = request.crossOrigin ? undefined : credentialsOf(request);
      if (!sent?.mayBeAccount) return sessionOf(undefined, ip, sent?.hasSession ?? false);
      learn();
      return settle(sent.request).then(({ account, refusal }) => {
        if (refusal) throw refusal;
        return sessionOf(account, ip, true);
      });
    },
    forget(request) {
      const key = keyOf(credentialsOf(request).request);
      for (const known of [accounts, nobodies, asked]) known.delete(key);
    },
  };

  function credentialsOf(request: UpstreamRequest) {
    const { cookie, hasSession, mayBeAccount } = readSessionCookies(request.cookie, names);
    const isBearer = /^bearer\s/i.test(request.authorization ?? '');
    return {
      hasSession: hasSession || isBearer,
      mayBeAccount: mayBeAccount || isBearer,
      request: { ...request, cookie, authorization: isBearer ? request.authorization : undefined },
    };
  }

  /** One question for all requests of a session that come meanwhile. What was told before the session was forgotten is not kept. */
  function settle(request: UpstreamRequest): Promise<UpstreamAnswer> {
    const key = keyOf(request);
    const known = accounts.get(key) ?? nobodies.get(key);
    if (known) return Promise.resolve(known);
    const running = asked.get(key);
    if (running) return running;
    const asking = whoIs(ask, request).then(
      answer => {
        if (asked.get(key) === asking) (answer.account ? accounts : nobodies).set(key, answer);
        end();
        return answer;
      },
      (error: unknown) => {
        end();
        throw error;
      },
    );
    const end = () => {
      if (asked.get(key) === asking) asked.delete(key);
    };
    asked.set(key, asking);
    return asking;
  }

  /** The name of the wiki's cookie, so that those of others that end alike are none. */
  function learn(): void {
    if (names.session !== undefined || elapsed() - learnedAt < LEARNING) return;
    learnedAt = elapsed();
    const learned = (session: string | undefined) => {
      if (session !== undefined) names = { ...names, session, prefix: names.prefix ?? prefixOf(session) };
    };
    // When the wiki is down, its sessions tell so.
    askSessionCookie(ask).then(learned, () => {});
  }

  function sessionOf(account: UpstreamAccount | undefined, ip: string, isContinued: boolean): UpstreamSession {
    const { id, name, standing, language } = account ?? { id: 0, name: ip, standing: anonymous, language: undefined };
    const actor = new RequestActor(
      id,
      name,
      standing,
      () => ANONYMOUS_TOKEN,
      () => blockOf(id, standing, ip),
    );
    return { actor, isContinued, language };
  }

  function blockOf(userId: number, standing: AccountStanding, ip: string): Promise<Block | undefined> {
    const address = standing.rights.has('ipblock-exempt') ? undefined : ip;
    return findBlock({ db, site }, { userId, address, now: toTimestamp(new Date(now())) });
  }
}

/** Short, however long the credentials are. */
const keyOf = ({ cookie = '', authorization = '', ip }: UpstreamRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([ip, authorization, cookie]))
    .digest('base64');
