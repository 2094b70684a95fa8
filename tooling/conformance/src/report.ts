import type { Result } from './comparison.ts';
import type { Level } from './judge.ts';

export const isFailed = ({ level }: Result): boolean => level === 'different' || level === 'error';

export function describeFailure({ row, level, differences }: Result): string {
  const request = Object.entries(row.probe.params)
    .filter(([name]) => name !== 'action' && name !== 'format')
    .map(([name, value]) => `${name}=${value.length > 120 ? `${value.slice(0, 117)}…` : value}`);
  return [
    `${level.toUpperCase()} ${row.id} [${row.probe.session}] ${request.join('&')}`,
    ...differences.slice(0, SHOWN).map(({ path, expected, actual }) => `    ${path}: expected ${expected}, got ${actual}`),
  ].join('\n');
}

const SHOWN = 5;

/** Returns a table with a line per module. Excused probes have their own column and do not count as different. */
export function table(results: readonly Result[], excused: ReadonlySet<string>): string {
  const counts = moduleCounts(results, excused);
  const line = (name: string, cells: readonly (string | number)[]): string =>
    name.padEnd(22) + cells.map((cell, i) => String(cell).padStart(COLUMNS[i]?.length ?? 8)).join('');
  return [
    line('module', COLUMNS),
    ...[...counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, count]) => line(name, [count.probes, count.exact, count.semantic, count.different, count.error, count.excused])),
  ].join('\n');
}

export const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;

/** Lists the headers that differ but do not count, with the number of probes. */
export function headerNotes(results: readonly Result[]): string {
  const counts = new Map<string, number>();
  for (const name of results.flatMap(({ headers }) => headers)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
}

type Counts = Record<Level | 'probes' | 'excused', number>;

const COLUMNS = ['  probes', '   exact', '  semantic', '  different', '  errors', '  excused'];

function moduleCounts(results: readonly Result[], excused: ReadonlySet<string>): Map<string, Counts> {
  const modules = new Map<string, Counts>();
  for (const { row, level } of results) {
    const counts = modules.get(row.probe.module) ?? { probes: 0, exact: 0, semantic: 0, different: 0, error: 0, excused: 0 };
    modules.set(row.probe.module, counts);
    counts.probes++;
    counts[excused.has(row.id) ? 'excused' : level]++;
  }
  return modules;
}
