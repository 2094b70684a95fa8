import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';

/** Probes that are meant to differ: probe id, where `*` stands for any characters but a slash, to why. */
export type Excuses = Readonly<Record<string, Excuse>>;

interface Excuse {
  readonly reason: string;
  /** The heading in docs/differences.md that explains it to users. */
  readonly difference: string;
  /** The sets of which it holds; of all when left out. */
  readonly sets?: readonly string[];
}

export interface Outcome {
  readonly id: string;
  readonly failed: boolean;
}

export interface Excused {
  readonly ids: Set<string>;
  /** What is wrong with the excuses themselves. */
  readonly problems: readonly string[];
}

/** The set whose probes are all asked whenever something changes. */
export const DEFAULT_SET = 'a-1.43-sqlite';

/** Applies the excuses to the probes of a set that were asked. One that no probe of the usual set needs any more is a problem. */
export function excuse(excuses: Excuses, outcomes: readonly Outcome[], differences: string, set: string = DEFAULT_SET): Excused {
  const ids = new Set<string>();
  const problems: string[] = [];
  const headings = new Set([...differences.matchAll(/^#+ +(.*?) *$/gm)].map(([, heading]) => heading));
  for (const [pattern, { difference, sets }] of Object.entries(excuses)) {
    if (!headings.has(difference)) problems.push(`"${pattern}" refers to "${difference}", which is no heading of docs/differences.md.`);
    if (sets && !sets.includes(set)) continue;
    const asked = outcomes.filter(({ id }) => matchesGlob(id, pattern));
    const needed = asked.filter(({ failed }) => failed);
    for (const { id } of needed) ids.add(id);
    // What engines and versions do where nothing is asked of them may change with their statistics.
    if (set === DEFAULT_SET && asked.length > 0 && needed.length === 0)
      problems.push(`"${pattern}" is excused, but no probe of it differs: take the excuse out.`);
  }
  return { ids, problems };
}

export function readExcuses(file: string): Excuses {
  return JSON.parse(readFileSync(file, 'utf8')) as Excuses;
}
