import type { Kysely } from 'kysely';
import { type ConnectOptions, connect } from './connect.ts';
import type { EngineName, StatementLimits } from './engine.ts';
import { EngineExecutor, viewsOf } from './executor.ts';
import { newestLayout } from './layout/layout.ts';
import type { Database } from './tables.ts';

/** A database of any content, without a detected layout. */
export interface PlainDatabase {
  readonly engine: EngineName;
  forRequest(limits: StatementLimits): Kysely<Database>;
  close(): Promise<void>;
}

/** Opens a database of any content. Rejects with a `DatabaseUnusableError`. */
export async function openPlain(url: string, options: ConnectOptions = {}): Promise<PlainDatabase> {
  const engine = await connect(url, options);
  return { engine: engine.name, forRequest: viewsOf(engine, newestLayout), close: () => engine.close() };
}

/** Returns the limits of a view. Empty for other Kysely instances. */
export function limitsOf(db: Kysely<Database>): StatementLimits {
  const executor = db.getExecutor();
  return executor instanceof EngineExecutor ? executor.reach.limits : {};
}
