import { type Block, type Env, type Timestamp, toTimestamp } from '@wikiquery/core';
import { type Database, loadInChunks, whereEquals } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { isHiddenUser } from '../actors.ts';

/** Row of {@link selectBlocks}. */
export type BlockRow = Awaited<ReturnType<ReturnType<typeof selectBlocks>['execute']>>[number];

/** Selects blocks with the columns that {@link toBlock} reads, ordered by id. */
export const selectBlocks = (db: Kysely<Database>) =>
  db
    .selectFrom('block_target')
    .innerJoin('block', 'bl_target', 'bt_id')
    .leftJoin('actor', 'actor_id', 'bl_by_actor')
    .leftJoin('comment', 'comment_id', 'bl_reason_id')
    .select(['bl_id', 'bl_timestamp', 'bl_expiry', 'bl_anon_only', 'bl_create_account', 'bl_deleted', 'bl_block_email'])
    .select(['bl_allow_usertalk', 'bl_parent_block_id', 'bl_sitewide'])
    .select(['bt_address', 'bt_user', 'bt_user_text', 'bt_auto', 'actor_user', 'actor_name', 'comment_text'])
    .select(isHiddenUser('actor_user').as('by_hidden'))
    .orderBy('bl_id');

/** Converts a row to a block. If the account of the blocking user is hidden by a block, its name and id are omitted. */
export const toBlock = (row: BlockRow): Block => ({
  id: row.bl_id,
  target: row.bt_auto !== 0 ? undefined : (row.bt_user_text ?? row.bt_address ?? undefined),
  by: row.by_hidden ? '' : (row.actor_name ?? ''),
  byId: row.by_hidden ? 0 : (row.actor_user ?? 0),
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

/** Whether a block is active. It is active until the end of the second of its expiry. */
export const isBlockInForce = ({ bl_expiry: expiry }: Pick<BlockRow, 'bl_expiry'>, now: Timestamp): boolean =>
  expiry === 'infinity' || expiry >= now;

/** Loads the active block of each account, in one query. Multiple blocks become a composite block. */
export async function loadUserBlocks({ db, now }: Pick<Env, 'db' | 'now'>, userIds: Iterable<number>): Promise<ReadonlyMap<number, Block>> {
  const rows = await loadInChunks(new Set(userIds), chunk =>
    whereEquals(selectBlocks(db), { bt_user: chunk }).where('bl_expiry', '>=', toTimestamp(now)).execute(),
  );
  const byUser = Map.groupBy(rows, row => row.bt_user ?? 0);
  return new Map([...byUser].map(([id, found]) => [id, combineBlocks(found.map(toBlock), undefined)]));
}

/** Returns the only block, or a composite block with the restrictions of all, from the earliest start to the latest expiry. */
export function combineBlocks(blocks: readonly Block[], target: string | undefined): Block {
  const [only, ...others] = blocks as [Block, ...Block[]];
  if (others.length === 0) return only;
  return {
    id: 0,
    target,
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

/** Compares timestamps. `infinity` sorts last. */
const byTime = (a: Timestamp, b: Timestamp): number => Number(a > b) - Number(a < b);
