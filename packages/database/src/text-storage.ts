import type { Kysely } from 'kysely';
import type { StatementLimits } from './engine.ts';
import type { OuterTables } from './outer-tables.ts';

/** Where the texts of a wiki are, and how, as far as its tables do not say. */
export interface TextStorage {
  /** A database of external storage by the name of its cluster; undefined for one that is not known. */
  store(name: string): TextStore | undefined;
  /** `$wgLegacyEncoding`: that of rows which are not marked as UTF-8. */
  readonly legacyEncoding: string | undefined;
}

export interface TextStore {
  /** What the work gives; undefined where the store does not answer in time. Rejects when nobody waits any more. */
  ask<T>(limits: StatementLimits, work: (view: StoreView) => Promise<T>): Promise<T | undefined>;
}

/** The view of a store that one request has. */
export interface StoreView {
  readonly db: Kysely<Pick<OuterTables, 'blobs'>>;
  /** Its name may be another one. */
  readonly table: 'blobs';
}
