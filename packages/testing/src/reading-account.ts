import {
  type Database,
  type EngineName,
  grantStatements,
  layoutOfRelease,
  open,
  RELEASES,
  SERVER_REQUIREMENTS,
  type Statement,
  sql,
  type TableRequirements,
} from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { using } from './schema.ts';

/** An account of a database server that may read what a plugin and every server read. */
export interface ReadingAccount {
  readonly db: Kysely<Database>;
  close(): Promise<void>;
  /** Deletes the account. */
  remove(): Promise<void>;
}

interface Place {
  readonly engine: Exclude<EngineName, 'sqlite'>;
  readonly url: string;
  readonly onStatement: (statement: Statement) => void;
  /** Does something that changes nothing but rights. */
  readonly changeRights: (change: () => Promise<void>) => Promise<void>;
}

/** Creates an account with the statements that `wikiquery doctor --grants` prints. */
export async function createReadingAccount(
  { engine, url, onStatement, changeRights }: Place,
  requirements: TableRequirements,
): Promise<ReadingAccount> {
  const address = new URL(url);
  const place = engine === 'mariadb' ? decodeURIComponent(address.pathname.slice(1)) : (address.searchParams.get('schema') as string);
  const account = uniqueAccount();
  const reads = new Set([SERVER_REQUIREMENTS, requirements].flatMap(({ needed, optional }) => [...needed, ...optional]));
  const run = (statementsOf: (db: Kysely<Database>) => Promise<readonly string[]>): Promise<void> =>
    changeRights(() =>
      using(url, async root => {
        for (const statement of await statementsOf(root.db)) if (!statement.startsWith('--')) await sql.raw(statement).execute(root.db);
      }),
    );
  await run(async root => {
    const found = await namesIn(root, place);
    const lacking = (names: Iterable<string>) => [...names].filter(name => !found.has(name));
    return grantStatements({ engine, layout: NEWEST, place, prefix: '', account, reads, lacking });
  });
  const { db, close } = await open(Object.assign(new URL(url), { username: account, password: 'PASSWORD' }).href, {
    // Nothing is looked up: a column without a right to it must not be read as empty.
    writable: true,
    connections: 2,
    onStatement,
  });
  const drop = engine === 'mariadb' ? [`drop user '${account}'@'%'`] : [`drop owned by ${account}`, `drop role ${account}`];
  return {
    db,
    close,
    remove: () => run(async () => drop),
  };
}

const NEWEST = layoutOfRelease(RELEASES.at(-1) as (typeof RELEASES)[number]);

let accounts = 0;
/** MySQL takes 32 characters at most. */
const uniqueAccount = (): string => `reader_${process.pid}_${Date.now().toString(36)}_${++accounts}`;

/** The tables of a database, and their columns as `table.column`. */
async function namesIn(db: Kysely<Database>, place: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ readonly table: string; readonly column: string }>`
    select table_name as ${sql.ref('table')}, column_name as ${sql.ref('column')}
    from information_schema.columns where table_schema = ${place}`.execute(db);
  return new Set(rows.flatMap(({ table, column }) => [String(table), `${String(table)}.${String(column)}`]));
}
