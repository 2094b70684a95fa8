import type { IndexedName } from './writing.ts';

type RankedName = Omit<IndexedName, 'title'>;

export interface Completions {
  /**
   * Frequent prefixes with their most important names. A name consists of the page's id, and the id of the page or redirect with the name.
   */
  readonly prefixes: readonly {
    readonly namespace: number;
    readonly folded: string;
    readonly names: readonly (readonly [number, number])[];
  }[];
  readonly words: ReadonlyMap<string, number>;
  readonly letters: string;
}

/** For prefixes with more names than this, only the most important names are stored. */
export const FEW = 300;
const KEPT = 100;
/** Maximum length of stored prefixes in characters. Longer prefixes match few titles. */
export const LONGEST_PREFIX = 24;
const LETTERS = 40;

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
      if (before && count > FEW && before.folded.length > at) {
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
      for (const word of row.folded.split(' ')) words.set(word, (words.get(word) ?? 0) + 1);
      for (const letter of row.folded.slice(0, LONGEST_PREFIX)) letters.set(letter, (letters.get(letter) ?? 0) + 1);
      before = row;
    },
    done() {
      close(0);
      const usual = [...letters].sort(([, a], [, b]) => b - a).slice(0, LETTERS);
      return { prefixes, words, letters: usual.map(([letter]) => letter).join('') };
    },
  };
}

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
  (a.folded < b.folded ? -1 : 1) ||
  a.source - b.source;

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < LONGEST_PREFIX && length < a.length && a[length] === b[length]) length++;
  return length;
}
