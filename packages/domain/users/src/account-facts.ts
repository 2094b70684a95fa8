import type { Env } from '@wikiquery/core';
import { loadHiddenUsers } from './actors.ts';
import { loadDateFormat } from './blocks/dates.ts';
import { type BlockFields, describeBlock } from './blocks/describe.ts';
import { loadUserBlocks } from './blocks/rows.ts';
import { loadMemberships } from './groups/groups.ts';
import { type Member, type MemberColumns, toMember } from './groups/member.ts';

/** Facts about accounts, by their ids. */
export interface AccountFacts {
  isHidden(id: number): boolean;
  /** Undefined where the account is not blocked. */
  blockInfo(id: number): BlockFields | undefined;
  toMember(row: MemberColumns & { readonly user_id: number }): Member;
}

/** Loads what a list tells of accounts, with one query for each kind of fact. */
export async function loadAccountFacts(
  q: Env,
  ids: readonly number[],
  needs: { readonly memberships: boolean; readonly blocks: boolean },
): Promise<AccountFacts> {
  const [memberships, blocks, formatDate, hidden] = await Promise.all([
    loadMemberships(q, needs.memberships ? ids : []),
    loadUserBlocks(q, needs.blocks ? ids : []),
    needs.blocks ? loadDateFormat(q) : String,
    q.actor.can('hideuser') ? loadHiddenUsers(q.db, ids) : new Set<number>(),
  ]);
  return {
    isHidden: id => hidden.has(id),
    blockInfo(id) {
      const block = blocks.get(id);
      return block && describeBlock(block, formatDate);
    },
    toMember: row => toMember(q, row, memberships.get(row.user_id)),
  };
}
