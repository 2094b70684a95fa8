import type { Env, Title } from '@wikiquery/core';
import { defaultContentModel, pagesById, pagesByTitle } from '@wikiquery/pages';
import { loadMainTexts } from '@wikiquery/revisions';
import type { PageText } from '@wikiquery/wikitext';

/** A page by its title or its id, and its current text, of whatever model, where everybody may see it. */
export async function pageText({ db, site }: Pick<Env, 'db' | 'site'>, wanted: Title | number): Promise<PageText | undefined> {
  const [page] = typeof wanted === 'number' ? await pagesById(db, [wanted]) : await pagesByTitle(db, [wanted]);
  if (!page) return undefined;
  const { id, namespace, dbkey, isRedirect, latest } = page;
  const texts = await loadMainTexts(db, new Set([latest]), 'any');
  return { id, namespace, dbkey, isRedirect, model: page.contentModel ?? defaultContentModel(site, page), text: texts.get(latest) };
}
