import { bigint, binary, blob, expiry, flag, index, int, serial, type Table, timestamp, uint, unique } from '../column.ts';

/** The tables of MediaWiki 1.39 that 1.43 has in another form or no more; those that it only lacks are in `NEWER`. */
export const olderTables = {
  externallinks: {
    columns: {
      el_id: serial(),
      el_from: uint().default(0),
      el_to: blob(),
      el_index: blob(),
      el_index_60: binary(60),
    },
    primaryKey: ['el_id'],
    indexes: {
      el_from: index('el_from', ['el_to', 40]),
      el_to: index(['el_to', 60], 'el_from'),
      el_index: index(['el_index', 60]),
      el_index_60: index('el_index_60', 'el_id'),
      el_from_index_60: index('el_from', 'el_index_60', 'el_id'),
    },
  },
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
  pagelinks: {
    columns: {
      pl_from: uint().default(0),
      pl_namespace: int().default(0),
      pl_title: binary(255).default(''),
      pl_from_namespace: int().default(0),
    },
    primaryKey: ['pl_from', 'pl_namespace', 'pl_title'],
    indexes: {
      pl_namespace: index('pl_namespace', 'pl_title', 'pl_from'),
      pl_backlinks_namespace: index('pl_from_namespace', 'pl_namespace', 'pl_title', 'pl_from'),
    },
  },
  revision_comment_temp: {
    columns: {
      revcomment_rev: uint(),
      revcomment_comment_id: bigint(),
    },
    primaryKey: ['revcomment_rev', 'revcomment_comment_id'],
    indexes: {
      revcomment_rev: unique('revcomment_rev'),
    },
  },
} satisfies Record<string, Table>;

/** Tables and columns that came after 1.39. */
const NEWER: { readonly tables: readonly string[]; readonly columns: ReadonlySet<string> } = {
  tables: ['block', 'block_target'],
  columns: new Set(['user_is_temp', 'uas_year']),
};

/** All tables of 1.39, made of those of 1.43. */
export function tablesOf139(newer: Readonly<Record<string, Table>>): Readonly<Record<string, Table>> {
  const kept = Object.entries(newer).flatMap(([name, table]) => {
    if (NEWER.tables.includes(name)) return [];
    const columns = Object.fromEntries(Object.entries(table.columns).filter(([column]) => !NEWER.columns.has(column)));
    return [[name, { ...table, columns }] as const];
  });
  return { ...Object.fromEntries(kept), ...olderTables };
}
