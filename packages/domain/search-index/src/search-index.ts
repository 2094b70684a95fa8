import type { Env, Title } from '@wikiquery/core';
import type { Expression, Scored } from './expression.ts';

export interface SearchIndex {
  open(env: SearchContext): Promise<OpenIndex | undefined>;
  close(): Promise<void>;
}

export type SearchContext = Pick<Env, 'db' | 'request'>;

export interface OpenIndex {
  readonly meta: IndexMeta;
  /** Estimates the number of documents that contain each word. */
  documentsWith(words: readonly string[]): Promise<readonly number[]>;
  find(lookup: Lookup): Promise<FoundDocuments>;
  /** Finds documents with enough of the words, those with the highest sum of weights first. */
  similar(similarity: Similarity, request: SearchContext['request']): Promise<readonly FoundDocument[]>;
  pagesCalled(namespaces: readonly number[], folded: string): Promise<readonly number[]>;
  redirectsTo(page: number): Promise<readonly Name[]>;
  /** Returns the names that begin with a text. For a frequent prefix, returns only the most important names. */
  beginningWith(namespace: number, folded: string): Promise<readonly Name[]>;
  /** Returns names that begin with any of the texts. */
  beginningWithAny(namespace: number, texts: readonly string[]): Promise<readonly Name[]>;
  /** Returns up to `MAX_NEAR` names that begin with a text. */
  someBeginningWith(namespace: number, text: string): Promise<readonly Name[]>;
  bestCalled(namespaces: readonly number[], texts: readonly string[]): Promise<Name | undefined>;
  bestWord(words: readonly string[]): Promise<string | undefined>;
}

export interface IndexMeta {
  readonly documents: number;
  readonly namespaces: readonly { readonly namespace: number; readonly documents: number }[];
  /** The most frequent letters of names, in order of frequency. */
  readonly letters: string;
}

/** Name of a page: its title, or a redirect to it. */
export interface Name extends Title {
  readonly folded: string;
  readonly links: number;
  readonly page: number;
  readonly source: number;
}

export interface Lookup {
  readonly expression: Expression;
  /** Rare words that determine relevance. Empty if all words are frequent. */
  readonly scored: readonly Scored[];
  readonly namespaces: readonly number[] | undefined;
  readonly prefix: string | undefined;
  /** Ids of the pages to search. Default: all. */
  readonly pages: readonly number[] | undefined;
  /** Estimated fraction of the matching documents that are in the namespaces. */
  readonly share: number;
  readonly sort: string;
  /** Maximum number of documents to read. */
  readonly most: number;
  readonly counts: boolean;
  /** Estimated upper bound for the number of posting-list entries to read. */
  readonly cost: number;
  /** Number of posting lists to read in parallel, in order of importance. 0 if this order does not limit the number of entries to read. */
  readonly lists: number;
}

export interface Similarity {
  readonly words: readonly { readonly word: string; readonly weight: number }[];
  /** Number of the words that a document must contain. */
  readonly least: number;
  /** Pages to leave out. */
  readonly except: readonly number[];
  readonly namespaces: readonly number[] | undefined;
  readonly most: number;
}

export interface FoundDocument {
  readonly id: number;
  readonly page: number;
  readonly revision: number;
  readonly namespace: number;
  readonly title: string;
  readonly folded: string;
  readonly links: number;
  readonly byName: boolean;
  /** Relevance on a scale similar to BM25. */
  readonly score: number;
}

export interface FoundDocuments {
  readonly candidates: readonly FoundDocument[];
  readonly total: number;
}

/** Explicit sort orders: the column, and whether the order is descending. */
export const ORDERS: Readonly<
  Record<string, readonly [by: 'none' | 'edited' | 'created' | 'folded' | 'links' | 'random', falls: boolean]>
> = {
  none: ['none', false],
  just_match: ['none', false],
  last_edit_desc: ['edited', true],
  last_edit_asc: ['edited', false],
  create_timestamp_desc: ['created', true],
  create_timestamp_asc: ['created', false],
  title_natural_asc: ['folded', false],
  title_natural_desc: ['folded', true],
  incoming_links_desc: ['links', true],
  incoming_links_asc: ['links', false],
  random: ['random', false],
};

/** Maximum number of documents that are counted exactly. Higher totals are estimated. */
export const COUNTED = 5000;
/** Maximum number of documents taken from title matches. */
export const NAMED = 200;

export const MAX_NEAR = 2000;
/** Maximum number of posting-list entries that a lookup may read on the main thread. */
export const QUICK = 40_000;

/** Returns the weight of a word that `documents` of `all` documents contain, as in BM25. */
export const weightOf = (documents: number, all: number): number => Math.log(1 + (all - documents + 0.5) / (documents + 0.5));

/** Rounds down to two significant digits. */
export function roundDown(count: number): number {
  const unit = 10 ** Math.max(0, String(count).length - 2);
  return Math.floor(count / unit) * unit;
}
