import { type Database, whereEquals } from '@wikiquery/database';
import type { Kysely } from 'kysely';

/** Cache of the genders in user preferences, by user name. In some languages they are part of page titles, so all of them are in memory. */
export interface Genders {
  /** Returns `female`, `male` or `unknown`, or undefined if the user chose none or does not exist. */
  of(userName: string): string | undefined;
  readonly version: number;
  load(): Promise<void>;
}

/** Creates a cache of genders. Genders older than `maxAge` milliseconds are reloaded in the background, for at most 1% of the time. */
export const createGenders = (
  db: Kysely<Database>,
  { maxAge = 30_000, failed = () => {} }: { readonly maxAge?: number; readonly failed?: (error: unknown) => void } = {},
): Genders => {
  let known: ReadonlyMap<string, string> = new Map();
  let version = 0;
  let staleAt = Number.POSITIVE_INFINITY;

  const load = async () => {
    const started = performance.now();
    staleAt = Number.POSITIVE_INFINITY;
    try {
      known = gendersByName(await selectGenders(db).execute());
      version++;
    } finally {
      const now = performance.now();
      staleAt = now + Math.max(maxAge, 100 * (now - started));
    }
  };

  const refresh = (): void => {
    if (performance.now() > staleAt) load().catch(failed);
  };

  return {
    of: userName => {
      refresh();
      return known.get(userName);
    },
    get version() {
      refresh();
      return version;
    },
    load,
  };
};

/** Loads the genders that users chose, by user name, without the cache. */
export async function loadGenders(db: Kysely<Database>, userNames: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userNames.length === 0) return new Map();
  return gendersByName(await whereEquals(selectGenders(db), { user_name: userNames }).execute());
}

const selectGenders = (db: Kysely<Database>) =>
  whereEquals(db.selectFrom('user_properties').innerJoin('user', 'user_id', 'up_user').select(['user_name', 'up_value']), {
    up_property: 'gender',
  });

const gendersByName = (rows: readonly { readonly user_name: string; readonly up_value: string | null }[]): Map<string, string> =>
  new Map(rows.flatMap(row => (row.up_value ? [[row.user_name, row.up_value] as const] : [])));
