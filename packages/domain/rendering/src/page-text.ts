import type { Env, PageRow, Title } from '@wikiquery/core';
import { defaultContentModel, pagesById, pagesByTitle } from '@wikiquery/pages';
import { loadMainTexts } from '@wikiquery/revisions';
import type { PageText } from '@wikiquery/wikitext';

type TextEnv = Pick<Env, 'db' | 'site'>;

/** Returns a page with its current text, regardless of the content model. The text is undefined if it is suppressed. */
export async function pageText(env: TextEnv, page: Title | number): Promise<PageText | undefined> {
  const pages = typeof page === 'number' ? await pagesById(env.db, [page]) : await pagesByTitle(env.db, [page]);
  return (await pageTexts(env, pages))[0];
}

export async function pageTexts({ db, site }: TextEnv, pages: readonly PageRow[]): Promise<PageText[]> {
  const texts = await loadMainTexts(db, new Set(pages.map(({ latest }) => latest)), 'any');
  return pages.map(page => {
    const { id, namespace, dbkey, isRedirect, latest, contentModel } = page;
    return { id, namespace, dbkey, isRedirect, model: contentModel ?? defaultContentModel(site, page), text: texts.get(latest) };
  });
}
