import { type PageRow, type Title, titleKey } from '@wikiquery/core';
import { isBadFile } from '@wikiquery/files';
import { pagesByTitle } from '@wikiquery/pages';
import { isolatedTask } from '@wikiquery/tasks';
import { askedOf, placeOf, type WikitextContext } from '@wikiquery/wikitext';
import { CachedPage, type CachedPageText } from './cached-page.ts';
import type { renderContent, savedJson } from './content-task.ts';
import { pageContext, type RenderingEnv } from './context.ts';
import { fileFacts } from './file-facts.ts';
import { missingTitle } from './missing-title.ts';
import type { PageAsked, RenderedPage } from './page-task.ts';
import { inTurns } from './turns.ts';

const renderApart = isolatedTask<typeof renderContent>(import.meta.url, './content-task', 'renderContent');
const saveApart = isolatedTask<typeof savedJson>(import.meta.url, './content-task', 'savedJson');

/**
 * The text of a page as HTML in the form that MediaWiki gives it, with what it links to. Nothing hidden is transcluded, whoever asks. It is made apart from the main
 * thread; rejects as isolated tasks do.
 */
export async function renderPage(env: RenderingEnv, page: CachedPageText): Promise<RenderedPage> {
  const { text, model, title, revision, language, isRedirect, messages, hasEditLinks, toc } = page;
  const context = await pageContext(env, { title, revision, language, messages });
  const task = {
    ...{ text, model, place: placeOf(context), isRedirect, hasEditLinks, toc, readerLanguage: env.lang },
  };
  const asked = pageAsked(env, context, page);
  if (!page.cache) return renderApart(task, env.request, asked);
  return new CachedPage(env, { ...page, cache: page.cache }, asked).rendered(observed => renderApart(task, env.request, observed));
}

/** What making HTML asks the server for. */
export function pageAsked(
  env: RenderingEnv,
  context: WikitextContext,
  { title, messages }: Pick<CachedPageText, 'title' | 'messages'>,
): PageAsked {
  let isBad: ReturnType<typeof isBadFile> | undefined;
  // Several texts may ask.
  let missing: Promise<string> | undefined;
  return {
    ...askedOf(context),
    missingTitle: () => (missing ??= missingTitle(env, messages, title)),
    pages: async titles => (await pagesAmong(env, titles)).map(page => [titleKey(page.namespace, page.dbkey), page.isRedirect]),
    files: async names => {
      const found = await fileFacts(env, names);
      isBad ??= found.size > 0 ? isBadFile(env, messages, title) : undefined;
      const isHere = await isBad;
      return names.map(name => {
        const facts = found.get(name);
        return facts && isHere?.(name) ? { ...facts, isBad: true } : facts;
      });
    },
  };
}

/** A text of the content model `json` as it would be saved. Rejects as isolated tasks do. */
export const savedJsonOf = (text: string, { request }: Pick<RenderingEnv, 'request'>): Promise<string> => saveApart({ text }, request);

/** Those of any number of titles that have a page. Others have their turn in between. */
export const pagesAmong = ({ db }: Pick<RenderingEnv, 'db'>, titles: readonly Title[]): Promise<PageRow[]> =>
  inTurns(titles, some => pagesByTitle(db, some));
