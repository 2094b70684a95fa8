import type { Actor, CacheMode, DataSource } from '@wikiquery/core';

export interface CacheFacts {
  readonly mode: CacheMode;
  readonly maxage: number;
  readonly smaxage: number;
  /** Whether the response may depend on the user's language. */
  readonly userLanguage: boolean;
  readonly hasSession: boolean;
  readonly varyOrigin: boolean;
  /** Cache lifetime in seconds that the action declares, regardless of the request. */
  readonly fixed?: number | undefined;
}

/** Returns the headers Cache-Control, Expires and Vary of a successful response, from its cache mode and the requested lifetimes. */
export function cacheHeaders(
  { mode, fixed, maxage: maxAsked, smaxage: sharedAsked, userLanguage, hasSession, varyOrigin }: CacheFacts,
  now: Date,
): Record<string, string> {
  const [maxage, smaxage] = [fixed ?? maxAsked, fixed ?? sharedAsked];
  const onlyReader = onlyReaderFor(maxage);
  const origin = varyOrigin ? ', Origin' : '';
  if (mode === 'private') return onlyReader;
  const perReader = mode === 'anon-public' || userLanguage;
  const vary = { Vary: `Accept-Encoding${origin}, Treat-as-Untrusted, Cookie` };
  if ((perReader && hasSession) || (smaxage === 0 && maxage === 0)) return { ...vary, ...onlyReader };
  const age = Math.min(smaxage, maxage);
  return {
    ...vary,
    Expires: new Date(age === 0 ? 1000 : now.getTime() + age * 1000).toUTCString(),
    'Cache-Control': fixed === undefined ? `s-maxage=${smaxage}, max-age=${maxage}, public` : `max-age=${fixed}, s-maxage=${fixed}, public`,
  };
}

/** Returns the header that allows only the client's own cache to store the response. */
export const onlyReaderFor = (seconds: number) => ({ 'Cache-Control': `private, must-revalidate, max-age=${seconds}` });

export const errorCacheHeaders = onlyReaderFor(0);

interface Answering {
  // biome-ignore lint/suspicious/noExplicitAny: of any parameters
  readonly cache?: CacheMode | ((params: any, actor: Actor) => CacheMode);
  // biome-ignore lint/suspicious/noExplicitAny: of any parameters
  readonly sources?: readonly DataSource[] | ((params: any) => readonly DataSource[]);
}

/** Returns the cache mode of a plugin for these parameters. Default: `private`. */
export const cacheModeOf = ({ cache }: Answering, params: Readonly<Record<string, unknown>>, actor: Actor): CacheMode =>
  typeof cache === 'function' ? cache(params, actor) : (cache ?? 'private');

/**
 * Lifetime of a response in the response cache: until the database changes (`unchanged`), until the database changes or the current second
 * ends (`second`), or not cacheable (`unknown`). The cache mode covers dependence on the user.
 */
export type Freshness = 'unchanged' | 'second' | 'unknown';

export function freshnessOf(plugin: Answering, params: Readonly<Record<string, unknown>>): Freshness {
  const sources = sourcesOf(plugin, params);
  if (sources === undefined) return 'unknown';
  return sources.includes('clock') ? 'second' : 'unchanged';
}

/** Whether the results depend only on the requested pages, besides the time. */
export const dependsOnlyOnPages = (plugin: Answering, params: Readonly<Record<string, unknown>>): boolean =>
  sourcesOf(plugin, params)?.includes('database') === false;

const sourcesOf = ({ sources }: Answering, params: Readonly<Record<string, unknown>>): readonly DataSource[] | undefined =>
  typeof sources === 'function' ? sources(params) : sources;

/** Returns the shorter of two lifetimes. */
export const shorter = (a: Freshness, b: Freshness): Freshness => (a === 'unknown' || b === 'unchanged' ? a : b);
