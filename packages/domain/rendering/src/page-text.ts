import type { Env, PageRow, Title } from '@wikiquery/core';
import { defaultContentModel, pagesById, pagesByTitle } from '@wikiquery/pages';
import { loadMainTexts } from '@wikiquery/revisions';
import type { PageText } from '@wikiquery/wikitext';

type Reading = Pick<Env, 'db' | 'site'>;

/** A page by its title or its id, and its current text, of whatever model, where everybody may see it. */
export async function pageText(env: Reading, wanted: Title | number): Promise<PageText | undefined> {
  const pages = typeof wanted === 'number' ? await pagesById(env.db, [wanted]) : await pagesByTitle(env.db, [wanted]);
  return (await pageTexts(env, pages))[0];
}

/** In the order of the pages. */
export async function pageTexts({ db, site }: Reading, pages: readonly PageRow[]): Promise<PageText[]> {
  const texts = await loadMainTexts(db, new Set(pages.map(({ latest }) => latest)), 'any');
  return pages.map(page => {
    const { id, namespace, dbkey, isRedirect, latest, contentModel } = page;
    return { id, namespace, dbkey, isRedirect, model: contentModel ?? defaultContentModel(site, page), text: texts.get(latest) };
  });
}
