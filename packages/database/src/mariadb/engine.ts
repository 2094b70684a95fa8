import { type CompiledQuery, DummyDriver, type QueryResult } from 'kysely';
import type { PoolOptions } from 'mysql2';
import { serverAddress } from '../address.ts';
import { type Engine, noIntrospector, type ServerOptions, STATE_PATIENCE, type State, type StatementLimits } from '../engine.ts';
import { DatabaseUnusableError } from '../errors.ts';
import type { RequestReads } from '../request-reads.ts';
import { runOnServer } from '../server-statements.ts';
import { SharedPools } from '../shared-pools.ts';
import { TableNames } from '../table-names.ts';
import { MariadbAdapter } from './adapter.ts';
import { MariadbCompiler, returnedId } from './compiler.ts';
import { readErrors } from './connections.ts';
import { withLiterals } from './literals.ts';
import { databaseOf, withoutDatabase } from './server-address.ts';
import { Servers } from './servers.ts';

/** Engine for MariaDB and MySQL. A statement that exceeds a limit is killed through a separate connection to the same node. */
export async function mariadbEngine(options: ServerOptions): Promise<Engine> {
  const { url, prefix, shared, writable } = options;
  const names = new TableNames(prefix, { quote: '`', shared });
  const database = databaseOf(url);
  const servers = connectTo(options);
  const errorRules = writable ? { ...readErrors, attempts: 1 } : readErrors;
  const run: Run = <Row>(sql: string, parameters: readonly unknown[], limits: StatementLimits) =>
    runOnServer<Row>(() => servers.lend(limits.reads), { sql, parameters }, limits, errorRules);
  await firstContact(servers, url);

  return {
    name: 'mariadb',
    names,
    dialect: {
      createAdapter: () => new MariadbAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: noIntrospector,
      createQueryCompiler: () => new MariadbCompiler(names),
    },
    isPlain: () => true,
    run<Row>({ sql, parameters, query }: CompiledQuery, limits: StatementLimits) {
      const result = run<Row>(sql, parameters, limits);
      const id = returnedId(query);
      return id ? result.then(({ insertId, ...result }) => ({ ...result, rows: [{ [id]: Number(insertId) } as Row] })) : result;
    },
    load: () => servers.load(),
    lags: () => servers.lags(),
    state: () => (options.replicas.length > 0 ? undefined : readState(run)),

    async columns() {
      const { rows } = await run<{ place: string; table: string; column: string }>(
        'select table_schema as `place`, table_name as `table`, column_name as `column` from information_schema.columns where table_schema in (?, ?)',
        [database, shared?.database ?? database],
        {},
      );
      return names.columnsByTable(rows, database);
    },

    async views() {
      const { rows } = await run<{ name: string }>(
        'select table_name as `name` from information_schema.views where table_schema = ?',
        [database],
        {},
      );
      return new Set(rows.flatMap(({ name }) => (String(name).startsWith(prefix) ? [String(name).slice(prefix.length)] : [])));
    },

    close: () => servers.close(),
  };
}

const pools = new SharedPools<Servers>();

type Connections = ReturnType<typeof connectTo>;

/** Returns the connections of a database, which it shares with the other databases of the same servers, accounts and limits. */
function connectTo(options: ServerOptions) {
  const { pool, release } = pools.acquire(keyOf(options), () => new Servers(options, DRIVER));
  const tenant = pool.join(options);
  return {
    examine: () => pool.examine(),
    lend: (reads?: RequestReads) => pool.lend(tenant, reads),
    load: () => pool.load(tenant),
    lags: () => pool.lags(),
    close() {
      pool.leave(tenant);
      return release();
    },
  };
}

/** Returns undefined for connections that must not be shared. A statement without a database could otherwise use that of another one. */
function keyOf({ url, replicas, isOwn, connections, maxLag }: ServerOptions): string | undefined {
  const all = [...replicas, url];
  if (isOwn || all.some(each => databaseOf(each) === '')) return undefined;
  return JSON.stringify([all.map(withoutDatabase), connections, replicas.length > 0 && maxLag]);
}

const DRIVER: PoolOptions = {
  charset: 'UTF8MB4_BIN',
  queryFormat: (sql: string, values: unknown) => withLiterals(sql, values as readonly unknown[]),
  timezone: 'Z',
  dateStrings: true,
  supportBigNumbers: true,
};

type Run = <Row>(sql: string, parameters: readonly unknown[], limits: StatementLimits) => Promise<QueryResult<Row>>;

/** Returns the replication position of a read-only replica. On other servers, no value changes exactly when the visible data changes. */
async function readState(run: Run): Promise<State> {
  const { rows } = await run<{ state: string | null }>('select if(@@global.read_only, @@global.gtid_slave_pos, null) as `state`', [], {
    deadline: performance.now() + STATE_PATIENCE,
  }).catch(() => ({ rows: [] }));
  return rows[0]?.state || undefined;
}

async function firstContact(servers: Connections, url: string): Promise<void> {
  try {
    await servers.examine();
    (await servers.lend()).giveBack();
  } catch (error) {
    await servers.close();
    const { host, pathname } = serverAddress(url);
    throw new DatabaseUnusableError(
      `The database ${pathname.slice(1)} at ${host} cannot be opened: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
