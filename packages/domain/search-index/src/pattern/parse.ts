import { type CharSet, complement, type PatternTerm, type TermStore, toCharSet } from './terms.ts';

/** Thrown for an expression with a syntax error. */
export class PatternSyntaxError extends Error {
  /** Offset of the error in characters. */
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

export interface ParseOptions {
  readonly ignoresCase: boolean;
  /** Whether `^` and `$` match the beginning and the end of the text, as for titles. */
  readonly hasAnchors: boolean;
}

/** Code points that stand for the beginning and the end of a text. No text contains them. */
export const [BEGINNING, END] = [0xfdd0, 0xfdd1];

const MAX_REPEAT = 1000;
const MAX_DEPTH = 100;
/** Length of a range of characters whose lower-case forms match too. */
const MAX_CASES = 2000;
const SETS: ReadonlyMap<string, CharSet> = new Map([
  ['d', [[0x30, 0x39]]],
  [
    'w',
    toCharSet([
      [0x30, 0x39],
      [0x41, 0x5a],
      [0x5f, 0x5f],
      [0x61, 0x7a],
    ]),
  ],
  [
    's',
    toCharSet([
      [0x20, 0x20],
      [0x09, 0x0a],
      [0x0d, 0x0d],
    ]),
  ],
]);

const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/**
 * Parses Lucene's regular expressions: `|`, `&`, `~`, `*`, `+`, `?`, `{n,m}`, `.`, `@`, `#`, `[a-z]`, `"text"`, `<1-99>`, `\d`, `\s`, `\w`, and
 * `\n`, `\u00e9`, and `\` before any other character.
 */
export function parsePattern(pattern: string, terms: TermStore, options: ParseOptions): PatternTerm {
  return new Parser(pattern, terms, options).parse();
}

class Parser {
  readonly #signs: readonly string[];
  readonly #terms: TermStore;
  readonly #options: ParseOptions;
  #at = 0;
  #depth = 0;

  constructor(pattern: string, terms: TermStore, options: ParseOptions) {
    this.#signs = Array.from(pattern);
    this.#terms = terms;
    this.#options = options;
  }

  parse(): PatternTerm {
    const term = this.#union();
    if (this.#at < this.#signs.length) throw this.#error(`Unexpected "${this.#signs[this.#at]}".`);
    return term;
  }

  #union(): PatternTerm {
    if (++this.#depth > MAX_DEPTH) throw this.#error('Too many nested groups.');
    const parts = [this.#intersection()];
    while (this.#takes('|')) parts.push(this.#intersection());
    this.#depth--;
    return this.#terms.or(parts);
  }

  #intersection(): PatternTerm {
    const parts = [this.#concatenation()];
    while (this.#takes('&')) parts.push(this.#concatenation());
    return this.#terms.and(parts);
  }

  #concatenation(): PatternTerm {
    const parts: PatternTerm[] = [];
    while (this.#at < this.#signs.length && !'|&)'.includes(this.#signs[this.#at] as string)) parts.push(this.#repetition());
    return parts.reduceRight((rest, part) => this.#terms.concat(part, rest), this.#terms.empty);
  }

  #repetition(): PatternTerm {
    let term = this.#complement();
    for (;;) {
      if (this.#takes('?')) term = this.#terms.repeat(term, 0, 1);
      else if (this.#takes('*')) term = this.#terms.repeat(term, 0, Number.POSITIVE_INFINITY);
      else if (this.#takes('+')) term = this.#terms.repeat(term, 1, Number.POSITIVE_INFINITY);
      else if (this.#takes('{')) term = this.#counted(term);
      else return term;
    }
  }

  #counted(term: PatternTerm): PatternTerm {
    const least = this.#number();
    let most = least;
    if (this.#takes(',')) most = /\d/.test(this.#signs[this.#at] ?? '') ? this.#number() : Number.POSITIVE_INFINITY;
    this.#expect('}');
    if (least > most || least > MAX_REPEAT || (most > MAX_REPEAT && most !== Number.POSITIVE_INFINITY))
      throw this.#error(`Repetitions must be ascending, and at most ${MAX_REPEAT}.`);
    return this.#terms.repeat(term, least, most);
  }

  #complement(): PatternTerm {
    let isNegated = false;
    while (this.#takes('~')) isNegated = !isNegated;
    const term = this.#simple();
    return isNegated ? this.#terms.not(term) : term;
  }

  #simple(): PatternTerm {
    const sign = this.#signs[this.#at++];
    switch (sign) {
      case undefined:
        throw this.#error('The expression ends too early.');
      case '.':
        return this.#terms.any;
      case '@':
        return this.#terms.anything;
      case '#':
        return this.#terms.none;
      case '(': {
        if (this.#takes(')')) return this.#terms.empty;
        const term = this.#union();
        this.#expect(')');
        return term;
      }
      case '[':
        return this.#terms.chars(this.#charClass());
      case '"':
        return this.#quoted();
      case '<':
        return this.#interval();
      case '\\':
        return this.#terms.chars(this.#escaped());
      case '^':
      case '$':
        if (this.#options.hasAnchors) return this.#terms.chars([[sign === '^' ? BEGINNING : END, sign === '^' ? BEGINNING : END]]);
        return this.#terms.chars(this.#setOf(sign));
      case '*':
      case '+':
      case '?':
      case '{':
        throw new PatternSyntaxError(`Nothing precedes "${sign}".`, this.#at - 1);
      default:
        return this.#terms.chars(this.#setOf(sign));
    }
  }

  #escaped(): CharSet {
    const sign = this.#signs[this.#at++];
    if (sign === undefined) throw this.#error('The expression ends with a backslash.');
    const set = SETS.get(sign.toLowerCase());
    if (set) return sign === sign.toLowerCase() ? set : complement(set);
    const hex = sign === 'u' ? /^[\da-f]{4}/i.exec(this.#signs.slice(this.#at, this.#at + 4).join(''))?.[0] : undefined;
    if (hex === undefined) return this.#setOf(CONTROLS.get(sign) ?? sign);
    this.#at += hex.length;
    return this.#setOf(String.fromCodePoint(Number.parseInt(hex, 16)));
  }

  #charClass(): CharSet {
    const isNegated = this.#takes('^');
    const ranges: (readonly [number, number])[] = [];
    do {
      if (this.#at >= this.#signs.length) throw this.#error('A character class is not closed.');
      const first = this.#member();
      if (this.#signs[this.#at] !== '-' || (this.#signs[this.#at + 1] ?? ']') === ']') {
        ranges.push(...first.set);
        continue;
      }
      this.#at++;
      const last = this.#member();
      if (first.code > last.code) throw this.#error('A range of characters is not ascending.');
      ranges.push(...this.#rangesOf(first.code, last.code));
    } while (!this.#takes(']'));
    const set = toCharSet(ranges);
    return isNegated ? complement(set) : set;
  }

  #member(): { readonly code: number; readonly set: CharSet } {
    const sign = this.#signs[this.#at++] ?? '';
    if (sign !== '\\') return { code: sign.codePointAt(0) ?? 0, set: this.#setOf(sign) };
    const set = this.#escaped();
    return { code: set[0]?.[0] ?? 0, set };
  }

  /** A range in lower case too, because the text is in lower case. */
  #rangesOf(first: number, last: number): (readonly [number, number])[] {
    const ranges: (readonly [number, number])[] = [[first, last]];
    if (!this.#options.ignoresCase) return ranges;
    for (let code = first; code <= Math.min(last, first + MAX_CASES); code++) ranges.push(...this.#setOf(String.fromCodePoint(code)));
    return ranges;
  }

  #setOf(sign: string): CharSet {
    const lower = this.#options.ignoresCase ? sign.toLowerCase() : sign;
    const code = (Array.from(lower).length === 1 ? lower : sign).codePointAt(0) as number;
    return [[code, code]];
  }

  #quoted(): PatternTerm {
    const end = this.#signs.indexOf('"', this.#at);
    if (end < 0) throw this.#error('A quotation mark is missing.');
    const signs = this.#signs.slice(this.#at, end);
    this.#at = end + 1;
    return signs.reduceRight((rest, sign) => this.#terms.concat(this.#terms.chars(this.#setOf(sign)), rest), this.#terms.empty);
  }

  /** `<5-17>`: numbers in the interval, with leading zeros if both bounds have the same number of digits. */
  #interval(): PatternTerm {
    const begin = this.#at;
    const end = this.#signs.indexOf('>', this.#at);
    const [, from = '', to = ''] = /^(\d{1,9})-(\d{1,9})$/.exec(this.#signs.slice(begin, Math.max(begin, end)).join('')) ?? [];
    if (from === '' || to === '') return this.#terms.chars(this.#setOf('<'));
    this.#at = end + 1;
    const [least, most] = [Number(from), Number(to)].sort((a, b) => a - b) as [number, number];
    const digits = from.length === to.length ? from.length : 0;
    const zeros = this.#terms.repeat(this.#terms.chars([[0x30, 0x30]]), 0, Number.POSITIVE_INFINITY);
    const number = this.#terms.or(numbersBetween(least, most, digits).map(text => this.#digits(text)));
    return digits === 0 ? this.#terms.concat(zeros, number) : number;
  }

  /** Digits, in which `?` is any digit. */
  #digits(text: string): PatternTerm {
    const sets = Array.from(text, sign => (sign === '?' ? (SETS.get('d') as CharSet) : this.#setOf(sign)));
    return sets.reduceRight((rest, set) => this.#terms.concat(this.#terms.chars(set), rest), this.#terms.empty);
  }

  #number(): number {
    const begin = this.#at;
    while (/\d/.test(this.#signs[this.#at] ?? '')) this.#at++;
    if (this.#at === begin) throw this.#error('A number is missing.');
    return Number(this.#signs.slice(begin, this.#at).join(''));
  }

  #takes(sign: string): boolean {
    const isNext = this.#signs[this.#at] === sign;
    if (isNext) this.#at++;
    return isNext;
  }

  #expect(sign: string): void {
    if (!this.#takes(sign)) throw this.#error(`"${sign}" is missing.`);
  }

  #error(text: string): PatternSyntaxError {
    return new PatternSyntaxError(text, this.#at);
  }
}

/** Returns texts of digits for the numbers from `least` to `most`, in which `?` is any digit. `digits`: minimum length, filled with zeros. */
function numbersBetween(least: number, most: number, digits: number): string[] {
  const texts: string[] = least === 0 ? ['0'] : [];
  for (let next = Math.max(1, least); next <= most; ) {
    let zeros = 0;
    while (next % 10 ** (zeros + 1) === 0 && next + 10 ** (zeros + 1) - 1 <= most) zeros++;
    texts.push(`${next / 10 ** zeros}${'?'.repeat(zeros)}`);
    next += 10 ** zeros;
  }
  return texts.map(text => text.padStart(digits, '0'));
}
