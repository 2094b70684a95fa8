import { type EngineName, open as openDatabase, QueryDeadlineError, type Statement } from '@wikiquery/database';
import Sqlite from 'better-sqlite3';
import { CompiledQuery } from 'kysely';

/** What a statement cost, in rows: those that the engine visited in tables and indexes. A lookup by a unique key may be left out. */
export interface RowCounter {
  /** Runs the statement again, as far as `most` rows. */
  visited(statement: Statement, most: number): Promise<number>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Counts the rows that statements visit in the wiki of an address, on a connection of its own. */
export const openRowCounter = (engine: EngineName, url: string): Promise<RowCounter> => open[engine](url);

const open: Readonly<Record<EngineName, (url: string) => Promise<RowCounter>>> = {
  /** Every statement calls `wikiquery_tick` for each 61st row that it visits; here it calls it for each. */
  async sqlite(url) {
    const db = new Sqlite(url.slice('sqlite:'.length), { readonly: true });
    for (const pragma of ['cache_size = -65536', 'temp_store = memory', 'automatic_index = off']) db.pragma(pragma);
    const enough = new Error('Enough rows.');
    let count = 0;
    let limit = 0;
    db.function('wikiquery_tick', { deterministic: false, directOnly: true }, () => {
      if (++count > limit) throw enough;
      return 1;
    });
    return {
      async visited({ sql, parameters }, most) {
        [count, limit] = [0, most];
        try {
          for (const _ of db
            .prepare(sql.replaceAll(' % 61 <> 0 or wikiquery_tick()', ' % 1 <> 0 or wikiquery_tick()'))
            .iterate(...parameters));
        } catch (error) {
          if (error !== enough) throw error;
        }
        return count;
      },
      [Symbol.asyncDispose]: async () => void db.close(),
    };
  },

  /** The storage engine counts each row that it gives, and those that it tries a pushed-down condition on: what matches is both. */
  async mariadb(url) {
    const database = await openDatabase(url, { writable: true, connections: 1 });
    const run = async <Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> =>
      (await database.db.executeQuery(CompiledQuery.raw(sql, [...parameters]))).rows as Row[];
    const names = HANDLERS.map(name => `'Handler_${name}'`).join();
    return {
      async visited({ sql, parameters }) {
        await run('flush status');
        await run(`set statement max_statement_time = 10 for ${sql}`, parameters).catch(error => {
          if ((error as { errno?: number }).errno !== STATEMENT_TIMEOUT) throw error;
        });
        const status = await run<{ Variable_name: string; Value: string }>(`show session status where variable_name in (${names})`);
        return status.reduce((sum, { Variable_name, Value }) => sum + (Variable_name === 'Handler_icp_match' ? -1 : 1) * Number(Value), 0);
      },
      [Symbol.asyncDispose]: () => database.close(),
    };
  },

  /** The nodes of the plan that read a table say how many rows they gave and rejected. */
  async postgres(url) {
    const database = await openDatabase(url, { connections: 1 });
    return {
      async visited({ sql, parameters }, most) {
        try {
          const explained = CompiledQuery.raw(`explain (analyze, timing off, format json) ${sql}`, [...parameters]);
          const { rows } = await database.db.executeQuery<PostgresPlan>(explained);
          return visitedBy(rows[0]!['QUERY PLAN'][0]!.Plan);
        } catch (error) {
          if (!(error instanceof QueryDeadlineError)) throw error;
          return most;
        }
      },
      [Symbol.asyncDispose]: () => database.close(),
    };
  },
};

const STATEMENT_TIMEOUT = 1969;
const HANDLERS = [
  'read_first',
  'read_key',
  'read_last',
  'read_next',
  'read_prev',
  'read_rnd',
  'read_rnd_next',
  'icp_attempts',
  'icp_match',
];

interface PostgresPlan {
  readonly 'QUERY PLAN': readonly { readonly Plan: PostgresNode }[];
}
export interface PostgresNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PostgresNode[];
}

/** The rows that a plan read, including those that it rejected. */
export function visitedBy(node: PostgresNode): number {
  const below = (node.Plans ?? []).reduce((sum, child) => sum + visitedBy(child), 0);
  const removed =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const given = /Scan$/.test(node['Node Type']) && !/^(?:Subquery|CTE|Function|Values) /.test(node['Node Type']) ? node['Actual Rows'] : 0;
  return below + (given + removed) * node['Actual Loops'];
}
