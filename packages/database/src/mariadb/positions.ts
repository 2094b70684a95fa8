import type { QueryResult } from 'kysely';

/** Runs a statement on one connection. */
type Run = <Row>(sql: string, values?: readonly unknown[]) => Promise<QueryResult<Row>>;

/** Reads the position of the last committed change. Empty if the server writes no binary log, or no global transaction IDs. */
export async function readPosition(run: Run, isMysql: boolean): Promise<string> {
  const variable = isMysql ? '@@global.gtid_executed' : '@@global.gtid_current_pos';
  const { rows } = await run<{ position: string | null }>(`select ${variable} as position`);
  return rows[0]?.position ?? '';
}

/** Statement that waits on a replica for a position, for at most the given seconds. The column `late` is 0 if the replica has reached it. */
export const waitFor = (isMysql: boolean): string =>
  isMysql ? 'select wait_for_executed_gtid_set(?, ?) as late' : 'select master_gtid_wait(?, ?) as late';
