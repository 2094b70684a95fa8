import type { Actor } from '@wikiquery/core';

/** Restrictions on the visibility of an abuse filter. */
export interface FilterFlags {
  readonly isPrivate: boolean;
  /** Whether the filter uses protected data, such as the IP addresses of temporary accounts. */
  readonly isProtected: boolean;
}

/** Bits of `af_hidden`. */
const PRIVATE = 1;
const PROTECTED = 2;

/** Decodes the bits of a filter's `af_hidden` column. */
export const flagsOf = (hidden: number): FilterFlags => ({ isPrivate: (hidden & PRIVATE) !== 0, isProtected: (hidden & PROTECTED) !== 0 });

/** Flags for filters that cannot be read: they are treated as fully restricted. */
export const UNKNOWN_FILTER: FilterFlags = { isPrivate: true, isProtected: true };

/** Data of abuse filters that a user may see. It depends on rights and blocks, as in AbuseFilter. */
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

/** Determines the data of abuse filters that a user may see, as AbuseFilter's permission manager does. */
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
