/** A session that ended before its time. */
export interface RevokedSession {
  readonly id: string;
  /** Of whom: sessions of one account, or of one of its bot passwords, are counted together. */
  readonly holder: string;
  /** When it began, and from when on none of its cookies would be taken anyway; milliseconds since 1970. */
  readonly begunAt: number;
  readonly until: number;
}

/** Sessions that ended although their cookies, which hold all that there is of a session, are still good. */
export interface Revocations {
  has(session: Pick<RevokedSession, 'id' | 'holder' | 'begunAt'>): boolean;
  /** Resolves when all processes know. */
  end(session: RevokedSession): void | Promise<void>;
}

export interface RevocationLimits {
  /** Sessions of one holder. Where more end, all of it end that began no later: nobody makes the table forget by logging out often. */
  readonly each: number;
  /** In all. Where there are more, those that ended first are forgotten. */
  readonly all: number;
}

const LIMITS: RevocationLimits = { each: 1000, all: 200_000 };

/** Added to the time of each: cookies of a clock that was ahead are good for longer. */
const MARGIN = 24 * 3_600_000;

/** Keeps them in memory: some 30 MB at most. `elapsed` is a clock that nobody sets: one that jumps would bring sessions back. */
export class RevocationTable implements Revocations {
  readonly #now: () => number;
  readonly #elapsed: () => number;
  readonly #limits: RevocationLimits;
  readonly #ended = new Map<string, RevokedSession & { readonly gone: number }>();
  readonly #ofHolder = new Map<string, Set<string>>();
  /** Sessions of a holder that began until then have ended. */
  readonly #before = new Map<string, RevokedSession & { readonly gone: number }>();

  constructor(now: () => number = Date.now, elapsed: () => number = () => performance.now(), limits: RevocationLimits = LIMITS) {
    this.#now = now;
    this.#elapsed = elapsed;
    this.#limits = limits;
  }

  has({ id, holder, begunAt }: Pick<RevokedSession, 'id' | 'holder' | 'begunAt'>): boolean {
    if (this.#ended.has(id)) return true;
    const before = this.#before.get(holder);
    return before !== undefined && begunAt <= before.begunAt;
  }

  end(session: RevokedSession): void {
    const { id, holder, until } = session;
    const gone = this.#elapsed() + Math.max(0, until - this.#now()) + MARGIN;
    this.#ended.delete(id);
    this.#ended.set(id, { ...session, gone });
    const ofHolder = this.#ofHolder.get(holder) ?? new Set();
    this.#ofHolder.set(holder, ofHolder.add(id));
    if (ofHolder.size > this.#limits.each) this.#sumUp(holder, ofHolder);
    if (this.#ended.size > this.#limits.all) this.#forgetSome();
  }

  /** Those that count, for a process that begins. */
  all(): RevokedSession[] {
    this.#forgetGone();
    return [...this.#ended.values(), ...this.#before.values()].map(({ gone: _gone, ...session }) => session);
  }

  #sumUp(holder: string, ids: ReadonlySet<string>): void {
    const sessions = [...ids].flatMap(id => this.#ended.get(id) ?? []);
    const known = this.#before.get(holder);
    const last = (known ? [...sessions, known] : sessions).reduce((a, b) => (b.begunAt > a.begunAt ? b : a));
    const gone = Math.max(...sessions.map(session => session.gone), known?.gone ?? 0);
    for (const id of ids) this.#ended.delete(id);
    this.#ofHolder.delete(holder);
    this.#before.set(holder, { ...last, gone });
  }

  #forgetGone(): void {
    const now = this.#elapsed();
    for (const session of this.#ended.values()) if (session.gone <= now) this.#forget(session);
    for (const [holder, { gone }] of this.#before) if (gone <= now) this.#before.delete(holder);
  }

  /** A tenth at once, so that it is not done for each. */
  #forgetSome(): void {
    this.#forgetGone();
    for (const session of this.#ended.values()) {
      if (this.#ended.size <= 0.9 * this.#limits.all) break;
      this.#forget(session);
    }
  }
  #forget({ id, holder }: RevokedSession): void {
    this.#ended.delete(id);
    const ids = this.#ofHolder.get(holder);
    ids?.delete(id);
    if (ids?.size === 0) this.#ofHolder.delete(holder);
  }
}
