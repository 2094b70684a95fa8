import { defineRoute, isoTimestamp, p } from '@wikiquery/core';
import { MARKDOWN_PARAMS, MARKDOWN_TYPE, markdownForm, pageMarkdown } from '@wikiquery/markdown/route';
import { messages } from '@wikiquery/messages';
import { renderCache } from '@wikiquery/render-cache';
import { licenseOf, pageNames } from '@wikiquery/rest-pages';
import { renderCurrent } from '@wikiquery/rest-pages/rendered';

/** Returns a page in Markdown, with or without metadata. MediaWiki has no such route. */
export default defineRoute({
  name: 'page-markdown',
  summary: 'Return the current revision of a page in Markdown, with or without metadata.',
  paths: { markdown: '/v1/page/{title}/markdown', with_markdown: '/v1/page/{title}/with_markdown' },
  params: {
    title: p.string().required().help('Title of the page.'),
    redirect: p.enum(['no']).help('`no` returns the redirect page itself instead of its target.'),
    ...MARKDOWN_PARAMS,
  },
  differences: ['MediaWiki has no such route.'],
  services: { messages, renderCache },

  async execute(q) {
    const { path } = q;
    const { title, redirect, ...form } = q.params;
    const rendered = await renderCurrent(q, { title, followsRedirect: redirect === undefined, form: markdownForm(path, form) });
    if (!('content' in rendered)) return rendered;
    const { page, revision, slot, language, content } = rendered;
    const found = await pageMarkdown(q, page, content, form);
    const headers = { 'Cache-Control': 'max-age=5', 'Content-Revision-Id': String(revision.id) };
    if (path === 'markdown') return { headers: { ...headers, ...MARKDOWN_TYPE, 'Content-Language': language }, text: found.markdown };
    const latest = { id: revision.id, timestamp: isoTimestamp(revision.timestamp) };
    const { missing: _, ...converted } = found;
    return { headers, json: { ...pageNames(q, page), latest, content_model: slot.model, license: licenseOf(q), ...converted } };
  },
});
