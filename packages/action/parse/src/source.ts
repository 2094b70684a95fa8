import { type ActionQuery, type Env, invalidTitle, type Title } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { defaultContentModel, namedTitle, pagesById, pagesByTitle, redirectTargets } from '@wikiquery/pages';
import {
  loadContents,
  loadVisibility,
  MAIN,
  mayReadDeleted,
  selectDeletedRevisions,
  selectPartialRevisions,
  toDeletedRevision,
  toRevision,
} from '@wikiquery/revisions';
import { isHidden, isSuppressed } from '@wikiquery/users';
import {
  hiddenText,
  missingContent,
  missingTitle,
  noContentModel,
  noSuchRevision,
  otherPage,
  pageCannotExist,
  revisionWithoutText,
  titleWithoutText,
} from './errors.ts';

type Query = Env & Pick<ActionQuery, 'warn'>;

export interface ParseSource {
  readonly title: Title;
  /** Id of the page, or 0 if the page does not exist. */
  readonly pageId: number;
  readonly revision: number | undefined;
  readonly text: string;
  readonly model: string;
  /** Content model of the page itself, which determines its language. */
  readonly pageModel: string;
  readonly isRedirect: boolean;
  /** Whether the text is the complete, public text of the current revision. */
  readonly isCurrent?: boolean;
  readonly language: string | undefined;
  /** Whether the text is revision-deleted. */
  readonly isHidden?: true;
  readonly isSuppressed?: true;
  readonly redirects?: readonly { readonly from: string; readonly to: string; readonly tofragment?: string }[];
}

interface Named {
  readonly page: string | undefined;
  readonly pageid: number | undefined;
  readonly oldid: number | undefined;
  readonly redirects: boolean;
}

/** Loads the requested page or revision. Throws MediaWiki's errors, such as `permissiondenied` for revision-deleted text. */
export async function namedSource(env: Env, { page, pageid, oldid, redirects }: Named): Promise<ParseSource> {
  if (oldid !== undefined) return revisionSource(env, oldid);
  const first = await namedTitle(env, { title: page, pageid });
  const { title, followed } = redirects ? await follow(env, first) : { title: first, followed: undefined };
  if (title.namespace < 0 || title.dbkey === '') throw pageCannotExist();
  const [row] = await pagesByTitle(env.db, [title]);
  if (!row) throw missingTitle();
  const source = await revisionSource(env, row.latest);
  return { ...source, isRedirect: row.isRedirect, language: row.lang, ...(followed && { redirects: followed }) };
}

const isSameTitle = (a: Title, b: Title): boolean => a.namespace === b.namespace && a.dbkey === b.dbkey;

/** Maximum number of successive redirects to follow. */
const REDIRECTS = 5;

async function follow({ db, titles }: Env, first: Title): Promise<{ title: Title; followed: NonNullable<ParseSource['redirects']> }> {
  const followed: { from: string; to: string; tofragment?: string }[] = [];
  let title = first;
  while (followed.length < REDIRECTS && title.namespace >= 0) {
    const [page] = await pagesByTitle(db, [title]);
    const [target] = page?.isRedirect ? await redirectTargets(db, [page.id]) : [];
    if (target === undefined) break;
    if (target.interwiki !== '') throw invalidTitle({ title: titles.text(target) });
    followed.push({ from: titles.text(title), to: titles.text(target), ...(target.fragment !== '' && { tofragment: target.fragment }) });
    if (isSameTitle(target, title)) break;
    title = target;
  }
  return { title, followed };
}

async function revisionSource(env: Env, id: number): Promise<ParseSource> {
  const live = await whereEquals(selectPartialRevisions(env.db, []), { rev_id: id }).executeTakeFirst();
  const deleted =
    live || !mayReadDeleted(env.actor)
      ? undefined
      : await whereEquals(selectDeletedRevisions(env.db, []), { ar_rev_id: id }).executeTakeFirst();
  const revision = live ? toRevision(live) : deleted && toDeletedRevision(deleted);
  if (!revision) throw noSuchRevision(id);
  const visibility = await loadVisibility(env, [revision]);
  if (!visibility(revision, 'text')) throw hiddenText();
  const main = (await loadContents(env.db, [id])).get(id)?.get(MAIN);
  if (!main) throw missingContent(id);
  const [page] = live ? await pagesById(env.db, [revision.pageId as number]) : [];
  const { namespace, dbkey } = revision.title;
  return {
    title: { namespace, dbkey },
    pageId: page?.id ?? 0,
    revision: id,
    ...main,
    pageModel: page?.contentModel ?? main.model,
    isRedirect: page?.isRedirect === true && page.latest === id,
    isCurrent: page?.latest === id && revision.hidden === 0,
    ...(isHidden(revision.hidden, 'text') && { isHidden: true }),
    ...(isHidden(revision.hidden, 'text') && isSuppressed(revision.hidden) && { isSuppressed: true }),
    language: page?.lang,
  };
}

interface Sent {
  readonly title: string | undefined;
  readonly text: string | undefined;
  readonly revid: number | undefined;
  readonly contentmodel: string | undefined;
}

/** Returns the text in the request with its context page. If the text is missing, warns if `needsContent`. */
export async function sentSource(q: Query, { title: name, text, revid, contentmodel }: Sent, needsContent: boolean): Promise<ParseSource> {
  const named = q.titles.local(name ?? 'API');
  if (!named) throw invalidTitle({ title: name ?? '' });
  const title = revid === undefined ? named : await titleOfRevision(q, revid, name === undefined ? undefined : named);
  const hasContext = name !== undefined || revid !== undefined;
  if (text === undefined && hasContext && needsContent) q.warn(revid === undefined ? titleWithoutText() : revisionWithoutText());
  const isUntyped = text !== undefined && !hasContext && contentmodel === undefined;
  if (isUntyped) q.warn(noContentModel());
  const [page] = title.namespace < 0 ? [] : await pagesByTitle(q.db, [title]);
  const pageModel = page?.contentModel ?? defaultContentModel(q.site, title);
  return {
    ...{ title, pageId: page?.id ?? 0, revision: revid, text: text ?? '', isRedirect: false, language: page?.lang },
    model: contentmodel ?? (isUntyped ? 'wikitext' : pageModel),
    pageModel,
  };
}

async function titleOfRevision(q: Query, id: number, named: Title | undefined): Promise<Title> {
  const row = await whereEquals(selectPartialRevisions(q.db, []), { rev_id: id }).executeTakeFirst();
  if (!row) throw noSuchRevision(id);
  const { title } = toRevision(row);
  if (named && !isSameTitle(named, title)) q.warn(otherPage(id, q.titles.text(named)));
  return title;
}
