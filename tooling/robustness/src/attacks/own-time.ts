import { readFileSync } from 'node:fs';

/** Returns a clock in milliseconds. On Linux, it stops while this process, process `pid` or one of its children waits for a processor. */
export function ownTime(pid: number): () => number {
  const begun = performance.now();
  const before = waits(pid);
  const seen = new Map<string, number>();
  return () => {
    for (const [process, waited] of waits(pid)) seen.set(process, waited - (before.get(process) ?? 0));
    return performance.now() - begun - seen.values().reduce((sum, waited) => sum + waited, 0);
  };
}

/** Returns the milliseconds that the main thread of each process has waited for a processor. */
function waits(pid: number): Map<string, number> {
  const children = read(`/proc/${pid}/task/${pid}/children`)?.trim().split(' ').filter(Boolean) ?? [];
  return new Map(
    ['self', String(pid), ...children].map(process => [process, Number(read(`/proc/${process}/schedstat`)?.split(' ')[1] ?? 0) / 1e6]),
  );
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // Not Linux, or the process has just ended.
  }
}
