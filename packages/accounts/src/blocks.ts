import { addressToHex } from '@wikiquery/addresses';
import type { Block, Timestamp } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import type { ExpressionBuilder, Kysely } from 'kysely';

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
export async function findBlock(db: Kysely<Database>, target: BlockTarget): Promise<Block | undefined> {
  const hex = target.address === undefined ? undefined : addressToHex(target.address);
  if (target.userId === 0 && hex === undefined) return undefined;
  const rows = await blockRows(db, target.userId, hex);
  const found = rows.filter(
    row => (row.bl_expiry === 'infinity' || row.bl_expiry > target.now) && (target.userId === 0 || row.bl_anon_only === 0),
  );
  const blocks = withoutRepeats(found).map(toBlock);
  return blocks.length > 1 ? sumUp(blocks, target.address) : blocks[0];
}

type BlockRow = Awaited<ReturnType<typeof blockRows>>[number];

function blockRows(db: Kysely<Database>, userId: number, hex: string | undefined) {
  return db
    .selectFrom('block_target')
    .innerJoin('block', 'bl_target', 'bt_id')
    .leftJoin('actor', 'actor_id', 'bl_by_actor')
    .leftJoin('comment', 'comment_id', 'bl_reason_id')
    .select(['bl_id', 'bl_timestamp', 'bl_expiry', 'bl_anon_only', 'bl_create_account', 'bl_deleted', 'bl_block_email'])
    .select(['bl_allow_usertalk', 'bl_parent_block_id', 'bl_sitewide'])
    .select(['bt_address', 'bt_user_text', 'bt_auto', 'actor_user', 'actor_name', 'comment_text'])
    .where(eb => eb.or([...(userId === 0 ? [] : [eb('bt_user', '=', userId)]), ...(hex === undefined ? [] : addressConditions(eb, hex))]))
    .orderBy('bl_id')
    .execute();
}

/** `$wgBlockCIDRLimit` (IPv4 /16, IPv6 /19): no range is wider than what its first four digits tell. */
const RANGE_DIGITS = 4;

function addressConditions(eb: ExpressionBuilder<Database, 'block_target'>, hex: string) {
  const widest = hex.slice(0, RANGE_DIGITS + (hex.startsWith('v6-') ? 3 : 0));
  return [
    eb.and([eb('bt_ip_hex', '=', hex), eb('bt_range_start', 'is', null)]),
    eb.and([eb('bt_range_start', '>=', widest), eb('bt_range_start', '<=', hex), eb('bt_range_end', '>=', hex)]),
  ];
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

const toBlock = (row: BlockRow): Block => ({
  id: row.bl_id,
  target: row.bt_auto !== 0 ? undefined : (row.bt_user_text ?? row.bt_address ?? undefined),
  by: row.actor_name ?? '',
  byId: row.actor_user ?? 0,
  reason: row.comment_text ?? '',
  timestamp: row.bl_timestamp,
  expiry: row.bl_expiry,
  partial: row.bl_sitewide === 0,
  noCreate: row.bl_create_account !== 0,
  anonOnly: row.bl_anon_only !== 0,
  noEmail: row.bl_block_email !== 0,
  ownTalk: row.bl_allow_usertalk === 0,
  auto: row.bt_auto !== 0,
  hideUser: row.bl_deleted !== 0,
});

/** The strictest of everything, from the first beginning to the last end. */
function sumUp(blocks: readonly Block[], address: string | undefined): Block {
  return {
    id: 0,
    target: address,
    by: '',
    byId: 0,
    reason: 'Your account, your address or both are under more than one block.',
    timestamp: blocks.map(block => block.timestamp).toSorted(byTime)[0] ?? '',
    expiry:
      blocks
        .map(block => block.expiry)
        .toSorted(byTime)
        .at(-1) ?? 'infinity',
    partial: blocks.every(block => block.partial),
    noCreate: blocks.some(block => block.noCreate),
    anonOnly: blocks.every(block => block.anonOnly),
    noEmail: blocks.some(block => block.noEmail),
    ownTalk: blocks.some(block => block.ownTalk),
    auto: false,
    hideUser: blocks.some(block => block.hideUser),
    components: blocks,
  };
}

/** `infinity` comes last of its own accord. */
const byTime = (a: Timestamp, b: Timestamp): number => Number(a > b) - Number(a < b);
