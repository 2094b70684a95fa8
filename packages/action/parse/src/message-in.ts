import { type Env, NS } from '@wikiquery/core';
import type { Messages } from '@wikiquery/messages';
import { pageContext } from '@wikiquery/rendering';
import { expandTemplates } from '@wikiquery/wikitext';

export type { Messages } from '@wikiquery/messages';

/** Returns a function that looks up interface messages and falls back to a given text. */
export async function messageIn(
  q: Env,
  messages: Messages,
): Promise<(key: string, usual: string, ...params: readonly string[]) => Promise<string>> {
  const context = await pageContext(q, { title: { namespace: NS.SPECIAL, dbkey: 'Badtitle' }, language: q.lang, messages });
  return async (key, usual, ...params) => {
    const text = (await context.message?.(key, params)) ?? '';
    if (text === '' || text.startsWith('⧼')) return usual;
    return text.includes('{{') ? expandTemplates(text, context) : text;
  };
}
