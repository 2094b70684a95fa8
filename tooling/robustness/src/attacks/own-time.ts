import { readFileSync } from 'node:fs';

/**
 * A clock that stands still while a process, one that it started, or this one waits for a processor: on a busy machine others take most of the
 * time. Gives milliseconds since it was made. Where the system does not tell who waits, it goes on like any other.
 */
export function ownTime(pid: number): () => number {
  const begun = performance.now();
  const before = waits(pid);
  const seen = new Map<string, number>();
  return () => {
    for (const [process, waited] of waits(pid)) seen.set(process, waited - (before.get(process) ?? 0));
    return performance.now() - begun - seen.values().reduce((sum, waited) => sum + waited, 0);
  };
}

/** Milliseconds that the main threads of this process, the other and its children waited so far. */
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
    // No Linux, or the process has just ended.
    return undefined;
  }
}
