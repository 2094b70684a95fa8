import type { Checkpoints } from './checkpoints.ts';

/** Checkpoint with the progress of deriving tables. It is removed when their sources change. */
export const DERIVED = '#derived';

/** Marks the derived tables as stale. Must be called in each transaction that changes their sources. */
export const forgetDerived = ({ checkpoints }: { readonly checkpoints: Checkpoints }): Promise<void> => checkpoints.remove(DERIVED);
