import { loadInterfaceTexts } from '@wikiquery/messages';
import type { InfoQuery } from './info-query.ts';

/** Loads interface messages in the language of the request. */
export async function loadTexts(q: InfoQuery, keys: readonly string[]): Promise<(key: string) => string | undefined> {
  const texts = await loadInterfaceTexts(q, keys, q.services);
  return key => texts.text(key);
}

export const isDisabled = (text: string | undefined): boolean => text === undefined || text === '' || text === '-';
