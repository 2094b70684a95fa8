import Banana from 'banana-i18n';
import { LRUCache } from 'lru-cache';
import { currentCode, fallbacksOf } from './fallbacks.ts';
import { isLocale, LONGEST_CODE } from './locales.ts';

/**
 * Returns the plural form for a number, as `{{PLURAL:3|page|pages}}` does. A form can specify an exact number (`0=none`).
 * If there are fewer forms than the language needs, the last form replaces the missing ones.
 */
export function pluralForm(language: string, count: number, forms: readonly string[]): string {
  const named = forms.find(form => form.startsWith(`${count}=`));
  if (named !== undefined) return named.slice(named.indexOf('=') + 1);
  const usual = forms.filter(form => !/\d=/.test(form));
  if (usual.length === 0) return '';
  const { categories, select } = pluralsOf(language);
  return usual[Math.min(Math.max(categories.indexOf(select(count)), 0), usual.length - 1)] ?? '';
}

/** Inflects a word, as `{{GRAMMAR:genitive|word}}` does. If the language has no rules for the case, the word stays unchanged. */
export const inflect = (language: string, word: string, grammaticalCase: string): string =>
  word === '' ? '' : speakerOf(currentCode(language)).i18n('{{GRAMMAR:$2|$1}}', word, grammaticalCase);

/** Isolates the writing direction of a text, as `{{BIDI:text}}` does. */
export const embedded = (text: string): string => (text === '' ? '' : speakerOf('en').i18n('{{BIDI:$1}}', text));

interface Plurals {
  /** CLDR's categories, in the order in which forms are written. */
  readonly categories: readonly string[];
  select(count: number): string;
}

/** Returns the plural rules of the language, or of its first fallback language that has several plural forms. */
function pluralsOf(language: string): Plurals {
  let plurals = rules.get(language);
  if (!plurals) {
    const code = currentCode(language);
    const spoken = [code, ...fallbacksOf(code)].find(distinguishesNumbers) ?? 'en';
    const found = new Intl.PluralRules(spoken);
    const known = new Set<string>(found.resolvedOptions().pluralCategories);
    const categories = CATEGORIES.filter(category => known.has(category));
    // For Romance languages, CLDR has a third form for millions. MediaWiki has only two forms.
    const isRomance = categories.join() === 'one,many,other';
    plurals = {
      categories: isRomance ? ['one', 'other'] : categories,
      select: count => (isRomance && found.select(count) === 'many' ? 'other' : found.select(count)),
    };
    if (language.length <= LONGEST_CODE) rules.set(language, plurals);
  }
  return plurals;
}

const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'];
const rules = new LRUCache<string, Plurals>({ max: 100 });

const distinguishesNumbers = (code: string): boolean =>
  isLocale(code) && new Intl.PluralRules(code).resolvedOptions().pluralCategories.length > 1;

function speakerOf(code: string): Banana {
  let speaker = speakers.get(code);
  if (!speaker) {
    speaker = new Banana(code);
    if (code.length <= LONGEST_CODE) speakers.set(code, speaker);
  }
  return speaker;
}

const speakers = new LRUCache<string, Banana>({ max: 100 });
