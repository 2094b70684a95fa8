import { type Env, f, isoTimestamp, type Timestamp } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import type { Selectable } from 'kysely';
import type { PromotionFacts } from './autopromote.ts';

/** Membership of an account in a group. */
export interface Membership {
  readonly name: string;
  readonly expiry: Timestamp | undefined;
}

/** Facts about an account that determine its groups. */
export interface GroupMember extends PromotionFacts {
  readonly memberships: readonly Membership[];
  /** Whether the account was created for the edits of a user who was not logged in. */
  readonly isTemporary: boolean;
}

/** Columns of table `user` that determine the groups of an account. */
export const MEMBER_COLUMNS = ['user_name', 'user_editcount', 'user_registration', 'user_email', 'user_email_authenticated'] as const;

export type MemberColumns = Pick<Selectable<Database['user']>, (typeof MEMBER_COLUMNS)[number]>;

export const toMember = ({ users }: Pick<Env, 'users'>, row: MemberColumns, memberships: readonly Membership[] = []): GroupMember => ({
  memberships,
  editCount: row.user_editcount ?? 0,
  registration: row.user_registration ?? undefined,
  emailConfirmed: row.user_email_authenticated !== null && EMAIL.test(row.user_email),
  isTemporary: users.isTemp(row.user_name),
});

const EMAIL = /^[a-z0-9!#$%&'*+\-/=?^_`{|}~.]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;

/** Field with the group memberships of an account. */
export const membershipFields = {
  groupmemberships: f.array(f.object({ group: f.string(), expiry: f.string() })).element('groupmembership'),
};

/** Returns the API form of group memberships. */
export const describeMemberships = (memberships: readonly Membership[]) => ({
  groupmemberships: memberships.map(({ name, expiry = 'infinity' }) => ({ group: name, expiry: isoTimestamp(expiry) })),
});
