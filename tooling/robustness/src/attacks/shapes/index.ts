import { MODULES } from './lua.ts';
import type { Kind, Shape } from './shape.ts';
import { CHARACTERS, DIFFERENCES } from './texts.ts';
import { ADDRESSES, CONTINUES, HEXADECIMALS, LINKS, LISTS, NUMBERS, PAGES, PATTERNS, PRINTED, TIMES, TITLES } from './values.ts';
import { WIKITEXT } from './wikitext.ts';

export { HTTP } from './http.ts';
export type { Kind, Shape } from './shape.ts';
export { COUNTERPARTS } from './texts.ts';
export { TEMPLATES } from './wikitext.ts';

export const SHAPES: readonly Shape[] = [
  ...[
    WIKITEXT,
    MODULES,
    DIFFERENCES,
    CHARACTERS,
    LISTS,
    TITLES,
    PATTERNS,
    NUMBERS,
    TIMES,
    ADDRESSES,
    CONTINUES,
    HEXADECIMALS,
    LINKS,
    PRINTED,
    PAGES,
  ].flat(),
];

export const shapesOf = (kinds: readonly Kind[]): Shape[] => SHAPES.filter(({ kind }) => kinds.includes(kind));
