import { ApiError, type Env, escapeWikitext, invalidTitle, isInvalid, message, type Title } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { defaultContentModel, noSuchPageId, pagesById, pagesByTitle, redirectTargets } from '@wikiquery/pages';
import {
  loadContents,
  loadSight,
  MAIN,
  mayReadDeleted,
  selectDeletedRevisions,
  selectToldRevisions,
  toDeletedRevision,
  toRevision,
} from '@wikiquery/revisions';

/** The text to be parsed, and where it stands. */
export interface Source {
  readonly title: Title;
  /** 0 for none. */
  readonly pageId: number;
  readonly revision: number | undefined;
  readonly text: string;
  readonly model: string;
  readonly isRedirect: boolean;
  readonly language: string | undefined;
  /** Redirects that were followed. */
  readonly redirects?: readonly { readonly from: string; readonly to: string; readonly tofragment?: string }[];
}

interface Named {
  readonly page: string | undefined;
  readonly pageid: number | undefined;
  readonly oldid: number | undefined;
  readonly redirects: boolean;
}

/** The text of a page or a revision that a request names; undefined where it names none. Throws what MediaWiki does, and `permissiondenied` for what is hidden. */
export async function namedSource(env: Env, { page, pageid, oldid, redirects }: Named): Promise<Source | undefined> {
  if (oldid !== undefined) return revisionSource(env, oldid);
  if (page === undefined && pageid === undefined) return undefined;
  const first = page === undefined ? await titleOfPage(env, pageid as number) : titleNamed(env, page);
  const { title, followed } = redirects ? await follow(env, first) : { title: first, followed: undefined };
  if (title.namespace < 0) throw pageCannotExist();
  const [row] = await pagesByTitle(env.db, [title]);
  if (!row) throw missingTitle();
  const source = await revisionSource(env, row.latest);
  return { ...source, isRedirect: row.isRedirect, language: row.lang, ...(followed && { redirects: followed }) };
}

function titleNamed({ titles }: Env, text: string): Title {
  const title = titles.parse(text);
  if (isInvalid(title) || title.interwiki !== '') throw invalidTitle({ title: text });
  return title;
}

async function titleOfPage({ db }: Env, id: number): Promise<Title> {
  const [page] = await pagesById(db, [id]);
  if (!page) throw noSuchPageId(id);
  return page;
}

/** Redirects behind each other. */
const REDIRECTS = 5;

async function follow({ db, titles }: Env, first: Title): Promise<{ title: Title; followed: NonNullable<Source['redirects']> }> {
  const followed: { from: string; to: string; tofragment?: string }[] = [];
  let title = first;
  while (followed.length < REDIRECTS && title.namespace >= 0) {
    const [page] = await pagesByTitle(db, [title]);
    const [target] = page?.isRedirect ? await redirectTargets(db, [page.id]) : [];
    if (target?.interwiki !== '') break;
    followed.push({ from: titles.text(title), to: titles.text(target), ...(target.fragment !== '' && { tofragment: target.fragment }) });
    title = target;
  }
  return { title, followed };
}

async function revisionSource(env: Env, id: number): Promise<Source> {
  const live = await whereEquals(selectToldRevisions(env.db, []), { rev_id: id }).executeTakeFirst();
  const deleted =
    live || !mayReadDeleted(env.actor)
      ? undefined
      : await whereEquals(selectDeletedRevisions(env.db, []), { ar_rev_id: id }).executeTakeFirst();
  const revision = live ? toRevision(live) : deleted && toDeletedRevision(deleted);
  if (!revision) throw noSuchRevision(id);
  const sight = await loadSight(env, [revision]);
  if (!sight(revision, 'text')) throw hiddenText();
  const main = (await loadContents(env.db, [id])).get(id)?.get(MAIN);
  if (!main) throw missingContent(id);
  const [page] = live ? await pagesById(env.db, [revision.pageId as number]) : [];
  const { namespace, dbkey } = revision.title;
  return {
    title: { namespace, dbkey },
    pageId: page?.id ?? 0,
    revision: id,
    ...main,
    isRedirect: page?.isRedirect === true && page.latest === id,
    language: page?.lang,
  };
}

/** A text that was sent, on a page that need not be there. */
export async function sentSource(
  env: Env,
  text: string,
  title: Title,
  model: string | undefined,
  revision: number | undefined,
): Promise<Source> {
  const [page] = title.namespace < 0 ? [] : await pagesByTitle(env.db, [title]);
  return {
    ...{ title, pageId: page?.id ?? 0, revision, text, isRedirect: false, language: page?.lang },
    model: model ?? page?.contentModel ?? defaultContentModel(env.site, title),
  };
}

const error = (code: string, text: string, options: Parameters<typeof message>[2] = {}): ApiError =>
  new ApiError(message(code, text, options));

const missingTitle = () => error('missingtitle', 'There is no such page.');
const pageCannotExist = () => error('pagecannotexist', 'A page of this namespace cannot exist.');
const noSuchRevision = (id: number) => error('nosuchrevid', `There is no revision ${id}.`, { params: [id] });
const hiddenText = () =>
  error('permissiondenied', 'The text of this revision is hidden, and you need a right to read it.', { key: 'apierror-permissiondenied' });
const missingContent = (id: number) =>
  error('missingcontent', `The text of revision ${id} is not there.`, { key: 'apierror-missingcontent-revid', params: [id] });

export const noSuchSection = (section: string, where: string) =>
  error('nosuchsection', `There is no section ${section} in ${where}.`, {
    key: 'apierror-nosuchsection-what',
    params: [escapeWikitext(section), escapeWikitext(where)],
  });
export const invalidSection = () => error('invalidsection', '"section" is the number of a section, or "new".');
