import { type Database, whereEquals } from '@wikiquery/database';
import type { Kysely } from 'kysely';

/**
 * The genders that users chose in their preferences, by user name. On wikis where they are part of page titles nearly every answer
 * needs some, so all are kept in memory.
 */
export interface Genders {
  /** `female`, `male` or `unknown`; undefined for a user who did not choose, and for a name that is no user's. */
  of(userName: string): string | undefined;
  /** Grows whenever they were read anew. */
  readonly version: number;
  /** Reads them now. Until the first time nobody has one. */
  load(): Promise<void>;
}

/**
 * Keeps genders. What is older than `maxAge` (milliseconds) is read anew behind the answers, at most one hundredth of the time;
 * `failed` is told when that was not possible, and what was known stays.
 */
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
      known = await readGenders(db);
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

/** The genders that these users chose, by user name, in one query. */
export async function loadGenders(db: Kysely<Database>, userNames: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userNames.length === 0) return new Map();
  const rows = await whereEquals(selectGenders(db), { user_name: userNames }).execute();
  return gendersByName(rows);
}

const readGenders = async (db: Kysely<Database>): Promise<ReadonlyMap<string, string>> => gendersByName(await selectGenders(db).execute());

const selectGenders = (db: Kysely<Database>) =>
  whereEquals(db.selectFrom('user_properties').innerJoin('user', 'user_id', 'up_user').select(['user_name', 'up_value']), {
    up_property: 'gender',
  });

const gendersByName = (rows: readonly { readonly user_name: string; readonly up_value: string | null }[]): Map<string, string> =>
  new Map(rows.flatMap(row => (row.up_value ? [[row.user_name, row.up_value] as const] : [])));
