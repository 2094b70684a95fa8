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

/** A database account that can read only the tables that a plugin and the server require. */
export interface ReadingAccount {
  readonly db: Kysely<Database>;
  close(): Promise<void>;
  remove(): Promise<void>;
}

interface Place {
  readonly engine: Exclude<EngineName, 'sqlite'>;
  readonly url: string;
  readonly onStatement: (statement: Statement) => void;
  /** Runs a function that changes only rights. */
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
    return grantStatements({ engine, layout: NEWEST, database: place, prefix: '', account, reads, lacking });
  });
  const { db, close } = await open(Object.assign(new URL(url), { username: account, password: 'PASSWORD' }).href, {
    // A writable database is opened without detecting its layout: a column without rights must not count as missing.
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
/** Returns a unique account name of at most 32 characters, which is MySQL's limit. */
const uniqueAccount = (): string => `reader_${process.pid}_${Date.now().toString(36)}_${++accounts}`;

/** Returns the names of the existing tables, and of their columns as `table.column`. */
async function namesIn(db: Kysely<Database>, place: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ readonly table: string; readonly column: string }>`
    select table_name as ${sql.ref('table')}, column_name as ${sql.ref('column')}
    from information_schema.columns where table_schema = ${place}`.execute(db);
  return new Set(rows.flatMap(({ table, column }) => [String(table), `${String(table)}.${String(column)}`]));
}
