import type { FromLua } from './lua-state.ts';

/** To the thread in which Lua runs. */
export type FromHost =
  /** A new Lua for the texts of one page. */
  | { readonly kind: 'open' }
  | { readonly kind: 'call'; readonly title: string; readonly name: string; readonly frame: number }
  | { readonly kind: 'answer'; readonly value?: unknown; readonly failure?: string };

/** From there. */
export type FromWorker =
  | { readonly kind: 'ask'; readonly name: string; readonly values: readonly FromLua[] }
  | { readonly kind: 'done'; readonly outcome: string; readonly text: string };
