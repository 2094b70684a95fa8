import { defineRoute, p } from '@wikiquery/core';
import { messages } from '@wikiquery/messages';
import { pageLanguage, pagesById } from '@wikiquery/pages';
import { renderCache } from '@wikiquery/render-cache';
import { renderPage } from '@wikiquery/rendering';
import { describeRevision, findRevision, hiddenRevision, htmlDocument, loadSource, mainSlot, noSuchRevision } from '@wikiquery/rest-pages';
import { isHidden } from '@wikiquery/users';

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
    const { site, path } = q;
    const { id, flavor } = q.params;
    const revision = await findRevision(q, id);
    const [page] = revision ? await pagesById(q.db, [revision.pageId ?? 0]) : [];
    // As in MediaWiki's route, revision-deleted text is hidden from all users.
    const isAccessible = revision !== undefined && page !== undefined && !isHidden(revision.hidden, 'text');
    q.validate({
      etag: isAccessible ? `"${id}/${page.touched}/${flavor}/${path}"` : undefined,
      lastModified: isAccessible ? page.touched : undefined,
      exists: isAccessible,
    });
    if (!revision || !page) throw noSuchRevision(id);
    if (!isAccessible) throw hiddenRevision(id);
    const slot = await mainSlot(q, id);
    const text = await loadSource(q, revision, slot);
    const language = pageLanguage(site, { ...page, contentModel: slot.model });
    const { html: content } = await renderPage(q, {
      ...{ text, model: slot.model, title: page, revision: id, language, messages: q.services.messages },
      ...{
        isRedirect: page.isRedirect && page.latest === id,
        hasEditLinks: false,
        toc: 'none',
        cache: page.latest === id && revision.hidden === 0 ? q.services.renderCache : undefined,
      },
    });
    const html = htmlDocument(q, { page, timestamp: revision.timestamp, language, content });
    const headers = { ...(revision.hidden === 0 && { 'Cache-Control': 'max-age=5' }), 'Content-Revision-Id': String(id) };
    if (path === 'html') return { headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8', 'Content-Language': language }, html };
    return { headers, json: { ...(await describeRevision(q, revision, page, slot)), html } };
  },
});
