/** A part of two sequences that is equal or differs. In a differing part, either count may be 0. */
export interface Stretch {
  readonly same: boolean;
  readonly left: number;
  readonly right: number;
}

/** Remaining steps of a comparison. When no steps are left, the remaining elements count as changed. */
export interface DiffBudget {
  steps: number;
}

/** Number of element pairs above which a search ends early (`$tooLong` in MediaWiki). */
const THOROUGH_PAIRS = 2_000_000;
/** Exponent of the maximum distance of such a search. The base is the mean length of the sequences. */
const HASTY_POWER = 0.45;

/** Compares sequences in linear space (Myers, "An O(ND) Difference Algorithm and Its Variations", 4b). Undefined above `maxPairs` pairs. */
export function compareSequences(
  left: readonly string[],
  right: readonly string[],
  work: DiffBudget,
  maxPairs = Number.POSITIVE_INFINITY,
): Stretch[] | undefined {
  const ids = new Map<string, number>();
  const [before, after] = [numbered(left, ids), numbered(right, ids)];
  const differs = [new Uint8Array(left.length).fill(1), new Uint8Array(right.length).fill(1)] as const;
  const shortest = Math.min(left.length, right.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start++;
  let end = 0;
  while (end < shortest - start && before[left.length - 1 - end] === after[right.length - 1 - end]) end++;
  for (const marks of differs) marks.fill(0, 0, start).fill(0, marks.length - end);

  const positions = sharedPositions(before, after, start, end, ids.size);
  if (positions[0].length * positions[1].length > maxPairs) return undefined;
  const search = new Search(pick(before, positions[0]), pick(after, positions[1]), work);
  for (const [x, y] of search.common()) {
    differs[0][positions[0][x] as number] = 0;
    differs[1][positions[1][y] as number] = 0;
  }
  settle(before, differs[0], differs[1], work);
  settle(after, differs[1], differs[0], work);
  return stretchesOf(...differs);
}

function numbered(elements: readonly string[], ids: Map<string, number>): Int32Array {
  const numbers = new Int32Array(elements.length);
  for (let i = 0; i < elements.length; i++) {
    const element = elements[i] as string;
    let id = ids.get(element);
    if (id === undefined) {
      id = ids.size;
      ids.set(element, id);
    }
    numbers[i] = id;
  }
  return numbers;
}

const pick = (elements: Int32Array, positions: Int32Array): Int32Array => positions.map(position => elements[position] as number);

/** Returns the positions, between the equal beginning and end, of elements that both sides contain. */
function sharedPositions(
  before: Int32Array,
  after: Int32Array,
  start: number,
  end: number,
  ids: number,
): readonly [Int32Array, Int32Array] {
  const [inBefore, inAfter] = [new Uint8Array(ids), new Uint8Array(ids)];
  for (let i = start; i < before.length - end; i++) inBefore[before[i] as number] = 1;
  for (let i = start; i < after.length - end; i++) inAfter[after[i] as number] = 1;
  const positions = (elements: Int32Array, inOther: Uint8Array): Int32Array => {
    const found = new Int32Array(Math.max(0, elements.length - end - start));
    let count = 0;
    for (let i = start; i < elements.length - end; i++) if (inOther[elements[i] as number] === 1) found[count++] = i;
    return found.subarray(0, count);
  };
  return [positions(before, inAfter), positions(after, inBefore)];
}

type Box = readonly [left: number, leftEnd: number, right: number, rightEnd: number];

/** Equal elements in the middle of a shortest path through a box. `distance` is the number of differing elements on the path. */
interface Middle {
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly distance: number;
}

class Search {
  readonly #left: Int32Array;
  readonly #right: Int32Array;
  readonly #work: DiffBudget;
  readonly #maxDistance: number;
  /** Farthest position in the left sequence by diagonal, on paths from the start and from the end of a box. */
  readonly #forward: Int32Array;
  readonly #backward: Int32Array;
  readonly #zero: number;

  constructor(left: Int32Array, right: Int32Array, work: DiffBudget) {
    const half = Math.ceil((left.length + right.length) / 2);
    this.#left = left;
    this.#right = right;
    this.#work = work;
    this.#maxDistance = left.length * right.length > THOROUGH_PAIRS ? Math.floor(((left.length + right.length) / 2) ** HASTY_POWER) : half;
    this.#zero = this.#maxDistance + 1;
    this.#forward = new Int32Array(2 * this.#zero + 1);
    this.#backward = new Int32Array(2 * this.#zero + 1);
  }

  /** Yields the positions of equal elements in both sequences, in no particular order. */
  *common(): Generator<readonly [number, number]> {
    const boxes: Box[] = [];
    const [left, right] = [this.#left, this.#right];
    const shortest = Math.min(left.length, right.length);
    let start = 0;
    for (; start < shortest && left[start] === right[start]; start++) yield [start, start];
    let [leftEnd, rightEnd] = [left.length, right.length];
    while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) yield [--leftEnd, --rightEnd];
    boxes.push([start, leftEnd, start, rightEnd]);
    for (let box = boxes.pop(); box; box = boxes.pop()) {
      const [x0, x1, y0, y1] = box;
      if (x0 === x1 || y0 === y1) continue;
      const middle = this.#middle(box);
      if (!middle) continue;
      const { x, y, length, distance } = middle;
      for (let i = 0; i < length; i++) yield [x + i, y + i];
      if (distance > 1) boxes.push([x + length, x1, y + length, y1], [x0, x, y0, y]);
      // The single differing element is directly before the middle.
      else if (distance === 1) for (let i = 0; i < Math.min(x - x0, y - y0); i++) yield [x0 + i, y0 + i];
    }
  }

  /** Extends paths from both ends until they meet. Returns undefined if no steps are left. */
  #middle([x0, x1, y0, y1]: Box): Middle | undefined {
    const [left, right, forward, backward, zero, work] = [this.#left, this.#right, this.#forward, this.#backward, this.#zero, this.#work];
    const [width, height] = [x1 - x0, y1 - y0];
    const delta = width - height;
    const isOdd = (delta & 1) !== 0;
    const limit = Math.min(this.#maxDistance, Math.ceil((width + height) / 2));
    // Diagonals in the box that have not reached its edge.
    let [low, high, lowBack, highBack] = [-height, width, -width, height];
    forward[zero + 1] = 0;
    backward[zero - 1] = width;
    for (let d = 0; d <= limit; d++) {
      if (work.steps <= 0) return undefined;
      let steps = 2;
      for (let k = first(low, d); k <= high && k <= d; k += 2) {
        const goesDown = k === -d || (k !== d && (forward[zero + k - 1] as number) < (forward[zero + k + 1] as number));
        const begin = goesDown ? (forward[zero + k + 1] as number) : (forward[zero + k - 1] as number) + 1;
        let x = begin;
        let y = x - k;
        while (x < width && y < height && left[x0 + x] === right[y0 + y]) {
          x++;
          y++;
        }
        forward[zero + k] = x;
        steps += 1 + x - begin;
        if (isOdd && k > delta - d && k < delta + d && x >= (backward[zero + k - delta] as number)) {
          work.steps -= steps;
          return { x: x0 + begin, y: y0 + begin - k, length: x - begin, distance: 2 * d - 1 };
        }
        if (x >= width) high = Math.min(high, k - 1);
        else if (y >= height) low = k + 1;
      }
      for (let k = first(lowBack, d); k <= highBack && k <= d; k += 2) {
        const goesUp = k === d || (k !== -d && (backward[zero + k - 1] as number) < (backward[zero + k + 1] as number));
        const end = goesUp ? (backward[zero + k - 1] as number) : (backward[zero + k + 1] as number) - 1;
        let x = end;
        let y = x - k - delta;
        while (x > 0 && y > 0 && left[x0 + x - 1] === right[y0 + y - 1]) {
          x--;
          y--;
        }
        backward[zero + k] = x;
        steps += 1 + end - x;
        if (!isOdd && k >= -delta - d && k <= d - delta && x <= (forward[zero + k + delta] as number)) {
          work.steps -= steps;
          return { x: x0 + x, y: y0 + y, length: end - x, distance: 2 * d };
        }
        if (x <= 0) lowBack = k + 1;
        else if (y <= 0) highBack = Math.min(highBack, k - 1);
      }
      work.steps -= steps;
    }
    return this.#farthest([x0, x1, y0, y1], limit, [low, high, lowBack, highBack]);
  }

  /** Returns the farthest position that a path reached. If several are equally far, returns the middle one. */
  #farthest([x0, x1, y0, y1]: Box, limit: number, [low, high, lowBack, highBack]: Box): Middle | undefined {
    const delta = x1 - x0 - (y1 - y0);
    let most = 0;
    let positions: (readonly [number, number])[] = [];
    const offer = (x: number, y: number, progress: number): void => {
      if (progress > most) positions = [];
      if (progress >= most) positions.push([x, y]);
      most = Math.max(most, progress);
    };
    for (let k = first(low, limit); k <= high && k <= limit; k += 2) {
      const x = this.#forward[this.#zero + k] as number;
      offer(x0 + x, y0 + x - k, 2 * x - k);
    }
    const before = most;
    for (let k = first(lowBack, limit); k <= highBack && k <= limit; k += 2) {
      const x = this.#backward[this.#zero + k] as number;
      const y = x - k - delta;
      const progress = x1 - x0 - x + (y1 - y0 - y);
      if (progress > before) offer(x0 + x, y0 + y, progress);
    }
    const [x, y] = positions[Math.floor((positions.length - 1) / 2)] ?? [x0, y0];
    return most > 0 ? { x, y, length: 0, distance: 2 * limit } : undefined;
  }
}

/** Returns the first diagonal from `low` that paths with `d` differences reach. */
function first(low: number, d: number): number {
  const k = Math.max(low, -d);
  return ((k ^ d) & 1) === 0 ? k : k + 1;
}

/** Moves ambiguous ranges as MediaWiki does: merges them, then moves them as far up as possible, or next to a range of the other side. */
function settle(elements: Int32Array, differs: Uint8Array, other: Uint8Array, work: DiffBudget): void {
  const { length } = elements;
  let at = 0;
  /** Position in the other sequence that corresponds to `at`. */
  let across = 0;
  const next = (): void => {
    do work.steps--;
    while (other[++across] === 1);
  };
  const back = (): void => {
    do work.steps--;
    while (other[--across] === 1);
  };
  while (other[across] === 1) across++;
  for (;;) {
    for (; at < length && differs[at] === 0; at++) next();
    if (at >= length) return;
    let start = at;
    while (differs[at] === 1) at++;
    let size: number;
    let settled: number;
    do {
      size = at - start;
      while (start > 0 && elements[start - 1] === elements[at - 1] && work.steps > 0) {
        differs[--start] = 1;
        differs[--at] = 0;
        for (; differs[start - 1] === 1; start--) work.steps--;
        back();
      }
      settled = across < other.length ? at : length;
      while (at < length && elements[start] === elements[at] && work.steps > 0) {
        differs[start++] = 0;
        differs[at++] = 1;
        for (; differs[at] === 1; at++) work.steps--;
        next();
        if (other[across - 1] === 1) settled = at;
      }
    } while (size !== at - start && work.steps > 0);
    while (settled < at) {
      differs[--start] = 1;
      differs[--at] = 0;
      back();
    }
  }
}

function stretchesOf(differsLeft: Uint8Array, differsRight: Uint8Array): Stretch[] {
  const stretches: Stretch[] = [];
  let [x, y] = [0, 0];
  while (x < differsLeft.length || y < differsRight.length) {
    const [x0, y0] = [x, y];
    while (differsLeft[x] === 0 && differsRight[y] === 0) {
      x++;
      y++;
    }
    if (x > x0) stretches.push({ same: true, left: x - x0, right: y - y0 });
    const [x1, y1] = [x, y];
    while (differsLeft[x] === 1) x++;
    while (differsRight[y] === 1) y++;
    if (x > x1 || y > y1) stretches.push({ same: false, left: x - x1, right: y - y1 });
  }
  return stretches;
}
