import {
  type BinaryOperationNode,
  ColumnNode,
  type ColumnUpdateNode,
  type CompiledQuery,
  DummyDriver,
  type InsertQueryNode,
  type OperationNode,
  PostgresAdapter,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type QueryResult,
  type RawNode,
  ReferenceNode,
  type TableNode,
  TupleNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely';
import pg from 'pg';
import { type Engine, type Limits, noIntrospector, remaining, type ServerOptions, watch } from './engine.ts';
import { DatabaseUnusableError } from './errors.ts';
import type { BinaryTextNode } from './reference.ts';
import { TableNames } from './table-names.ts';
import { columnsOfKind } from './tables.ts';

/** PostgreSQL. A statement that meets a limit is cancelled on the server, through a connection of its own. */
export async function postgresEngine({ url, prefix, writable, connections }: ServerOptions): Promise<Engine> {
  const names = new TableNames(prefix);
  const address = new URL(url);
  const schema = address.searchParams.get('schema') ?? 'mediawiki';
  address.searchParams.delete('schema');
  const settings = ['TimeZone=UTC', `search_path=${schema},public`, ...(writable ? [] : ['default_transaction_read_only=on'])];
  const pool = new pg.Pool({
    connectionString: address.href,
    max: connections,
    options: settings.map(setting => `-c ${setting}`).join(' '),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format ?? 'text'),
    },
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const sortsBytes = await comparesBytes(pool, address);

  return {
    name: 'postgres',
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: noIntrospector,
      createQueryCompiler: () => new MediawikiCompiler(names, sortsBytes),
    },

    async run<Row>({ sql, parameters }: CompiledQuery, limits: Limits): Promise<QueryResult<Row>> {
      const client = await acquire(pool, limits);
      try {
        remaining(limits);
      } catch (error) {
        client.release();
        throw error;
      }
      return execute(pool, client, sql, parameters as unknown[], limits);
    },

    async columns() {
      const { rows } = await pool.query<{ table: string; column: string }>(
        'select table_name as "table", column_name as "column" from information_schema.columns where table_schema = $1',
        [schema],
      );
      const found = new Map<string, Set<string>>();
      for (const { table, column } of rows) {
        if (!table.startsWith(prefix)) continue;
        const name = table.slice(prefix.length);
        found.set(name, (found.get(name) ?? new Set()).add(column));
      }
      return found;
    },

    close: () => pool.end(),
  };
}

class MediawikiCompiler extends PostgresQueryCompiler {
  readonly #names: TableNames;
  /** The database sorts text by its bytes already: a collation would keep it from using its indexes. */
  readonly #sortsBytes: boolean;
  constructor(names: TableNames, sortsBytes: boolean) {
    super();
    this.#names = names;
    this.#sortsBytes = sortsBytes;
  }

  protected override visitTable(node: TableNode): void {
    const renamed = this.#names.rename(node, this.parentNode);
    if (renamed) this.visitNode(renamed);
    else super.visitTable(node);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const rightOperand = asTimestamps(node.leftOperand, node.rightOperand);
    super.visitBinaryOperation(rightOperand === node.rightOperand ? node : { ...node, rightOperand });
  }

  protected override visitInsertQuery(node: InsertQueryNode): void {
    const { columns = [], values } = node;
    if (!values || !ValuesNode.is(values)) {
      super.visitInsertQuery(node);
      return;
    }
    const rows = values.values.map(list =>
      PrimitiveValueListNode.is(list)
        ? PrimitiveValueListNode.create(list.values.map((value, i) => (isTimeColumn(columns[i]) ? toTime(value) : value)))
        : ValueListNode.create(list.values.map((value, i) => (isTimeColumn(columns[i]) ? timeValue(value) : value))),
    );
    super.visitInsertQuery({ ...node, values: ValuesNode.create(rows) });
  }

  protected override visitColumnUpdate(node: ColumnUpdateNode): void {
    const column = ReferenceNode.is(node.column) ? node.column.column : node.column;
    super.visitColumnUpdate(isTimeColumn(column) ? { ...node, value: timeValue(node.value) } : node);
  }

  protected override visitRaw(node: RawNode): void {
    super.visitRaw(node);
    if (!this.#sortsBytes && (node as Partial<BinaryTextNode>).comparesBytes) this.append(' collate "C"');
  }
}

/** What a time column is compared with, in the form that PostgreSQL reads. */
function asTimestamps(left: OperationNode, right: OperationNode): OperationNode {
  if (TupleNode.is(left) && TupleNode.is(right)) {
    return TupleNode.create(right.values.map((value, i) => asTimestamps(left.values[i] as OperationNode, value)));
  }
  if (!ReferenceNode.is(left) || !isTimeColumn(left.column)) return right;
  if (PrimitiveValueListNode.is(right)) return PrimitiveValueListNode.create(right.values.map(toTime));
  return timeValue(right);
}

const timeColumns = new Set([...columnsOfKind('timestamp'), ...columnsOfKind('expiry'), ...columnsOfKind('datetime')]);
const isTimeColumn = (node: OperationNode | undefined): boolean =>
  node !== undefined && ColumnNode.is(node) && timeColumns.has(node.column.name);
const timeValue = (node: OperationNode): OperationNode =>
  ValueNode.is(node) ? ({ ...node, value: toTime(node.value) } as ValueNode) : node;

/** Fourteen digits with a `T`, which makes them ISO 8601. */
const toTime = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{14}$/.test(value) ? `${value.slice(0, 8)}T${value.slice(8)}Z` : value;

/** Runs one statement and gives the connection back. Where a limit is met, the statement is cancelled and the caller told at once. */
function execute<Row>(pool: pg.Pool, client: pg.PoolClient, sql: string, parameters: unknown[], limits: Limits): Promise<QueryResult<Row>> {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult<Row>>();
  let users = 1;
  // A late cancellation would hit the next statement of the connection: it is free when both have been answered.
  const free = () => {
    users -= 1;
    if (users === 0) client.release();
  };
  const unwatch = watch(limits, error => {
    users += 1;
    reject(error);
    pool.query('select pg_cancel_backend($1)', [(client as unknown as { processID: number }).processID]).then(free, free);
  });
  client
    .query(sql, parameters)
    .finally(() => {
      unwatch();
      free();
    })
    .then(answer => resolve(result(answer)))
    .catch(reject);
  return promise;
}

/** Waits for a connection, but no longer than the limits allow. */
function acquire(pool: pg.Pool, limits: Limits): Promise<pg.PoolClient> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
  let late = false;
  const unwatch = watch(limits, error => {
    late = true;
    reject(error);
  });
  pool.connect().then(
    client => {
      unwatch();
      if (late) client.release();
      else resolve(client);
    },
    (error: unknown) => {
      unwatch();
      reject(error);
    },
  );
  return promise;
}

const bytesColumns = columnsOfKind('bytes');

function result<Row>({ rows, fields, rowCount, command }: pg.QueryResult<Record<string, unknown>>): QueryResult<Row> {
  for (const { name } of fields) {
    if (bytesColumns.has(name)) for (const row of rows) row[name] = toBytes(row[name]);
  }
  return command === 'SELECT' ? { rows: rows as Row[] } : { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
}

/** MediaWiki's columns for bytes are text here; bytes stand in it as `\x` and hexadecimal digits. */
function toBytes(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.startsWith('\\x') ? Buffer.from(value.slice(2), 'hex') : Buffer.from(value);
}

const toDigits = (value: string): string => (value.endsWith('infinity') ? value : value.replaceAll(/[-: ]/g, '').slice(0, 14));

/** By type id: timestamptz and timestamp, int8, numeric. */
const parsers: ReadonlyMap<number, (value: string) => unknown> = new Map<number, (value: string) => unknown>([
  [1184, toDigits],
  [1114, toDigits],
  [20, Number],
  [1700, Number],
]);

/** Whether text sorts by bytes here as it does in MediaWiki's other databases; also the first contact with the server. */
async function comparesBytes(pool: pg.Pool, { host, pathname }: URL): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ collation: string }>(
      'select datcollate as collation from pg_database where datname = current_database()',
    );
    return ['C', 'POSIX', 'C.UTF-8', 'C.UTF8', 'C.utf8'].includes(rows[0]?.collation ?? '');
  } catch (error) {
    await pool.end();
    throw new DatabaseUnusableError(
      `The PostgreSQL database ${pathname.slice(1)} at ${host} cannot be opened: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
