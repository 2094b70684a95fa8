import type { ColumnType } from 'kysely';
import { bytes, serial, type Table } from './column.ts';

/** Tables outside the wiki's schema: a table of external storage, and a table of wikis older than MediaWiki 1.5. */
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

/** Rows of the tables outside the wiki's schema. */
export interface OuterTables {
  readonly blobs: { readonly blob_id: number; readonly blob_text: Bytes };
  readonly cur: { readonly cur_id: number; readonly cur_text: Bytes };
}
