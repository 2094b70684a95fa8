import { readdirSync, readFileSync } from 'node:fs';

/** Processor time and memory of a process and its descendants; NaN on platforms other than Linux. */
export interface Usage {
  /** Processor time in milliseconds, in multiples of 10. */
  readonly processor: number;
  /** Memory in bytes. Shared memory pages count once. */
  readonly memory: number;
}

/** Returns the processor time so far, and the current memory, of a process and its descendants. */
export function usageOf(pid: number): Usage {
  const processes = process.platform === 'linux' ? treeOf(pid) : [];
  const sum = (of: (pid: number) => number): number =>
    processes.length > 0 ? processes.reduce((total, each) => total + of(each), 0) : Number.NaN;
  return {
    processor: sum(
      each =>
        fieldsOf(each)
          .slice(11, 15)
          .reduce((total, ticks) => total + Number(ticks), 0) * 10,
    ),
    memory: sum(each => Number(/^Pss:\s+(\d+)/m.exec(read(each, 'smaps_rollup'))?.[1] ?? 0) * 1024),
  };
}

/** Returns the IDs of a process and its descendants. Linux only. */
export function treeOf(root: number): number[] {
  const all = readdirSync('/proc').map(Number).filter(Boolean);
  const parents = new Map(all.map(pid => [pid, Number(fieldsOf(pid)[1])]));
  const isBelow = (pid: number | undefined): boolean => pid !== undefined && (pid === root || isBelow(parents.get(pid)));
  return all.filter(isBelow);
}

/** Fields of `/proc/PID/stat` after the process name, which may contain spaces. */
const fieldsOf = (pid: number): string[] =>
  read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // The process has just ended.
  }
}
