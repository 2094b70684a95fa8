import { type PageRow, type Title, titleKey } from '@wikiquery/core';
import { isBadFile } from '@wikiquery/files';
import { contentVariants, loadOwnTables } from '@wikiquery/language-converters';
import { pagesByTitle } from '@wikiquery/pages';
import { isolatedTask } from '@wikiquery/tasks';
import { contextDataOf, contextFunctionsOf, type WikitextContext } from '@wikiquery/wikitext';
import { inBatches } from './batches.ts';
import { type CachedPageText, renderCached } from './cached-page.ts';
import type { renderContent, savedJson } from './content-task.ts';
import { pageContext, type RenderingEnv } from './context.ts';
import { fileFacts } from './file-facts.ts';
import { missingTitle } from './missing-title.ts';
import type { PageHost, RenderedPage } from './page-task.ts';

const isolatedRender = isolatedTask<typeof renderContent>(import.meta.url, './content-task', 'renderContent');
const isolatedSave = isolatedTask<typeof savedJson>(import.meta.url, './content-task', 'savedJson');

/**
 * Renders the text of a page as HTML, as MediaWiki does, and returns its links and other metadata. Never transcludes suppressed text. Runs
 * as an isolated task; rejects with the errors of such tasks.
 */
export async function renderPage(env: RenderingEnv, page: CachedPageText): Promise<RenderedPage> {
  const { text, model, title, revision, language, isRedirect, messages, hasEditLinks, toc } = page;
  const context = await pageContext(env, { title, revision, language, messages });
  const task = {
    text,
    model,
    context: contextDataOf(context),
    isRedirect,
    hasEditLinks,
    toc,
    variant: variantOf(env, language),
    userLanguage: env.lang,
  };
  const host = pageHost(env, context, page);
  if (!page.cache) return isolatedRender(task, env.request, host);
  return renderCached(env, { ...page, cache: page.cache, variant: task.variant }, host, recordingHost =>
    isolatedRender(task, env.request, recordingHost),
  );
}

export function pageHost(
  env: RenderingEnv,
  context: WikitextContext,
  { title, messages }: Pick<CachedPageText, 'title' | 'messages'>,
): PageHost {
  let isBad: ReturnType<typeof isBadFile> | undefined;
  let missing: Promise<string> | undefined;
  return {
    ...contextFunctionsOf(context),
    conversionTables: () => loadOwnTables(env),
    missingTitle: () => (missing ??= missingTitle(env, messages, title)),
    pages: async titles => (await existingPages(env, titles)).map(page => [titleKey(page.namespace, page.dbkey), page.isRedirect]),
    files: async names => {
      const found = await fileFacts(env, names);
      isBad ??= found.size > 0 ? isBadFile(env, messages, title) : undefined;
      const isBadHere = await isBad;
      return names.map(name => {
        const facts = found.get(name);
        return facts && isBadHere?.(name) ? { ...facts, isBad: true } : facts;
      });
    },
  };
}

/** Returns the variant that a page in this language is converted to, or undefined if it is not converted. */
export const variantOf = ({ site, request }: RenderingEnv, language: string): string | undefined =>
  language === site.lang && contentVariants(site) ? request.variant() : undefined;

/** Formats JSON as MediaWiki saves it, in an isolated task. Invalid JSON stays unchanged. */
export const savedJsonOf = (text: string, { request }: Pick<RenderingEnv, 'request'>): Promise<string> => isolatedSave({ text }, request);

/** Returns the pages that exist. Yields to the event loop between batches. */
export const existingPages = ({ db }: Pick<RenderingEnv, 'db'>, titles: readonly Title[]): Promise<PageRow[]> =>
  inBatches(titles, some => pagesByTitle(db, some));
