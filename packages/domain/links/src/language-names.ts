import type { Site } from '@wikiquery/core';

/**
 * The name of a language as MediaWiki gives it: in the language itself, or in another one where the wiki has the CLDR extension, which
 * is what brings translated names. Empty for a code that the wiki has no name for.
 */
export function languageName(site: Site, code: string, inLanguage?: string): string {
  const { autonyms, isTranslating } = namesOf(site);
  const translated = isTranslating && inLanguage !== undefined ? translate(code, inLanguage) : undefined;
  return translated ?? autonyms.get(code) ?? '';
}

interface Names {
  readonly autonyms: ReadonlyMap<string, string>;
  readonly isTranslating: boolean;
}

const known = new WeakMap<Site, Names>();

function namesOf(site: Site): Names {
  let names = known.get(site);
  if (!names) {
    const languages = (site.info.languages ?? []) as readonly { readonly code: string; readonly name: string }[];
    const extensions = (site.info.extensions ?? []) as readonly { readonly name: string }[];
    names = {
      autonyms: new Map(languages.map(({ code, name }) => [code, name])),
      isTranslating: extensions.some(({ name }) => name.toLowerCase() === 'cldr'),
    };
    known.set(site, names);
  }
  return names;
}

const translators = new Map<string, Intl.DisplayNames>();

function translate(code: string, inLanguage: string): string | undefined {
  try {
    let translator = translators.get(inLanguage);
    if (!translator) {
      translator = new Intl.DisplayNames([inLanguage], { type: 'language', fallback: 'none' });
      // The code comes from a request: do not keep what anybody makes up.
      if (translators.size < 500) translators.set(inLanguage, translator);
    }
    return translator.of(code);
  } catch {
    // A code that BCP 47 does not know, such as `map-bms`.
    return undefined;
  }
}
