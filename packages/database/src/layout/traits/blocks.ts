import type { OperationNode } from 'kysely';
import { bigint, blob, expiry, flag, index, serial, timestamp, uint, unique } from '../../column.ts';
import { column, raw } from '../counterparts.ts';
import type { Trait } from '../trait.ts';

const ofUser = (alias: string): OperationNode => raw`${column(alias, 'ipb_user')} <> 0`;
const ofAddress = (alias: string): OperationNode => raw`${column(alias, 'ipb_user')} = 0`;
const ofRange = (alias: string): OperationNode => raw`${column(alias, 'ipb_range_start')} <> ${column(alias, 'ipb_range_end')}`;

export const blocks: Trait = {
  about: 'blocks',
  since: '1.43',
  newer: { by: 'the tables block and block_target', sign: 'block.bl_id' },
  older: {
    by: 'the table ipblocks',
    sign: 'ipblocks.ipb_id',
    instead: { block: 'ipblocks', block_target: 'ipblocks' },
    columns: {
      block: {
        bl_id: 'ipb_id',
        bl_target: 'ipb_id',
        bl_by_actor: 'ipb_by_actor',
        bl_reason_id: 'ipb_reason_id',
        bl_timestamp: 'ipb_timestamp',
        bl_anon_only: 'ipb_anon_only',
        bl_create_account: 'ipb_create_account',
        bl_enable_autoblock: 'ipb_enable_autoblock',
        bl_expiry: 'ipb_expiry',
        bl_deleted: 'ipb_deleted',
        bl_block_email: 'ipb_block_email',
        bl_allow_usertalk: 'ipb_allow_usertalk',
        bl_parent_block_id: 'ipb_parent_block_id',
        bl_sitewide: 'ipb_sitewide',
      },
      // A target has at most one block in this form, so the id of the block also serves as the id of the target.
      block_target: {
        bt_id: 'ipb_id',
        bt_address: { column: 'ipb_address', only: ofAddress },
        bt_user: { column: 'ipb_user', only: ofUser },
        bt_user_text: { column: 'ipb_address', only: ofUser },
        bt_auto: 'ipb_auto',
        bt_range_start: { column: 'ipb_range_start', only: ofRange },
        bt_range_end: { column: 'ipb_range_end', only: ofRange },
        bt_ip_hex: { column: 'ipb_range_start', only: ofAddress },
        bt_count: { value: () => raw`1` },
      },
    },
    lacks: ['block', 'block_target'],
    tables: {
      ipblocks: {
        columns: {
          ipb_id: serial(),
          ipb_address: blob('tiny'),
          ipb_user: uint().default(0),
          ipb_by_actor: bigint(),
          ipb_reason_id: bigint(),
          ipb_timestamp: timestamp(),
          ipb_auto: flag().default(0),
          ipb_anon_only: flag().default(0),
          ipb_create_account: flag().default(1),
          ipb_enable_autoblock: flag().default(1),
          ipb_expiry: expiry(),
          ipb_range_start: blob('tiny'),
          ipb_range_end: blob('tiny'),
          ipb_deleted: flag().default(0),
          ipb_block_email: flag().default(0),
          ipb_allow_usertalk: flag().default(0),
          ipb_parent_block_id: uint().null(),
          ipb_sitewide: flag().default(1),
        },
        primaryKey: ['ipb_id'],
        indexes: {
          ipb_address_unique: unique(['ipb_address', 255], 'ipb_user', 'ipb_auto'),
          ipb_user: index('ipb_user'),
          ipb_range: index(['ipb_range_start', 8], ['ipb_range_end', 8]),
          ipb_timestamp: index('ipb_timestamp'),
          ipb_expiry: index('ipb_expiry'),
          ipb_parent_block_id: index('ipb_parent_block_id'),
        },
      },
    },
  },
  migration: {
    remaining: db =>
      db
        .selectFrom('ipblocks')
        .where(({ not, exists, selectFrom }) => not(exists(selectFrom('block').select('bl_id').whereRef('bl_id', '=', 'ipb_id')))),
    done: db => db.selectFrom('block'),
  },
};
