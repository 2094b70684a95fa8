import type { Kysely } from 'kysely';
import { lackingIn, substitutesFor, withDispensable } from './absent.ts';
import { withoutPassword } from './address.ts';
import { type ConnectOptions, connect } from './connect.ts';
import type { Engine, EngineLoad, EngineName, ServerLag, State, StatementLimits } from './engine.ts';
import { DatabaseUnusableError } from './errors.ts';
import { viewsOf } from './executor.ts';
import { detectLayout } from './layout/detect.ts';
import { type Layout, newestLayout } from './layout/layout.ts';
import { Statements } from './statements.ts';
import { type StoreFailure, type StoreOptions, Stores } from './stores.ts';
import { type Database, tables } from './tables.ts';

/** Options of `open`. */
export interface OpenOptions extends ConnectOptions {
  /** Tables that must exist. Default: all that any query reads. */
  readonly tables?: ReadonlySet<string> | undefined;
  /** Tables, and columns as `table.column`, that may be missing. Queries read missing tables as empty and missing columns as null. */
  readonly dispensable?: ReadonlySet<string> | undefined;
  /** External storage and encoding of texts. */
  readonly texts?: TextOptions;
}

/** Sources of texts outside the table `text`. */
export interface TextOptions {
  /** Clusters of external storage by name. */
  readonly stores?: Readonly<Record<string, StoreOptions>>;
  /** `$wgLegacyEncoding` as a label of `TextDecoder`. */
  readonly legacyEncoding?: string | undefined;
  /** Called when a cluster of external storage fails. */
  readonly onFailure?: StoreFailure;
}

/** Load of the threads or connections of a database, and use of its statement cache. */
export interface DatabaseLoad extends EngineLoad {
  /** Hits and misses of the statement cache. */
  readonly compiled: { readonly hits: number; readonly misses: number };
}

/** An open wiki database. */
export interface WikiDatabase {
  readonly engine: EngineName;
  readonly layout: Layout;
  /** Returns those of the names, tables or `table.column`, that are missing or that the account cannot read. */
  lacking(names: Iterable<string>): string[];
  /** View without limits. */
  readonly db: Kysely<Database>;
  /** Creates a view that applies the limits of a request. This takes about a microsecond. */
  forRequest(limits: StatementLimits): Kysely<Database>;
  load(): DatabaseLoad;
  /** Returns the lag of each server. Empty for SQLite. */
  lags(): Promise<readonly ServerLag[]>;
  /** See `Engine.state`. External storage is not part of the state, because its texts never change. */
  state(): State | Promise<State>;
  readonly examine: Engine['examine'];
  readonly try: Engine['try'];
  /** Checks the clusters of external storage. Returns the error of each cluster, or undefined for a readable one. */
  stores(limits: StatementLimits): Promise<ReadonlyMap<string, string | undefined>>;
  close(): Promise<void>;
}

/**
 * Opens a wiki database: `sqlite:PATH`, `mysql://` or `mariadb://USER:PASSWORD@HOST:PORT/DATABASE`, `postgres://…?schema=mediawiki`.
 *
 * All engines return text as strings, timestamps as fourteen digits or `infinity`, numbers as numbers, and bytes as `Uint8Array`.
 * Rejects with a `DatabaseUnusableError`.
 */
export async function open(url: string, options: OpenOptions = {}): Promise<WikiDatabase> {
  const engine = await connect(url, options);
  const { stores: all = {}, legacyEncoding, onFailure = () => {} } = options.texts ?? {};
  const stores = new Stores(all, options, onFailure);
  try {
    const dispensable = options.dispensable ?? NONE;
    const found = options.writable ? undefined : await engine.columns();
    const layout = found
      ? await detectLayout({
          found: withDispensable(found, dispensable),
          db: viewsOf(engine, newestLayout)({}),
          where: withoutPassword(url),
          required: options.tables,
        })
      : newestLayout;
    if (found) {
      const substitutes = substitutesFor(engine.name, layout.tables, found, dispensable, name => engine.names.written(name));
      engine.names.learn(substitutes, await engine.views());
    }
    const statements = new Statements();
    const forRequest = viewsOf(engine, layout, { statements, texts: { store: name => stores.get(name), legacyEncoding } });
    const wiki: WikiDatabase = {
      engine: engine.name,
      layout,
      db: forRequest({}),
      lacking: names => (found ? lackingIn(names, found, layout.tables, tables, engine.name) : []),
      forRequest,
      load: () => ({ ...engine.load(), compiled: { hits: statements.hits, misses: statements.misses } }),
      lags: () => engine.lags(),
      state: () => engine.state(),
      examine: engine.examine,
      try: engine.try,
      stores: limits => stores.examine(limits),
      async close() {
        await stores.close();
        await engine.close();
      },
    };
    const { suspect } = options.past ?? {};
    if (suspect) {
      await wiki.try?.(suspect);
      const { problem } = (await wiki.examine?.()) ?? {};
      if (problem !== undefined) throw new DatabaseUnusableError(problem);
    }
    return wiki;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

const NONE: ReadonlySet<string> = new Set();
