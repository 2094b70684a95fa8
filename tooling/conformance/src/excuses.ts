import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';

/**
 * Probes that are meant to differ: probe id, where `*` stands for any characters but a slash, to the reason and the heading
 * in docs/differences.md that explains it to users.
 */
export type Excuses = Readonly<Record<string, { readonly reason: string; readonly difference: string }>>;

export interface Outcome {
  readonly id: string;
  readonly failed: boolean;
}

export interface Excused {
  readonly ids: ReadonlySet<string>;
  /** What is wrong with the excuses themselves. */
  readonly problems: readonly string[];
}

/** Applies the excuses to the probes that were asked. An excuse that none of its probes needs any more is a problem. */
export function excuse(excuses: Excuses, outcomes: readonly Outcome[], differences: string): Excused {
  const ids = new Set<string>();
  const problems: string[] = [];
  const headings = new Set([...differences.matchAll(/^#+ +(.*?) *$/gm)].map(([, heading]) => heading));
  for (const [pattern, { difference }] of Object.entries(excuses)) {
    const asked = outcomes.filter(({ id }) => matchesGlob(id, pattern));
    const needed = asked.filter(({ failed }) => failed);
    for (const { id } of needed) ids.add(id);
    if (asked.length > 0 && needed.length === 0) problems.push(`"${pattern}" is excused, but no probe of it differs: take the excuse out.`);
    if (!headings.has(difference)) problems.push(`"${pattern}" refers to "${difference}", which is no heading of docs/differences.md.`);
  }
  return { ids, problems };
}

export function readExcuses(file: string): Excuses {
  return JSON.parse(readFileSync(file, 'utf8')) as Excuses;
}
