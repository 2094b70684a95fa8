import {
  type Database,
  isRequired,
  SERVER_REQUIREMENTS,
  type Statement,
  type TableRequirements,
  type WikiDatabase,
} from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { ColumnsRead } from './columns-read.ts';
import { createReadingAccount, type ReadingAccount } from './reading-account.ts';

export interface Watch {
  statements: number;
  readonly listeners: Set<(statement: Statement) => void>;
}

export async function statementsOf({ listeners }: Watch, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const listen = (statement: Statement): unknown => statements.push(statement);
  listeners.add(listen);
  try {
    await work();
  } finally {
    listeners.delete(listen);
  }
  return statements;
}

export interface Readers {
  readonly readAs: <T>(requirements: TableRequirements, work: (db: Kysely<Database>) => Promise<T>) => Promise<T>;
  close(): Promise<void>;
}

interface ReaderOptions {
  readonly url: string;
  readonly database: WikiDatabase;
  readonly watch: Watch;
  readonly onStatement: (statement: Statement) => void;
  readonly changeRights: (change: () => Promise<void>) => Promise<void>;
}

export const readersOf = (options: ReaderOptions): Readers =>
  options.database.engine === 'sqlite' ? checkedReaders(options) : accounts(options);

/** SQLite has no accounts, but reports which columns a statement reads. */
function checkedReaders({ url, database: { db }, watch }: ReaderOptions): Readers {
  let columns: ColumnsRead | undefined;
  return {
    async readAs<T>(requirements: TableRequirements, work: (view: Kysely<Database>) => Promise<T>) {
      columns ??= new ColumnsRead(url);
      const results: T[] = [];
      const statements = await statementsOf(watch, async () => results.push(await work(db)));
      const read = new Set(statements.flatMap(({ sql }) => [...(columns as ColumnsRead).of(sql)]));
      const undeclared = [...read].filter(name => !isRequired(SERVER_REQUIREMENTS, name) && !isRequired(requirements, name));
      if (undeclared.length > 0)
        throw new Error(`The plugin reads ${undeclared.sort().join(', ')}. Add them to "wikiquery": { "tables": … } in its package.json.`);
      return results[0] as T;
    },
    close: async () => columns?.close(),
  };
}

function accounts({ url, database, onStatement, changeRights }: ReaderOptions): Readers {
  const all = new Map<TableRequirements, Promise<ReadingAccount>>();
  const options = { engine: database.engine as Exclude<WikiDatabase['engine'], 'sqlite'>, url, onStatement, changeRights };
  return {
    async readAs(requirements, work) {
      const account = all.get(requirements) ?? createReadingAccount(options, requirements);
      all.set(requirements, account);
      return work((await account).db);
    },
    async close() {
      for (const account of all.values()) {
        const { close, remove } = await account;
        await close();
        await remove();
      }
    },
  };
}
