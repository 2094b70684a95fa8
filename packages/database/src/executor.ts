import {
  type AbortableQueryOptions,
  type CompiledQuery,
  DefaultQueryExecutor,
  type DialectAdapter,
  DummyDriver,
  Kysely,
  type QueryCompiler,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
} from 'kysely';
import type { Engine, Limits } from './engine.ts';
import type { Layout } from './layout.ts';
import { OlderStatements } from './mediawiki-1.39/statements.ts';
import { Statements } from './statements.ts';
import type { Database } from './tables.ts';

/** Makes views of one database, each with the limits of one request. A view costs about a microsecond. */
export function viewsOf(engine: Engine, generation: Layout['generation']): (limits: Limits) => Kysely<Database> {
  const { dialect } = engine;
  const driver = new DummyDriver();
  const config = { dialect };
  const shared: Shared = {
    engine,
    compiler: dialect.createQueryCompiler(),
    adapter: dialect.createAdapter(),
    statements: new Statements(),
    older: generation === '1.39' ? new OlderStatements(engine.name) : undefined,
  };
  return limits => new Kysely<Database>({ config, dialect, driver, executor: new EngineExecutor(shared, limits) });
}

/** What all views of a database have in common. */
interface Shared {
  readonly engine: Engine;
  readonly compiler: QueryCompiler;
  readonly adapter: DialectAdapter;
  readonly statements: Statements;
  /** Rewrites statements for the tables of an older generation. */
  readonly older: OlderStatements | undefined;
}

/** The MediaWiki whose tables are read: for what it shows in an order that comes of them. */
export function generationOf(db: Kysely<Database>): Layout['generation'] {
  const executor = db.getExecutor();
  return executor instanceof EngineExecutor && executor.older ? '1.39' : '1.43';
}

/**
 * Whether the rows of `pagelinks` name their targets by an id. The older ones write the title out: `linktarget` may be joined to them all the
 * same, but there is no id to order or to group by.
 */
export const linksHaveTargetIds = (db: Kysely<Database>): boolean => generationOf(db) !== '1.39';

/**
 * Gives compiled statements straight to the engine. Kysely's own executor asks a driver for a connection first, which costs five
 * promises a query and knows no deadline.
 */
export class EngineExecutor extends DefaultQueryExecutor {
  readonly #shared: Shared;
  readonly #limits: Limits;

  constructor(shared: Shared, limits: Limits) {
    super(shared.compiler, shared.adapter, noConnections);
    this.#shared = shared;
    this.#limits = limits;
  }

  get older(): OlderStatements | undefined {
    return this.#shared.older;
  }
  /** The statements that are kept; undefined where how one reads depends on these values, as it always does for older tables. */
  statementsFor(values: readonly unknown[]): Statements | undefined {
    const { engine, older, statements } = this.#shared;
    return !older && values.every(engine.isPlain) ? statements : undefined;
  }

  override compileQuery(node: RootOperationNode, id: QueryId): CompiledQuery {
    return super.compileQuery(this.#shared.older?.transformNode(node) ?? node, id);
  }

  override executeQuery<Row>(query: CompiledQuery, options?: AbortableQueryOptions): Promise<QueryResult<Row>> {
    const signal = options?.signal;
    const { progress } = this.#limits;
    progress?.step('module');
    const running = this.#shared.engine.run<Row>(query, signal ? { ...this.#limits, signal } : this.#limits);
    progress?.step('statement');
    return running;
  }
}

const noConnections = {
  provideConnection(): never {
    throw new Error('A wiki database is only read: it has no transactions and no streams.');
  },
};
