import type { IndexedName } from './writing.ts';

export type RankedName = Omit<IndexedName, 'title'>;

export interface Completions {
  /**
   * Frequent prefixes with their most important names. A name consists of the page's id, and the id of the page or redirect with the name.
   */
  readonly prefixes: readonly {
    readonly namespace: number;
    readonly folded: string;
    readonly names: readonly (readonly [number, number])[];
  }[];
  /** Number of names with each word, and with each letter. */
  readonly words: ReadonlyMap<string, number>;
  readonly letters: ReadonlyMap<string, number>;
}

/** For prefixes with more names than this, only the most important names are stored. */
export const FEW = 300;
/** Number of names stored for a frequent prefix. */
export const KEPT = 100;
/** Maximum length of stored prefixes in characters. Longer prefixes match few titles. */
export const LONGEST_PREFIX = 24;
/** Number of letters that corrections of typing errors try. */
export const LETTERS = 40;

/** Collects completions from names, which must be ordered by namespace and folded name. Holds one prefix of each length in memory. */
export function gatherCompletions(): { add(row: RankedName): void; done(): Completions } {
  const prefixes: { namespace: number; folded: string; names: readonly (readonly [number, number])[] }[] = [];
  const words = new Map<string, number>();
  const letters = new Map<string, number>();
  const open: { count: number; best: RankedName[]; least: number }[] = Array.from({ length: LONGEST_PREFIX }, () => none());
  let before: RankedName | undefined;
  const close = (from: number): void => {
    for (let at = from; at < LONGEST_PREFIX; at++) {
      const { count, best } = open[at] as (typeof open)[number];
      if (before && count > FEW && before.folded.length > at && before.folded.slice(0, at + 1).isWellFormed()) {
        const names = best.sort(byImportance).slice(0, KEPT);
        prefixes.push({
          namespace: before.namespace,
          folded: before.folded.slice(0, at + 1),
          names: names.map(({ page, source }) => [page, source]),
        });
      }
      open[at] = none();
    }
  };
  return {
    add(row) {
      if (before) close(row.namespace === before.namespace ? sharedLength(row.folded, before.folded) : 0);
      const length = Math.min(LONGEST_PREFIX, row.folded.length);
      for (let at = 0; at < length; at++) take(open[at] as (typeof open)[number], row);
      countParts(row.folded, 1, words, letters);
      before = row;
    },
    done() {
      close(0);
      return { prefixes, words, letters };
    },
  };
}

/** Adds the words and letters of a name to the counts. */
export function countParts(folded: string, by: 1 | -1, words: Map<string, number>, letters: Map<string, number>): void {
  for (const word of folded.split(' ')) words.set(word, (words.get(word) ?? 0) + by);
  for (const letter of folded.slice(0, LONGEST_PREFIX)) if (letter.isWellFormed()) letters.set(letter, (letters.get(letter) ?? 0) + by);
}

/** Returns the most frequent letters, in order of frequency. */
export const usualLetters = (letters: Iterable<readonly [string, number]>): string =>
  [...letters]
    .sort(([first, a], [second, b]) => b - a || (first < second ? -1 : 1))
    .slice(0, LETTERS)
    .map(([letter]) => letter)
    .join('');

const none = () => ({ count: 0, best: [] as RankedName[], least: -1 });

/** Adds a name to a prefix. Collects four times as many names as are stored, then drops the least important ones. */
function take(group: { count: number; best: RankedName[]; least: number }, row: RankedName): void {
  group.count++;
  if (group.best.length >= KEPT && row.links <= group.least) return;
  group.best.push(row);
  if (group.best.length < 4 * KEPT) return;
  group.best = group.best.sort(byImportance).slice(0, KEPT);
  group.least = group.best.at(-1)?.links ?? -1;
}

/** Sorts names by number of links, most-linked first. With equal numbers, titles precede redirects. */
export const byImportance = (a: Omit<RankedName, 'namespace'>, b: Omit<RankedName, 'namespace'>): number =>
  b.links - a.links ||
  Number(a.page !== a.source) - Number(b.page !== b.source) ||
  a.folded.length - b.folded.length ||
  (a.folded === b.folded ? 0 : a.folded < b.folded ? -1 : 1) ||
  a.source - b.source;

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < LONGEST_PREFIX && length < a.length && a[length] === b[length]) length++;
  return length;
}
