import Banana from 'banana-i18n';
import { LRUCache } from 'lru-cache';
import { currentCode, fallbacksOf } from './fallbacks.ts';
import { isLocale, LONGEST_CODE } from './locales.ts';

/**
 * Of the forms that a translator wrote the one for a number, as `{{PLURAL:3|page|pages}}` does. A form may name its number (`0=none`).
 * Missing forms are the last one.
 */
export function pluralForm(language: string, count: number, forms: readonly string[]): string {
  const named = forms.find(form => form.startsWith(`${count}=`));
  if (named !== undefined) return named.slice(named.indexOf('=') + 1);
  const usual = forms.filter(form => !/\d=/.test(form));
  if (usual.length === 0) return '';
  const { categories, select } = pluralsOf(language);
  return usual[Math.min(Math.max(categories.indexOf(select(count)), 0), usual.length - 1)] ?? '';
}

/** A word in a grammatical case (`genitive`), as `{{GRAMMAR:genitive|word}}` does; as it is where nobody wrote rules. */
export const inflect = (language: string, word: string, grammaticalCase: string): string =>
  word === '' ? '' : speakerOf(currentCode(language)).i18n('{{GRAMMAR:$2|$1}}', word, grammaticalCase);

/** A text that keeps its direction in one of the other direction, as `{{BIDI:text}}` does. */
export const embedded = (text: string): string => (text === '' ? '' : speakerOf('en').i18n('{{BIDI:$1}}', text));

interface Plurals {
  /** In the order in which translators write the forms. */
  readonly categories: readonly string[];
  select(count: number): string;
}

/** Rules come with the language, or with the first of its fallbacks that tells numbers apart. */
function pluralsOf(language: string): Plurals {
  let plurals = rules.get(language);
  if (!plurals) {
    const code = currentCode(language);
    const spoken = [code, ...fallbacksOf(code)].find(distinguishesNumbers) ?? 'en';
    const found = new Intl.PluralRules(spoken);
    const known = new Set<string>(found.resolvedOptions().pluralCategories);
    const categories = CATEGORIES.filter(category => known.has(category));
    // CLDR has learnt since that millions are special in Romance languages; MediaWiki's translators write two forms.
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

/** Knows the grammar of a language. */
function speakerOf(code: string): Banana {
  let speaker = speakers.get(code);
  if (!speaker) {
    speaker = new Banana(code);
    if (code.length <= LONGEST_CODE) speakers.set(code, speaker);
  }
  return speaker;
}

const speakers = new LRUCache<string, Banana>({ max: 100 });
