import { NS, type Site } from '@wikiquery/core';
import { analysisOf, completionAnalysisOf } from './analysis.ts';
import { COMPLETION_MAPPING, PAGE_MAPPING } from './mapping.ts';

/** Kinds of indices: pages in content namespaces, other pages, and completions of titles. */
export const KINDS = ['content', 'general', 'titlesuggest'] as const;
export type IndexKind = (typeof KINDS)[number];

/** Version of the mapping. An index of another version is built again. */
export const FORMAT = 1;

/** Number of pages for which one shard is enough. */
const PAGES_OF_SHARD = 2_000_000;
const MAX_SHARDS = 8;

/** Returns the name of an index. `build`: digits that distinguish it from earlier ones. */
export const indexName = (prefix: string, kind: IndexKind, build: string): string => `${prefix}_${kind}_${build}`;

/** Returns the build of an index that `indexName` named. */
export function buildOf(prefix: string, name: string): string | undefined {
  const kind = KINDS.find(each => name.startsWith(`${prefix}_${each}_`));
  const build = kind && name.slice(prefix.length + kind.length + 2);
  return build && /^\d+$/.test(build) ? build : undefined;
}

/** Returns the name of the index that contains the state of the writer. */
export const stateIndex = (prefix: string): string => `${prefix}_wikiquery`;

/** Returns the kind of the index for the pages of a namespace. */
export const kindOf = (site: Site, namespace: number): 'content' | 'general' =>
  site.namespaces.get(namespace)?.content === true ? 'content' : 'general';

/** Returns the body that creates an index. While it is built, it has no replicas and is not searched. */
export function indexBody(kind: IndexKind, language: string, pages: number): object {
  const isCompletion = kind === 'titlesuggest';
  return {
    settings: {
      number_of_shards: isCompletion ? 1 : Math.min(MAX_SHARDS, Math.max(1, Math.ceil(pages / PAGES_OF_SHARD))),
      number_of_replicas: 0,
      refresh_interval: '-1',
      translog: { durability: 'async' },
      max_ngram_diff: 255,
      analysis: isCompletion ? completionAnalysisOf(language) : analysisOf(language),
      ...(!isCompletion && { similarity: { bm25: { type: 'BM25' } }, mapping: { total_fields: { limit: 2000 } } }),
    },
    mappings: isCompletion ? COMPLETION_MAPPING : PAGE_MAPPING,
  };
}

/** The settings of an index that is complete. */
export const COMPLETE_SETTINGS = {
  index: { auto_expand_replicas: '0-2', refresh_interval: '30s', translog: { durability: 'request' } },
} as const;

/** Returns the aliases of a build: one for each kind, one for files, and one for all pages. */
export function aliasesOf(prefix: string, build: string): readonly object[] {
  const add = (kind: IndexKind, alias: string, options: object = {}): object => ({
    add: { index: indexName(prefix, kind, build), alias, ...options },
  });
  return [
    ...KINDS.map(kind => add(kind, `${prefix}_${kind}`)),
    add('general', `${prefix}_file`, { filter: { term: { namespace: NS.FILE } } }),
    add('content', prefix),
    add('general', prefix),
  ];
}
