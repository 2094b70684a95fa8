import type { Site } from '@wikiquery/core';
import { normalFormC } from '@wikiquery/core/host';
import { currentCode, fallbacksOf } from './fallbacks.ts';

/**
 * The form into which MediaWiki brings what it reads and answers: Unicode normal form C, and in Arabic letters for their presentation forms, in
 * Malayalam atomic chillus, where the language of the wiki or its configuration says so.
 */
export function normalizerOf(site: Site): (text: string) => string {
  let normalize = normalizers.get(site);
  if (!normalize) {
    const fixes = fixesOf(site);
    normalize = fixes.length === 0 ? normalFormC : text => fixes.reduce((fixed, fix) => fix(fixed), normalFormC(text));
    normalizers.set(site, normalize);
  }
  return normalize;
}

const normalizers = new WeakMap<Site, (text: string) => string>();

type Fix = (text: string) => string;

function fixesOf({ lang, general }: Site): Fix[] {
  if (general.allunicodefixes === true) return [fixArabic, fixMalayalam];
  const spoken = [currentCode(lang), ...fallbacksOf(lang)].find(code => code === 'ar' || code === 'ml');
  if (spoken === 'ar' && general.fixarabicunicode !== false) return [fixArabic];
  return spoken === 'ml' && general.fixmalayalamunicode !== false ? [fixMalayalam] : [];
}

/** MediaWiki keeps one of them as a letter of its own. */
const fixArabic: Fix = text =>
  text.replace(/[\ufb50-\ufdff\ufe70-\ufefc]/g, form => (form === '\ufbdd' ? '\u0677' : form.normalize('NFKC')));

const fixMalayalam: Fix = text => text.replace(/([ണനരലളക])\u0d4d\u200d/g, (_, letter: string) => CHILLUS[letter] as string);

const CHILLUS: Readonly<Record<string, string>> = { ണ: 'ൺ', ന: 'ൻ', ര: 'ർ', ല: 'ൽ', ള: 'ൾ', ക: 'ൿ' };
