import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { defaultSite } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import { type BuiltSearch, buildSearch } from './build.ts';
import type { EngineClause } from './clauses.ts';
import type { IndexSettings, SearchedWiki } from './wiki.ts';

/** A request to the engine that a test of CirrusSearch expects. */
export interface ExpectedRequest {
  readonly index: string;
  readonly body: EngineClause & { readonly query: EngineClause };
}

/** Query with the requests that CirrusSearch sends for it, by test profile and by wiki. */
export interface QueryFixture {
  readonly name: string;
  readonly query: string;
  readonly sort?: string;
  /** Configuration of CirrusSearch that differs from the profile. */
  readonly config?: EngineClause;
  readonly expected: Readonly<Record<string, Readonly<Record<string, ExpectedRequest>>>>;
}

interface Recorded {
  readonly index: { readonly mapping: EngineClause & { readonly properties: EngineClause }; readonly analysis: EngineClause };
  readonly searchText: readonly QueryFixture[];
  readonly phraseSuggest: readonly {
    readonly name: string;
    readonly query: string;
    readonly namespaces: readonly number[];
    readonly offset: number;
    readonly with_dym?: boolean;
    readonly config: EngineClause;
    readonly expected: { readonly suggest: EngineClause } | null;
  }[];
  readonly suggestions: readonly {
    readonly name: string;
    readonly query: string;
    readonly approxScore: number;
    readonly suggestion: string | null;
    readonly suggestionSnippet: string | null;
    readonly response: EngineClause;
  }[];
}

/** Returns the recorded tests of CirrusSearch. */
export const recorded = (): Recorded =>
  JSON.parse(brotliDecompressSync(readFileSync(join(import.meta.dirname, '../../fixtures/cirrussearch.json.br'))).toString());

const PLAIN: IndexSettings = {
  prefix: 'wiki',
  fullText: 'query_string',
  ranking: 'classic',
  hasRegex: true,
  hasHighlighter: true,
  hasReverseSuggest: false,
  hasWeightedTags: false,
  maxStates: 500,
};

/** Settings of the test profiles of CirrusSearch, by the wiki that is searched. */
const PROFILES: Readonly<Record<string, Readonly<Record<string, IndexSettings>>>> = (() => {
  const full: IndexSettings = { ...PLAIN, fullText: 'per_field', hasReverseSuggest: true, hasWeightedTags: true };
  return {
    default: { __main__: PLAIN },
    fullyfeatured: { __main__: full },
    'fullyfeatured-interwiki': {
      __main__: full,
      wikt: { ...full, prefix: 'itwiktionary' },
      b: { ...full, prefix: 'itwikibooks' },
      voy: { ...full, prefix: 'itwikivoyage', fullText: 'per_field_title', ranking: 'wsum_inclinks' },
    },
  };
})();

/** Pages that exist in the tests of CirrusSearch. */
const PAGES: Readonly<Record<string, number>> = { Some_page: 12_345, Other_page: 23_456 };
/** Time of the recorded requests, in milliseconds. */
const NOW = 1_468_084_245_000;

const site = defaultSite();

/** Returns the wiki of the tests of CirrusSearch. */
export const testWiki = (index: IndexSettings = PLAIN): SearchedWiki => ({
  site,
  titles: createTitles(site),
  index,
  wordsForAll: ['all'],
  now: new Date(NOW),
  lookups: {
    pages: async titles =>
      titles.flatMap(title => (title.namespace === 0 && PAGES[title.dbkey] ? { ...title, id: PAGES[title.dbkey] as number } : [])),
    titlesOf: async () => [],
    categoryTree: async category => ({ categories: [category], isCut: false }),
  },
});

/** Fixtures whose queries need features that this package does not support, with the reasons. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  boost_templates_other_index_001: 'The configuration adds the index of another wiki to the search of this wiki.',
  local_001: 'The configuration adds the index of another wiki to the search of this wiki.',
  hasrecommendation_001: 'The keyword "hasrecommendation" belongs to the extension GrowthExperiments.',
  ltr_001: 'The configuration uses a machine-learned ranking model, which needs a plugin of the engine.',
  maxtokencount_001: 'The configuration uses the query "token_count_router", which needs a plugin of the engine.',
};

/** Request to the engine that CirrusSearch sends, and the request of this package for the same query. */
export interface FixtureRequests {
  readonly name: string;
  readonly profile: string;
  readonly wiki: string;
  readonly expected: ExpectedRequest | undefined;
  readonly built: BuiltSearch;
}

/** Builds the requests for the queries of all supported fixtures. */
export async function* fixtureRequests(): AsyncGenerator<FixtureRequests> {
  for (const { name, query, sort = 'relevance', expected } of recorded().searchText) {
    if (name in UNSUPPORTED) continue;
    for (const [profile, wikis] of Object.entries(PROFILES)) {
      for (const [wiki, index] of Object.entries(wikis)) {
        const request = expected[profile]?.[wiki];
        const isForeign = wiki !== '__main__';
        if (isForeign && !request) continue;
        const built = await buildSearch(testWiki(index), {
          text: query,
          namespaces: [0, 1, 2, 3],
          limit: isForeign ? 5 : 21,
          offset: 0,
          sort: isForeign ? 'relevance' : sort,
          snippets: new Set(['title', 'redirect', 'category', 'heading', 'text']),
          suggests: !isForeign,
        });
        yield { name, profile, wiki, expected: request, built };
      }
    }
  }
}
