import { workFor } from './diff-table.ts';
import { compareSequences, type DiffBudget } from './sequence-diff.ts';

/** A line of an inline diff. Line numbers start at 1, byte offsets at 0. The properties have wikidiff2's order. */
export interface InlineLine {
  readonly type: (typeof LINE)[keyof typeof LINE];
  readonly lineNumber?: number; // Line number in the new text.
  readonly moveInfo?: { readonly id: string; readonly linkId: string; readonly linkDirection: 0 | 1 };
  readonly text: string;
  readonly offset: { readonly from: number | null; readonly to: number | null };
  readonly highlightRanges?: readonly { readonly start: number; readonly length: number; readonly type: 0 | 1 }[];
}

const LINE = { context: 0, added: 1, deleted: 2, changed: 3, movedFrom: 4, movedTo: 5 } as const;
const ADDED = 0;
const DELETED = 1;

const CONTEXT_LINES = 2;
/** Minimum proportion of common bytes, exclusive, for two lines to count as changed or as moved. */
const CHANGED = 0.2;
const MOVED = 0.4;
/** Maximum number of added and deleted lines for which moves are searched. */
const MAX_MOVED = 100;
const MAX_PAIRS = 40_000_000;

/** Consecutive lines of one kind, from `x` in the old text and `y` in the new text. A `changed` part has `count` lines in both texts. */
interface Part {
  readonly kind: 'same' | 'changed' | 'deleted' | 'added';
  readonly x: number;
  readonly y: number;
  readonly count: number;
}

/** Computes a diff in the inline format of the extension wikidiff2. */
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
    this.#isSearched = lone <= MAX_MOVED;
  }

  lines(): InlineLine[] {
    const shown: InlineLine[] = [];
    const last = this.#parts.length - 1;
    for (const [at, { kind, x, y, count }] of this.#parts.entries())
      for (let line = 0; line < count; line++) {
        if (kind === 'same') {
          const isNear = (at > 0 && line < CONTEXT_LINES) || (at < last && line >= count - CONTEXT_LINES);
          if (isNear) shown.push(this.#single(LINE.context, x + line, y + line));
        } else if (kind === 'changed') shown.push(this.#changed(x + line, y + line, { isMoved: false }));
        else {
          const single = this.#movedLine(at, line) ?? this.#single(kind === 'added' ? LINE.added : LINE.deleted, x + line, y + line);
          if (single !== 'merged') shown.push(single);
        }
      }
    return shown;
  }

  /** Splits the diff into parts. Paired lines that are too dissimilar become an added and a deleted line. */
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

  /** Returns the output for a moved line: undefined if the line did not move, and `merged` if the adjacent line shows the move. */
  #movedLine(part: number, line: number): InlineLine | 'merged' | undefined {
    const move = this.#moveOf(part, line);
    if (!move) return undefined;
    const { from, to } = move;
    const isFrom = this.#parts[part]?.kind === 'deleted';
    const [self, other] = isFrom ? [from, to] : [to, from];
    const isNext = other.part === self.part + 1 && other.line === 0 && self.line === this.#countOf(self.part) - 1;
    const isAfter = self.part === other.part + 1 && self.line === 0 && other.line === this.#countOf(other.part) - 1;
    if (isAfter) return 'merged';
    const [x, y] = [this.#lineOf(from), this.#lineOf(to)];
    if (isNext) return this.#changed(x, y, { isMoved: true });
    const [id, linkId] = isFrom ? [`${nameOf(from)}_lhs`, `${nameOf(to)}_rhs`] : [`${nameOf(to)}_rhs`, `${nameOf(from)}_lhs`];
    const moveInfo = { id, linkId, linkDirection: self.part < other.part ? 0 : 1 } as const;
    if (!isFrom) return this.#changed(x, y, { isMoved: true, moveInfo });
    return { type: LINE.movedFrom, moveInfo, text: this.#left[x] as string, offset: { from: this.#offsets.from[x] as number, to: null } };
  }

  /** Finds the most similar line on the other side that is not part of another move. */
  #moveOf(part: number, line: number): Move | undefined {
    if (!this.#isSearched) return undefined;
    const key = `${part}_${line}`;
    if (this.#moves.has(key)) return this.#moves.get(key);
    const self = { part, line };
    const isFrom = this.#parts[part]?.kind === 'deleted';
    let best: Move | undefined;
    for (const [at, { kind, count }] of this.#parts.entries()) {
      if (kind !== (isFrom ? 'added' : 'deleted')) continue;
      for (let other = 0; other < count; other++) {
        const candidate = { part: at, line: other };
        if (this.#moves.get(nameKey(candidate))) continue;
        const [from, to] = isFrom ? [self, candidate] : [candidate, self];
        const similarity = this.#similarity(this.#lineOf(from), this.#lineOf(to));
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

  #lineOf({ part, line }: Position): number {
    const found = this.#parts[part] as Part;
    return (found.kind === 'deleted' ? found.x : found.y) + line;
  }

  /** Returns the proportion of bytes that two lines have in common. */
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
    const stretches = compareSequences(left, right, this.#work, MAX_PAIRS) ?? [{ same: false, left: left.length, right: right.length }];
    let [from, to] = [0, 0];
    for (const { same, left: removed, right: added } of stretches) {
      yield { same, removed: left.slice(from, from + removed), added: right.slice(to, to + added) };
      from += removed;
      to += added;
    }
  }
}

interface Position {
  readonly part: number;
  readonly line: number;
}

interface Move {
  readonly from: Position;
  readonly to: Position;
  readonly similarity: number;
}

const nameKey = ({ part, line }: Position): string => `${part}_${line}`;
const nameOf = (position: Position): string => `movedpara_${nameKey(position)}`;

const bytesOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + Buffer.byteLength(word), 0);

/** Splits a text into lines. The empty string after a line break at the end is not a line. */
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

/** Matches words in scripts that separate words, or single characters. */
const WORD = /[\w\u00c0-\u2fff\ua000-\uffff\u{10000}-\u{1ffff}\u{2a001}-\u{10ffff}]+|./gsu;

const wordsOf = (line: string): readonly string[] => line.match(WORD) ?? [];
