import type { Actor, Site } from '@wikiquery/core';

export interface RateLimit {
  readonly hits: number;
  /** In how many seconds. */
  readonly seconds: number;
}

/** How often the reader may do things, by action and by what the limit is for: the kind of user, a group, the address. */
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
      const [hits, seconds] = byKind[kind] ?? [];
      return hits === undefined || seconds === undefined ? [] : [[kind, { hits, seconds }] as const];
    });
    if (own.length > 0) limits[action] = Object.fromEntries(own);
  }
  return limits;
}
