import { type Env, toTimestamp } from '@wikiquery/core';
import { perSite } from './per-site.ts';

const MINUTE = 60_000;

/** Cached counts over large tables. */
interface Counts {
  /** Number of members per group without expired memberships, cached for an hour as in MediaWiki. */
  readonly members: Remembered<ReadonlyMap<string, number>>;
  /** Number of unclaimed jobs, cached for a minute as in MediaWiki. */
  readonly jobs: Remembered<number>;
}

type CountQuery = Pick<Env, 'db' | 'now'>;

/** Returns the counts of a wiki. They are cached, because counting is slow on large wikis and any client can request it. */
export const countsOf = perSite<Counts>(() => ({
  members: new Remembered(60 * MINUTE, countMembers),
  jobs: new Remembered(MINUTE, countJobs),
}));

async function countMembers({ db, now }: CountQuery): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('user_groups')
    .select(({ fn }) => ['ug_group', fn.countAll<number>().as('members')])
    .where(is => is.or([is('ug_expiry', 'is', null), is('ug_expiry', '>=', toTimestamp(now))]))
    .groupBy('ug_group')
    .execute();
  return new Map(rows.map(row => [row.ug_group, Number(row.members)]));
}

async function countJobs({ db }: CountQuery): Promise<number> {
  const { waiting } = await db
    .selectFrom('job')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('job_token', '=', '')
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

/** Caches a value for `lifetime` milliseconds and shares it between concurrent requests. */
class Remembered<T> {
  readonly #lifetime: number;
  readonly #load: (query: CountQuery) => Promise<T>;
  #value: Promise<T> | undefined;
  #loadedAt = 0;

  constructor(lifetime: number, load: (query: CountQuery) => Promise<T>) {
    this.#lifetime = lifetime;
    this.#load = load;
  }

  async get(query: CountQuery): Promise<T> {
    const known = performance.now() - this.#loadedAt < this.#lifetime ? this.#value : undefined;
    // The request that started a load can be the cause of its failure, so the next request retries.
    if (known) return known.catch(() => (this.#value === known ? this.#ask(query) : this.get(query)));
    return this.#ask(query);
  }
  #ask(query: CountQuery): Promise<T> {
    const value = this.#load(query);
    this.#value = value;
    this.#loadedAt = performance.now();
    return value;
  }
}
