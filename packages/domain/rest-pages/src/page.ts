import { type Env, HttpError, isInvalid, NS, type PageRow, type Reply, type RouteQuery } from '@wikiquery/core';
import { pagesByTitle } from '@wikiquery/pages';

/** The page of a title as it was sent, be there a section behind it or not; undefined where there is none. */
export async function findPage({ db, titles }: Env, text: string, namespace: number = NS.MAIN): Promise<PageRow | undefined> {
  const title = titles.parse(text, namespace);
  if (isInvalid(title) || title.interwiki !== '' || title.dbkey === '') return undefined;
  const at = title.namespace === NS.MEDIA ? NS.FILE : title.namespace;
  if (at < NS.MAIN) return undefined;
  const [page] = await pagesByTitle(db, [{ namespace: at, dbkey: title.dbkey }]);
  return page;
}

/** Whether there could be a page of that title. */
export function isPageTitle({ titles }: Env, text: string): boolean {
  const title = titles.parse(text);
  return !isInvalid(title) && title.interwiki === '' && title.dbkey !== '' && (title.namespace >= NS.MAIN || title.namespace === NS.MEDIA);
}

export const noSuchPage = (title: string): HttpError => new HttpError(404, 'rest-nonexistent-title', `There is no page "${title}".`);

/** Sends the client to the address that has the title in the form of the database, where it asked otherwise. */
export function redirectToKey(
  { titles, sibling }: Pick<RouteQuery, 'titles' | 'sibling'>,
  page: PageRow,
  asked: string,
): Reply | undefined {
  const key = titles.dbText(page);
  return asked === key ? undefined : { status: 301, location: sibling({ title: key }) };
}

/** How the page is called by programs and by people. */
export const pageNames = ({ titles }: Env, page: PageRow) => ({ id: page.id, key: titles.dbText(page), title: titles.text(page) });

/** Under which conditions the texts of the wiki may be used. */
export function licenseOf({ site }: Env) {
  const { url = '', text = '' } = (site.info.rightsinfo ?? {}) as { readonly url?: string; readonly text?: string };
  return { url, title: text };
}

/** Changes with the page and with what it shows of others. */
export const validatorsOf = (page: PageRow | undefined) => ({
  etag: page && `"${page.latest}@${page.touched}"`,
  lastModified: page?.touched,
  exists: page !== undefined,
});
