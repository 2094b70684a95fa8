import { readFileSync } from 'node:fs';

/** Returns the resident memory of a process in megabytes; 0 if it has ended, and on systems other than Linux. */
export function residentMemory(pid: number): number {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return (Number(pages) * PAGE) / 1e6;
  } catch {
    return 0;
  }
}

/** Bytes of a memory page on the processors that Node supports with Linux, except for some kernels with larger pages. */
const PAGE = 4096;
