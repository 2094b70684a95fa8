import type { Actor, Site } from '@wikiquery/core';

export interface RateLimit {
  readonly hits: number;
  readonly seconds: number;
}

/** Returns the rate limits of the user by action, and within an action by user type, group or address. */
export function rateLimits({ configuration }: Site, actor: Actor, groups: readonly string[]): Record<string, Record<string, RateLimit>> {
  const isNew = !actor.can('autoconfirmed');
  const kinds = [
    actor.isAnon ? 'anon' : 'user',
    ...(isNew ? ['ip', 'subnet'] : []),
    ...(isNew && !actor.isAnon ? ['newbie'] : []),
    ...groups,
  ];
  const limits: Record<string, Record<string, RateLimit>> = {};
  for (const [action, byKind] of Object.entries(configuration.rateLimits)) {
    const own = kinds.flatMap(kind => {
      const [hits, seconds] = (Object.hasOwn(byKind, kind) && byKind[kind]) || [];
      return hits === undefined || seconds === undefined ? [] : [[kind, { hits, seconds }] as const];
    });
    if (own.length > 0) limits[action] = Object.fromEntries(own);
  }
  return limits;
}
