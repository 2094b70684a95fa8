import type { Site } from '@wikiquery/core';
import { LRUCache } from 'lru-cache';
import { newCode } from './fallbacks.ts';
import { LONGEST_CODE } from './locales.ts';

/**
 * The name of a language as MediaWiki gives it: in the language itself, or in another one where the wiki has the CLDR extension, which
 * is what brings translated names. Empty for a code that the wiki has no name for.
 */
export function languageName(site: Site, code: string, inLanguage?: string): string {
  return translatedName(site, code, inLanguage) ?? namesOf(site).autonyms.get(newCode(code)) ?? '';
}

/** The name of a language in another one; undefined where the wiki has none. */
export function translatedName(site: Site, code: string, inLanguage: string | undefined): string | undefined {
  return inLanguage && namesOf(site).isTranslating ? translate(code, inLanguage) : undefined;
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
    const extensions = (site.info.extensions ?? []) as readonly { readonly name?: string }[];
    names = {
      autonyms: new Map(languages.map(({ code, name }) => [code, name])),
      isTranslating: extensions.some(({ name }) => name?.toLowerCase() === 'cldr'),
    };
    known.set(site, names);
  }
  return names;
}

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
    // A code that BCP 47 does not know, such as `map-bms`.
    return undefined;
  }
}
