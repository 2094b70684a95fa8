import type { AnyPlugin } from '@wikiquery/core/host';
import type { WikiDatabase } from '@wikiquery/database';
import type { SearchBackend } from '@wikiquery/search';
import type { SharedState } from '../sharing/shared-state.ts';
import { oneLine } from '../start-error.ts';
import { log } from './log.ts';

/** Content of the page `/healthz`. */
export interface HealthReport {
  /** `degraded`: ready, but installed plugins were left out, or the store of shared state or the full-text index cannot be used. */
  readonly status: 'ok' | 'degraded' | 'down' | 'stopping';
  /** Undefined if no process responds. */
  readonly database?: { readonly engine: string; readonly release: string; readonly ok: boolean; readonly problem?: string };
  readonly modules: readonly string[];
  readonly problems: readonly string[];
  /** Numbers of wikis in a wiki farm. */
  readonly wikis?: { readonly known: number; readonly open: number; readonly failed: number };
}

/** Whether the server is ready for traffic. */
export const isUp = ({ status }: HealthReport): boolean => status === 'ok' || status === 'degraded';

/** Reasons why a server is not ready for traffic. */
export interface Readiness {
  /** Reason why the database is unreadable; undefined while it is readable. */
  problem?: string | undefined;
  isStopping?: boolean;
}

/** Sources of a report besides the database. */
interface HealthSources {
  readonly readiness: Readiness;
  readonly shared?: Pick<SharedState, 'status'> | undefined;
  readonly search?: Pick<SearchBackend, 'problem'> | undefined;
}

/** Timeout of a database check, and lifetime of its cached result, in milliseconds. */
const PATIENCE = 2000;
const FRESH = 1000;

/** Reports whether the server is ready for traffic. */
export class Health {
  readonly #database: WikiDatabase;
  readonly #modules: readonly string[];
  readonly #problems: readonly string[];
  readonly readiness: Readiness;
  readonly #shared: Pick<SharedState, 'status'> | undefined;
  readonly #search: Pick<SearchBackend, 'problem'> | undefined;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #result: Promise<string | undefined> = Promise.resolve(undefined);
  /** Result of the last completed check. */
  #problem: string | undefined;

  constructor(
    database: WikiDatabase,
    plugins: readonly AnyPlugin[],
    problems: readonly string[],
    { readiness, shared, search }: HealthSources,
  ) {
    this.#database = database;
    this.#modules = plugins.map(({ group, name }) => `${group}=${name}`).sort();
    this.#problems = problems;
    this.readiness = readiness;
    this.#shared = shared;
    this.#search = search;
  }

  async report(): Promise<HealthReport> {
    const problem = this.readiness.problem ?? (await this.#databaseProblem());
    const { engine, layout } = this.#database;
    const problems = [
      ...this.#problems,
      ...problemsOf(this.#shared),
      ...(this.#search?.problem === undefined ? [] : [this.#search.problem]),
    ];
    const up = problems.length > 0 ? 'degraded' : 'ok';
    return {
      status: this.readiness.isStopping ? 'stopping' : problem === undefined ? up : 'down',
      database: { engine, release: layout.release, ok: problem === undefined, ...(problem !== undefined && { problem }) },
      modules: this.#modules,
      problems,
    };
  }

  /** Returns whether the database was readable at the last check. Starts the next check without waiting for it. */
  isDatabaseUp(): boolean {
    if (this.readiness.problem !== undefined) return false;
    void this.#databaseProblem();
    return this.#problem === undefined;
  }

  #databaseProblem(): Promise<string | undefined> {
    const now = performance.now();
    if (now - this.#checkedAt > FRESH) {
      this.#checkedAt = now;
      const db = this.#database.forRequest({ deadline: now + PATIENCE });
      const ping = db.selectFrom('page').select('page_id').limit(1).execute();
      this.#result = ping.then(() => undefined, oneLine).then(problem => this.#note(problem));
    }
    return this.#result;
  }

  /** Logs when the database becomes unreachable or reachable. */
  #note(problem: string | undefined): string | undefined {
    // A stopping server closes its connections.
    if (this.readiness.isStopping) return problem;
    const before = this.#problem;
    this.#problem = problem;
    const { engine } = this.#database;
    if (before === undefined && problem !== undefined) log('error', 'database-unreachable', { engine, problem });
    if (before !== undefined && problem === undefined) log('info', 'database-reachable', { engine });
    return problem;
  }
}

/** Returns the problem of the store of shared state, or an empty list. */
export const problemsOf = (shared: Pick<SharedState, 'status'> | undefined): readonly string[] =>
  shared?.status.problem === undefined ? [] : [shared.status.problem];
