import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';

/** Expected differences by probe id, in which `*` matches any characters except slashes. */
export type Excuses = Readonly<Record<string, Excuse>>;

interface Excuse {
  readonly reason: string;
  /** The heading in docs/differences.md that documents it. */
  readonly difference: string;
  /** Names of sets; all sets by default. */
  readonly sets?: readonly string[];
}

export interface Outcome {
  readonly id: string;
  readonly failed: boolean;
}

export interface Excused {
  readonly ids: Set<string>;
  /** Unneeded and undocumented excuses. */
  readonly problems: readonly string[];
}

/** The default set, in which every excuse must be needed. */
export const DEFAULT_SET = 'a-1.43-sqlite';

/** Finds the excused probes. Reports excuses that no probe of the default set needs. */
export function excuse(excuses: Excuses, outcomes: readonly Outcome[], differences: string, set: string = DEFAULT_SET): Excused {
  const ids = new Set<string>();
  const problems: string[] = [];
  const headings = new Set([...differences.matchAll(/^#+ +(.*?) *$/gm)].map(([, heading]) => heading));
  for (const [pattern, { difference, sets }] of Object.entries(excuses)) {
    if (!headings.has(difference)) problems.push(`"${pattern}" refers to "${difference}", which is no heading of docs/differences.md.`);
    if (sets && !sets.includes(set)) continue;
    const sent = outcomes.filter(({ id }) => matchesGlob(id, pattern));
    const needed = sent.filter(({ failed }) => failed);
    for (const { id } of needed) ids.add(id);
    // Order without ORDER BY may change with the statistics of other engines.
    if (set === DEFAULT_SET && sent.length > 0 && needed.length === 0)
      problems.push(`"${pattern}" is excused, but no probe of it differs: take the excuse out.`);
  }
  return { ids, problems };
}

export function readExcuses(file: string): Excuses {
  return JSON.parse(readFileSync(file, 'utf8')) as Excuses;
}
