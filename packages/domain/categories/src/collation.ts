import { formatNumber } from '@wikiquery/languages';

/** Order of category members (`$wgCategoryCollation`): by sort keys (`keyOf`), or by comparing strings (`compare`). */
export type Collation =
  | { readonly keyOf: (text: string) => string | Uint8Array }
  | { readonly compare: (one: string, other: string) => number };

/** Returns MediaWiki's collation of a name such as `uca-default` in a language. Returns undefined for an unknown collation. */
export function collationOf(name: string, language: string): Collation | undefined {
  if (name === 'uppercase') return { keyOf: text => text.toUpperCase() };
  if (name === 'identity') return { keyOf: text => text };
  if (name === 'numeric') return { keyOf: text => numericKey(text, language) };
  const [, locale] = /^(?:remote-)?uca-([A-Za-z@=-]+)$/.exec(name) ?? [];
  return locale === undefined ? undefined : { compare: comparisonOf(locale) };
}

/** Returns the string to sort a member by: its explicit sort key (`prefix`) and its page name, or only the page name. */
export const sortedText = (prefix: string, dbkey: string): string => {
  const name = dbkey.replaceAll('_', ' ');
  return prefix === '' ? name : `${prefix.replaceAll(/[\n\t]/g, ' ')}\n${name}`;
};

/** Returns a sort key that puts `0` and a two-byte length before each number, so that numbers with fewer digits sort first. */
function numericKey(text: string, language: string): string | Uint8Array {
  const digits = new Map(Array.from({ length: 10 }, (_, digit) => [formatNumber(language, String(digit)), String(digit)]));
  const latin = Array.from(text.toUpperCase(), character => digits.get(character) ?? character).join('');
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

/** Returns a comparison in the order of ICU's sort keys. `locale` is an ICU locale: `de-AT@collation=phonebook`, `fr-u-kn`, `default`. */
function comparisonOf(locale: string): (one: string, other: string) => number {
  const numeric = locale.endsWith('-u-kn');
  const [language = '', keywords = ''] = (numeric ? locale.slice(0, -'-u-kn'.length) : locale).split('@');
  const [, named = ''] = /^collation=(\w+)$/.exec(keywords) ?? [];
  const collation = COLLATIONS.get(named) ?? named;
  // English has the root collation, which ICU also uses for unsupported languages.
  const tag = isKnown(language) ? `${language}${collation && `-u-co-${collation}`}` : 'en';
  return new Intl.Collator(tag, numeric ? { numeric } : {}).compare;
}

/** Names in BCP 47, which allows at most eight letters, by the name in ICU locales. */
const COLLATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({ dictionary: 'dict', phonebook: 'phonebk', traditional: 'trad', gb2312han: 'gb2312' }),
);

function isKnown(language: string): boolean {
  try {
    return Intl.Collator.supportedLocalesOf(language).length > 0;
  } catch {
    return false;
  }
}
