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

/** Returns a factory of database views that apply the limits of a request. Creating a view takes about a microsecond. */
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

interface Shared {
  readonly engine: Engine;
  readonly compiler: QueryCompiler;
  readonly adapter: DialectAdapter;
  readonly statements: Statements;
  readonly texts: TextStorage | undefined;
  readonly layout: Layout;
  /** Rewrites statements for an older layout. Undefined for the newest layout. */
  readonly laidOut: LaidOutStatements | undefined;
  readonly rewritten: Map<string, Rewritten>;
}

interface Rewritten {
  readonly sql: string;
  readonly carry: (values: readonly unknown[]) => unknown[];
}

const MOST_REWRITTEN = 1000;

/** Returns the layout of the tables of a wiki. */
export function layoutOf(db: Kysely<Database>): Layout {
  const executor = db.getExecutor();
  return executor instanceof EngineExecutor ? executor.layout : newestLayout;
}

/** Returns access to a cluster of external storage within the limits of the view, or undefined for an unknown cluster. */
export function storeOf(db: Kysely<Database>, name: string) {
  const executor = db.getExecutor();
  const { texts, limits } = executor instanceof EngineExecutor ? executor.reach : {};
  const store = texts?.store(name);
  return (
    store && {
      query: <T>(work: (view: StoreView) => Promise<T>, isRecent?: boolean) => store.query(limits ?? {}, work, isRecent),
      hasReplicas: store.hasReplicas,
      /** Records that the response lacks a text, which may be there later. */
      miss(): void {
        if (limits?.reads) limits.reads.missesTexts = true;
      },
    }
  );
}

/** Returns the encoding of texts that are not marked as UTF-8 (`$wgLegacyEncoding`), as a label of `TextDecoder`. */
export function legacyEncodingOf(db: Kysely<Database>): string | undefined {
  const executor = db.getExecutor();
  return executor instanceof EngineExecutor ? executor.reach.texts?.legacyEncoding : undefined;
}

/** Runs compiled statements directly on the engine. Kysely's own executor takes five more promises per query and ignores deadlines. */
export class EngineExecutor extends DefaultQueryExecutor {
  readonly #shared: Shared;
  readonly #limits: StatementLimits;

  constructor(shared: Shared, limits: StatementLimits) {
    super(shared.compiler, shared.adapter, noConnections);
    this.#shared = shared;
    this.#limits = limits;
  }

  get reach(): { readonly texts: TextStorage | undefined; readonly limits: StatementLimits } {
    return { texts: this.#shared.texts, limits: this.#limits };
  }
  get layout(): Layout {
    return this.#shared.layout;
  }

  /** Returns the statement cache, or undefined if a value affects the SQL text of the statement. */
  statementsFor(values: readonly unknown[]): Statements | undefined {
    const { engine, statements } = this.#shared;
    return values.every(engine.isPlain) ? statements : undefined;
  }

  /** Compiles the statement unchanged at first, because most statements are the same in all layouts. Caches rewritten statements. */
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
    observer?.afterStatement(this.#shared.engine.name);
    return running;
  }
}

const noConnections = {
  provideConnection(): never {
    throw new Error('Wiki databases are read-only and support neither transactions nor streams.');
  },
};
