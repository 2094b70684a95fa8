import type { Title } from '@wikiquery/core';
import type { Messages } from '@wikiquery/messages';
import { isolatedTask } from '@wikiquery/tasks';
import { contextDataOf } from '@wikiquery/wikitext';
import { pageContext, type RenderingEnv } from './context.ts';
import type { renderTexts } from './interface-task.ts';
import { pageHost } from './pages.ts';

const isolatedRender = isolatedTask<typeof renderTexts>(import.meta.url, './interface-task', 'renderTexts');

/**
 * Renders interface messages as HTML in the user's language, without edit links or a table of contents. One isolated task renders all
 * messages; rejects with the errors of such tasks. `title`: page that the messages refer to.
 */
export async function renderInterfaceTexts(
  env: RenderingEnv,
  texts: readonly string[],
  { title, messages }: { readonly title: Title; readonly messages: Messages | undefined },
): Promise<readonly string[]> {
  if (texts.length === 0) return [];
  const context = await pageContext(env, { title, language: env.lang, messages });
  const task = { texts, context: contextDataOf(context), userLanguage: env.lang };
  return isolatedRender(task, env.request, pageHost(env, context, { title, messages }));
}
