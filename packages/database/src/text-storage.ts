import type { Kysely } from 'kysely';
import type { StatementLimits } from './engine.ts';
import type { OuterTables } from './outer-tables.ts';

/** External storage and encoding of a wiki's texts. */
export interface TextStorage {
  /** Returns the external storage with this cluster name, or undefined for an unknown cluster. */
  store(name: string): TextStore | undefined;
  /** Encoding of rows that are not marked as UTF-8 (`$wgLegacyEncoding`). */
  readonly legacyEncoding: string | undefined;
}

export interface TextStore {
  readonly hasReplicas: boolean;
  /**
   * Returns the result of the work, or undefined after a failure or timeout. Rejects only if the request is cancelled. `isRecent`: whether
   * the work needs all texts that were stored before.
   */
  query<T>(limits: StatementLimits, work: (view: StoreView) => Promise<T>, isRecent?: boolean): Promise<T | undefined>;
}

/** View of a cluster of external storage. */
export interface StoreView {
  readonly db: Kysely<Pick<OuterTables, 'blobs'>>;
  /** Actual name of the table, which may differ from `blobs`. */
  readonly table: 'blobs';
}
