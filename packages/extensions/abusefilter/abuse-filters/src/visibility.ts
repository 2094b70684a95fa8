import type { Actor } from '@wikiquery/core';

/** What limits who may see a filter. */
export interface FilterFlags {
  readonly isPrivate: boolean;
  /** It uses data that are protected, such as the addresses of temporary accounts. */
  readonly isProtected: boolean;
}

/** Bits of `af_hidden`. */
const PRIVATE = 1;
const PROTECTED = 2;

export const flagsOf = (hidden: number): FilterFlags => ({ isPrivate: (hidden & PRIVATE) !== 0, isProtected: (hidden & PROTECTED) !== 0 });

/** Nobody knows what a filter that cannot be read would hide. */
export const UNKNOWN_FILTER: FilterFlags = { isPrivate: true, isProtected: true };

/** What a reader may see, by MediaWiki's rights and blocks. */
export interface FilterVisibility {
  /** Log entries of private filters. */
  readonly privateLogs: boolean;
  /** Log entries that are hidden. */
  readonly hiddenEntries: boolean;
  readonly protectedData: boolean;
  /** Under a block of the whole wiki, which takes the sight of private and protected things. */
  readonly isBlocked: boolean;
  /** Rules and notes of a filter. */
  rules(filter: FilterFlags): boolean;
  /** What a filter found in an edit, and which filter it was. */
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
