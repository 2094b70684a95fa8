import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';

/** Expected differences by probe id, in which `*` matches any characters except slashes. */
export type Excuses = Readonly<Record<string, Excuse>>;

interface Excuse {
  readonly reason: string;
  /** Heading in docs/project/differences.md that documents the difference. */
  readonly difference: string;
  /** Names of the sets to which the excuse applies. Default: all sets. */
  readonly sets?: readonly string[];
}

export interface Outcome {
  readonly id: string;
  readonly failed: boolean;
}

export interface Excused {
  readonly ids: Set<string>;
  /** Error messages about excuses that no probe needs, or that docs/project/differences.md does not document. */
  readonly problems: readonly string[];
}

/** The default set, in which every excuse must be needed. */
export const DEFAULT_SET = 'a-1.43-sqlite';

/** Returns the excused probes. Reports undocumented excuses, and excuses that no probe of the default set needs. */
export function excuse(excuses: Excuses, outcomes: readonly Outcome[], differences: string, set: string = DEFAULT_SET): Excused {
  const ids = new Set<string>();
  const problems: string[] = [];
  const headings = new Set([...differences.matchAll(/^#+ +(.*?) *$/gm)].map(([, heading]) => heading));
  for (const [pattern, { difference, sets }] of Object.entries(excuses)) {
    if (!headings.has(difference))
      problems.push(`"${pattern}" refers to "${difference}", which is not a heading of docs/project/differences.md.`);
    if (sets && !sets.includes(set)) continue;
    const sent = outcomes.filter(({ id }) => matchesGlob(id, pattern));
    const needed = sent.filter(({ failed }) => failed);
    for (const { id } of needed) ids.add(id);
    // On other engines, statistics may change the order of rows without ORDER BY, so an excuse may be unneeded at times.
    if (set === DEFAULT_SET && sent.length > 0 && needed.length === 0)
      problems.push(`"${pattern}" is excused, but no probe of it differs: remove the excuse.`);
  }
  return { ids, problems };
}

export function readExcuses(file: string): Excuses {
  return JSON.parse(readFileSync(file, 'utf8')) as Excuses;
}
