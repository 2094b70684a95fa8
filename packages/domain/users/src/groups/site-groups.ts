import { p, type Site } from '@wikiquery/core';

/** Accounts have these without being put in: by being accounts, or by what they did. */
const IMPLICIT_GROUPS: ReadonlySet<string> = new Set(['*', 'user', 'autoconfirmed', 'temp']);

/** Everybody has these, unless the wiki gives them to groups. */
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

/** The groups that accounts are put into, those that only take rights away included. */
export const explicitGroups = ({ groups, configuration }: Site): string[] =>
  [...new Set([...groups.keys(), ...Object.keys(configuration.revokedRights)])].filter(name => !IMPLICIT_GROUPS.has(name));

/** A right that nobody has to be given. */
export const isImplicitRight = (site: Site, name: string): boolean => implicitRights(site).includes(name) && !site.rights.includes(name);

/** The groups, implicit ones too, whose members have a right. */
export const groupsWithRight = ({ groups, configuration }: Site, right: string): string[] =>
  [...groups.values()]
    .filter(({ name, rights }) => rights.includes(right) && !configuration.revokedRights[name]?.includes(right))
    .map(({ name }) => name);

/** A parameter that names groups into which accounts are put. */
export const groupParam = () => p.enum(explicitGroups);

/** A parameter that names rights, those that everybody has included. */
export const anyRightParam = () => p.enum(site => [...new Set([...site.rights, ...implicitRights(site)])]);

/** MediaWiki tells of them since 1.42. */
const implicitRights = ({ since }: Site): readonly string[] => (since('1.42') ? IMPLICIT_RIGHTS : []);
