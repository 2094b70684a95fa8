/**
 * Formats a message in MediaWiki's format: `$1` and `{{PLURAL:$1|…}}` with explicit numbers such as `0=…`. Does not expand markup in
 * parameters. A library would make up a twelfth of the page's size.
 */
export function formatMessage(message: string, parameters: readonly (string | number)[], language: string): string {
  const parameter = (number: string): string | number => parameters[Number(number) - 1] ?? `$${number}`;
  const plain = message.replaceAll(/\{\{PLURAL:\$(\d)\|([^{}]*)\}\}/gi, (_, number: string, forms: string) =>
    plural(Number(parameter(number)), forms.split('|'), language),
  );
  return plain.replaceAll(/\$(\d)/g, (_, number: string) => String(parameter(number)));
}

/** Selects the plural form for a count. Forms are in the order of the language's plural categories in CLDR. */
function plural(count: number, forms: readonly string[], language: string): string {
  const exact = forms.find(form => form.startsWith(`${count}=`));
  if (exact !== undefined) return exact.slice(exact.indexOf('=') + 1);
  const rules = new Intl.PluralRules(language);
  const { pluralCategories } = rules.resolvedOptions();
  const categories = CATEGORIES.filter(each => pluralCategories.includes(each));
  const usual = forms.filter(form => !/^\d+=/.test(form));
  return usual[Math.min(categories.indexOf(rules.select(count)), usual.length - 1)] ?? '';
}

const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** Returns the code of a language in lower case, or `en` if the code is invalid. */
export function languageOf(code: string | null): string {
  try {
    return code === null || code === 'qqq' ? 'en' : (Intl.getCanonicalLocales(code)[0] ?? 'en').toLowerCase();
  } catch {
    return 'en';
  }
}

export function directionOf(language: string): 'ltr' | 'rtl' {
  const locale: Intl.Locale & { getTextInfo?: () => { direction?: string } } = new Intl.Locale(language);
  return locale.getTextInfo?.().direction === 'rtl' ? 'rtl' : 'ltr';
}
