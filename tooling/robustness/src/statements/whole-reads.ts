import { type Statement, tables } from '@wikiquery/database';
import { EXTENSION_TABLES } from '@wikiquery/launch/extension-tables';
import type { WikiBuilder } from '@wikiquery/wiki-builder';
import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';

/** A table, or the alias of a table, whose rows a plan reads completely, with the line of the plan. */
export interface WholeRead {
  readonly table: string;
  readonly plan: string;
}

export interface Explainer {
  /**
   * Returns the tables that a statement reads as a whole: without an index, or along an index but sorted afterwards, so that no limit
   * ends the scan.
   */
  wholeReads(statement: Statement): Promise<WholeRead[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Returns an explainer with which the database plans statements as for large tables. The tables must have rows. */
export async function openExplainer(wiki: WikiBuilder): Promise<Explainer> {
  const { engine } = wiki.database;
  if (engine === 'postgres') return openPostgresExplainer(wiki);
  // Without statistics, SQLite assumes large tables.
  if (engine === 'mariadb')
    for (const table of [...Object.keys(tables), ...Object.keys(EXTENSION_TABLES)])
      await sql`analyze table ${sql.table(table)}`.execute(wiki.db);
  const explain = async <Row>(how: string, { sql: text, parameters }: Statement): Promise<Row[]> => {
    const { rows } = await wiki.db.executeQuery(CompiledQuery.raw(`${how} ${text}`, [...parameters]));
    return rows as Row[];
  };
  return {
    wholeReads: async statement =>
      engine === 'sqlite'
        ? readSqlitePlan(
            statement.sql,
            (await explain<SqliteStep>('explain query plan', statement)).map(({ detail }) => detail),
          )
        : readMariadbPlan(await explain<MariadbStep>('explain format=traditional', statement)),
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Uses a separate connection, on which plan methods that suit only small tables are disabled. */
async function openPostgresExplainer(wiki: WikiBuilder): Promise<Explainer> {
  await sql`analyze`.execute(wiki.db);
  const url = new URL(wiki.url);
  const off = ['seqscan', 'hashjoin', 'mergejoin'].map(method => `-c enable_${method}=off`);
  const options = [`-c search_path=${url.searchParams.get('schema')}`, ...off].join(' ');
  url.search = '';
  const client = new pg.Client({ connectionString: url.href, options });
  await client.connect();
  return {
    async wholeReads(statement) {
      const { rows } = await client.query<PostgresPlan>(`explain (format json) ${statement.sql}`, [...statement.parameters]);
      return readPostgresPlan(rows[0]!['QUERY PLAN'][0]!.Plan);
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}

interface SqliteStep {
  readonly detail: string;
}

/** Reads steps such as `SCAN page`, `SCAN page USING INDEX name_title`, `USE TEMP B-TREE FOR ORDER BY` and `CO-ROUTINE links`. */
export function readSqlitePlan(sql: string, steps: readonly string[]): WholeRead[] {
  const derived = new Set(steps.flatMap(step => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(step)?.[1] ?? []));
  // If the rows are not sorted, the limit ends the scan.
  const isEnded = / limit \+\?/.test(sql) && !steps.some(step => /^USE TEMP B-TREE FOR (?:ORDER|GROUP) BY/.test(step));
  return steps.flatMap(plan => {
    const [, table, how = ''] = /^SCAN (\S+)(.*)/.exec(plan) ?? [];
    const isRead =
      table !== undefined && table !== 'CONSTANT' && !table.startsWith('(') && !derived.has(table) && !how.includes('VIRTUAL TABLE');
    return isRead && !isEnded ? [{ table, plan }] : [];
  });
}

interface MariadbStep {
  readonly table: string | null;
  readonly type: string | null;
  readonly key: string | null;
  readonly Extra: string | null;
}

export function readMariadbPlan(steps: readonly MariadbStep[]): WholeRead[] {
  const isSorted = steps.some(({ Extra }) => /filesort|temporary/.test(Extra ?? ''));
  return steps.flatMap(({ table, type, key, Extra }) => {
    if (table === null || table.startsWith('<')) return [];
    const isWhole = type === 'ALL' || (type === 'index' && isSorted);
    return isWhole ? [{ table, plan: `${type} ${key ?? 'without index'} ${Extra ?? ''}`.trim() }] : [];
  });
}

interface PostgresPlan {
  readonly 'QUERY PLAN': readonly { readonly Plan: PostgresNode }[];
}
interface PostgresNode {
  readonly 'Node Type': string;
  readonly Alias?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PostgresNode[];
}

/** Reads a node of a plan. `isEnded`: whether a limit ends its scan, because its rows are not sorted. */
export function readPostgresPlan(node: PostgresNode, isEnded = false): WholeRead[] {
  const kind = node['Node Type'];
  const below = kind === 'Limit' || (isEnded && !/^Sort|Aggregate|Hash|Materialize|Bitmap/.test(kind));
  const isIndexScan = /^Index (?:Only )?Scan$/.test(kind) && node['Index Cond'] === undefined;
  const isWhole = kind === 'Seq Scan' || (isIndexScan && !isEnded);
  return [
    ...(isWhole ? [{ table: node.Alias ?? '', plan: kind }] : []),
    ...(node.Plans ?? []).flatMap(child => readPostgresPlan(child, below)),
  ];
}
