import type { Kysely } from 'kysely';
import { completed, lackingIn, type PresentTables, substitutesFor } from './absent.ts';
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

export interface OpenOptions extends ConnectOptions {
  /** Tables that must be there, when not all that any query reads. */
  readonly tables?: ReadonlySet<string> | undefined;
  /** Tables, and columns as `table.column`, that need not be there: they are read as if they were empty. */
  readonly dispensable?: ReadonlySet<string> | undefined;
  /** Where texts are that are not in the table of texts, and how they are encoded. */
  readonly texts?: TextOptions;
}

export interface TextOptions {
  /** External storage by the name of its cluster. */
  readonly stores?: Readonly<Record<string, StoreOptions>>;
  /** `$wgLegacyEncoding`, a name that TextDecoder knows. */
  readonly legacyEncoding?: string | undefined;
  /** Is told of a cluster that did not answer. */
  readonly onFailure?: StoreFailure;
}

/** What a database is doing. */
export interface DatabaseLoad extends EngineLoad {
  /** How often a statement was found in compiled form, and how often not. */
  readonly compiled: { readonly hits: number; readonly misses: number };
}

/** A wiki's database. */
export interface WikiDatabase {
  readonly engine: EngineName;
  readonly layout: Layout;
  /** Those of these tables and columns (`table.column`) that are not there or that the account may not read. */
  lacking(names: Iterable<string>): string[];
  /** A view without limits. */
  readonly db: Kysely<Database>;
  /** A view whose statements end when the request does. Costs about a microsecond. */
  forRequest(limits: StatementLimits): Kysely<Database>;
  load(): DatabaseLoad;
  /** How far each server is behind the one that it copies, of those that answer. */
  lags(): Promise<readonly ServerLag[]>;
  /** See `Engine.state`; none where texts lie in other databases, which change on their own. */
  state(): State | Promise<State>;
  /** SQLite: whether the file that was opened is still the one that is there; undefined for servers. */
  readonly examine: Engine['examine'];
  /** SQLite: runs a statement that met damage elsewhere. Where it does here, too, all others fail from now on, and `examine` says so. */
  readonly try: Engine['try'];
  /** The clusters of external storage, each with what keeps it from being read. */
  stores(limits: StatementLimits): Promise<ReadonlyMap<string, string | undefined>>;
  close(): Promise<void>;
}

/**
 * Opens the database of a wiki: `sqlite:PATH`, `mysql://` or `mariadb://USER:PASSWORD@HOST:PORT/DATABASE`, `postgres://…?schema=mediawiki`.
 *
 * Values come out equal on every engine: text as strings, timestamps as fourteen digits (or `infinity`), numbers as numbers, and bytes,
 * where a column holds them, as `Uint8Array`. Rejects with `DatabaseUnusableError` when it cannot be served.
 */
export async function open(url: string, options: OpenOptions = {}): Promise<WikiDatabase> {
  const engine = await connect(url, options);
  const { stores: all = {}, legacyEncoding, onFailure = () => {} } = options.texts ?? {};
  const stores = new Stores(all, options, onFailure);
  try {
    const dispensable = options.dispensable ?? NONE;
    const found = options.writable ? undefined : await engine.columns();
    const layout = found ? await layoutFound(engine, completed(found, dispensable), withoutPassword(url), options.tables) : newestLayout;
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
      state: Object.keys(all).length > 0 ? () => undefined : () => engine.state(),
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

const layoutFound = (engine: Engine, found: PresentTables, where: string, wanted: OpenOptions['tables']): Promise<Layout> =>
  detectLayout({ found, db: viewsOf(engine, newestLayout)({}), where, wanted });
