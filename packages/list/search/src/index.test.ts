import type { Messages } from '@wikiquery/messages';
import { databaseSearch, type SearchBackend, type SearchRequest } from '@wikiquery/search';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import search from './index.ts';

const messages: Messages = { has: key => key === 'about', get: () => undefined, keys: () => ['about'] };

describeModule(
  search,
  async wiki => {
    await wiki.page('Harbour', { text: 'A pier and <b>a boat</b>.', timestamp: '20240105000000' });
    await wiki.page('Old harbour', { text: "''boat'' - boat-yard" });
    await wiki.page('New harbour', { text: 'Nothing' });
    await wiki.redirect('Far harbour', 'Harbour');
    await wiki.page('Help:Harbour', { text: '{"a": 1}', model: 'json' });
    const secret = await wiki.page('Diary', { text: 'treasure' });
    await wiki.hideRevision(secret.latest, 1);
    await wiki.file('Boat.png', { timestamp: '20240107000000' });
    await wiki.deletePage('File:Boat.png');
    await wiki.page('Ann-Lee of HULL', { text: 'x' });
    await wiki.page('MediaWiki:ABOUT', { text: 'x' });
    return { params: { search: 'harbour' }, services: { search: databaseSearch(wiki), messages } };
  },
  ({ ask, records, pages, wiki }) => {
    const titles = async (params: Record<string, string | number>) =>
      (await records({ limit: 'max', ...params })).map(({ title }) => title);
    const near = async (text: string, params: Record<string, string | number> = {}) =>
      records({ search: text, what: 'nearmatch', ...params });

    it('finds pages by the words of their titles', async () => {
      expect((await titles({})).sort()).toEqual(['Far harbour', 'Harbour', 'New harbour', 'Old harbour']);
      expect(await titles({ namespace: 12 })).toEqual(['Help:Harbour']);
      expect(await titles({ search: 'help:harbour', what: 'title' })).toEqual(['Help:Harbour']);
    });

    it('finds pages by the words of their texts and returns the requested properties', async () => {
      expect(await records({ search: 'pier', what: 'text' })).toEqual([
        {
          ns: 0,
          title: 'Harbour',
          pageid: 1,
          size: 25,
          wordcount: 7,
          snippet: 'A <span class="searchmatch">pier</span> and &lt;b&gt;a boat&lt;/b&gt;.\n',
          timestamp: '2024-01-05T00:00:00Z',
        },
      ]);
      expect((await records({ search: 'boat', what: 'text', prop: 'wordcount' })).map(({ wordcount }) => wordcount)).toContain(3);
      expect(await records({ search: 'ann-lee', prop: 'wordcount' })).toMatchObject([{ wordcount: 1 }]);
      expect(await records({ search: 'pier', what: 'text', prop: '' })).toEqual([{ ns: 0, title: 'Harbour', pageid: 1 }]);
    });

    it('returns the total number of hits before the list, unless it is not requested', async () => {
      const { query } = await ask({ search: 'diary' });
      expect(Object.entries(query)[0]).toEqual(['searchinfo', { totalhits: 1 }]);
      expect((await ask({ info: 'suggestion' })).query.searchinfo).toBeUndefined();
      expect((await ask({ what: 'nearmatch' })).query.searchinfo).toBeUndefined();
    });

    it('continues from an offset', async () => {
      const first = await ask({ limit: 3 });
      expect(first.continue).toEqual({ sroffset: 3, continue: '-||' });
      const second = await ask({ limit: 3 }, first.continue);
      expect(second.continue).toBeUndefined();
      const all = [...first.query.search, ...second.query.search].map(({ title }: { title: string }) => title);
      expect(all.sort()).toEqual(['Far harbour', 'Harbour', 'New harbour', 'Old harbour']);
    });

    it('searches revision-deleted text only for users who can read it', async () => {
      expect((await ask({ search: 'treasure', what: 'text' })).query).toEqual({ searchinfo: { totalhits: 0 }, search: [] });
      expect(await records({ search: 'diary', prop: 'size|snippet|wordcount' })).toMatchObject([{ size: 0, snippet: '', wordcount: 0 }]);
      const asReader = await records({ search: 'treasure', what: 'text', prop: 'size|snippet' }, { as: ['deletedtext'] });
      expect(asReader).toMatchObject([{ title: 'Diary', size: 0, snippet: '' }]);
    });

    it('omits fields that the backend does not provide', async () => {
      const prop =
        'titlesnippet|categorysnippet|isfilematch|redirecttitle|redirectsnippet|sectiontitle|sectionsnippet|extensiondata|score|hasrelated';
      expect(await records({ search: 'diary', prop })).toEqual([
        { ns: 0, title: 'Diary', pageid: wiki().get('Diary').id, titlesnippet: '', categorysnippet: '', isfilematch: false },
      ]);
    });

    it('finds the page with a nearly equal title by near match', async () => {
      for (const text of ['harbour', 'HARBOUR', '"Harbour"', '"hARBOUR"', ':harbour', 'harbour#pier'])
        expect(await near(text)).toMatchObject([{ title: 'Harbour', snippet: '', size: 25 }]);
      expect(await near('ann-lee OF hull')).toEqual([]);
      // A title with capitalized words takes precedence over a title in upper case.
      for (const title of ['Quai Élan', 'QUAI ÉLAN']) await wiki().page(title);
      expect(await near('quai élan')).toMatchObject([{ title: 'Quai Élan' }]);
      expect(await near('help:HARBOUR')).toMatchObject([{ title: 'Help:Harbour', size: 8 }]);
      for (const text of ['#Harbour', 'Nothing here', '<', 'Special:Version', 'Talk:', 'User:Nobody', '192.0.2.1'])
        expect(await near(text)).toEqual([]);
    });

    it('finds files without a page, but no other missing pages, by near match', async () => {
      expect(await near('File:Boat.png')).toEqual([
        { ns: 6, title: 'File:Boat.png', pageid: 0, size: 0, wordcount: 0, snippet: '', timestamp: '2024-01-07T00:00:00Z' },
      ]);
      expect(await near('Media:Boat.png', { prop: 'size' })).toMatchObject([{ title: 'File:Boat.png' }]);
      // A default interface message counts as an existing title, so a page that differs only in case does not match.
      expect(await near('MediaWiki:about')).toEqual([]);
      expect(await near('MediaWiki:aBOUT')).toMatchObject([{ title: 'MediaWiki:ABOUT' }]);
    });

    it('generates pages with an index that redirects pass to their targets', async () => {
      const found = await pages({ limit: 'max' });
      expect(new Set(found.map(({ index }: { index: number }) => index))).toEqual(new Set([1, 2, 3, 4]));
      const followed = await pages({ search: 'far harbour' }, { redirects: true });
      expect(followed).toEqual([{ pageid: 1, ns: 0, title: 'Harbour', index: 1 }]);
      expect(await pages({ search: 'diary', prop: 'size' })).toMatchObject([{ title: 'Diary', size: 0, index: 1 }]);
    });

    it('writes data of generated pages in the requested format version', async () => {
      const generator = { generator: 'search', gsrsearch: 'diary', gsrprop: 'isfilematch|size', formatversion: 1 };
      const { query } = await ask({ what: 'nearmatch' }, generator);
      const { id: pageid } = wiki().get('Diary');
      expect(query.pages[pageid]).toEqual({ pageid, ns: 0, title: 'Diary', size: 0, index: 1 });
    });

    it('returns search metadata of a generator on request', async () => {
      const { query } = await ask({ what: 'nearmatch' }, { generator: 'search', gsrsearch: 'diary', gsrinfo: 'totalhits' });
      expect(query.searchinfo).toEqual({ totalhits: 1 });
      expect((await ask({ what: 'nearmatch' }, { generator: 'search', gsrsearch: 'diary' })).query.searchinfo).toBeUndefined();
    });

    it('requires a constant number of statements for any number of pages', async () => {
      const count = async (limit: number) => (await wiki().statementsOf(() => records({ limit, info: '' }))).length;
      expect(await count(4)).toBe(await count(1));
    });
  },
);

/** Search backend that supports more features than the database search. */
const other: SearchBackend & { asked: SearchRequest[] } = {
  asked: [],
  sorts: ['relevance', 'newest'],
  rankings: ['classic'],
  async search({ titles }, request) {
    this.asked.push(request);
    if (request.what === 'title') return undefined;
    const title = titles.local('Harbour') ?? { namespace: 0, dbkey: '' };
    return {
      hits: [
        {
          ...title,
          snippet: 'a <em>pier</em>',
          titleSnippet: '<em>Harbour</em>',
          redirect: { title: { namespace: 1, dbkey: 'Old_pier' }, snippet: 'Old <em>pier</em>' },
          section: { title: 'Piers', snippet: '<em>Piers</em>' },
          isFileMatch: true,
          extensionData: { wprov: 'x' },
        },
        { namespace: 0, dbkey: 'Gone_since' },
      ],
      more: true,
      total: 70,
      suggestion: { query: 'peer', snippet: '<em>peer</em>' },
      rewritten: { query: 'piers', snippet: 'pier<em>s</em>' },
      interwiki: { total: 1, hits: new Map([['de', [{ namespace: '', title: 'Hafen', url: 'https://de.example/Hafen' }]]]) },
    };
  },
  complete: async () => [],
};

describeModule(
  search,
  async wiki => {
    await wiki.page('Harbour', { text: 'A pier' });
    return {
      params: { search: 'pier' },
      services: { search: other, messages },
      filters: { namespace: 'The backend gives the same for all namespaces.' },
    };
  },
  ({ ask, records, pages }) => {
    it('returns all fields that a search backend provides', async () => {
      const prop = 'size|snippet|titlesnippet|redirecttitle|redirectsnippet|sectiontitle|sectionsnippet|isfilematch|extensiondata';
      const { query, continue: next } = await ask({ prop, interwiki: true, enablerewrites: true, offset: 20 });
      expect(query).toEqual({
        searchinfo: {
          totalhits: 70,
          suggestion: 'peer',
          suggestionsnippet: '<em>peer</em>',
          rewrittenquery: 'piers',
          rewrittenquerysnippet: 'pier<em>s</em>',
        },
        search: [
          {
            ns: 0,
            title: 'Harbour',
            pageid: 1,
            size: 6,
            snippet: 'a <em>pier</em>',
            titlesnippet: '<em>Harbour</em>',
            redirecttitle: 'Talk:Old pier',
            redirectsnippet: 'Old <em>pier</em>',
            sectiontitle: 'Piers',
            sectionsnippet: '<em>Piers</em>',
            isfilematch: true,
            extensiondata: { wprov: 'x' },
          },
        ],
        interwikisearch: { de: [{ namespace: '', title: 'Hafen', url: 'https://de.example/Hafen' }] },
        interwikisearchinfo: { totalhits: 1 },
      });
      expect(next).toEqual({ sroffset: 30, continue: '-||' });
      expect(other.asked.at(-1)).toMatchObject({ what: 'text', rewrite: true, interwiki: true, offset: 20, limit: 10 });
    });

    it('searches texts if the backend cannot search titles, unless titles are requested', async () => {
      expect(await records({ prop: '' })).toHaveLength(1);
      expect((await ask({ what: 'title' })).error.code).toBe('search-title-disabled');
    });

    it('accepts only the sort orders of the backend', async () => {
      await records({ sort: 'newest' });
      expect(other.asked.at(-1)?.sort).toBe('newest');
      expect((await ask({ sort: 'oldest' })).error.code).toBe('badvalue');
    });

    it('accepts only the ranking profiles of the backend', async () => {
      await records({ qiprofile: 'classic' });
      expect(other.asked.at(-1)?.ranking).toBe('classic');
      await records({ qiprofile: 'engine_autoselect' });
      expect(other.asked.at(-1)?.ranking).toBeUndefined();
      expect((await ask({ qiprofile: 'other' })).error.code).toBe('badvalue');
    });

    it('omits deleted pages as a generator', async () => {
      expect(await pages()).toEqual([{ pageid: 1, ns: 0, title: 'Harbour', index: 1 }]);
    });
  },
);
