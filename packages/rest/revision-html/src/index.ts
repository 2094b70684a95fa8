import { defineRoute, p } from '@wikiquery/core';
import { messages } from '@wikiquery/messages';
import { renderCache } from '@wikiquery/render-cache';
import { describeRevision, htmlDocument } from '@wikiquery/rest-pages';
import { renderRevision } from '@wikiquery/rest-pages/rendered';

/** Returns a revision in HTML, with or without metadata, at the paths of MediaWiki's routes. The HTML is not Parsoid output. */
export default defineRoute({
  name: 'revision-html',
  summary: 'Return a revision in HTML, with or without metadata.',
  paths: { html: '/v1/revision/{id}/html', with_html: '/v1/revision/{id}/with_html' },
  params: {
    id: p.int().required().help('Id of the revision.'),
    flavor: p.enum(['view', 'stash', 'fragment', 'edit']).default('view').help('Intended use of the HTML. Has no effect.'),
  },
  sources: ['database', 'clock'],
  differences: [
    'The HTML is the output of `action=parse` in a separate document, not Parsoid output. It cannot be converted back to wikitext and names no Parsoid version.',
    'Nothing is stashed.',
  ],
  services: { messages, renderCache },

  async execute(q) {
    const { path } = q;
    const { id, flavor } = q.params;
    const { page, revision, slot, language, content } = await renderRevision(q, id, `${flavor}/${path}`);
    const html = htmlDocument(q, { page, timestamp: revision.timestamp, language, content });
    const headers = { ...(revision.hidden === 0 && { 'Cache-Control': 'max-age=5' }), 'Content-Revision-Id': String(id) };
    if (path === 'html') return { headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8', 'Content-Language': language }, html };
    return { headers, json: { ...(await describeRevision(q, revision, page, slot)), html } };
  },
});
