import { type Message, NS, type Site, type Title, type Titles } from '@wikiquery/core';

/**
 * Ways to combine the fields of a page. In CirrusSearch (`$wgCirrusSearchFullTextQueryBuilderProfile`), they are called `default`,
 * `perfield_builder` and `perfield_builder_title_filter`.
 */
export const FULL_TEXT_PROFILES = ['query_string', 'per_field', 'per_field_title'] as const;

/** An index in the format of CirrusSearch, and how to search it. */
export interface IndexSettings {
  /** Prefix of the index names, such as `enwiki`. The aliases of its indices are `enwiki_content`, `enwiki_general` and `enwiki`. */
  readonly prefix: string;
  /** Whether files have an index of their own, such as `commonswiki_file`. */
  readonly hasFileIndex?: boolean;
  readonly fullText: (typeof FULL_TEXT_PROFILES)[number];
  /** Ranking profile of requests without `srqiprofile`. */
  readonly ranking: string;
  /** Whether the plugin `search-extra` of Wikimedia is installed, which finds regular expressions. */
  readonly hasRegex: boolean;
  /** Whether the plugin `search-highlighter` of Wikimedia is installed. */
  readonly hasHighlighter: boolean;
  /** Whether the index has the field `suggest.reverse`, which finds typing errors in the first letter. */
  readonly hasReverseSuggest: boolean;
  /** Whether the index has the field `weighted_tags`. */
  readonly hasWeightedTags: boolean;
  /** Maximum number of automaton states of a wildcard. Default: the limit of the engine. */
  readonly maxStates?: number | undefined;
}

/** Information from the wiki's database that keywords need. */
export interface WikiLookups {
  /** Returns the ids and titles of existing pages. Redirects are followed. */
  pages(titles: readonly Title[]): Promise<readonly (Title & { readonly id: number })[]>;
  /** Returns the titles of pages, by page id. */
  titlesOf(ids: readonly number[]): Promise<readonly Title[]>;
  /** Returns the database keys of a category and of its subcategories. `isCut`: whether there are more. */
  categoryTree(category: string): Promise<{ readonly categories: readonly string[]; readonly isCut: boolean }>;
}

/** A wiki to search. */
export interface SearchedWiki {
  readonly site: Site;
  readonly titles: Titles;
  readonly index: IndexSettings;
  readonly lookups: WikiLookups;
  /** Words that select all namespaces as a prefix of the query, such as `all`. */
  readonly wordsForAll: readonly string[];
  readonly now: Date;
}

/** Returns the alias of the index that contains the pages of a namespace. */
export function indexOf({ site, index }: Pick<SearchedWiki, 'site' | 'index'>, namespace: number): string {
  if (namespace === NS.FILE && index.hasFileIndex) return `${index.prefix}_file`;
  return `${index.prefix}_${site.namespaces.get(namespace)?.content === true ? 'content' : 'general'}`;
}

/** Returns the smallest alias that contains all pages of the namespaces. Undefined: all namespaces. */
export function indexOfAll(wiki: Pick<SearchedWiki, 'site' | 'index'>, namespaces: readonly number[] | undefined): string {
  const [first, ...others] = new Set(namespaces?.map(namespace => indexOf(wiki, namespace)));
  return first === undefined || others.length > 0 ? wiki.index.prefix : first;
}

/** Warning or error of CirrusSearch. The code is the key of its message. */
export const cirrusMessage = (name: string, text: string, params: Message['params'] = []): Message => ({
  code: `cirrussearch-${name}`,
  key: `cirrussearch-${name}`,
  text,
  params,
  data: undefined,
});
