export class SlowStatements {
  readonly #until = new Map<string, number>();
  /** Milliseconds that stopped statements recently took from the main thread. */
  #lost = 0;
  #lostAt = 0;

  /** Whether to start a statement in a thread. Ignores the lengths of lists. */
  has(sql: string): boolean {
    if (this.#until.size === 0) return false;
    const shape = shapeOf(sql);
    const until = this.#until.get(shape);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.#until.delete(shape);
    return false;
  }

  /** Records a statement that was stopped after `spent` milliseconds. */
  add(sql: string, spent: number): void {
    this.#remember(sql, REMEMBERED);
    this.#lost = this.#lostNow(performance.now()) + spent;
    this.#lostAt = performance.now();
  }

  /** Records the duration in a thread, including the wait. Quick statements return to the main thread soon. */
  took(sql: string, milliseconds: number): void {
    this.#remember(sql, Math.min(REMEMBERED, 100 * milliseconds));
  }

  /** Returns the milliseconds that a statement may take on the main thread; less after many stops. */
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

const shapeOf = (sql: string): string => sql.replaceAll(/\(\?(?:, \?)+\)/g, '(?, …)');
