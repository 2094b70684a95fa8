/** Implements Lua patterns for Unicode characters instead of bytes. */
import { LuaFailure } from './lua-failure.ts';

/** Match of a pattern, with offsets in characters. A capture is a string, or a position that counts from 1. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  readonly captures: readonly (string | number)[];
}

const CLASSES: Readonly<Record<string, RegExp>> = {
  a: /^\p{L}$/u,
  c: /^\p{Cc}$/u,
  d: /^\p{Nd}$/u,
  l: /^\p{Ll}$/u,
  p: /^\p{P}$/u,
  s: /^[\p{Z}\t\n\v\f\r]$/u,
  u: /^\p{Lu}$/u,
  w: /^[\p{L}\p{Nd}]$/u,
  x: /^[0-9A-Fa-f０-９Ａ-Ｆａ-ｆ]$/u,
  z: /^\0$/,
};

const MOST_CAPTURES = 32;
const POSITION = -2;
const OPEN = -1;

interface Capture {
  readonly start: number;
  length: number;
}

export class Pattern {
  readonly #text: readonly string[];
  readonly #pattern: readonly string[];
  #captures: Capture[] = [];

  constructor(text: readonly string[], pattern: string) {
    this.#text = text;
    this.#pattern = Array.from(pattern);
  }

  get isAnchored(): boolean {
    return this.#pattern[0] === '^';
  }

  find(from: number): PatternMatch | undefined {
    for (let start = from; start <= this.#text.length; start++) {
      const match = this.at(start, this.isAnchored ? 1 : 0);
      if (match) return match;
      if (this.isAnchored) return undefined;
    }
    return undefined;
  }

  /** Returns the match that starts at a position of the text. `from` is the index in the pattern to start at. */
  at(start: number, from: number): PatternMatch | undefined {
    this.#captures = [];
    const end = this.#match(start, from);
    if (end < 0) return undefined;
    const captures = this.#captures.map((capture): string | number => {
      if (capture.length === OPEN) throw new LuaFailure('unfinished capture');
      return capture.length === POSITION ? capture.start + 1 : this.#text.slice(capture.start, capture.start + capture.length).join('');
    });
    return { start, end, captures };
  }

  /** Returns the end of the match in the text, or -1 if the pattern does not match. */
  #match(start: number, from: number): number {
    const [text, pattern] = [this.#text, this.#pattern];
    let s = start;
    let p = from;
    while (p < pattern.length) {
      const sign = pattern[p];
      if (sign === '(') return pattern[p + 1] === ')' ? this.#open(s, p + 2, POSITION) : this.#open(s, p + 1, OPEN);
      if (sign === ')') return this.#close(s, p + 1);
      if (sign === '$' && p + 1 === pattern.length) return s === text.length ? s : -1;
      if (sign === '%') {
        const next = pattern[p + 1] ?? '';
        if (next === 'b') {
          s = this.#balanced(s, p + 2);
          if (s < 0) return -1;
          p += 4;
          continue;
        }
        if (next === 'f') {
          p += 2;
          if (pattern[p] !== '[') throw new LuaFailure("missing '[' after '%f' in pattern");
          const end = this.#itemEnd(p);
          const [before, current] = [s === 0 ? '\0' : (text[s - 1] as string), text[s] ?? '\0'];
          if (this.#inSet(before, p, end - 1) || !this.#inSet(current, p, end - 1)) return -1;
          p = end;
          continue;
        }
        if (/^\d$/.test(next)) {
          s = this.#sameAs(s, next, p);
          if (s < 0) return -1;
          p += 2;
          continue;
        }
      }
      const end = this.#itemEnd(p);
      const suffix = pattern[end];
      if (suffix === '?') {
        if (s < text.length && this.#single(s, p, end)) {
          const found = this.#match(s + 1, end + 1);
          if (found >= 0) return found;
        }
        p = end + 1;
      } else if (suffix === '*' || suffix === '+') return this.#longest(s, p, end, suffix === '+' ? 1 : 0);
      else if (suffix === '-') return this.#shortest(s, p, end);
      else {
        if (s >= text.length || !this.#single(s, p, end)) return -1;
        s++;
        p = end;
      }
    }
    return s;
  }

  #open(s: number, p: number, length: number): number {
    if (this.#captures.length >= MOST_CAPTURES) throw new LuaFailure('too many captures');
    this.#captures.push({ start: s, length });
    const before = this.#captures.length;
    const end = this.#match(s, p);
    if (end < 0) this.#captures.length = before - 1;
    return end;
  }

  #close(s: number, p: number): number {
    const capture = this.#captures.findLast(({ length }) => length === OPEN);
    if (!capture) throw new LuaFailure('invalid pattern capture');
    capture.length = s - capture.start;
    const end = this.#match(s, p);
    if (end < 0) capture.length = OPEN;
    return end;
  }

  #longest(s: number, p: number, end: number, least: number): number {
    let count = 0;
    while (s + count < this.#text.length && this.#single(s + count, p, end)) count++;
    for (; count >= least; count--) {
      const found = this.#match(s + count, end + 1);
      if (found >= 0) return found;
    }
    return -1;
  }

  #shortest(start: number, p: number, end: number): number {
    for (let s = start; ; s++) {
      const found = this.#match(s, end + 1);
      if (found >= 0) return found;
      if (s >= this.#text.length || !this.#single(s, p, end)) return -1;
    }
  }

  #balanced(start: number, p: number): number {
    const [open, close] = [this.#pattern[p], this.#pattern[p + 1]];
    if (open === undefined || close === undefined) throw new LuaFailure('unbalanced pattern');
    if (this.#text[start] !== open) return -1;
    let depth = 1;
    for (let s = start + 1; s < this.#text.length; s++) {
      if (this.#text[s] === close) {
        if (--depth === 0) return s + 1;
      } else if (this.#text[s] === open) depth++;
    }
    return -1;
  }

  #sameAs(s: number, digit: string, p: number): number {
    const capture = this.#captures[Number(digit) - 1];
    if (!capture || capture.length === OPEN) throw new LuaFailure(`invalid capture index %${digit} at pattern character ${p + 1}`);
    const length = Math.max(capture.length, 0);
    for (let i = 0; i < length; i++) if (this.#text[capture.start + i] !== this.#text[s + i]) return -1;
    return s + length;
  }

  /** Returns the end of the pattern item (character, class or set) that starts at an index. */
  #itemEnd(from: number): number {
    const pattern = this.#pattern;
    let p = from + 1;
    if (pattern[from] === '%') {
      if (p >= pattern.length) throw new LuaFailure("malformed pattern (ends with '%')");
      return p + 1;
    }
    if (pattern[from] !== '[') return p;
    if (pattern[p] === '^') p++;
    do {
      if (p >= pattern.length) throw new LuaFailure("malformed pattern (missing ']')");
      if (pattern[p++] === '%') p++;
    } while (pattern[p] !== ']');
    return p + 1;
  }

  #single(s: number, p: number, end: number): boolean {
    const character = this.#text[s] as string;
    const sign = this.#pattern[p];
    if (sign === '.') return true;
    if (sign === '%') return inClass(character, this.#pattern[p + 1] as string);
    if (sign === '[') return this.#inSet(character, p, end - 1);
    return sign === character;
  }

  /** Whether a set contains a character. `first` and `last` are the indexes of the set's brackets in the pattern. */
  #inSet(character: string, first: number, last: number): boolean {
    const pattern = this.#pattern;
    let p = first + 1;
    const isNegated = pattern[p] === '^';
    if (isNegated) p++;
    for (; p < last; p++) {
      if (pattern[p] === '%') {
        p++;
        if (inClass(character, pattern[p] as string)) return !isNegated;
      } else if (pattern[p + 1] === '-' && p + 2 < last) {
        const code = character.codePointAt(0) as number;
        if ((pattern[p] as string).codePointAt(0)! <= code && code <= (pattern[p + 2] as string).codePointAt(0)!) return !isNegated;
        p += 2;
      } else if (pattern[p] === character) return !isNegated;
    }
    return isNegated;
  }
}

function inClass(character: string, name: string): boolean {
  const pattern = CLASSES[name.toLowerCase()];
  if (!pattern) return name === character;
  return pattern.test(character) !== (name !== name.toLowerCase());
}
