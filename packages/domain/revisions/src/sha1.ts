import type { Database } from '@wikiquery/database';
import { sha1Base36 } from '@wikiquery/text-storage';
import type { Kysely } from 'kysely';
import { loadSlots, type Slot } from './slots.ts';

/** Combines the SHA-1 hashes of slots into the hash of their revision, in base 36. */
export function combinedSha1(slots: readonly Slot[]): string {
  const sorted = [...slots].sort((a, b) => (a.role < b.role ? -1 : 1));
  return sorted.reduce((sha1, slot) => (sha1 === '' ? slot.sha1 : sha1Base36(sha1 + slot.sha1)), '');
}

/** Loads the combined SHA-1 hash of revisions, live or deleted, by revision id, in one query. */
export const loadSha1 = async (db: Kysely<Database>, revisions: Iterable<number>): Promise<ReadonlyMap<number, string>> =>
  new Map([...(await loadSlots(db, revisions))].map(([id, slots]) => [id, combinedSha1(slots)]));
