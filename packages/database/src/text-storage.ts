import type { Kysely } from 'kysely';
import type { StatementLimits } from './engine.ts';
import type { OuterTables } from './outer-tables.ts';

export interface TextStorage {
  /** Returns external storage by cluster name, or undefined for an unknown cluster. */
  store(name: string): TextStore | undefined;
  /** `$wgLegacyEncoding` of rows that are not marked as UTF-8. */
  readonly legacyEncoding: string | undefined;
}

export interface TextStore {
  /** Returns the result of the work, or undefined after a failure or timeout. Rejects if the request is cancelled. */
  query<T>(limits: StatementLimits, work: (view: StoreView) => Promise<T>): Promise<T | undefined>;
}

export interface StoreView {
  readonly db: Kysely<Pick<OuterTables, 'blobs'>>;
  /** Actual table name, which may differ from `blobs`. */
  readonly table: 'blobs';
}
