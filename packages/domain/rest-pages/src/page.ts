import { type Env, HttpError, isInvalid, NS, type PageRow, type Reply, type RouteQuery } from '@wikiquery/core';
import { pagesByTitle } from '@wikiquery/pages';

/** Finds the existing page with a title, regardless of the fragment. `namespace`: namespace of titles without a prefix. */
export async function findPage({ db, titles }: Env, text: string, namespace: number = NS.MAIN): Promise<PageRow | undefined> {
  const title = titles.parse(text, namespace);
  if (isInvalid(title) || title.interwiki !== '' || title.dbkey === '') return undefined;
  const at = title.namespace === NS.MEDIA ? NS.FILE : title.namespace;
  if (at < NS.MAIN) return undefined;
  const [page] = await pagesByTitle(db, [{ namespace: at, dbkey: title.dbkey }]);
  return page;
}

/** Whether a string is a title that a page can have. */
export function isPageTitle({ titles }: Env, text: string): boolean {
  const title = titles.parse(text);
  return !isInvalid(title) && title.interwiki === '' && title.dbkey !== '' && (title.namespace >= NS.MAIN || title.namespace === NS.MEDIA);
}

/** Creates the 404 error for a missing page. */
export const noSuchPage = (title: string): HttpError => new HttpError(404, 'rest-nonexistent-title', `There is no page "${title}".`);

/** Returns a redirect to the URL with the title in database form. Returns undefined if the request used this form. */
export function redirectToKey(
  { titles, sibling }: Pick<RouteQuery, 'titles' | 'sibling'>,
  page: PageRow,
  requested: string,
): Reply | undefined {
  const key = titles.dbText(page);
  return requested === key ? undefined : { status: 301, location: sibling({ title: key }) };
}

/** Returns the id of a page, its title in database form (`key`) and its title for display. */
export const pageNames = ({ titles }: Env, page: PageRow) => ({ id: page.id, key: titles.dbText(page), title: titles.text(page) });

/** Returns URL and name of the wiki's license (`rightsinfo`). */
export function licenseOf({ site }: Env) {
  const { url = '', text = '' } = (site.info.rightsinfo ?? {}) as { readonly url?: string; readonly text?: string };
  return { url, title: text };
}

/** Returns HTTP validators that change with the page and with the pages that it transcludes. */
export const validatorsOf = (page: PageRow | undefined) => ({
  etag: page && `"${page.latest}@${page.touched}"`,
  lastModified: page?.touched,
  exists: page !== undefined,
});
