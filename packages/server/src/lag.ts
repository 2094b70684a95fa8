import type { WikiDatabase } from '@wikiquery/database';
import type { Lag } from '@wikiquery/engine';
import { sql } from 'kysely';

/** Milliseconds for which an answer holds: `maxlag` comes with most requests of a bot. */
const FRESH = 1000;

/**
 * How far the database is behind the one that it copies, for `maxlag` and whoever else asks. Undefined where it copies none, or where
 * the account may not ask.
 */
export function lagOf({ engine, forRequest }: WikiDatabase): () => Promise<Lag | undefined> {
  const ask = ASK[engine];
  if (!ask) return async () => undefined;
  let asked = Number.NEGATIVE_INFINITY;
  let answer: Promise<Lag | undefined> = Promise.resolve(undefined);
  return () => {
    if (performance.now() - asked > FRESH) {
      asked = performance.now();
      answer = ask(forRequest({ deadline: asked + FRESH })).catch(() => undefined);
    }
    return answer;
  };
}

const ASK: Partial<Record<WikiDatabase['engine'], (db: WikiDatabase['db']) => Promise<Lag | undefined>>> = {
  async mariadb(db) {
    const { rows } = await sql<{
      Master_Host?: string;
      Source_Host?: string;
      Seconds_Behind_Master?: number;
      Seconds_Behind_Source?: number;
    }>`show replica status`.execute(db);
    const [row] = rows;
    const seconds = row?.Seconds_Behind_Master ?? row?.Seconds_Behind_Source;
    return seconds === undefined || seconds === null
      ? undefined
      : { host: row?.Master_Host ?? row?.Source_Host ?? '', seconds: Number(seconds) };
  },
  async postgres(db) {
    // A copy that has replayed everything it received is not behind, however long ago the last change was.
    const { rows } = await sql<{ seconds: number | null }>`
      select case when not pg_is_in_recovery() or pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then null
        else extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 end as seconds`.execute(db);
    const seconds = rows[0]?.seconds;
    return seconds === undefined || seconds === null ? undefined : { host: '', seconds: Number(seconds) };
  },
};
