import type { ColumnType } from 'kysely';
import { bytes, serial, type Table } from './column.ts';

/** Tables that no wiki needs: of a database of external storage, and one that only wikis from before 1.5 have kept. */
export const outerTables = {
  blobs: {
    columns: { blob_id: serial(), blob_text: bytes() },
    primaryKey: ['blob_id'],
    indexes: {},
  },
  cur: {
    columns: { cur_id: serial(), cur_text: bytes('medium') },
    primaryKey: ['cur_id'],
    indexes: {},
  },
} satisfies Record<string, Table>;

type Bytes = ColumnType<Uint8Array, Uint8Array | string, Uint8Array | string>;

export interface OuterTables {
  readonly blobs: { readonly blob_id: number; readonly blob_text: Bytes };
  readonly cur: { readonly cur_id: number; readonly cur_text: Bytes };
}
