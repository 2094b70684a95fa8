import type { Checkpoints } from './checkpoints.ts';

/** The checkpoint of the tables that follow from others. */
export const DERIVED = '#derived';

/** To be called in each transaction that changes what other tables follow from, so that these are made anew whenever the import ends. */
export const forgetDerived = ({ checkpoints }: { readonly checkpoints: Checkpoints }): Promise<void> => checkpoints.remove(DERIVED);
