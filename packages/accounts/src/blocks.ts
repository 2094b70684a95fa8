import { addressToHex } from '@wikiquery/addresses';
import type { Block, Site, Timestamp } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import { type BlockRow, combineBlocks, coveringTargets, isBlockInForce, selectBlocks, toBlock } from '@wikiquery/users';
import type { Kysely } from 'kysely';

export interface BlockTarget {
  /** 0 for anonymous users. */
  readonly userId: number;
  /** Undefined if the account is exempt from address blocks. */
  readonly address: string | undefined;
  readonly now: Timestamp;
}

/**
 * Finds the combined block of a user and an address, like MediaWiki's `BlockManager::getBlock`. Address blocks with `anonOnly` do not apply
 * to accounts. Undefined if no block applies.
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

/** Omits autoblocks whose original block is listed, and all but one autoblock of the same block. */
function withoutRepeats(rows: readonly BlockRow[]): BlockRow[] {
  const selected = new Map<number, BlockRow>();
  for (const row of rows) if (row.bt_auto === 0) selected.set(row.bl_id, row);
  for (const row of rows) {
    const origin = row.bl_parent_block_id ?? row.bl_id;
    if (row.bt_auto !== 0 && !selected.has(origin)) selected.set(origin, row);
  }
  return [...selected.values()].sort((a, b) => a.bl_id - b.bl_id);
}
