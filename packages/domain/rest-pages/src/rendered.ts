/** Rendered pages for routes. A separate entry point, because most routes render nothing. */
import { HttpError, type PageRow, type Reply, type RouteQuery } from '@wikiquery/core';
import type { messages } from '@wikiquery/messages';
import { pageLanguage, pagesById, redirectTargets } from '@wikiquery/pages';
import type { renderCache } from '@wikiquery/render-cache';
import { renderPage } from '@wikiquery/rendering';
import type { Revision, Slot } from '@wikiquery/revisions';
import { isHidden } from '@wikiquery/users';
import { findPage, isPageTitle, noSuchPage, redirectToKey } from './page.ts';
import { findRevision, hiddenRevision, loadSource, mainSlot, noSuchRevision } from './revision.ts';

/** Request of a route that renders pages. */
// biome-ignore lint/complexity/noBannedTypes: a route without parameters of its own
type RenderingQuery = RouteQuery<{}, { messages: typeof messages; renderCache: typeof renderCache }, string>;

/** A rendered page, with the revision that was rendered. */
export interface Rendered {
  readonly page: PageRow;
  readonly revision: Revision;
  readonly slot: Slot;
  /** Language code of the page. */
  readonly language: string;
  /** HTML of the page without section edit links and table of contents. */
  readonly content: string;
}

/** Title of a page, and whether to follow its redirect. */
export interface RequestedPage {
  readonly title: string;
  readonly followsRedirect: boolean;
  /** End of the entity tag: distinguishes the forms of the page. */
  readonly form: string;
}

/**
 * Renders the current revision of a page. Returns the response for a redirect, if the title is not in database form, or if the page is a
 * redirect to follow. Throws `HttpError` for missing pages and text that the user may not see.
 */
export async function renderCurrent(q: RenderingQuery, { title, followsRedirect, form }: RequestedPage): Promise<Reply | Rendered> {
  const { db, titles, sibling } = q;
  const page = await findPage(q, title);
  q.validate({
    etag: page && `"${page.latest}/${page.touched}/${form}"`,
    lastModified: page?.touched,
    exists: page !== undefined,
  });
  if (!page)
    throw isPageTitle(q, title) ? noSuchPage(title) : new HttpError(403, 'rest-permission-denied-title', `You may not read "${title}".`);
  const revision = await findRevision(q, page.latest);
  if (!revision) throw new HttpError(404, 'rest-no-revision', `The page "${title}" has no revision.`);
  const elsewhere = redirectToKey(q, page, title);
  if (elsewhere) return { ...elsewhere, headers: AFTER_A_WHILE };
  const [target] = page.isRedirect && followsRedirect ? await redirectTargets(db, [page.id]) : [];
  if (target?.interwiki === '') return { status: 307, location: sibling({ title: titles.dbText(target) }), headers: AFTER_A_WHILE };
  return render(q, page, revision);
}

const AFTER_A_WHILE = { 'Cache-Control': 'max-age=60' };

/** Renders a revision by its id. Throws `HttpError` for missing revisions, and for revision-deleted text as MediaWiki's route does. */
export async function renderRevision(q: RenderingQuery, id: number, form: string): Promise<Rendered> {
  const revision = await findRevision(q, id);
  const [page] = revision ? await pagesById(q.db, [revision.pageId ?? 0]) : [];
  // As in MediaWiki's route, revision-deleted text is hidden from all users.
  const isAccessible = revision !== undefined && page !== undefined && !isHidden(revision.hidden, 'text');
  q.validate({
    etag: isAccessible ? `"${id}/${page.touched}/${form}"` : undefined,
    lastModified: isAccessible ? page.touched : undefined,
    exists: isAccessible,
  });
  if (!revision || !page) throw noSuchRevision(id);
  if (!isAccessible) throw hiddenRevision(id);
  return render(q, page, revision);
}

async function render(q: RenderingQuery, page: PageRow, revision: Revision): Promise<Rendered> {
  const slot = await mainSlot(q, revision.id);
  const text = await loadSource(q, revision, slot);
  const language = pageLanguage(q.site, { ...page, contentModel: slot.model });
  const isCurrent = page.latest === revision.id;
  const { html: content } = await renderPage(q, {
    ...{ text, model: slot.model, title: page, revision: revision.id, language, messages: q.services.messages },
    ...{
      isRedirect: page.isRedirect && isCurrent,
      hasEditLinks: false,
      toc: 'none',
      cache: isCurrent && revision.hidden === 0 ? q.services.renderCache : undefined,
    },
  });
  return { page, revision, slot, language, content };
}
