import type { Site } from '@wikiquery/core';
import { normalFormC, perSite } from '@wikiquery/core/host';
import { currentCode, fallbacksOf } from './fallbacks.ts';

/**
 * Returns the function that normalizes input and output to Unicode form C. If the language or the configuration requires it, the function
 * also replaces Arabic presentation forms and composes Malayalam chillus.
 */
export const normalizerOf = perSite((site): ((text: string) => string) => {
  const fixes = fixesOf(site);
  return fixes.length === 0 ? normalFormC : text => fixes.reduce((fixed, fix) => fix(fixed), normalFormC(text));
});

type Fix = (text: string) => string;

function fixesOf({ lang, general }: Site): Fix[] {
  if (general.allunicodefixes === true) return [fixArabic, fixMalayalam];
  const spoken = [currentCode(lang), ...fallbacksOf(lang)].find(code => code === 'ar' || code === 'ml');
  if (spoken === 'ar' && general.fixarabicunicode !== false) return [fixArabic];
  return spoken === 'ml' && general.fixmalayalamunicode !== false ? [fixMalayalam] : [];
}

/** MediaWiki maps U+FBDD to the letter U+0677, which form KC would decompose. */
const fixArabic: Fix = text =>
  text.replace(/[\ufb50-\ufdff\ufe70-\ufefc]/g, form => (form === '\ufbdd' ? '\u0677' : form.normalize('NFKC')));

const fixMalayalam: Fix = text => text.replace(/([ണനരലളക])\u0d4d\u200d/g, (_, letter: string) => CHILLUS[letter] as string);

const CHILLUS: Readonly<Record<string, string>> = { ണ: 'ൺ', ന: 'ൻ', ര: 'ർ', ല: 'ൽ', ള: 'ൾ', ക: 'ൿ' };
