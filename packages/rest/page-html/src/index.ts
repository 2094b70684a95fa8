import { defineRoute, isoTimestamp, p } from '@wikiquery/core';
import { messages } from '@wikiquery/messages';
import { renderCache } from '@wikiquery/render-cache';
import { htmlDocument, licenseOf, pageNames } from '@wikiquery/rest-pages';
import { renderCurrent } from '@wikiquery/rest-pages/rendered';

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
    const { path } = q;
    const { title, redirect, flavor } = q.params;
    const rendered = await renderCurrent(q, { title, followsRedirect: redirect === undefined, form: `${flavor}/${path}` });
    if (!('content' in rendered)) return rendered;
    const { page, revision, slot, language, content } = rendered;
    const html = htmlDocument(q, { page, timestamp: revision.timestamp, language, content });
    const headers = { 'Cache-Control': 'max-age=5', 'Content-Revision-Id': String(revision.id) };
    if (path === 'html') return { headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8', 'Content-Language': language }, html };
    const names = pageNames(q, page);
    const latest = { id: revision.id, timestamp: isoTimestamp(revision.timestamp) };
    return { headers, json: { ...names, latest, content_model: slot.model, license: licenseOf(q), html } };
  },
});
