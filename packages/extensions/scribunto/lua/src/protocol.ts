import type { FromLua } from './lua-state.ts';

export type FromHost =
  | { readonly kind: 'open' }
  | { readonly kind: 'call'; readonly title: string; readonly name: string; readonly frame: number }
  | { readonly kind: 'answer'; readonly value?: unknown; readonly failure?: string };

export type FromWorker =
  | { readonly kind: 'ask'; readonly name: string; readonly values: readonly FromLua[] }
  | { readonly kind: 'done'; readonly outcome: string; readonly text: string };
