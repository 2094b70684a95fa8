import type { Site } from '@wikiquery/core';

/**
 * Names of languages in one language, by code; undefined where the wiki knows only what languages call themselves: translations come with
 * the extension CLDR.
 */
export function languageNames(site: Site, inLanguage: string | undefined): ((code: string) => string | undefined) | undefined {
  if (!inLanguage || !hasTranslations(site)) return undefined;
  let names: Intl.DisplayNames;
  try {
    names = new Intl.DisplayNames([inLanguage], { type: 'language', fallback: 'none', languageDisplay: 'standard' });
  } catch {
    return undefined;
  }
  return code => {
    try {
      return names.of(code);
    } catch {
      return undefined;
    }
  };
}

const hasTranslations = (site: Site): boolean =>
  ((site.info.extensions ?? []) as readonly { readonly name?: string }[]).some(({ name }) => name?.toLowerCase() === 'cldr');
