export class SlowStatements {
  readonly #until = new Map<string, number>();
  /** Main-thread time in milliseconds that stopped statements took recently. */
  #lost = 0;
  #lostAt = 0;

  /** Whether a statement should start in a worker thread. */
  has(sql: string): boolean {
    if (this.#until.size === 0) return false;
    const shape = shapeOf(sql);
    const until = this.#until.get(shape);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.#until.delete(shape);
    return false;
  }

  /** Records a statement that was stopped after `spent` milliseconds on the main thread. */
  add(sql: string, spent: number): void {
    this.#remember(sql, REMEMBERED);
    this.#lost = this.#lostNow(performance.now()) + spent;
    this.#lostAt = performance.now();
  }

  /** Records the duration of a statement in a worker thread, including the wait. A fast statement soon starts on the main thread again. */
  took(sql: string, milliseconds: number): void {
    this.#remember(sql, Math.min(REMEMBERED, 100 * milliseconds));
  }

  /** Returns the maximum milliseconds of a statement on the main thread: `usual`, or a fifth of it after many stops. */
  slice(usual: number, now: number): number {
    return this.#lostNow(now) < 2 * usual ? usual : usual / 5;
  }

  #lostNow(now: number): number {
    return Math.max(0, this.#lost - (now - this.#lostAt) / 10);
  }

  #remember(sql: string, milliseconds: number): void {
    if (this.#until.size >= MOST_REMEMBERED) this.#until.clear();
    const shape = shapeOf(sql);
    if (shape.length <= LONGEST) this.#until.set(shape, performance.now() + milliseconds);
  }
}

const REMEMBERED = 60_000;
const MOST_REMEMBERED = 1000;
const LONGEST = 20_000;

const shapeOf = (sql: string): string => sql.replaceAll(/\(\+\?(?:, \+\?)+\)/g, '(?, …)');
