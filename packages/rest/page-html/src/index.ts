import { defineRoute, HttpError, isoTimestamp, p } from '@wikiquery/core';
import { messages } from '@wikiquery/messages';
import { pageLanguage, redirectTargets } from '@wikiquery/pages';
import { renderCache } from '@wikiquery/render-cache';
import { renderPage } from '@wikiquery/rendering';
import {
  findPage,
  findRevision,
  htmlDocument,
  isPageTitle,
  licenseOf,
  loadSource,
  mainSlot,
  noSuchPage,
  pageNames,
  redirectToKey,
} from '@wikiquery/rest-pages';

/** Returns a page in HTML, with or without metadata, at the paths of MediaWiki's routes. The HTML is not Parsoid output. */
export default defineRoute({
  name: 'page-html',
  summary: 'Return the current revision of a page in HTML, with or without metadata.',
  paths: { html: '/v1/page/{title}/html', with_html: '/v1/page/{title}/with_html' },
  params: {
    title: p.string().required().help('Title of the page.'),
    redirect: p.enum(['no']).help('`no` returns the redirect page itself instead of its target.'),
    flavor: p.enum(['view', 'stash', 'fragment', 'edit']).default('view').help('Intended use of the HTML. Has no effect.'),
  },
  sources: ['database', 'clock'],
  differences: [
    'The HTML is the output of `action=parse` in a separate document, not Parsoid output. It cannot be converted back to wikitext and names no Parsoid version.',
    'Nothing is stashed. Interface messages without a page are not found.',
  ],
  services: { messages, renderCache },

  async execute(q) {
    const { db, site, titles, sibling, params, path } = q;
    const { title } = params;
    const page = await findPage(q, title);
    q.validate({
      etag: page && `"${page.latest}/${page.touched}/${params.flavor}/${path}"`,
      lastModified: page?.touched,
      exists: page !== undefined,
    });
    if (!page)
      throw isPageTitle(q, title) ? noSuchPage(title) : new HttpError(403, 'rest-permission-denied-title', `You may not read "${title}".`);
    const revision = await findRevision(q, page.latest);
    if (!revision) throw new HttpError(404, 'rest-no-revision', `The page "${title}" has no revision.`);
    const elsewhere = redirectToKey(q, page, title);
    if (elsewhere) return { ...elsewhere, headers: AFTER_A_WHILE };
    const [target] = page.isRedirect && params.redirect === undefined ? await redirectTargets(db, [page.id]) : [];
    if (target?.interwiki === '') return { status: 307, location: sibling({ title: titles.dbText(target) }), headers: AFTER_A_WHILE };
    const slot = await mainSlot(q, revision.id);
    const text = await loadSource(q, revision, slot);
    const language = pageLanguage(site, { ...page, contentModel: slot.model });
    const { html: content } = await renderPage(q, {
      ...{ text, model: slot.model, title: page, revision: revision.id, language, messages: q.services.messages },
      ...{
        isRedirect: page.isRedirect,
        hasEditLinks: false,
        toc: 'none',
        cache: revision.hidden === 0 ? q.services.renderCache : undefined,
      },
    });
    const html = htmlDocument(q, { page, timestamp: revision.timestamp, language, content });
    const headers = { 'Cache-Control': 'max-age=5', 'Content-Revision-Id': String(revision.id) };
    if (path === 'html') return { headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8', 'Content-Language': language }, html };
    const names = pageNames(q, page);
    const latest = { id: revision.id, timestamp: isoTimestamp(revision.timestamp) };
    return { headers, json: { ...names, latest, content_model: slot.model, license: licenseOf(q), html } };
  },
});

const AFTER_A_WHILE = { 'Cache-Control': 'max-age=60' };
