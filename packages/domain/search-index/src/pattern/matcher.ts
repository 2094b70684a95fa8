import { BEGINNING, END, type ParseOptions, parsePattern } from './parse.ts';
import { type PatternTerm, PatternTooComplexError, TermStore } from './terms.ts';

/** Maximum number of states of an automaton. Lucene has a similar limit. */
const MAX_STATES = 2000;
/** Work after which a match pauses: characters that were read, and transitions that were computed. */
const SLICE = 65_536;
const TRANSITION = 500;

/**
 * Finds a regular expression anywhere in a text. Reads each character once: the automaton has one state at a time, and its states are
 * computed when they are reached. Constructor throws a `PatternSyntaxError`, `next` a `PatternTooComplexError`.
 */
export class Matcher {
  readonly #terms = new TermStore();
  readonly #options: ParseOptions;
  readonly #hasAnchors: boolean;
  /** First code points of the classes of equivalent characters. */
  readonly #classes: readonly number[];
  readonly #classOf = new Uint16Array(0x10000);
  readonly #states: PatternTerm[] = [];
  readonly #numbers = new Map<PatternTerm, number>();
  /** Next state by state and class. -1: not computed. */
  readonly #next: Int32Array[] = [];

  constructor(pattern: string, options: ParseOptions) {
    this.#options = options;
    this.#hasAnchors = options.hasAnchors;
    const term = parsePattern(pattern, this.#terms, options);
    this.#classes = [...boundariesOf(term)].sort((a, b) => a - b);
    for (let at = 0, code = 0; code < 0x10000; code++) {
      while ((this.#classes[at + 1] ?? Number.POSITIVE_INFINITY) <= code) at++;
      this.#classOf[code] = at;
    }
    this.#stateOf(this.#terms.concat(this.#terms.anything, this.#terms.concat(term, this.#terms.anything)));
  }

  /** Whether the text contains a match. Yields to other work with `pause` after each slice. */
  async test(text: string, pause: () => Promise<void>): Promise<boolean> {
    const whole = this.#options.ignoresCase ? text.toLowerCase() : text;
    let state = 0;
    if (this.#hasAnchors) state = this.#step(state, BEGINNING);
    for (let at = 0; at < whole.length; ) {
      const slice = this.#run(whole, at, state);
      if (slice.isDecided) return (this.#states[slice.state] as PatternTerm).isNullable;
      [at, state] = [slice.at, slice.state];
      if (at < whole.length) await pause();
    }
    if (this.#hasAnchors) state = this.#step(state, END);
    return (this.#states[state] as PatternTerm).isNullable;
  }

  #run(text: string, from: number, begun: number): { readonly at: number; readonly state: number; readonly isDecided: boolean } {
    let [at, state, left] = [from, begun, SLICE];
    while (at < text.length && left > 0) {
      const code = text.charCodeAt(at);
      const isPair = (code & 0xfc00) === 0xd800;
      const kind = isPair ? this.#classAt(text.codePointAt(at) as number) : (this.#classOf[code] as number);
      at += isPair && (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
      const known = this.#next[state]?.[kind] as number;
      left -= known >= 0 ? 1 : TRANSITION;
      state = known >= 0 ? known : this.#compute(state, kind);
      const term = this.#states[state] as PatternTerm;
      if (term === this.#terms.anything || term === this.#terms.none) return { at, state, isDecided: true };
    }
    return { at, state, isDecided: false };
  }

  #step(state: number, code: number): number {
    const kind = this.#classAt(code);
    const known = this.#next[state]?.[kind] as number;
    return known >= 0 ? known : this.#compute(state, kind);
  }

  #compute(state: number, kind: number): number {
    const next = this.#stateOf(this.#terms.derive(this.#states[state] as PatternTerm, this.#classes[kind] as number));
    (this.#next[state] as Int32Array)[kind] = next;
    return next;
  }

  #stateOf(term: PatternTerm): number {
    let number = this.#numbers.get(term);
    if (number === undefined) {
      number = this.#states.length;
      if (number >= MAX_STATES) throw new PatternTooComplexError('The regular expression is too complex.');
      this.#numbers.set(term, number);
      this.#states.push(term);
      this.#next.push(new Int32Array(this.#classes.length).fill(-1));
    }
    return number;
  }

  #classAt(code: number): number {
    if (code < 0x10000) return this.#classOf[code] as number;
    return this.#classes.findLastIndex(first => first <= code);
  }
}

/** Returns the code points at which the meaning of a character may change. */
function boundariesOf(term: PatternTerm, found = new Set([0]), seen = new Set<PatternTerm>()): Set<number> {
  if (seen.has(term)) return found;
  seen.add(term);
  if (term.kind === 'chars') {
    for (const [first, last] of term.set) {
      found.add(first);
      found.add(last + 1);
    }
  } else if (term.kind === 'concat') for (const part of [term.first, term.rest]) boundariesOf(part, found, seen);
  else if (term.kind === 'or' || term.kind === 'and') for (const part of term.parts) boundariesOf(part, found, seen);
  else if (term.kind === 'not' || term.kind === 'repeat') boundariesOf(term.part, found, seen);
  return found;
}

/** Words that every match contains, with characters around them that cannot belong to a word of the index. */
export function requiredWords(pattern: string, options: ParseOptions): string[] {
  const terms = new TermStore();
  let text = '';
  for (let term = parsePattern(pattern, terms, options); term.kind !== 'empty'; ) {
    const part: PatternTerm = term.kind === 'concat' ? term.first : term;
    const [only] = part.kind === 'chars' ? part.set : [];
    const isSign = part.kind === 'chars' && part.set.length === 1 && only?.[0] === only?.[1];
    // Blanks and digits in any number are boundaries of words too.
    const isGap = (part.kind === 'chars' && isBoundary(part)) || (part.kind === 'repeat' && part.least > 0 && isBoundary(part.part));
    text += isSign ? String.fromCodePoint(only?.[0] as number) : isGap ? ' ' : '\0';
    if (term.kind !== 'concat') break;
    term = term.rest;
  }
  const words = text.matchAll(/(?<=[\s{}|=:.,;()"*/])[\p{L}\p{N}]+(?=[\s{}|=:.,;()"*/])/gu);
  return [...new Set(Array.from(words, ([word]) => word))].filter(word => !UNSPACED.test(word));
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{M}]/u;

const isBoundary = (term: PatternTerm): boolean =>
  term.kind === 'chars' && term.set.every(([first, last]) => last - first < 8 && /^[\s{}|=:.,;()"*/]+$/.test(signsBetween(first, last)));

const signsBetween = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('');
