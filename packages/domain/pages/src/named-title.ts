import { ApiError, defineError, type Env, invalidTitle, isInvalid, message, type Title } from '@wikiquery/core';

/** Values of the parameters `title` and `pageid`. The declaration requires exactly one. */
interface TitleOrId {
  readonly title?: string | undefined;
  readonly pageid?: number | undefined;
}

/** Returns the title that `title` or `pageid` selects. The page of a `title` can be missing. Throws `invalidtitle` or `nosuchpageid`. */
export async function namedTitle({ db, titles }: Env, { title: text, pageid }: TitleOrId): Promise<Title> {
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

/** Like {@link namedTitle}, but throws `pagecannotexist` for special pages and bare fragments. */
export async function namedPage(env: Env, params: TitleOrId): Promise<Title> {
  const title = await namedTitle(env, params);
  if (title.namespace < 0 || title.dbkey === '') throw pageCannotExist();
  return title;
}

/** Creates the error `nosuchpageid`. */
export const noSuchPageId = (id: number): ApiError =>
  new ApiError(message('nosuchpageid', `There is no page with the id ${id}.`, { params: [id] }));

const pageCannotExist = defineError('pagecannotexist', () => ({ text: 'This namespace cannot contain pages.' }));
