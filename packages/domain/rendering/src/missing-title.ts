import { wordingOf } from '@wikiquery/comments';
import type { Title } from '@wikiquery/core';
import { type Messages, wikitextContext } from '@wikiquery/messages';
import type { RenderingEnv } from './context.ts';

/** Returns the tooltip of red links in the wiki's language, regardless of the user's language. `$1` is the page name. */
export async function missingTitle(env: RenderingEnv, messages: Messages | undefined, title: Title): Promise<string> {
  const { lang } = env.site;
  const { message } = await wikitextContext(env, [], { messages, language: lang, title });
  const text = await message?.('red-link-title', ['$1']);
  return text === undefined || text === '' || text.startsWith('⧼') ? wordingOf(lang).redLinkTitle('$1') : text;
}
