import type { Actor } from '@wikiquery/core';

export interface FilterFlags {
  readonly isPrivate: boolean;
  /** Whether it uses protected data such as IP addresses of temporary accounts. */
  readonly isProtected: boolean;
}

/** Bits of `af_hidden`. */
const PRIVATE = 1;
const PROTECTED = 2;

export const flagsOf = (hidden: number): FilterFlags => ({ isPrivate: (hidden & PRIVATE) !== 0, isProtected: (hidden & PROTECTED) !== 0 });

/** Treats unreadable filters as fully restricted. */
export const UNKNOWN_FILTER: FilterFlags = { isPrivate: true, isProtected: true };

/** Visible data of filters, by MediaWiki's rights and blocks. */
export interface FilterVisibility {
  readonly privateLogs: boolean;
  readonly hiddenEntries: boolean;
  readonly protectedData: boolean;
  /** Whether a sitewide block removes access to private and protected data. */
  readonly isBlocked: boolean;
  /** Whether the actor can see a filter's rules and notes. */
  rules(filter: FilterFlags): boolean;
  /** Whether the actor can see a filter's matches and its id in the log. */
  details(filter: FilterFlags): boolean;
}

export async function filterVisibility(actor: Actor): Promise<FilterVisibility> {
  const block = await actor.block();
  const isBlocked = block !== undefined && !block.partial;
  const privateFilters = !isBlocked && (actor.can('abusefilter-modify') || actor.can('abusefilter-view-private'));
  const privateLogs = privateFilters || actor.can('abusefilter-log-private');
  const protectedData = !isBlocked && actor.can('abusefilter-access-protected-vars');
  const detail = actor.can('abusefilter-log-detail');
  return {
    privateLogs,
    hiddenEntries: actor.can('abusefilter-hidden-log'),
    protectedData,
    isBlocked,
    rules: ({ isPrivate, isProtected }) => (!isPrivate || privateFilters) && (!isProtected || protectedData),
    details: ({ isPrivate, isProtected }) => detail && (!isPrivate || privateLogs) && (!isProtected || protectedData),
  };
}
