import { readSite } from '@wikiquery/site';
import { expect, it } from 'vitest';
import { groupsOf, type Member, rightsOf } from './index.ts';

const now = new Date(Date.UTC(2025, 0, 10));
const account: Member = {
  editCount: 3,
  registration: '20250101000000',
  emailConfirmed: false,
  isTemporary: false,
  memberships: [
    { name: 'sysop', expiry: '20250109000000' },
    { name: 'interface-admin', expiry: undefined },
    { name: 'bot', expiry: '20250111000000' },
  ],
};
const groupsBy = (autopromote: unknown, changes: Partial<Member> = {}, configuration = {}) =>
  groupsOf(readSite({ autopromote }, configuration), { ...account, ...changes }, '192.0.2.7', now).groups;

it('gives memberships that have not ended, then implicit groups', () => {
  expect(groupsBy({})).toEqual(['bot', 'interface-admin', '*', 'user']);
  expect(groupsBy({}, { isTemporary: true, memberships: [] })).toEqual(['*', 'temp']);
});

it('promotes by what an account did', () => {
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

it('adds up rights and takes revoked ones away', () => {
  const site = readSite({}, { revokedRights: { user: ['delete'] } });
  expect(rightsOf(site, ['sysop']).has('delete')).toBe(true);
  expect(rightsOf(site, ['sysop', 'user']).has('delete')).toBe(false);
});
