import {
  type AbortableQueryOptions,
  type CompiledQuery,
  DefaultQueryExecutor,
  type DialectAdapter,
  DummyDriver,
  Kysely,
  type QueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Engine, Limits } from './engine.ts';
import type { Database } from './tables.ts';

/** Makes views of one database, each with the limits of one request. A view costs about a microsecond. */
export function viewsOf(engine: Engine): (limits: Limits) => Kysely<Database> {
  const { dialect } = engine;
  const compiler = dialect.createQueryCompiler();
  const adapter = dialect.createAdapter();
  const driver = new DummyDriver();
  const config = { dialect };
  return limits => new Kysely<Database>({ config, dialect, driver, executor: new EngineExecutor(engine, compiler, adapter, limits) });
}

/**
 * Gives compiled statements straight to the engine. Kysely's own executor asks a driver for a connection first, which costs five
 * promises a query and knows no deadline.
 */
class EngineExecutor extends DefaultQueryExecutor {
  readonly #engine: Engine;
  readonly #limits: Limits;

  constructor(engine: Engine, compiler: QueryCompiler, adapter: DialectAdapter, limits: Limits) {
    super(compiler, adapter, noConnections);
    this.#engine = engine;
    this.#limits = limits;
  }

  override executeQuery<Row>(query: CompiledQuery, options?: AbortableQueryOptions): Promise<QueryResult<Row>> {
    const signal = options?.signal;
    return this.#engine.run(query, signal ? { ...this.#limits, signal } : this.#limits);
  }
}

const noConnections = {
  provideConnection(): never {
    throw new Error('A wiki database is only read: it has no transactions and no streams.');
  },
};
