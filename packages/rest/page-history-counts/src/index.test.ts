import { askRest, engines, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import counts from './index.ts';

describe.each(engines)('on %s', engine => {
  let wiki: WikiBuilder;
  beforeAll(async () => {
    wiki = await openWiki(engine);
    await wiki.user('Ann');
    await wiki.user('Botty', { groups: ['bot'] });
    await wiki.page('Pier', { text: 'a', user: 'Ann' });
    for (const [user, minor] of [
      ['Ann', true],
      ['192.0.2.7', false],
      ['Botty', true],
      ['Ann', false],
    ] as const)
      await wiki.edit('Pier', { text: `${user}${minor}`, user, minor });
  });
  afterAll(() => wiki.close());

  const ask = (type: string) => askRest(wiki, [counts], `/v1/page/Pier/history/counts/${type}`);

  it.each([
    ['edits', 5],
    ['editors', 3],
    ['anonymous', 1],
    ['bot', 1],
    ['minor', 2],
    ['reverted', 0],
    ['temporary', 0],
    ['edits?from=1&to=5', 3],
    ['editors?from=5&to=2', 2],
    ['edits?from=2&to=2', 0],
  ])('returns the count for the type %s', async (type, count) => {
    const { json, headers } = await ask(type);
    expect(json).toEqual({ count, limit: false });
    expect(headers['Cache-Control']).toBe('max-age=60');
  });

  it('returns the header Deprecation for deprecated count types', async () => {
    const { json, headers } = await ask('anonedits');
    expect([json.count, headers.Deprecation]).toEqual([1, 'version="v1"']);
  });

  it('does not count revisions with revision-deleted authors', async () => {
    await wiki.db.updateTable('revision').set({ rev_deleted: 4 }).where('rev_id', '=', 3).execute();
    expect([(await ask('anonymous')).json.count, (await ask('editors')).json.count]).toEqual([0, 2]);
  });

  it('rejects invalid combinations of parameters', async () => {
    expect((await ask('minor?from=1&to=2')).json.errorKey).toBe('rest-pagehistorycount-parameters-invalid');
    expect((await ask('edits?from=1')).json.errorKey).toBe('rest-pagehistorycount-parameters-invalid');
    expect((await ask('edits?from=1&to=99')).json.errorKey).toBe('rest-nonexistent-revision');
    expect((await ask('lines')).json).toMatchObject({ failureCode: 'badvalue', failureData: [] });
  });
});
