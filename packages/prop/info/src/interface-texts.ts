import { loadInterfaceTexts } from '@wikiquery/messages';
import type { InfoQuery } from './info-query.ts';

/** Interface texts in the language of the request, wikitext; undefined where there is none. */
export async function loadTexts(q: InfoQuery, keys: readonly string[]): Promise<(key: string) => string | undefined> {
  const texts = await loadInterfaceTexts(q, keys, q.services);
  return key => texts.text(key);
}

/** A text that the wiki has taken out of use. */
export const isDisabled = (text: string | undefined): boolean => text === undefined || text === '' || text === '-';
