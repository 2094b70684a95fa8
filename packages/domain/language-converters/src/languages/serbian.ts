import sh from '../data/sh.json' with { type: 'json' };
import sr from '../data/sr.json' with { type: 'json' };
import { exceptRomanNumerals } from '../roman-numerals.ts';
import type { Rules } from '../rules.ts';

export const serbian: Rules = {
  keepsUserNames: true,
  tables: sr,
  convert: (text, _, replace) => exceptRomanNumerals(text, replace),
  seemsWrittenIn(text, variant) {
    const cyrillic = count(text, /[шђчћжШЂЧЋЖ]/g);
    const latin = count(text, /[šđčćžŠĐČĆŽ]/g);
    return (variant === 'sr-ec' && cyrillic > latin) || (variant === 'sr-el' && latin > cyrillic);
  },
};

export const serboCroatian: Rules = { tables: sh, convert: (text, _, replace) => exceptRomanNumerals(text, replace) };

const count = (text: string, letter: RegExp): number => text.match(letter)?.length ?? 0;
