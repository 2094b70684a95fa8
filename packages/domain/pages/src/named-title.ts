import { ApiError, defineError, type Env, invalidTitle, isInvalid, message, type Title } from '@wikiquery/core';

/** What a module's parameters `title` and `pageid` hold; the declaration makes sure that it is one of them. */
interface Named {
  readonly title?: string | undefined;
  readonly pageid?: number | undefined;
}

/**
 * The title that a module is asked about: a page of this wiki, existing or not, by `title`, or an existing one by `pageid`.
 * Throws `invalidtitle` or `nosuchpageid`.
 */
export async function namedTitle({ db, titles }: Env, { title: text, pageid }: Named): Promise<Title> {
  if (text !== undefined) {
    const title = titles.parse(text);
    if (isInvalid(title) || title.interwiki !== '') throw invalidTitle({ title: text });
    return title;
  }
  const page = await db
    .selectFrom('page')
    .select(['page_namespace', 'page_title'])
    .where('page_id', '=', pageid as number)
    .executeTakeFirst();
  if (!page) throw noSuchPageId(pageid as number);
  return { namespace: page.page_namespace, dbkey: page.page_title };
}

/** The same for what can only be a page: throws `pagecannotexist` for a special page or a bare fragment. */
export async function namedPage(env: Env, named: Named): Promise<Title> {
  const title = await namedTitle(env, named);
  if (title.namespace < 0 || title.dbkey === '') throw pageCannotExist();
  return title;
}

export const noSuchPageId = (id: number): ApiError =>
  new ApiError(message('nosuchpageid', `There is no page with the id ${id}.`, { params: [id] }));

const pageCannotExist = defineError('pagecannotexist', () => ({ text: 'A page of this namespace cannot exist.' }));
