import { percent } from '../report.ts';

/** A value on which MediaWiki and this server differ. */
export interface Difference {
  readonly what: string;
  readonly title: string;
  readonly mediawiki: unknown;
  readonly here: unknown;
}

/** Counts how often MediaWiki and this server agree, by part of the response. */
export class Tally {
  readonly #counts = new Map<string, { same: number; all: number }>();
  readonly differences: Difference[] = [];

  /** Compares a whole value. */
  note(what: string, title: string, mediawiki: unknown, here: unknown): void {
    const isSame = JSON.stringify(mediawiki) === JSON.stringify(here);
    this.#count(what, isSame ? 1 : 0, 1);
    if (!isSame) this.differences.push({ what, title, mediawiki, here });
  }

  /** Compares lists regardless of order, and counts their common items. */
  share(what: string, title: string, mediawiki: readonly string[], here: readonly string[]): void {
    const left = new Map<string, number>();
    for (const piece of mediawiki) left.set(piece, (left.get(piece) ?? 0) + 1);
    let same = 0;
    for (const piece of here) {
      const times = left.get(piece) ?? 0;
      if (times > 0) same++;
      left.set(piece, times - 1);
    }
    const all = Math.max(mediawiki.length, here.length);
    this.#count(what, same, all);
    if (same < all) this.differences.push({ what, title, mediawiki: mediawiki.join(' '), here: here.join(' ') });
  }

  lines(): string[] {
    return Array.from(
      this.#counts,
      ([what, { same, all }]) => `${percent(same, all).padStart(9)} of ${String(Math.round(all)).padStart(6)}  ${what}`,
    );
  }

  #count(what: string, same: number, all: number): void {
    const so = this.#counts.get(what) ?? { same: 0, all: 0 };
    this.#counts.set(what, { same: so.same + same, all: so.all + all });
  }
}
