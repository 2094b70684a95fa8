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
import type { Engine, StatementLimits } from './engine.ts';
import { type Layout, newestLayout } from './layout/layout.ts';
import { carrier, slotted } from './layout/slotted.ts';
import { LaidOutStatements } from './layout/statements.ts';
import { ValueSlot } from './slot.ts';
import { Statements } from './statements.ts';
import type { Database } from './tables.ts';
import type { StoreView, TextStorage } from './text-storage.ts';

/** Makes views of one database, each with the limits of one request. A view costs about a microsecond. */
export function viewsOf(
  engine: Engine,
  layout: Layout,
  { statements = new Statements(), texts }: { readonly statements?: Statements; readonly texts?: TextStorage } = {},
): (limits: StatementLimits) => Kysely<Database> {
  const { dialect } = engine;
  const driver = new DummyDriver();
  const config = { dialect };
  const shared: Shared = {
    engine,
    compiler: dialect.createQueryCompiler(),
    adapter: dialect.createAdapter(),
    statements,
    texts,
    layout,
    laidOut: LaidOutStatements.for(engine.name, layout),
    rewritten: new Map(),
  };
  return limits => new Kysely<Database>({ config, dialect, driver, executor: new EngineExecutor(shared, limits) });
}

/** What all views of a database have in common. */
interface Shared {
  readonly engine: Engine;
  readonly compiler: QueryCompiler;
  readonly adapter: DialectAdapter;
  readonly statements: Statements;
  readonly texts: TextStorage | undefined;
  readonly layout: Layout;
  /** Rewrites statements for these tables; undefined where they are the newest ones. */
  readonly laidOut: LaidOutStatements | undefined;
  /** What statements became, by their text for the newest tables. */
  readonly rewritten: Map<string, Rewritten>;
}

interface Rewritten {
  readonly sql: string;
  /** The values of the statement in the order of the other one. */
  readonly carry: (values: readonly unknown[]) => unknown[];
}

const MOST_REWRITTEN = 1000;

/** How the tables are laid out that are read: for what cannot be asked of all in the same way, and for what MediaWiki shows in an order that comes of them. */
export function layoutOf(db: Kysely<Database>): Layout {
  const executor = db.getExecutor();
  return executor instanceof EngineExecutor ? executor.layout : newestLayout;
}

/** Asks a cluster of external storage within the limits of the view; undefined for one that nobody knows. */
export function storeOf(db: Kysely<Database>, name: string) {
  const executor = db.getExecutor();
  const { texts, limits } = executor instanceof EngineExecutor ? executor.reach : {};
  const store = texts?.store(name);
  return store && { ask: <T>(work: (view: StoreView) => Promise<T>) => store.ask(limits ?? {}, work) };
}

/** `$wgLegacyEncoding` of the wiki. */
export function legacyEncodingOf(db: Kysely<Database>): string | undefined {
  const executor = db.getExecutor();
  return executor instanceof EngineExecutor ? executor.reach.texts?.legacyEncoding : undefined;
}

/**
 * Gives compiled statements straight to the engine. Kysely's own executor asks a driver for a connection first, which costs five
 * promises a query and knows no deadline.
 */
export class EngineExecutor extends DefaultQueryExecutor {
  readonly #shared: Shared;
  readonly #limits: StatementLimits;

  constructor(shared: Shared, limits: StatementLimits) {
    super(shared.compiler, shared.adapter, noConnections);
    this.#shared = shared;
    this.#limits = limits;
  }

  /** What may be asked besides the database, and for how long. */
  get reach(): { readonly texts: TextStorage | undefined; readonly limits: StatementLimits } {
    return { texts: this.#shared.texts, limits: this.#limits };
  }
  get layout(): Layout {
    return this.#shared.layout;
  }

  /** The statements that are kept; undefined where how one reads depends on these values. */
  statementsFor(values: readonly unknown[]): Statements | undefined {
    const { engine, statements } = this.#shared;
    return values.every(engine.isPlain) ? statements : undefined;
  }

  /**
   * Most statements read tables that are the same in all layouts: their text says so sooner than a look at all of their nodes. Of others the text
   * that they become is kept, by the one that they would have.
   */
  override compileQuery(node: RootOperationNode, id: QueryId): CompiledQuery {
    const { laidOut, engine, rewritten } = this.#shared;
    const compiled = super.compileQuery(node, id);
    if (!laidOut?.concernsText(compiled.sql)) return compiled;
    const isUsual = (value: unknown): boolean => engine.isPlain(value) && !(value instanceof ValueSlot);
    if (!compiled.parameters.every(isUsual)) return super.compileQuery(laidOut.transformNode(node), id);
    let known = rewritten.get(compiled.sql);
    if (!known) {
      const open = slotted(node);
      const { sql, parameters } = super.compileQuery(laidOut.transformNode(open), id);
      known = { sql, carry: carrier(super.compileQuery(open, id).parameters, parameters) };
      if (rewritten.size >= MOST_REWRITTEN) rewritten.clear();
      rewritten.set(compiled.sql, known);
    }
    return { ...compiled, sql: known.sql, parameters: known.carry(compiled.parameters) };
  }

  override executeQuery<Row>(query: CompiledQuery, options?: AbortableQueryOptions): Promise<QueryResult<Row>> {
    const signal = options?.signal;
    const { observer } = this.#limits;
    observer?.beforeStatement();
    const running = this.#shared.engine.run<Row>(query, signal ? { ...this.#limits, signal } : this.#limits);
    observer?.afterStatement();
    return running;
  }
}

const noConnections = {
  provideConnection(): never {
    throw new Error('A wiki database is only read: it has no transactions and no streams.');
  },
};
