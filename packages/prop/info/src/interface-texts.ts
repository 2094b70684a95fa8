import { defineService } from '@wikiquery/core';
import { loadCurrentTexts, textKey } from '@wikiquery/revisions';
import type { InfoQuery } from './parts.ts';

/** Texts of the interface as the software has them, by language and key. */
export const interfaceMessages = defineService<{ get(language: string, key: string): string | undefined }>('messages');

const MEDIAWIKI = 8;

/**
 * Interface texts in the language of the request, wikitext: as pages of the MediaWiki namespace change them, else as the software has them.
 * Undefined where there is none.
 */
export async function loadInterfaceTexts(q: InfoQuery, keys: readonly string[]): Promise<(key: string) => string | undefined> {
  const { site, lang } = q;
  const pagesOf = (key: string) => {
    const dbkey = q.titles.capitalize(key.replaceAll(' ', '_'), MEDIAWIKI);
    return lang === site.lang ? [dbkey] : [`${dbkey}/${lang}`, dbkey];
  };
  const titlesOf = (key: string) => pagesOf(key).map(dbkey => ({ namespace: MEDIAWIKI, dbkey }));
  const texts = await loadCurrentTexts(q.db, keys.flatMap(titlesOf), TEXT_MODELS);
  const changed = (key: string) =>
    titlesOf(key)
      .map(title => texts.get(textKey(title)))
      .find(text => text !== undefined);
  return key => changed(key) ?? defaultText(q, lang, key);
}

/** What may be read as wikitext, whatever it is meant for. */
export const TEXT_MODELS: ReadonlySet<string> = new Set(['wikitext', 'text', 'css', 'javascript', 'json']);

/** What the software says in a language, else in English. */
export const defaultText = ({ services }: InfoQuery, language: string, key: string): string | undefined =>
  services.messages?.get(language, key) ?? services.messages?.get('en', key);

/** A text that the wiki has taken out of use. */
export const isDisabled = (text: string | undefined): boolean => text === undefined || text === '' || text === '-';
