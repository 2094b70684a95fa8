import { type Env, type Site, toTimestamp } from '@wikiquery/core';
import { hasOwnOrder, loadInChunks, whereEquals } from '@wikiquery/database';
import { promotedGroups } from './autopromote.ts';
import type { GroupMember, Membership } from './member.ts';

/** Groups of an account. */
export interface Groups {
  /** Memberships in database order, then implicit groups. */
  readonly groups: readonly string[];
  /** `*`, `user` or `temp`, and the groups of automatic promotion. */
  readonly implicitGroups: readonly string[];
}

/** Returns the groups of an account in MediaWiki's order. `address`: the client address, by which some wikis promote. */
export function groupsOf(site: Site, account: GroupMember, address: string, now: Date): Groups {
  const explicit = account.memberships.filter(membership => isCurrent(membership, now)).map(({ name }) => name);
  const promoted = account.isTemporary ? [] : promotedGroups(site, { account, groups: explicit, address, now });
  const implicitGroups = [...new Set(['*', account.isTemporary ? 'temp' : 'user', ...promoted])];
  return { groups: [...new Set([...explicit, ...implicitGroups])], implicitGroups };
}

/** Returns the union of the groups' rights, without rights that any of the groups revokes. */
export function rightsOf(
  { groups: all, configuration }: Pick<Site, 'groups' | 'configuration'>,
  groups: readonly string[],
): ReadonlySet<string> {
  const rights = new Set(groups.flatMap(name => all.get(name)?.rights ?? []));
  for (const [name, revoked] of Object.entries(configuration.revokedRights))
    if (groups.includes(name)) for (const right of revoked) rights.delete(right);
  return rights;
}

/** Whether everybody may read the wiki. Files and other content that is served without checking the client depend on this. */
export const isPublicWiki = (site: Pick<Site, 'groups' | 'configuration'>): boolean => rightsOf(site, ['*']).has('read');

/** Returns the memberships that have not expired, sorted by group name. */
export const currentMemberships = (memberships: readonly Membership[], now: Date): Membership[] =>
  memberships.filter(membership => isCurrent(membership, now)).toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Whether a membership is valid. It is valid until the end of the second of its expiry. */
export const isCurrent = ({ expiry }: Membership, now: Date): boolean =>
  expiry === undefined || expiry === 'infinity' || expiry >= toTimestamp(now);

/** Loads memberships of accounts, including expired ones, in one query. As in MediaWiki, databases except SQLite determine the order. */
export async function loadMemberships({ db }: Pick<Env, 'db'>, userIds: Iterable<number>): Promise<ReadonlyMap<number, Membership[]>> {
  const rows = await loadInChunks(new Set(userIds), chunk =>
    whereEquals(db.selectFrom('user_groups').select(['ug_user', 'ug_group', 'ug_expiry']), { ug_user: chunk })
      .$if(!hasOwnOrder(db), query => query.orderBy('ug_user').orderBy('ug_group'))
      .execute(),
  );
  const toMembership = ({ ug_group, ug_expiry }: (typeof rows)[number]) => ({ name: ug_group, expiry: ug_expiry ?? undefined });
  return new Map(
    Array.from(
      Map.groupBy(rows, row => row.ug_user),
      ([id, group]) => [id, group.map(toMembership)],
    ),
  );
}
