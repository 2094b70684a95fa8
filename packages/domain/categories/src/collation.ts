import { formatNumber } from '@wikiquery/languages';

/** How a wiki orders the members of its categories (`$wgCategoryCollation`): by keys that can be made of a text here, or as texts compare. */
export type Collation =
  | { readonly keyOf: (text: string) => string | Uint8Array }
  | { readonly compare: (one: string, other: string) => number };

/** The collation of this name on a wiki in this language; undefined where its keys are neither made here nor in the order of ICU. */
export function collationOf(name: string, language: string): Collation | undefined {
  if (name === 'uppercase') return { keyOf: uppercase };
  if (name === 'identity') return { keyOf: text => text };
  if (name === 'numeric') return { keyOf: text => numericKey(text, language) };
  const [, locale] = /^(?:remote-)?uca-([A-Za-z@=-]+)$/.exec(name) ?? [];
  return locale === undefined ? undefined : { compare: comparisonOf(locale) };
}

/** What a page is ordered by in a category: the sort key that its wikitext gives and its name, or the name alone. */
export const sortedText = (prefix: string, dbkey: string): string => {
  const name = dbkey.replaceAll('_', ' ');
  return prefix === '' ? name : `${prefix.replaceAll(/[\n\t]/g, ' ')}\n${name}`;
};

const uppercase = (text: string): string => text.toUpperCase();

/** Before a number stand a zero and, in two bytes, how many digits it has, so that shorter ones come first. */
function numericKey(text: string, language: string): string | Uint8Array {
  const digits = new Map(Array.from({ length: 10 }, (_, digit) => [formatNumber(language, String(digit)), String(digit)]));
  const latin = Array.from(uppercase(text), character => digits.get(character) ?? character).join('');
  const parts = latin.split(/(\d+)/);
  if (parts.length === 1) return latin;
  return Buffer.concat(
    parts.map((part, i) => {
      if (i % 2 === 0) return Buffer.from(part);
      const number = part.replace(/^0+/, '');
      return Buffer.concat([Buffer.from([DIGIT_ZERO, (number.length >> 8) & 0xff, number.length & 0xff]), Buffer.from(number)]);
    }),
  );
}

const DIGIT_ZERO = 0x30;

/** ICU compares texts as it compares their sort keys. `locale` is written as ICU does: `de-AT@collation=phonebook`, `fr-u-kn`, `default`. */
function comparisonOf(locale: string): (one: string, other: string) => number {
  const numeric = locale.endsWith('-u-kn');
  const [language = '', keywords = ''] = (numeric ? locale.slice(0, -'-u-kn'.length) : locale).split('@');
  const [, named = ''] = /^collation=(\w+)$/.exec(keywords) ?? [];
  const collation = COLLATIONS[named] ?? named;
  // English has the order of the root, which languages without an order of their own have as well.
  const tag = isKnown(language) ? `${language}${collation && `-u-co-${collation}`}` : 'en';
  return new Intl.Collator(tag, numeric ? { numeric } : {}).compare;
}

/** BCP 47 cuts these names to eight letters. */
const COLLATIONS: Readonly<Record<string, string>> = { dictionary: 'dict', phonebook: 'phonebk', traditional: 'trad', gb2312han: 'gb2312' };

function isKnown(language: string): boolean {
  try {
    return Intl.Collator.supportedLocalesOf(language).length > 0;
  } catch {
    return false; // no language tag
  }
}
