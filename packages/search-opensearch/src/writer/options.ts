import type { Site } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import type { Kysely } from 'kysely';

/** The wiki and the index to write. */
export interface WriteOptions {
  readonly db: Kysely<Database>;
  readonly site: Site;
  /** Name of the index without the suffixes `_content`, `_general` and so on. */
  readonly prefix: string;
  readonly progress?: WriteProgress | undefined;
  /** Receives problems that do not stop the writer. */
  readonly warn?: ((text: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether to build the index again, instead of updating pages that changed. */
  readonly full?: boolean | undefined;
  /** Pages that an update reads in addition, because revisions and log entries may not show that they changed. */
  readonly changed?: ReadonlySet<number> | undefined;
}

export interface WriteProgress {
  begin(title: string, total: number): void;
  update(done: number, counts: Readonly<Record<string, number>>): void;
  end(): void;
}
