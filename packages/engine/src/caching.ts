import type { Actor, CacheMode, DataSource } from '@wikiquery/core';

export interface CacheFacts {
  readonly mode: CacheMode;
  readonly maxage: number;
  readonly smaxage: number;
  /** The answer may depend on the reader's own language. */
  readonly userLanguage: boolean;
  /** The client carries a session. */
  readonly hasSession: boolean;
  readonly varyOrigin: boolean;
  /** Seconds that the action says, whatever the client asks for. */
  readonly fixed?: number | undefined;
}

/** Cache-Control, Expires and Vary of a successful response, after the modules' cache mode and what the client asked for. */
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

/** For nobody else than the one who asks. */
export const onlyReaderFor = (seconds: number) => ({ 'Cache-Control': `private, must-revalidate, max-age=${seconds}` });

export const errorCacheHeaders = onlyReaderFor(0);

interface Answering {
  // biome-ignore lint/suspicious/noExplicitAny: of any parameters
  readonly cache?: CacheMode | ((params: any, actor: Actor) => CacheMode);
  // biome-ignore lint/suspicious/noExplicitAny: of any parameters
  readonly sources?: readonly DataSource[] | ((params: any) => readonly DataSource[]);
}

/** Whether an answer with these parameters may be kept. */
export const cacheModeOf = ({ cache }: Answering, params: Readonly<Record<string, unknown>>, actor: Actor): CacheMode =>
  typeof cache === 'function' ? cache(params, actor) : (cache ?? 'private');

/**
 * How long an answer stays what it is: until the database changes; until that or the end of the second in which the request was read; or nobody knows. What
 * depends on the reader besides is told by the cache mode.
 */
export type Freshness = 'unchanged' | 'second' | 'unknown';

export function freshnessOf({ sources }: Answering, params: Readonly<Record<string, unknown>>): Freshness {
  const all = typeof sources === 'function' ? sources(params) : sources;
  if (all === undefined) return 'unknown';
  return all.includes('clock') ? 'second' : 'unchanged';
}

/** Of two parts of an answer that which ends first. */
export const shorter = (a: Freshness, b: Freshness): Freshness => (a === 'unknown' || b === 'unchanged' ? a : b);
