import { type Env, type Site, toTimestamp } from '@wikiquery/core';

const MINUTE = 60_000;

/** What is counted in tables that have as many rows as the wiki has members of groups, or jobs. */
interface Counts {
  /** Accounts in each group, memberships that have ended left out; an hour old at most, as in MediaWiki. */
  readonly members: Remembered<ReadonlyMap<string, number>>;
  /** Jobs that wait, without those that somebody works on; a minute old at most, as in MediaWiki. */
  readonly jobs: Remembered<number>;
}

type Asker = Pick<Env, 'db' | 'now'>;

const ofSite = new WeakMap<Site, Counts>();

/** The counts of a wiki. They are kept, because to count takes the longer the larger the wiki is, and everybody may ask. */
export function countsOf(site: Site): Counts {
  let counts = ofSite.get(site);
  if (!counts) {
    counts = { members: new Remembered(60 * MINUTE, countMembers), jobs: new Remembered(MINUTE, countJobs) };
    ofSite.set(site, counts);
  }
  return counts;
}

async function countMembers({ db, now }: Asker): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('user_groups')
    .select(({ fn }) => ['ug_group', fn.countAll<number>().as('members')])
    .where(is => is.or([is('ug_expiry', 'is', null), is('ug_expiry', '>=', toTimestamp(now))]))
    .groupBy('ug_group')
    .execute();
  return new Map(rows.map(row => [row.ug_group, Number(row.members)]));
}

async function countJobs({ db }: Asker): Promise<number> {
  const { waiting } = await db
    .selectFrom('job')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('job_token', '=', '')
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

/** A value that is asked for once in so many milliseconds, by the first who needs it; the others wait for the same answer. */
class Remembered<T> {
  readonly #lifetime: number;
  readonly #load: (asker: Asker) => Promise<T>;
  #value: Promise<T> | undefined;
  #loadedAt = 0;

  constructor(lifetime: number, load: (asker: Asker) => Promise<T>) {
    this.#lifetime = lifetime;
    this.#load = load;
  }

  async get(asker: Asker): Promise<T> {
    const known = performance.now() - this.#loadedAt < this.#lifetime ? this.#value : undefined;
    // Whoever asked may have gone away, or have run out of time: then the next one asks.
    if (known) return known.catch(() => (this.#value === known ? this.#ask(asker) : this.get(asker)));
    return this.#ask(asker);
  }
  #ask(asker: Asker): Promise<T> {
    const value = this.#load(asker);
    this.#value = value;
    this.#loadedAt = performance.now();
    return value;
  }
}
