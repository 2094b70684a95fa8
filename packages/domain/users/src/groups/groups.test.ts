import { readSite } from '@wikiquery/site';
import { inheritedNames } from '@wikiquery/testing';
import { createTitles } from '@wikiquery/titles';
import { expect, it } from 'vitest';
import { createUsers } from '../names.ts';
import { groupsOf, rightsOf } from './groups.ts';
import { type GroupMember, toMember } from './member.ts';
import { explicitGroups, groupsWithRight, isImplicitRight } from './site-groups.ts';

const now = new Date(Date.UTC(2025, 0, 10));
const account: GroupMember = {
  editCount: 3,
  registration: '20250101000000',
  emailConfirmed: false,
  isTemporary: false,
  memberships: [
    { name: 'sysop', expiry: '20250109000000' },
    { name: 'interface-admin', expiry: undefined },
    { name: 'bot', expiry: '20250111000000' },
    // In MediaWiki, a membership is valid until the end of the second of its expiry.
    { name: 'bureaucrat', expiry: '20250110000000' },
  ],
};
const groupsBy = (autopromote: unknown, changes: Partial<GroupMember> = {}, configuration = {}) =>
  groupsOf(readSite({ autopromote }, configuration), { ...account, ...changes }, '192.0.2.7', now).groups;

it('returns active memberships, then implicit groups', () => {
  expect(groupsBy({})).toEqual(['interface-admin', 'bot', 'bureaucrat', '*', 'user']);
  expect(groupsBy({}, { isTemporary: true, memberships: [] })).toEqual(['*', 'temp']);
});

it('adds the groups of automatic promotion', () => {
  const rule = { operand: '&', 0: { condname: 'APCOND_EDITCOUNT', params: [3] }, 1: { condname: 'APCOND_AGE', params: [86_400] } };
  expect(groupsBy({ autoconfirmed: rule })).toContain('autoconfirmed');
  expect(groupsBy({ autoconfirmed: rule }, { editCount: 2 })).not.toContain('autoconfirmed');
  expect(groupsBy({ autoconfirmed: rule }, {}, { autoConfirmCount: 10 })).not.toContain('autoconfirmed');
  const here = {
    operand: '|',
    0: { condname: 'APCOND_EMAILCONFIRMED', params: [] },
    1: { condname: 'APCOND_IPINRANGE', params: ['192.0.2.0/24'] },
  };
  expect(groupsBy({ office: here })).toContain('office');
  expect(groupsBy({ office: { operand: '!', 0: here } })).not.toContain('office');
});

it('merges the rights of groups and removes revoked rights', () => {
  const site = readSite({}, { revokedRights: { user: ['delete'] } });
  expect(rightsOf(site, ['sysop']).has('delete')).toBe(true);
  expect(rightsOf(site, ['sysop', 'user']).has('delete')).toBe(false);
});

it('distinguishes implicit groups and rights from explicit ones', () => {
  const site = readSite({}, { revokedRights: { bot: ['autopatrol'] } });
  expect(explicitGroups(site)).toContain('sysop');
  expect(explicitGroups(site)).not.toContain('autoconfirmed');
  expect(groupsWithRight(site, 'autopatrol')).toEqual(['sysop']);
  expect(groupsWithRight(site, 'read')).toContain('*');
  expect(groupsWithRight(site, 'siteadmin')).toEqual([]);
  expect(isImplicitRight(site, 'purge')).toBe(true);
  expect(isImplicitRight(site, 'delete')).toBe(false);
  const granted = readSite({ usergroups: [{ name: 'cleaner', rights: ['purge'] }] });
  expect(isImplicitRight(granted, 'purge')).toBe(false);
});

it.each(inheritedNames)('treats %s as an unknown condition and group', name => {
  expect(groupsBy({ office: { condname: name, params: [] } })).not.toContain('office');
  expect(groupsBy({ office: { operand: name, 0: { condname: 'APCOND_EDITCOUNT', params: [0] } } })).not.toContain('office');
  const site = readSite({ usergroups: [{ name, rights: ['read'] }] }, { revokedRights: { user: ['edit'] } });
  expect([...rightsOf(site, [name])]).toEqual(['read']);
  expect(groupsWithRight(site, 'read')).toEqual([name]);
});

it('converts an account row to the facts that determine its groups', () => {
  const users = createUsers(readSite({ autocreatetempuser: { matchPatterns: ['~$1'] } }), createTitles(readSite({})));
  const row = {
    user_name: '~7',
    user_editcount: null,
    user_registration: null,
    user_email: 'no address',
    user_email_authenticated: '20240101000000',
  };
  expect(toMember({ users }, row)).toEqual({
    memberships: [],
    editCount: 0,
    registration: undefined,
    emailConfirmed: false,
    isTemporary: true,
  });
  const named = { ...row, user_name: 'Ada', user_email: 'ada@wiki.example' };
  expect(toMember({ users }, named)).toMatchObject({ emailConfirmed: true, isTemporary: false });
  expect(toMember({ users }, { ...named, user_email_authenticated: null }).emailConfirmed).toBe(false);
});
