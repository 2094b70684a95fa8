import { askRest, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import revision from './index.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
  await wiki.user('Ann');
  await wiki.page('Pier', { text: 'short' });
  await wiki.edit('Pier', { text: 'much longer', user: 'Ann', comment: 'more' });
  await wiki.edit('Pier', { text: 'secret', user: 'Ann', comment: 'whisper' });
});
afterAll(() => wiki.close());

const ask = (path: string, rights?: readonly string[]) => askRest(wiki, [revision], path, rights ? { as: rights } : {});
const hide = (bits: number) => wiki.db.updateTable('revision').set({ rev_deleted: bits }).where('rev_id', '=', 3).execute();

it('returns the properties and the wikitext of a revision', async () => {
  expect((await ask('/v1/revision/2')).json).toMatchObject({
    id: 2,
    size: 11,
    minor: false,
    page: { id: 1, key: 'Pier', title: 'Pier' },
    user: { id: 1, name: 'Ann' },
    comment: 'more',
    delta: 6,
    source: 'much longer',
  });
  const { json } = await ask('/v1/revision/1/bare');
  expect(json).toMatchObject({ delta: null, html_url: expect.stringMatching(/\/v1\/revision\/1\/html$/) });
  expect(json).not.toHaveProperty('source');
});

it('rejects missing and deleted revisions', async () => {
  for (const id of ['0', '-1', '99']) expect((await ask(`/v1/revision/${id}`)).json.errorKey).toBe('rest-nonexistent-revision');
  expect((await ask('/v1/revision/x')).json).toMatchObject({ name: 'id', value: 'x', failureCode: 'badinteger', failureData: null });
  await wiki.page('Gone');
  await wiki.deletePage('Gone');
  expect((await ask('/v1/revision/4', ['deletedtext', 'deletedhistory'])).json.errorKey).toBe('rest-nonexistent-revision');
  const { id, latest } = await wiki.page('Orphan');
  await wiki.db.deleteFrom('page').where('page_id', '=', id).execute();
  expect((await ask(`/v1/revision/${latest}`)).json.errorKey).toBe('rest-nonexistent-revision');
});

it('returns revision-deleted authors and comments only to users with the rights', async () => {
  await hide(2 | 4);
  expect((await ask('/v1/revision/3')).json).toMatchObject({ user: null, comment: null, source: 'secret' });
  expect((await ask('/v1/revision/3', ['deletedhistory'])).json).toMatchObject({ user: { name: 'Ann' }, comment: 'whisper' });
  await hide(2 | 4 | 8);
  expect((await ask('/v1/revision/3', ['deletedhistory'])).json).toMatchObject({ user: null, comment: null });
  expect((await ask('/v1/revision/3')).headers['Cache-Control']).toBe('private,no-cache,s-maxage=0');
});

it('hides revision-deleted text from all users', async () => {
  await hide(1);
  for (const rights of [[], ['deletedtext', 'deletedhistory', 'suppressrevision']]) {
    const { status, body, headers } = await ask('/v1/revision/3', rights);
    expect({ status, told: body.includes('secret') || body.includes('Ann') || 'Last-Modified' in headers }).toEqual({
      status: 403,
      told: false,
    });
  }
});
