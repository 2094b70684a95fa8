import { setFlagsFromString } from 'node:v8';

/** Hardly anything outlives its batch: more room for what is new would not be needed, only be filled before V8 collects. */
export async function inLittleMemory<T>(work: () => Promise<T>): Promise<T> {
  for (const flag of LITTLE) setFlagsFromString(flag);
  try {
    return await work();
  } finally {
    for (const flag of USUAL) setFlagsFromString(flag);
  }
}

const LITTLE = ['--semi-space-growth-factor=1', '--heap-growing-percent=15'];
/** What V8 has when nobody says anything. */
const USUAL = ['--semi-space-growth-factor=2', '--heap-growing-percent=0'];
