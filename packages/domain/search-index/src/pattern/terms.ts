/** Set of code points: ranges in ascending order, with a gap between any two. */
export type CharSet = readonly (readonly [first: number, last: number])[];

/** Regular expression as a term. Equal terms of one `TermStore` are the same object. */
export type PatternTerm =
  | { readonly kind: 'none' | 'empty'; readonly id: number; readonly isNullable: boolean }
  | { readonly kind: 'chars'; readonly id: number; readonly isNullable: false; readonly set: CharSet }
  | { readonly kind: 'concat'; readonly id: number; readonly isNullable: boolean; readonly first: PatternTerm; readonly rest: PatternTerm }
  | { readonly kind: 'or' | 'and'; readonly id: number; readonly isNullable: boolean; readonly parts: readonly PatternTerm[] }
  | { readonly kind: 'not'; readonly id: number; readonly isNullable: boolean; readonly part: PatternTerm }
  | {
      readonly kind: 'repeat';
      readonly id: number;
      readonly isNullable: boolean;
      readonly part: PatternTerm;
      readonly least: number;
      readonly most: number;
    };

/** Thrown for an expression whose automaton would be too large. */
export class PatternTooComplexError extends Error {}

const MAX_TERMS = 20_000;
const LAST_CODE_POINT = 0x10ffff;

/** Creates terms in a normal form, so that an expression has a finite number of derivatives. */
export class TermStore {
  readonly #terms = new Map<string, PatternTerm>();
  readonly none: PatternTerm = { kind: 'none', id: 0, isNullable: false };
  readonly empty: PatternTerm = { kind: 'empty', id: 1, isNullable: true };
  readonly any: PatternTerm = this.chars([[0, LAST_CODE_POINT]]);
  readonly anything: PatternTerm = this.repeat(this.any, 0, Number.POSITIVE_INFINITY);

  chars(set: CharSet): PatternTerm {
    if (set.length === 0) return this.none;
    return this.#intern(`c${set.join(';')}`, id => ({ kind: 'chars', id, isNullable: false, set }));
  }

  concat(first: PatternTerm, rest: PatternTerm): PatternTerm {
    if (first === this.none || rest === this.none) return this.none;
    if (first === this.empty) return rest;
    if (rest === this.empty) return first;
    if (first.kind === 'concat') return this.concat(first.first, this.concat(first.rest, rest));
    const isNullable = first.isNullable && rest.isNullable;
    return this.#intern(`.${first.id} ${rest.id}`, id => ({ kind: 'concat', id, isNullable, first, rest }));
  }

  or(all: readonly PatternTerm[]): PatternTerm {
    const parts = this.#parts('or', all).filter(part => part !== this.none);
    if (parts.includes(this.anything)) return this.anything;
    if (parts.length <= 1) return parts[0] ?? this.none;
    const isNullable = parts.some(part => part.isNullable);
    return this.#intern(`|${idsOf(parts)}`, id => ({ kind: 'or', id, isNullable, parts }));
  }

  and(all: readonly PatternTerm[]): PatternTerm {
    const parts = this.#parts('and', all).filter(part => part !== this.anything);
    if (parts.includes(this.none)) return this.none;
    if (parts.length <= 1) return parts[0] ?? this.anything;
    const isNullable = parts.every(part => part.isNullable);
    return this.#intern(`&${idsOf(parts)}`, id => ({ kind: 'and', id, isNullable, parts }));
  }

  not(part: PatternTerm): PatternTerm {
    if (part.kind === 'not') return part.part;
    if (part === this.none) return this.anything;
    if (part === this.anything) return this.none;
    return this.#intern(`~${part.id}`, id => ({ kind: 'not', id, isNullable: !part.isNullable, part }));
  }

  repeat(part: PatternTerm, least: number, most: number): PatternTerm {
    if (most === 0 || part === this.empty) return this.empty;
    if (part === this.none) return least === 0 ? this.empty : this.none;
    if (least === 1 && most === 1) return part;
    if (part.kind === 'repeat' && part.least === 0 && part.most === Number.POSITIVE_INFINITY) return part;
    const isNullable = least === 0 || part.isNullable;
    return this.#intern(`*${part.id} ${least} ${most}`, id => ({ kind: 'repeat', id, isNullable, part, least, most }));
  }

  /** Returns the term that matches the rest of each text that begins with the code point. */
  derive(term: PatternTerm, code: number): PatternTerm {
    switch (term.kind) {
      case 'none':
      case 'empty':
        return this.none;
      case 'chars':
        return contains(term.set, code) ? this.empty : this.none;
      case 'concat': {
        const first = this.concat(this.derive(term.first, code), term.rest);
        return term.first.isNullable ? this.or([first, this.derive(term.rest, code)]) : first;
      }
      case 'or':
        return this.or(term.parts.map(part => this.derive(part, code)));
      case 'and':
        return this.and(term.parts.map(part => this.derive(part, code)));
      case 'not':
        return this.not(this.derive(term.part, code));
      case 'repeat': {
        const { part, least, most } = term;
        return this.concat(this.derive(part, code), this.repeat(part, part.isNullable ? 0 : Math.max(0, least - 1), most - 1));
      }
    }
  }

  #parts(kind: 'or' | 'and', all: readonly PatternTerm[]): PatternTerm[] {
    const flat = all.flatMap(part => (part.kind === kind ? part.parts : part));
    return [...new Set(flat)].sort((a, b) => a.id - b.id);
  }

  #intern(key: string, create: (id: number) => PatternTerm): PatternTerm {
    let term = this.#terms.get(key);
    if (!term) {
      if (this.#terms.size >= MAX_TERMS) throw new PatternTooComplexError('The regular expression is too complex.');
      term = create(this.#terms.size + 2);
      this.#terms.set(key, term);
    }
    return term;
  }
}

const idsOf = (parts: readonly PatternTerm[]): string => parts.map(({ id }) => id).join();

const contains = (set: CharSet, code: number): boolean => set.some(([first, last]) => first <= code && code <= last);

/** Sorts ranges, and joins those that overlap or touch. */
export function toCharSet(ranges: readonly (readonly [number, number])[]): CharSet {
  const joined: [number, number][] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const before = joined.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined;
}

export function complement(set: CharSet): CharSet {
  const others: [number, number][] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) others.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST_CODE_POINT) others.push([next, LAST_CODE_POINT]);
  return others;
}
