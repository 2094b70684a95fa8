import { createHash } from 'node:crypto';
import { type AccountStanding, ANONYMOUS_TOKEN, anonymousStanding, findBlock, RequestActor } from '@wikiquery/accounts';
import { sanitizeAddress } from '@wikiquery/addresses';
import type { Actor, Block, Site } from '@wikiquery/core';
import { toTimestamp } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import type { SharedState } from '@wikiquery/server/extend';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type CookieNames, prefixOf, readSessionCookies } from './session-cookies.ts';
import { readAnswer, writeAnswer } from './shared-answers.ts';
import { type AskUpstream, askSessionCookie, type UpstreamAccount, type UpstreamAnswer, type UpstreamRequest, whoIs } from './who-is.ts';

export interface UpstreamOptions {
  /** Database whose statements have no deadline. */
  readonly db: Kysely<Database>;
  readonly site: Site;
  readonly ask: AskUpstream;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
  /** Returns a monotonic time in milliseconds. Default: `performance.now()`. */
  readonly elapsed?: () => number;
  /** `$wgCookiePrefix` if known. */
  readonly cookiePrefix?: string | undefined;
  /** Names of further cookies that may contain a session, besides MediaWiki's and CentralAuth's. */
  readonly sessionCookies?: readonly string[] | undefined;
  /** Store through which other servers receive the identified users. */
  readonly shared?: Pick<SharedState, 'find' | 'keep' | 'forget'> | undefined;
}

export interface UpstreamSession {
  readonly actor: Actor;
  /** Whether the request has credentials that may belong to a session. */
  readonly isContinued: boolean;
  /** Preferred language of the account. */
  readonly language: string | undefined;
}

/** Access to the sessions of an upstream. */
export interface UpstreamAccounts {
  /** Identifies the user of a request. Rejects with an UpstreamError, but not for requests without credentials. */
  session(request: UpstreamRequest): UpstreamSession | Promise<UpstreamSession>;
  /** Drops the cached user of a session that the request may have changed. */
  forget(request: UpstreamRequest): void;
}

/** Time for which an identified user is cached, in milliseconds. */
const FRESH = 5000;
/** Maximum number of cached sessions with an account and, separately, of sessions without an account. */
const MOST_KNOWN = 10_000;
/** Minimum time between requests for the name of the upstream's session cookie, in milliseconds. */
const LEARNING = 60_000;

/** Creates accounts that the upstream identifies. Each session that may belong to an account causes one request every few seconds. */
export function createUpstreamAccounts(options: UpstreamOptions): UpstreamAccounts {
  const { db, site, ask, now, elapsed = () => performance.now(), shared } = options;
  const anonymous: AccountStanding = anonymousStanding(site);
  // The cache limits the total size, because a maximum number of entries would allocate memory for all of them at startup.
  const fresh = { maxSize: MOST_KNOWN, sizeCalculation: () => 1, ttl: FRESH, ttlResolution: 0, perf: { now: elapsed } };
  const accounts = new LRUCache<string, UpstreamAnswer>(fresh);
  const anonymousSessions = new LRUCache<string, UpstreamAnswer>(fresh);
  const running = new Map<string, Promise<UpstreamAnswer>>();
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
      for (const known of [accounts, anonymousSessions, running]) known.delete(key);
      shared?.forget(key);
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

  /** Shares one upstream request among concurrent requests of a session. Does not cache a response to a request from before `forget`. */
  function settle(request: UpstreamRequest): Promise<UpstreamAnswer> {
    const key = keyOf(request);
    const known = accounts.get(key) ?? anonymousSessions.get(key);
    if (known) return Promise.resolve(known);
    const joined = running.get(key);
    if (joined) return joined;
    const own = identify(key, request)
      .then(({ answer, remaining }) => {
        if (running.get(key) !== own) return answer;
        (answer.account ? accounts : anonymousSessions).set(key, answer, { ttl: remaining ?? FRESH });
        const written = remaining === undefined ? writeAnswer(answer) : undefined;
        if (written !== undefined) shared?.keep(key, written, FRESH);
        return answer;
      })
      .finally(() => {
        if (running.get(key) === own) running.delete(key);
      });
    running.set(key, own);
    return own;
  }

  /** Returns the user that another server has identified, or else asks the upstream. `remaining`: milliseconds until the user is outdated. */
  async function identify(key: string, request: UpstreamRequest): Promise<{ answer: UpstreamAnswer; remaining?: number }> {
    const found = await shared?.find(key);
    const known = found && readAnswer(found.value);
    if (known) return { answer: known, remaining: Math.min(found.remaining, FRESH) };
    return { answer: await whoIs(ask, request) };
  }

  /** Learns the name of the upstream's session cookie, so that cookies with similar names are ignored. */
  function learn(): void {
    if (names.session !== undefined || elapsed() - learnedAt < LEARNING) return;
    learnedAt = elapsed();
    const learned = (session: string | undefined) => {
      if (session !== undefined) names = { ...names, session, prefix: names.prefix ?? prefixOf(session) };
    };
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

const keyOf = ({ cookie = '', authorization = '', ip }: UpstreamRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([ip, authorization, cookie]))
    .digest('base64');
