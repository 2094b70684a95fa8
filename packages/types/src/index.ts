export type * from './modules.ts';
export type * from './selection.ts';
