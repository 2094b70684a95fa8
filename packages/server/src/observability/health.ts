import type { AnyPlugin } from '@wikiquery/core/host';
import type { WikiDatabase } from '@wikiquery/database';
import { oneLine } from '../start-error.ts';

export interface HealthReport {
  /** `degraded`: it answers, but installed plugins were left out. */
  readonly status: 'ok' | 'degraded' | 'down' | 'stopping';
  /** Undefined where no process answers that could tell. */
  readonly database?: { readonly engine: string; readonly release: string; readonly ok: boolean; readonly problem?: string };
  readonly modules: readonly string[];
  readonly problems: readonly string[];
  /** Of a server of many wikis. */
  readonly wikis?: { readonly known: number; readonly open: number; readonly failed: number };
}

/** Whether requests are wanted. */
export const isUp = ({ status }: HealthReport): boolean => status === 'ok' || status === 'degraded';

/** Whether the server can do its work, as far as somebody knows. */
export interface Readiness {
  /** Why the database cannot be read at all. */
  problem?: string | undefined;
  /** No new requests are wanted. */
  isStopping?: boolean;
}

/** Milliseconds that the database has to answer the question whether it is there, and for which its answer holds. */
const PATIENCE = 2000;
const FRESH = 1000;

/** Whether the server can do its work, for load balancers and people. */
export class Health {
  readonly #database: WikiDatabase;
  readonly #modules: readonly string[];
  readonly #problems: readonly string[];
  readonly readiness: Readiness;
  #asked = Number.NEGATIVE_INFINITY;
  #answer: Promise<string | undefined> = Promise.resolve(undefined);

  constructor(database: WikiDatabase, plugins: readonly AnyPlugin[], problems: readonly string[], readiness: Readiness) {
    this.#database = database;
    this.#modules = plugins.map(({ group, name }) => `${group}=${name}`).sort();
    this.#problems = problems;
    this.readiness = readiness;
  }

  async report(): Promise<HealthReport> {
    const problem = this.readiness.problem ?? (await this.#databaseProblem());
    const { engine, layout } = this.#database;
    const up = this.#problems.length > 0 ? 'degraded' : 'ok';
    return {
      status: this.readiness.isStopping ? 'stopping' : problem === undefined ? up : 'down',
      database: { engine, release: layout.release, ok: problem === undefined, ...(problem !== undefined && { problem }) },
      modules: this.#modules,
      problems: this.#problems,
    };
  }

  #databaseProblem(): Promise<string | undefined> {
    const now = performance.now();
    if (now - this.#asked > FRESH) {
      this.#asked = now;
      const db = this.#database.forRequest({ deadline: now + PATIENCE });
      const ping = db.selectFrom('page').select('page_id').limit(1).execute();
      this.#answer = ping.then(() => undefined, oneLine);
    }
    return this.#answer;
  }
}
