import type { Site } from '@wikiquery/core';
import { perSite } from '@wikiquery/core/host';
import { LRUCache } from 'lru-cache';
import { newCode } from './fallbacks.ts';
import { LONGEST_CODE } from './locales.ts';

/**
 * Returns the name of a language in `inLanguage` if the wiki has the CLDR extension, otherwise in the language itself. Returns an empty
 * string for an unknown code.
 */
export function languageName(site: Site, code: string, inLanguage?: string): string {
  return translatedName(site, code, inLanguage) ?? namesOf(site).autonyms.get(newCode(code)) ?? '';
}

/** Returns the language code of an interlanguage prefix (`$wgInterlanguageLinkCodeMap`). */
export const interlanguageCode = (
  { configuration: { interlanguageLinkCodes: codes } }: Pick<Site, 'configuration'>,
  prefix: string,
): string => (Object.hasOwn(codes, prefix) ? codes[prefix] : undefined) ?? prefix;

/** Returns the name of a language in `inLanguage`, or undefined if the wiki lacks the CLDR extension or CLDR lacks the name. */
export function translatedName(site: Site, code: string, inLanguage: string | undefined): string | undefined {
  return inLanguage && namesOf(site).hasTranslations ? translate(code, inLanguage) : undefined;
}

const namesOf = perSite(({ info }) => {
  const languages = (info.languages ?? []) as readonly { readonly code: string; readonly name: string }[];
  const extensions = (info.extensions ?? []) as readonly { readonly name?: string }[];
  return {
    autonyms: new Map(languages.map(({ code, name }) => [code, name])),
    hasTranslations: extensions.some(({ name }) => name?.toLowerCase() === 'cldr'),
  };
});

const translators = new LRUCache<string, Intl.DisplayNames>({ max: 200 });

function translate(code: string, inLanguage: string): string | undefined {
  try {
    let translator = translators.get(inLanguage);
    if (!translator) {
      translator = new Intl.DisplayNames([inLanguage], { type: 'language', fallback: 'none' });
      if (inLanguage.length <= LONGEST_CODE) translators.set(inLanguage, translator);
    }
    return translator.of(code);
  } catch {
    // Not a BCP 47 code, such as `map-bms`.
    return undefined;
  }
}
