import type { Checkpoints } from './checkpoints.ts';

/** Checkpoint that exists while the derived tables are current. */
export const DERIVED = '#derived';

/** Marks the derived tables as stale. Call it in each transaction that changes their sources. */
export const forgetDerived = ({ checkpoints }: { readonly checkpoints: Checkpoints }): Promise<void> => checkpoints.remove(DERIVED);
