import type { Env } from '@wikiquery/core';
import { loadHiddenUsers } from './actors.ts';
import { loadDateFormat } from './blocks/dates.ts';
import { describeBlock } from './blocks/describe.ts';
import { loadUserBlocks } from './blocks/rows.ts';
import { loadMemberships } from './groups/groups.ts';
import { type MemberColumns, toMember } from './groups/member.ts';

/** Loads the facts about accounts that several modules return. Returns functions that describe an account with them. */
export async function loadAccountFacts(q: Env, ids: readonly number[], needs: { readonly memberships: boolean; readonly blocks: boolean }) {
  const [memberships, blocks, formatDate, hidden] = await Promise.all([
    loadMemberships(q, needs.memberships ? ids : []),
    loadUserBlocks(q, needs.blocks ? ids : []),
    needs.blocks ? loadDateFormat(q) : String,
    q.actor.can('hideuser') ? loadHiddenUsers(q.db, ids) : new Set<number>(),
  ]);
  return {
    isHidden: (id: number) => hidden.has(id),
    toMember: (row: MemberColumns & { readonly user_id: number }) => toMember(q, row, memberships.get(row.user_id)),
    blockInfo(id: number) {
      const block = blocks.get(id);
      return block && describeBlock(block, formatDate);
    },
  };
}
