import type { Actor, Block, Site } from '@wikiquery/core';
import type { HostSite } from '@wikiquery/core/host';
import { groupsOf, rightsOf } from '@wikiquery/users';
import type { Account } from './account.ts';

/** The groups and rights of an account or of anonymous users. */
export interface AccountStanding {
  readonly groups: readonly string[];
  readonly implicitGroups: readonly string[];
  readonly rights: ReadonlySet<string>;
}

/** Returns the groups and rights of an account. If it logged in with a bot password, the grants limit the rights. */
export function standingOf(site: HostSite, account: Account, address: string, now: Date): AccountStanding {
  const { groups, implicitGroups } = groupsOf(site, { ...account, memberships: account.groups }, address, now);
  const rights = rightsOf(site, groups);
  return {
    groups,
    implicitGroups,
    rights: account.botPassword ? intersection(rights, grantedRights(site, account.botPassword.grants)) : rights,
  };
}

/** Returns the groups and rights of anonymous users. */
export const anonymousStanding = (site: Site): AccountStanding => ({
  groups: ['*'],
  implicitGroups: ['*'],
  rights: rightsOf(site, ['*']),
});

/** Restricts the rights of a blocked account to those of another standing (`$wgBlockDisablesLogin`). */
export const restrictTo = (standing: AccountStanding, { rights }: AccountStanding): AccountStanding => ({
  ...standing,
  rights: intersection(standing.rights, rights),
});

/** The user of a request. The first call of `block` runs `findBlock`, and further calls return the same result. */
export class RequestActor implements Actor {
  readonly id: number;
  readonly name: string;
  readonly groups: readonly string[];
  readonly implicitGroups: readonly string[];
  readonly rights: ReadonlySet<string>;
  readonly token: (salt: string) => string;
  readonly #findBlock: () => Promise<Block | undefined>;
  #block: Promise<Block | undefined> | undefined;

  constructor(
    id: number,
    name: string,
    standing: AccountStanding,
    token: (salt: string) => string,
    findBlock: () => Promise<Block | undefined>,
  ) {
    this.id = id;
    this.name = name;
    this.groups = standing.groups;
    this.implicitGroups = standing.implicitGroups;
    this.rights = standing.rights;
    this.token = token;
    this.#findBlock = findBlock;
  }
  get isAnon(): boolean {
    return this.id === 0;
  }
  can(right: string): boolean {
    return this.rights.has(right);
  }
  block(): Promise<Block | undefined> {
    this.#block ??= this.#findBlock();
    return this.#block;
  }
}

const grantedRights = ({ configuration }: HostSite, grants: readonly string[]): ReadonlySet<string> =>
  new Set(Object.entries(configuration.grants).flatMap(([grant, rights]) => (grants.includes(grant) ? rights : [])));

const intersection = (rights: ReadonlySet<string>, allowed: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...rights].filter(right => allowed.has(right)));
