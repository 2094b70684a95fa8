interface NameRow {
  readonly namespace: number;
  readonly folded: string;
  readonly links: number;
  readonly page: number;
  readonly source: number;
}

/** What completes titles and mends words. */
export interface Completions {
  /** Beginnings that many names have, with the most important of these: pages, and what names them. */
  readonly prefixes: readonly {
    readonly namespace: number;
    readonly folded: string;
    readonly names: readonly (readonly [number, number])[];
  }[];
  /** Words of names, and in how many they stand. */
  readonly words: ReadonlyMap<string, number>;
  /** The letters that names have, the most frequent first. */
  readonly letters: string;
}

/** Names with the same beginning that are read one by one when somebody asks. */
export const FEW = 300;
/** Names that are kept of a beginning that more have. */
const KEPT = 100;
/** Characters of such a beginning: what is longer is nearly a title. */
export const LONGEST_PREFIX = 24;
/** Letters that a typing error may have in the place of others. */
const LETTERS = 40;

/** Is given a row for each name, in the order of namespace and folded name; one beginning of each length at a time is in memory. */
export function gatherCompletions(): { add(row: NameRow): void; done(): Completions } {
  const prefixes: { namespace: number; folded: string; names: readonly (readonly [number, number])[] }[] = [];
  const words = new Map<string, number>();
  const letters = new Map<string, number>();
  const open: { count: number; best: NameRow[]; least: number }[] = Array.from({ length: LONGEST_PREFIX }, () => none());
  let before: NameRow | undefined;
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

const none = () => ({ count: 0, best: [] as NameRow[], least: -1 });

/** More than are kept are gathered before the least important go. */
function take(group: { count: number; best: NameRow[]; least: number }, row: NameRow): void {
  group.count++;
  if (group.best.length >= KEPT && row.links <= group.least) return;
  group.best.push(row);
  if (group.best.length < 4 * KEPT) return;
  group.best = group.best.sort(byImportance).slice(0, KEPT);
  group.least = group.best.at(-1)?.links ?? -1;
}

/** What is a title comes before what redirects to one. */
export const byImportance = (a: Omit<NameRow, 'namespace'>, b: Omit<NameRow, 'namespace'>): number =>
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
