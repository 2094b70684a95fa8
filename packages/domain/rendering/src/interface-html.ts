import type { Title } from '@wikiquery/core';
import type { Messages } from '@wikiquery/messages';
import { isolatedTask } from '@wikiquery/tasks';
import { placeOf } from '@wikiquery/wikitext';
import { pageContext, type RenderingEnv } from './context.ts';
import type { renderTexts } from './interface-task.ts';
import { pageAsked } from './pages.ts';

const renderApart = isolatedTask<typeof renderTexts>(import.meta.url, './interface-task', 'renderTexts');

/**
 * What the software says, in the language of the reader, as HTML. It stands on the page `title`, and is none itself: without edit links and contents. Made
 * apart from the main thread, all texts in one go; rejects as isolated tasks do.
 */
export async function renderInterfaceTexts(
  env: RenderingEnv,
  texts: readonly string[],
  { title, messages }: { readonly title: Title; readonly messages: Messages | undefined },
): Promise<readonly string[]> {
  if (texts.length === 0) return [];
  const context = await pageContext(env, { title, language: env.lang, messages });
  const task = { texts, place: placeOf(context), readerLanguage: env.lang };
  return renderApart(task, env.request, pageAsked(env, context, { title, messages }));
}
