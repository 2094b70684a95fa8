/**
 * A message in MediaWiki's form as text: `$1` and `{{PLURAL:$1|…}}`, in which `0=…` stands for one number. Parameters are never read as part of
 * the message. A library for it would be a twelfth of what the page weighs.
 */
export function formatMessage(message: string, parameters: readonly (string | number)[], language: string): string {
  const parameter = (number: string): string | number => parameters[Number(number) - 1] ?? `$${number}`;
  const plain = message.replaceAll(/\{\{PLURAL:\$(\d)\|([^{}]*)\}\}/gi, (_, number: string, forms: string) =>
    plural(Number(parameter(number)), forms.split('|'), language),
  );
  return plain.replaceAll(/\$(\d)/g, (_, number: string) => String(parameter(number)));
}

/** Forms come in the order of CLDR's categories, as far as the language has them. */
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

/** A language code that may be one; else English. */
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
