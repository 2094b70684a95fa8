import { sanitizeAddress } from '@wikiquery/addresses';
import type { Actor, Block, Site } from '@wikiquery/core';
import { toTimestamp } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { anonymousStanding, type GroupRights, RequestActor, type Standing } from './actor.ts';
import { findBlock } from './blocks.ts';
import { ANONYMOUS_TOKEN } from './tokens.ts';

/** The wiki that keeps the sessions did not tell who asks: it is down, too slow, or answers something else than JSON. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
}

export interface UpstreamOptions {
  /** A view without deadline. */
  readonly db: Kysely<Database>;
  readonly site: Site;
  /** The wiki's own api.php. */
  readonly api: URL;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** `$wgRevokePermissions`. */
  readonly revokedRights?: GroupRights;
}

/** What of a request tells the other wiki who asks. */
export interface UpstreamRequest {
  readonly cookie?: string | undefined;
  /** The `Authorization` header, for OAuth. */
  readonly authorization?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly ip: string;
  /** Scripts of any site may read the answer: whoever asks is anonymous. */
  readonly crossOrigin?: boolean;
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
  /** Who asks in a request. Rejects with an UpstreamError; never for requests without a session. */
  session(request: UpstreamRequest): Promise<UpstreamSession>;
  /** The request may have changed who its session is: the next one is asked anew. */
  forget(request: UpstreamRequest): void;
}

/** For how long, in milliseconds, what was told of a session is taken as true. */
const FRESH = 5000;
/** Milliseconds to wait for the other wiki. */
const PATIENCE = 10_000;

/** Asks the wiki that keeps the sessions who somebody is, by its `meta=userinfo`, once in a few seconds for each session. */
export function createUpstreamAccounts({
  db,
  site,
  api,
  now,
  revokedRights = site.configuration.revokedRights,
}: UpstreamOptions): UpstreamAccounts {
  const anonymous: Standing = anonymousStanding(site, revokedRights);
  const known = new LRUCache<string, Holder, UpstreamRequest>({
    max: 10_000,
    ttl: FRESH,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: (_key, _stale, { context }) => askWho(api, context),
  });
  const blockOf = (userId: number, standing: Standing, ip: string): Promise<Block | undefined> => {
    const address = standing.rights.has('ipblock-exempt') ? undefined : ip;
    return findBlock({ db, site }, { userId, address, now: toTimestamp(new Date(now())) });
  };
  return {
    async session(request) {
      const ip = sanitizeAddress(request.ip.replace(/^::ffff:(?=\d+\.)/i, ''));
      const isContinued = !request.crossOrigin && (request.cookie !== undefined || request.authorization !== undefined);
      const holder = isContinued ? await known.fetch(keyOf(request), { context: request }) : undefined;
      const { id, name, standing, language } = holder?.account ?? { id: 0, name: ip, standing: anonymous, language: undefined };
      return {
        actor: new RequestActor(
          id,
          name,
          standing,
          () => ANONYMOUS_TOKEN,
          () => blockOf(id, standing, ip),
        ),
        isContinued,
        language,
      };
    },
    forget: request => void known.delete(keyOf(request)),
  };
}

const keyOf = ({ cookie = '', authorization = '', ip }: UpstreamRequest): string => [ip, authorization, cookie].join('\n');

interface Holder {
  /** Undefined for a session of nobody. */
  readonly account:
    | { readonly id: number; readonly name: string; readonly standing: Standing; readonly language: string | undefined }
    | undefined;
}

async function askWho(api: URL, { cookie, authorization, userAgent, ip }: UpstreamRequest): Promise<Holder> {
  const url = new URL(api);
  url.search = 'action=query&meta=userinfo&uiprop=groups|implicitgroups|rights|options&format=json&formatversion=2';
  const headers: Record<string, string> = { 'X-Forwarded-For': ip };
  if (cookie !== undefined) headers.Cookie = cookie;
  if (authorization !== undefined) headers.Authorization = authorization;
  if (userAgent !== undefined) headers['User-Agent'] = userAgent;
  const told = await readJson(url, headers);
  const { id, name, groups, implicitgroups, rights, options } = told.query?.userinfo ?? {};
  if (typeof id !== 'number' || typeof name !== 'string')
    throw new UpstreamError(`meta=userinfo answers ${JSON.stringify(told).slice(0, 300)}`);
  if (id === 0) return { account: undefined };
  const standing = { groups: groups ?? [], implicitGroups: implicitgroups ?? [], rights: new Set(rights) };
  return { account: { id, name, standing, language: options?.language } };
}

interface Told {
  readonly query?: {
    readonly userinfo?: {
      readonly id?: number;
      readonly name?: string;
      readonly groups?: readonly string[];
      readonly implicitgroups?: readonly string[];
      readonly rights?: readonly string[];
      readonly options?: { readonly language?: string };
    };
  };
}

async function readJson(url: URL, headers: Record<string, string>): Promise<Told> {
  try {
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(PATIENCE) });
    return (await response.json()) as Told;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new UpstreamError(cause instanceof Error ? cause.message : String(cause));
  }
}
