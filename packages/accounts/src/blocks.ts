import { addressToHex } from '@wikiquery/addresses';
import type { Block, Site, Timestamp } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import { type BlockRow, combineBlocks, coveringTargets, isBlockInForce, selectBlocks, toBlock } from '@wikiquery/users';
import type { Kysely } from 'kysely';

export interface BlockTarget {
  /** 0 for an anonymous reader. */
  readonly userId: number;
  /** Undefined when blocks of addresses do not matter: the account is exempt from them. */
  readonly address: string | undefined;
  readonly now: Timestamp;
}

/**
 * The block that holds for someone who asks from an address, as MediaWiki's `BlockManager::getBlock` finds it: blocks of the account;
 * blocks of the address or of a range around it, for accounts only those that are not `anonOnly`; autoblocks, unless the block they
 * come from is found as well. Several make one that sums them up.
 */
export async function findBlock(
  { db, site }: { readonly db: Kysely<Database>; readonly site: Site },
  target: BlockTarget,
): Promise<Block | undefined> {
  const hex = target.address === undefined ? undefined : addressToHex(target.address);
  if (target.userId === 0 && hex === undefined) return undefined;
  const addresses = hex === undefined ? [] : coveringTargets({ start: hex, end: hex }, site);
  const rows = await selectBlocks(db)
    .where(eb => eb.or(target.userId === 0 ? addresses : [eb('bt_user', '=', target.userId), ...addresses]))
    .execute();
  const found = rows.filter(row => isBlockInForce(row, target.now) && (target.userId === 0 || row.bl_anon_only === 0));
  const blocks = withoutRepeats(found).map(toBlock);
  return blocks.length > 0 ? combineBlocks(blocks, target.address) : undefined;
}

/** Drops autoblocks of a block that is there itself, and all but the first of several that come from the same block. */
function withoutRepeats(rows: readonly BlockRow[]): BlockRow[] {
  const kept = new Map<number, BlockRow>();
  for (const row of rows) if (row.bt_auto === 0) kept.set(row.bl_id, row);
  for (const row of rows) {
    const origin = row.bl_parent_block_id ?? row.bl_id;
    if (row.bt_auto !== 0 && !kept.has(origin)) kept.set(origin, row);
  }
  return [...kept.values()].sort((a, b) => a.bl_id - b.bl_id);
}
