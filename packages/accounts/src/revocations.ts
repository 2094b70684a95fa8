/** A revoked session. */
export interface RevokedSession {
  readonly id: string;
  /** The account or bot password of the session. All of its revoked sessions are counted together. */
  readonly holder: string;
  /** Start of the session, as Unix time in milliseconds. */
  readonly begunAt: number;
  /** Time at which the last cookie of the session expires, as Unix time in milliseconds. */
  readonly until: number;
}

/** A store of revoked sessions. */
export interface Revocations {
  /** Whether a session is revoked. */
  has(session: Pick<RevokedSession, 'id' | 'holder' | 'begunAt'>): boolean;
  /** Revokes a session. Resolves when all processes have received it. */
  end(session: RevokedSession): void | Promise<void>;
}

export interface RevocationLimits {
  /**
   * Maximum number of revocations per holder. Above it, all of the holder's sessions up to the latest start are revoked instead, so that
   * frequent logouts cannot evict the revocations of others.
   */
  readonly each: number;
  /** Maximum number of revocations in total. Above it, the oldest revocations are dropped. */
  readonly all: number;
}

const LIMITS: RevocationLimits = { each: 1000, all: 200_000 };

/** Additional time in milliseconds to store revocations, for cookies from processes whose clock was ahead. */
const MARGIN = 24 * 3_600_000;

/**
 * Stores revocations in at most 30 MB of memory. `now` returns Unix time, and `elapsed` the time of a monotonic clock, both in
 * milliseconds. The monotonic clock determines when revocations are dropped, because a clock change must not restore sessions.
 */
export class RevocationTable implements Revocations {
  readonly #now: () => number;
  readonly #elapsed: () => number;
  readonly #limits: RevocationLimits;
  readonly #ended = new Map<string, RevokedSession & { readonly gone: number }>();
  readonly #ofHolder = new Map<string, Set<string>>();
  /** Holders whose sessions up to a start time are all revoked. */
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

  /** Drops a tenth of the revocations at once to amortize the cost. */
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
