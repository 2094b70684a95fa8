import { byImportance, countParts, FEW, KEPT, LONGEST_PREFIX, type RankedName } from '../prefixes.ts';
import type { IndexedName } from '../writing.ts';

export interface Prefix {
  readonly namespace: number;
  readonly folded: string;
}

/** State of a prefix in an index. */
export interface StoredPrefix {
  /** Number of names with the prefix, up to `FEW` + 1. */
  readonly count: number;
  /** Undefined if no names are stored for the prefix. `last`: the stored name of least importance, unless it was deleted. */
  readonly stored: { readonly last: RankedName | undefined; has(name: RankedName): boolean } | undefined;
}

/** Tables with the completions of an index, after its names have changed. */
export interface CompletionTables {
  /** Reads prefixes of the same length. */
  read(prefixes: readonly Prefix[], changed: readonly RankedName[]): Promise<readonly StoredPrefix[]>;
  /** Returns the stored names of a prefix that still exist. */
  names(prefix: Prefix): Promise<readonly RankedName[]>;
  /** Finds the `KEPT` most important names with a prefix. */
  best(prefix: Prefix): Promise<readonly RankedName[]>;
  put(prefix: Prefix, names: readonly RankedName[]): Promise<void>;
  /** Removes a prefix and all prefixes that begin with it. */
  drop(prefix: Prefix): Promise<void>;
  addCounts(table: 'word' | 'letter', counts: ReadonlyMap<string, number>): Promise<void>;
}

/** Name before and after an update. */
interface ChangedName {
  readonly before: RankedName | undefined;
  readonly after: RankedName | undefined;
}

/** Updates the completions of the names that differ. Reads prefix by prefix, from short to long, while prefixes are frequent. */
export async function updateCompletions(
  tables: CompletionTables,
  before: readonly IndexedName[],
  after: readonly IndexedName[],
): Promise<void> {
  const changed = differences(before, after);
  const [words, letters] = [new Map<string, number>(), new Map<string, number>()];
  for (const { before, after } of changed) {
    if (before) countParts(before.folded, -1, words, letters);
    if (after) countParts(after.folded, 1, words, letters);
  }
  await tables.addCounts('word', withoutZeros(words));
  await tables.addCounts('letter', withoutZeros(letters));
  let open = changed;
  for (let length = 1; length <= LONGEST_PREFIX && open.length > 0; length++) open = await updateLength(tables, open, length);
}

/** Updates prefixes of one length. Returns the changes with a frequent prefix. */
async function updateLength(tables: CompletionTables, changed: readonly ChangedName[], length: number): Promise<ChangedName[]> {
  const groups = new Map<string, { readonly prefix: Prefix; readonly changes: ChangedName[] }>();
  for (const change of changed) {
    for (const { namespace, folded } of [change.before, change.after].filter(name => name !== undefined)) {
      const text = folded.slice(0, length);
      if (folded.length < length || !text.isWellFormed()) continue;
      const key = `${namespace}:${text}`;
      const group = groups.get(key) ?? { prefix: { namespace, folded: text }, changes: [] };
      if (group.changes.at(-1) !== change) group.changes.push(change);
      groups.set(key, group);
    }
  }
  const all = [...groups.values()];
  const states = await tables.read(
    all.map(({ prefix }) => prefix),
    changed.flatMap(({ before, after }) => before ?? after ?? []),
  );
  const frequent = new Set<ChangedName>();
  for (const [at, { prefix, changes }] of all.entries()) {
    const state = states[at] as StoredPrefix;
    if (state.count <= FEW) {
      if (state.stored) await tables.drop(prefix);
      continue;
    }
    for (const change of changes) frequent.add(change);
    await updatePrefix(tables, prefix, changes, state);
  }
  // A name whose prefix ends within a character has a longer prefix too.
  return changed.filter(
    change => frequent.has(change) || [change.before, change.after].some(name => name && !name.folded.slice(0, length).isWellFormed()),
  );
}

async function updatePrefix(
  tables: CompletionTables,
  prefix: Prefix,
  changes: readonly ChangedName[],
  { stored }: StoredPrefix,
): Promise<void> {
  const within = (name: RankedName | undefined): name is RankedName =>
    name !== undefined && name.namespace === prefix.namespace && name.folded.startsWith(prefix.folded);
  const lastChange = changes.find(({ before }) => stored && before && isSame(before, stored.last));
  const last = lastChange ? lastChange.before : stored?.last;
  if (!stored || !last) return tables.put(prefix, await tables.best(prefix));
  const current = changes.map(({ after }) => after).filter(within);
  const isAffected =
    changes.some(({ before }) => within(before) && stored.has(before)) || current.some(name => byImportance(name, last) < 0);
  if (!isAffected) return;
  const unchanged = (await tables.names(prefix)).filter(name => !changes.some(({ before }) => before && isSame(before, name)));
  // All other names are less important than `last` was.
  const best = [...unchanged, ...current].filter(name => byImportance(name, last) <= 0).sort(byImportance);
  await tables.put(prefix, best.length >= KEPT ? best.slice(0, KEPT) : await tables.best(prefix));
}

const isSame = (a: RankedName, b: RankedName | undefined): boolean => a.page === b?.page && a.source === b.source;

function differences(before: readonly IndexedName[], after: readonly IndexedName[]): ChangedName[] {
  const keyOf = ({ page, source }: IndexedName): string => `${page} ${source}`;
  const old = new Map(before.map(name => [keyOf(name), name]));
  const current = new Map(after.map(name => [keyOf(name), name]));
  const keys = new Set([...old.keys(), ...current.keys()]);
  return [...keys].flatMap(key => {
    const [one, other] = [old.get(key), current.get(key)];
    const isEqual = one && other && one.namespace === other.namespace && one.folded === other.folded && one.links === other.links;
    return isEqual ? [] : { before: one, after: other };
  });
}

const withoutZeros = (counts: ReadonlyMap<string, number>): Map<string, number> => new Map([...counts].filter(([, count]) => count !== 0));
