import { readMessages } from '@wikiquery/messages';
import { askRest, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import revisionMarkdown from './index.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
  await wiki.user('Ann');
  await wiki.page('Pier', { text: "''Über'' {{REVISIONID}}" });
  await wiki.edit('Pier', { text: "'''new''' {{REVISIONID}}", user: 'Ann', comment: 'more' });
});
afterAll(() => wiki.close());

const ask = (path: string, options: Parameters<typeof askRest>[3] = {}) =>
  askRest(wiki, [revisionMarkdown], path, { services: { messages: readMessages([]) }, ...options });

it('returns any revision as Markdown', async () => {
  const { status, headers, body } = await ask('/v1/revision/1/markdown');
  expect([status, headers['Content-Type'], headers['Content-Revision-Id'], body]).toEqual([
    200,
    'text/markdown; charset=utf-8; variant=GFM',
    '1',
    '*Über* 1',
  ]);
});

it('returns metadata with the Markdown', async () => {
  const { json } = await ask('/v1/revision/2/with_markdown');
  expect(json).toMatchObject({ id: 2, page: { key: 'Pier' }, user: { name: 'Ann' }, comment: 'more', markdown: '**new** 2', outline: [] });
});

it('rejects missing revisions', async () => {
  for (const id of ['0', '-1', '99']) {
    const { status, json } = await ask(`/v1/revision/${id}/markdown`, { as: ['deletedtext', 'deletedhistory'] });
    expect([status, json.errorKey]).toEqual([404, 'rest-nonexistent-revision']);
  }
});

it('hides revision-deleted text and its headers from all users', async () => {
  await wiki.page('Secret', { text: 'whisper' });
  const latest = await wiki.edit('Secret', { text: 'open' });
  await wiki.hideRevision(latest - 1, 1);
  for (const as of [[], ['deletedtext', 'deletedhistory', 'suppressrevision']]) {
    const { status, json, body, headers } = await ask(`/v1/revision/${latest - 1}/with_markdown`, { as });
    expect([status, json.errorKey, body.includes('whisper'), 'ETag' in headers]).toEqual([
      403,
      'rest-permission-denied-revision',
      false,
      false,
    ]);
  }
});
