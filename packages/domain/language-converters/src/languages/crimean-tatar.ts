import data from '../data/crh.json' with { type: 'json' };
import { convertBetween, createPatterns } from '../patterns.ts';
import { createReplacement } from '../replacement.ts';
import type { Replace, Rules } from '../rules.ts';

const wordsToLatin = createReplacement([data.wordsToLatin]);
const wordsToCyrillic = createReplacement([data.wordsToCyrillic]);
const patternsToLatin = createPatterns(data.patternsToLatin);
const patternsToCyrillic = createPatterns(data.patternsToCyrillic);
const cleanCyrillic = createPatterns(data.cleaningCyrillic);

const NUMERAL = '(?=[MDCLXVI](?:[^.]|$))M{0,4}(?:C[DM]|D?C{0,3})(?:X[LC]|L?X{0,3})(?:I[VX]|V?I{0,3})';
const BREAK = String.raw`[^\w\u0080-\uffff]`;
const NUMERALS = new RegExp(`^${NUMERAL}$|^(?:${NUMERAL}${BREAK})+|(?:${BREAK}${NUMERAL})+$|${BREAK}(?:${NUMERAL}${BREAK})+`, 'g');

export const crimeanTatar: Rules = {
  keepsUserNames: true,
  tables: { 'crh-latn': data['crh-latn'], 'crh-cyrl': data['crh-cyrl'] },
  convert(text, variant, replace) {
    if (variant === 'crh-latn') return toLatin(text, replace);
    return variant === 'crh-cyrl' ? convertBetween(text, NUMERALS, part => toCyrillic(part, replace)) : text;
  },
};

const toLatin = (text: string, replace: Replace): string => replace(patternsToLatin(wordsToLatin(text))).replace(/[«»]/g, '"');

const toCyrillic = (text: string, replace: Replace): string =>
  cleanCyrillic(
    replace(patternsToCyrillic(wordsToCyrillic(text)))
      .replaceAll('“', '«')
      .replaceAll('”', '»'),
  );
