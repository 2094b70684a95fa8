import { defineRoute, p } from '@wikiquery/core';
import { MARKDOWN_PARAMS, MARKDOWN_TYPE, markdownForm, pageMarkdown } from '@wikiquery/markdown/route';
import { messages } from '@wikiquery/messages';
import { renderCache } from '@wikiquery/render-cache';
import { describeRevision } from '@wikiquery/rest-pages';
import { renderRevision } from '@wikiquery/rest-pages/rendered';

/** Returns a revision in Markdown, with or without metadata. MediaWiki has no such route. */
export default defineRoute({
  name: 'revision-markdown',
  summary: 'Return a revision in Markdown, with or without metadata.',
  paths: { markdown: '/v1/revision/{id}/markdown', with_markdown: '/v1/revision/{id}/with_markdown' },
  params: { id: p.int().required().help('Id of the revision.'), ...MARKDOWN_PARAMS },
  differences: ['MediaWiki has no such route.'],
  services: { messages, renderCache },

  async execute(q) {
    const { path } = q;
    const { id, ...form } = q.params;
    const { page, revision, slot, language, content } = await renderRevision(q, id, markdownForm(path, form));
    const found = await pageMarkdown(q, page, content, form);
    const headers = { ...(revision.hidden === 0 && { 'Cache-Control': 'max-age=5' }), 'Content-Revision-Id': String(id) };
    if (path === 'markdown') return { headers: { ...headers, ...MARKDOWN_TYPE, 'Content-Language': language }, text: found.markdown };
    const { missing: _, ...converted } = found;
    return { headers, json: { ...(await describeRevision(q, revision, page, slot)), ...converted } };
  },
});
