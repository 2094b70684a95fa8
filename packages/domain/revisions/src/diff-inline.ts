import { workFor } from './diff-table.ts';
import { compareSequences, type DiffBudget } from './sequence-diff.ts';

/** A line of a difference; numbers count lines from 1, and bytes from 0. The order of the properties is that of the extension wikidiff2. */
export interface InlineLine {
  readonly type: (typeof LINE)[keyof typeof LINE];
  /** In the text after. */
  readonly lineNumber?: number;
  readonly moveInfo?: { readonly id: string; readonly linkId: string; readonly linkDirection: 0 | 1 };
  readonly text: string;
  /** Where it begins in both texts. */
  readonly offset: { readonly from: number | null; readonly to: number | null };
  readonly highlightRanges?: readonly { readonly start: number; readonly length: number; readonly type: 0 | 1 }[];
}

const LINE = { context: 0, added: 1, deleted: 2, changed: 3, movedFrom: 4, movedTo: 5 } as const;
const ADDED = 0;
const DELETED = 1;

/** Unchanged lines that are shown around a change. */
const CONTEXT = 2;
/** Above such parts of bytes in common two lines are one that was changed, or one that was moved. */
const CHANGED = 0.2;
const MOVED = 0.4;
/** Where more lines came and went, none of them is looked for elsewhere. */
const MOST_MOVED = 100;
/** Pairs of words that are compared. */
const MOST_PAIRS = 40_000_000;

/** A stretch of lines; `x` and `y` are the places of the first. Of `changed` there are as many on both sides. */
interface Part {
  readonly kind: 'same' | 'changed' | 'deleted' | 'added';
  readonly x: number;
  readonly y: number;
  readonly count: number;
}

/** The difference of two texts as the extension wikidiff2 tells it of them to programs. */
export function diffInline(before: string, after: string): InlineLine[] {
  return new InlineDiff(before, after).lines();
}

class InlineDiff {
  readonly #left: readonly string[];
  readonly #right: readonly string[];
  readonly #offsets: { readonly from: readonly number[]; readonly to: readonly number[] };
  readonly #work: DiffBudget;
  readonly #parts: Part[] = [];
  readonly #isSearched: boolean;
  /** The other side of lines that were moved, by part and line. */
  readonly #moves = new Map<string, Move | undefined>();

  constructor(before: string, after: string) {
    this.#left = linesOf(before);
    this.#right = linesOf(after);
    this.#offsets = { from: offsetsOf(this.#left), to: offsetsOf(this.#right) };
    this.#work = workFor(before, after);
    let lone = 0;
    for (const part of this.#split()) {
      this.#parts.push(part);
      if (part.kind === 'added' || part.kind === 'deleted') lone += part.count;
    }
    this.#isSearched = lone <= MOST_MOVED;
  }

  lines(): InlineLine[] {
    const shown: InlineLine[] = [];
    const last = this.#parts.length - 1;
    for (const [at, { kind, x, y, count }] of this.#parts.entries())
      for (let line = 0; line < count; line++) {
        if (kind === 'same') {
          const isNear = (at > 0 && line < CONTEXT) || (at < last && line >= count - CONTEXT);
          if (isNear) shown.push(this.#single(LINE.context, x + line, y + line));
        } else if (kind === 'changed') shown.push(this.#changed(x + line, y + line, { isMoved: false }));
        else {
          const told = this.#movedLine(at, line) ?? this.#single(kind === 'added' ? LINE.added : LINE.deleted, x + line, y + line);
          if (told !== 'elsewhere') shown.push(told);
        }
      }
    return shown;
  }

  /** Lines that stand for each other and have too little in common came and went instead. */
  *#split(): Generator<Part> {
    let [x, y] = [0, 0];
    for (const { same, left, right } of compareSequences(this.#left, this.#right, this.#work) ?? []) {
      if (same) yield { kind: 'same', x, y, count: left };
      else {
        const pairs = Math.min(left, right);
        for (let at = 0; at < pairs; at++) {
          if (this.#similarity(x + at, y + at) > CHANGED) yield { kind: 'changed', x: x + at, y: y + at, count: 1 };
          else {
            yield { kind: 'added', x: x + at, y: y + at, count: 1 };
            yield { kind: 'deleted', x: x + at, y: y + at + 1, count: 1 };
          }
        }
        if (left > pairs) yield { kind: 'deleted', x: x + pairs, y: y + pairs, count: left - pairs };
        if (right > pairs) yield { kind: 'added', x: x + pairs, y: y + pairs, count: right - pairs };
      }
      x += left;
      y += right;
    }
  }

  #single(type: 0 | 1 | 2, x: number, y: number): InlineLine {
    const { from, to } = this.#offsets;
    const isGone = type === LINE.deleted;
    return {
      type,
      ...(!isGone && { lineNumber: y + 1 }),
      text: (isGone ? this.#left[x] : this.#right[y]) as string,
      offset: { from: type === LINE.added ? null : (from[x] as number), to: isGone ? null : (to[y] as number) },
    };
  }

  /** Both lines in one, with what came and went marked. */
  #changed(x: number, y: number, { isMoved, moveInfo }: { isMoved: boolean; moveInfo?: InlineLine['moveInfo'] }): InlineLine {
    const { from, to } = this.#offsets;
    const highlightRanges: { start: number; length: number; type: 0 | 1 }[] = [];
    let [text, size] = ['', 0];
    const add = (words: readonly string[], type?: 0 | 1): void => {
      const piece = words.join('');
      const length = Buffer.byteLength(piece);
      if (type !== undefined && words.length > 0) highlightRanges.push({ start: size, length, type });
      text += piece;
      size += length;
    };
    for (const { same, removed, added } of this.#words(x, y)) {
      if (!same) add(removed, DELETED);
      add(added, same ? undefined : ADDED);
    }
    const offset = moveInfo ? { from: null, to: to[y] as number } : { from: from[x] as number, to: isMoved ? null : (to[y] as number) };
    const type = moveInfo ? LINE.movedTo : LINE.changed;
    return { type, lineNumber: y + 1, ...(moveInfo && { moveInfo }), text, offset, highlightRanges };
  }

  /** Undefined for a line that was not moved. One that stands right beside its other side is shown there, as changed. */
  #movedLine(part: number, line: number): InlineLine | 'elsewhere' | undefined {
    const move = this.#moveOf(part, line);
    if (!move) return undefined;
    const { from, to } = move;
    const isFrom = this.#parts[part]?.kind === 'deleted';
    const [here, other] = isFrom ? [from, to] : [to, from];
    const isNext = other.part === here.part + 1 && other.line === 0 && here.line === this.#countOf(here.part) - 1;
    const isBehind = here.part === other.part + 1 && here.line === 0 && other.line === this.#countOf(other.part) - 1;
    if (isBehind) return 'elsewhere';
    const [x, y] = [this.#placeOf(from), this.#placeOf(to)];
    if (isNext) return this.#changed(x, y, { isMoved: true });
    const [id, linkId] = isFrom ? [`${nameOf(from)}_lhs`, `${nameOf(to)}_rhs`] : [`${nameOf(to)}_rhs`, `${nameOf(from)}_lhs`];
    const moveInfo = { id, linkId, linkDirection: here.part < other.part ? 0 : 1 } as const;
    if (!isFrom) return this.#changed(x, y, { isMoved: true, moveInfo });
    return { type: LINE.movedFrom, moveInfo, text: this.#left[x] as string, offset: { from: this.#offsets.from[x] as number, to: null } };
  }

  /** Who is most like this line, and has none that is more like it. */
  #moveOf(part: number, line: number): Move | undefined {
    if (!this.#isSearched) return undefined;
    const key = `${part}_${line}`;
    if (this.#moves.has(key)) return this.#moves.get(key);
    const here = { part, line };
    const isFrom = this.#parts[part]?.kind === 'deleted';
    let best: Move | undefined;
    for (const [at, { kind, count }] of this.#parts.entries()) {
      if (kind !== (isFrom ? 'added' : 'deleted')) continue;
      for (let other = 0; other < count; other++) {
        const there = { part: at, line: other };
        if (this.#moves.get(nameKey(there))) continue;
        const [from, to] = isFrom ? [here, there] : [there, here];
        const similarity = this.#similarity(this.#placeOf(from), this.#placeOf(to));
        if (similarity > MOVED && similarity > (best?.similarity ?? 0)) best = { from, to, similarity };
      }
    }
    this.#moves.set(key, best);
    if (best) for (const side of [best.from, best.to]) this.#moves.set(nameKey(side), best);
    return best;
  }

  #countOf(part: number): number {
    return this.#parts[part]?.count ?? 0;
  }

  #placeOf({ part, line }: Place): number {
    const found = this.#parts[part] as Part;
    return (found.kind === 'deleted' ? found.x : found.y) + line;
  }

  /** The part of the bytes of two lines that they have in common. */
  #similarity(x: number, y: number): number {
    let [common, all] = [0, 0];
    for (const { same, removed, added } of this.#words(x, y)) {
      const size = Math.max(bytesOf(removed), bytesOf(added));
      if (same) common += size;
      all += size;
    }
    return all === 0 ? 0 : common / all;
  }

  *#words(
    x: number,
    y: number,
  ): Generator<{ readonly same: boolean; readonly removed: readonly string[]; readonly added: readonly string[] }> {
    const [left, right] = [wordsOf(this.#left[x] as string), wordsOf(this.#right[y] as string)];
    const stretches = compareSequences(left, right, this.#work, MOST_PAIRS) ?? [{ same: false, left: left.length, right: right.length }];
    let [from, to] = [0, 0];
    for (const { same, left: gone, right: come } of stretches) {
      yield { same, removed: left.slice(from, from + gone), added: right.slice(to, to + come) };
      from += gone;
      to += come;
    }
  }
}

interface Place {
  readonly part: number;
  readonly line: number;
}

interface Move {
  readonly from: Place;
  readonly to: Place;
  readonly similarity: number;
}

const nameKey = ({ part, line }: Place): string => `${part}_${line}`;
const nameOf = (place: Place): string => `movedpara_${nameKey(place)}`;

const bytesOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + Buffer.byteLength(word), 0);

/** What stands behind the last line end is a line only where it is something. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function offsetsOf(lines: readonly string[]): number[] {
  let offset = 0;
  return lines.map(line => {
    const begin = offset;
    offset += Buffer.byteLength(line) + 1;
    return begin;
  });
}

/** Letters and digits of scripts that have words, and any other character alone. */
const WORD = /[\w\u00c0-\u2fff\ua000-\uffff\u{10000}-\u{1ffff}\u{2a001}-\u{10ffff}]+|./gsu;

const wordsOf = (line: string): readonly string[] => line.match(WORD) ?? [];
