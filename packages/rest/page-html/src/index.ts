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

export default defineRoute({
  name: 'page-html',
  summary: 'The newest revision of a page as HTML, alone or with what is known of it.',
  paths: { html: '/v1/page/{title}/html', with_html: '/v1/page/{title}/with_html' },
  params: {
    title: p.string().required().help('The title of the page.'),
    redirect: p.enum(['no']).help('Show a redirect page itself, not what it leads to.'),
    flavor: p.enum(['view', 'stash', 'fragment', 'edit']).default('view').help('What the HTML is for; it makes no difference.'),
  },
  differences: [
    'The HTML is that of action=parse in a document of its own, not Parsoid’s: it cannot be made wikitext again, and says of no version of Parsoid’s format.',
    'Nothing is stashed, and messages of the software that have no page are no pages.',
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
