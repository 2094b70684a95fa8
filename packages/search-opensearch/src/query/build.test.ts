import { expect, it } from 'vitest';
import { buildSearch } from './build.ts';
import { canonical } from './canonical.test-kit.ts';
import { fixtureRequests, recorded, testWiki } from './cirrussearch.test-kit.ts';
import type { EngineClause } from './clauses.ts';
import { suggestionOf } from './response.ts';

const request = { namespaces: [0], limit: 20, offset: 0, sort: 'relevance', snippets: new Set(['title', 'text'] as const), suggests: true };

it("builds CirrusSearch's request for each recorded query", async () => {
  let compared = 0;
  for await (const { name, profile, wiki, expected, built } of fixtureRequests()) {
    const context = { name, profile, wiki };
    const request = built.body && { index: built.index, body: canonical(built.body) };
    expect({ ...context, request }).toEqual({ ...context, request: expected && { index: expected.index, body: canonical(expected.body) } });
    compared++;
  }
  expect(compared).toBeGreaterThan(2300);
});

it('requests corrections of typing errors as CirrusSearch does', async () => {
  for (const { name, query, namespaces, offset, with_dym: suggests = true, config, expected } of recorded().phraseSuggest) {
    // A search of several wikis, and the configuration of the suggester, are not supported.
    if (/multi_index|strict|by_config/.test(name)) continue;
    const wiki = testWiki();
    const hasReverseSuggest = 'CirrusSearchPhraseSuggestReverseField' in config;
    const built = await buildSearch(
      { ...wiki, index: { ...wiki.index, hasReverseSuggest } },
      { ...request, text: query, namespaces, offset, suggests },
    );
    expect({ name, suggest: built.body?.suggest }).toEqual({ name, suggest: expected?.suggest });
  }
});

it('reads suggestions from responses as CirrusSearch does', async () => {
  for (const { name, query, response, suggestion, suggestionSnippet } of recorded().suggestions) {
    const built = await buildSearch(testWiki(), { ...request, text: query });
    const found = suggestionOf(built, response as never);
    expect({ name, found }).toEqual({ name, found: suggestion === null ? undefined : { query: suggestion, snippet: suggestionSnippet } });
  }
});

it.each([
  ['help:cats', ['wiki_general'], { terms: { namespace: [12] } }],
  ['all:cats', ['wiki'], { term: { page_type: 'redirect' } }],
  ['cats', ['wiki_content'], { terms: { namespace: [0] } }],
  ['cats prefix:Help:A', ['wiki'], { terms: { namespace: [0, 12] } }],
])('searches the namespaces of the query %s', async (text, [index], condition) => {
  const built = await buildSearch(testWiki(), { ...request, text });
  expect(built.index).toBe(index);
  expect(JSON.stringify(built.body)).toContain(JSON.stringify(condition));
});

it('searches files in their own index, if there is one', async () => {
  const wiki = testWiki();
  const indexOf = async (text: string) =>
    (await buildSearch({ ...wiki, index: { ...wiki.index, hasFileIndex: true } }, { ...request, text })).index;
  expect([await indexOf('file:cats'), await indexOf('help:cats'), await indexOf('all:cats')]).toEqual([
    'wiki_file',
    'wiki_general',
    'wiki',
  ]);
});

it.each([
  ['', ''],
  ['   ', ''],
  ['help:', ''],
  ['filew:wide', 'cirrussearch-file-numeric-feature-not-a-number'],
  ['filew:>1,2', 'cirrussearch-file-numeric-feature-multi-argument-w-sign'],
  ['morelike:No such page', 'cirrussearch-mlt-feature-no-valid-titles'],
  ['incategory:id:1', 'cirrussearch-incategory-feature-no-valid-categories'],
  ['deepcat:<', 'cirrussearch-feature-deepcat-invalid-title'],
  ['pageid:x', 'cirrussearch-feature-pageid-invalid-id'],
  ['creationdate:2024-13', 'cirrussearch-feature-invalid-date-range'],
  ['insource://', 'cirrussearch-regex-empty-expression'],
  ['a*b*c*d*e', 'cirrussearch-regex-too-complex-error'],
  ['-local: cats', 'cirrussearch-feature-not-negatable'],
])('does not send the query "%s", which has no results', async (text, warning) => {
  const built = await buildSearch(testWiki(), { ...request, text });
  expect(built.body).toBeUndefined();
  expect(built.warnings.map(({ code }) => code)).toEqual(warning === '' ? [] : [warning]);
});

it('rejects queries that are too long, but not long lists in keywords', async () => {
  const build = (text: string) => buildSearch(testWiki(), { ...request, text });
  await expect(build('x'.repeat(301))).rejects.toMatchObject({ code: 'cirrussearch-query-too-long' });
  await expect(build(`incategory:A ${'x'.repeat(301)}`)).rejects.toMatchObject({ code: 'cirrussearch-query-too-long-with-exemptions' });
  await expect(build(`incategory:${'A|'.repeat(2100)}`)).rejects.toMatchObject({ code: 'cirrussearch-query-too-long' });
  expect((await build('x'.repeat(300))).body).toBeDefined();
  const long = await build(`incategory:${'A|'.repeat(1000)}`);
  expect(long.warnings).toMatchObject([{ code: 'cirrussearch-feature-too-many-conditions' }]);
});

it('rejects regular expressions if the engine does not support them', async () => {
  const wiki = testWiki();
  const build = (text: string) => buildSearch({ ...wiki, index: { ...wiki.index, hasRegex: false } }, { ...request, text });
  await expect(build('insource:/a+/')).rejects.toMatchObject({ code: 'cirrussearch-feature-not-available' });
  await expect(build('intitle:/a+/')).rejects.toMatchObject({ code: 'cirrussearch-feature-not-available' });
});

it.each([
  ['last_edit_desc', { sort: [{ timestamp: 'desc' }] }],
  ['incoming_links_asc', { sort: [{ incoming_links: { order: 'asc', missing: '_first' } }] }],
  ['none', { sort: ['_doc'] }],
  ['just_match', {}],
])('sorts by %s without ranking', async (sort, expected) => {
  const { body } = await buildSearch(testWiki(), { ...request, text: 'cats', sort });
  expect(body).toMatchObject(expected);
  expect(body).not.toHaveProperty('rescore');
});

it.each([
  ['classic', 1],
  ['empty', 0],
  ['classic_noboostlinks', 0],
  ['popular_inclinks', 1],
  ['wsum_inclinks_pv', 1],
])('ranks with the profile %s', async (ranking, steps) => {
  const { body } = await buildSearch(testWiki(), { ...request, text: 'cats', ranking });
  expect((body?.rescore as readonly EngineClause[] | undefined)?.length ?? 0).toBe(steps);
});
