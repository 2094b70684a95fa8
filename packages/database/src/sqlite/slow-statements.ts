/** Which statements lately took too long for the main thread. */
export class SlowStatements {
  readonly #until = new Map<string, number>();
  /** Milliseconds of the main thread that stopped statements took of late. */
  #lost = 0;
  #lostAt = 0;

  /** True when a statement of this text, whatever the lengths of its lists, should not begin on the main thread. */
  has(sql: string): boolean {
    if (this.#until.size === 0) return false;
    const shape = shapeOf(sql);
    const until = this.#until.get(shape);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.#until.delete(shape);
    return false;
  }

  /** A statement was stopped after `spent` milliseconds. */
  add(sql: string, spent: number): void {
    this.#remember(sql, REMEMBERED);
    this.#lost = this.#lostNow(performance.now()) + spent;
    this.#lostAt = performance.now();
  }

  /** A statement took so long in its thread, waiting included: a quick one may begin on the main thread again soon. */
  took(sql: string, milliseconds: number): void {
    this.#remember(sql, Math.min(REMEMBERED, 100 * milliseconds));
  }

  /** How long a statement that begins now may hold the main thread: less when many were stopped lately. */
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
/** Characters of a statement that is remembered. */
const LONGEST = 20_000;

const shapeOf = (sql: string): string => sql.replaceAll(/\(\?(?:, \?)+\)/g, '(?, …)');
