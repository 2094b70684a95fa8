import { wordingOf } from '@wikiquery/comments';
import type { Title } from '@wikiquery/core';
import { type Messages, wikitextContext } from '@wikiquery/messages';
import type { RenderingEnv } from './context.ts';

/** The title of a link to a page that is not there, in the language of the wiki whoever reads it; `$1` is the name of the page. */
export async function missingTitle(env: RenderingEnv, messages: Messages | undefined, title: Title): Promise<string> {
  const { lang } = env.site;
  const { message } = await wikitextContext(env, [], { messages, language: lang, title });
  const said = await message?.('red-link-title', ['$1']);
  return said === undefined || said === '' || said.startsWith('⧼') ? wordingOf(lang).redLinkTitle('$1') : said;
}
