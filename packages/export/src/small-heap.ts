import { setFlagsFromString } from 'node:v8';

/** Runs `work` with more frequent garbage collections, because few objects outlive a batch. */
export async function withSmallHeap<T>(work: () => Promise<T>): Promise<T> {
  for (const flag of SMALL) setFlagsFromString(flag);
  try {
    return await work();
  } finally {
    for (const flag of DEFAULTS) setFlagsFromString(flag);
  }
}

const SMALL = ['--semi-space-growth-factor=1', '--heap-growing-percent=15'];
const DEFAULTS = ['--semi-space-growth-factor=2', '--heap-growing-percent=0'];
