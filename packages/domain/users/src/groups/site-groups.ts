import { p, type Site } from '@wikiquery/core';

const IMPLICIT_GROUPS: ReadonlySet<string> = new Set(['*', 'user', 'autoconfirmed', 'temp']);

/** Rights that all users have, unless the wiki assigns them to groups. */
const IMPLICIT_RIGHTS: readonly string[] = [
  'renderfile',
  'renderfile-nonstandard',
  'stashedit',
  'stashbasehtml',
  'mailpassword',
  'changeemail',
  'confirmemail',
  'linkpurge',
  'purge',
];

/** Returns the groups with explicit memberships, including groups that only revoke rights. */
export const explicitGroups = ({ groups, configuration }: Site): string[] =>
  [...new Set([...groups.keys(), ...Object.keys(configuration.revokedRights)])].filter(name => !IMPLICIT_GROUPS.has(name));

/** Whether all users have a right that no group assigns. */
export const isImplicitRight = (site: Site, name: string): boolean => implicitRights(site).includes(name) && !site.rights.includes(name);

/** Returns the groups, including implicit ones, whose members have a right. */
export const groupsWithRight = ({ groups, configuration: { revokedRights } }: Site, right: string): string[] =>
  [...groups.values()]
    .filter(({ name, rights }) => rights.includes(right) && !(Object.hasOwn(revokedRights, name) && revokedRights[name]?.includes(right)))
    .map(({ name }) => name);

/** Parameter for a group with explicit memberships. */
export const groupParam = () => p.enum(explicitGroups);

/** Parameter for a right, including implicit rights. */
export const anyRightParam = () => p.enum(site => [...new Set([...site.rights, ...implicitRights(site)])]);

/** Returns the implicit rights, which MediaWiki has since 1.42. */
const implicitRights = ({ since }: Site): readonly string[] => (since('1.42') ? IMPLICIT_RIGHTS : []);
