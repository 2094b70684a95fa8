import Banana from 'banana-i18n';
import { LRUCache } from 'lru-cache';
import { currentCode } from './fallbacks.ts';
import grammar from './grammar.json' with { type: 'json' };
import { inflectKazakh } from './kazakh-cases.ts';
import { LONGEST_CODE } from './locales.ts';
import { pluralIndex } from './plurals.ts';

/**
 * Returns the plural form for a number, as `{{PLURAL:3|page|pages}}` does. A form can specify an exact number (`0=none`).
 * If there are fewer forms than the language needs, the last form replaces the missing ones.
 */
export function pluralForm(language: string, count: number, forms: readonly string[]): string {
  const named = forms.find(form => form.startsWith(`${count}=`));
  if (named !== undefined) return named.slice(named.indexOf('=') + 1);
  const usual = forms.filter(form => !/\d=/.test(form));
  return usual[Math.min(pluralIndex(language, count), usual.length - 1)] ?? '';
}

/** Inflects a word, as `{{GRAMMAR:genitive|word}}` does. If the language has no rules for the case, the word stays unchanged. */
export function inflect(language: string, word: string, grammaticalCase: string): string {
  if (word === '') return '';
  const code = currentCode(language);
  if (KAZAKH.has(code)) return inflectKazakh(word, grammaticalCase);
  const cases = transformations.get(code);
  if (cases === undefined) return speakerOf(code).i18n('{{GRAMMAR:$2|$1}}', word, grammaticalCase);
  const rules = Object.hasOwn(cases, grammaticalCase) ? cases[grammaticalCase] : undefined;
  for (const [pattern = '', replacement = ''] of rules ?? []) {
    const matcher = new RegExp(pattern, 'gu');
    if (matcher.test(word)) return word.replaceAll(matcher, replacement);
  }
  return word;
}

const KAZAKH: ReadonlySet<string> = new Set(['kk', 'kk-cyrl', 'kk-kz']);

/** Patterns and replacements by language and case. Languages without an entry are inflected by banana-i18n. */
const transformations: ReadonlyMap<string, Readonly<Record<string, readonly (readonly string[])[]>>> = new Map(Object.entries(grammar));

/** Isolates the writing direction of a text, as `{{BIDI:text}}` does. */
export const embedded = (text: string): string => (text === '' ? '' : speakerOf('en').i18n('{{BIDI:$1}}', text));

function speakerOf(code: string): Banana {
  let speaker = speakers.get(code);
  if (!speaker) {
    speaker = new Banana(code);
    if (code.length <= LONGEST_CODE) speakers.set(code, speaker);
  }
  return speaker;
}

const speakers = new LRUCache<string, Banana>({ max: 100 });
