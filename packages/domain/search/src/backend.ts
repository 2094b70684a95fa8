import { defineService, type Env, type Title } from '@wikiquery/core';

/**
 * Finds pages by their words and by the beginning of their titles. The databases' own indexes do it unless a deployment gives another backend
 * under the name `search`.
 */
export const searchBackend = defineService<SearchBackend>('search');

export interface SearchBackend extends Partial<AsyncDisposable> {
  /** The orders of hits that may be asked for; `relevance` is one. */
  readonly sorts: readonly string[];
  /** Undefined: this backend has no such search. */
  search(env: Env, request: SearchRequest): Promise<SearchResults | undefined>;
  /** Pages whose titles begin with a text, in any order that is useful; one more than `limit` says that there are more. */
  complete(env: Env, request: CompletionRequest): Promise<readonly Hit[]>;
}

export interface SearchRequest {
  readonly what: 'title' | 'text';
  /** As it was typed, with whatever syntax the backend knows, prefixes of namespaces included. */
  readonly text: string;
  /** Where to look when the text does not say it; none stands for the main namespace. */
  readonly namespaces: readonly number[];
  readonly limit: number;
  /** How many hits to leave out. */
  readonly offset: number;
  readonly sort: string;
  /** The number of all hits is wanted. */
  readonly total: boolean;
  /** Parts of the page, besides its text, of which a snippet is wanted. */
  readonly snippets: ReadonlySet<'title' | 'redirect' | 'heading' | 'category'>;
  /** Whether the query may be replaced by a better one. */
  readonly rewrite: boolean;
  /** Hits on other wikis are wanted, too. */
  readonly interwiki: boolean;
}

export interface CompletionRequest {
  /** Without the prefix of a namespace. */
  readonly text: string;
  readonly namespaces: readonly number[];
  readonly limit: number;
  readonly offset: number;
}

/** A page that was found. A backend that knows its row saves looking it up. */
export interface Hit extends Title {
  readonly page?: { readonly id: number; readonly latest: number } | undefined;
}

/** Snippets are HTML. What a backend leaves out is taken from the page as it is now, or is empty. */
export interface SearchHit extends Hit {
  readonly snippet?: string;
  readonly titleSnippet?: string;
  readonly redirect?: { readonly title: Title; readonly snippet: string };
  readonly section?: { readonly title: string; readonly snippet: string };
  readonly categorySnippet?: string;
  /** The words stand in the content of the file. */
  readonly isFileMatch?: boolean;
  readonly extensionData?: Readonly<Record<string, unknown>>;
}

export interface SearchResults {
  readonly hits: readonly SearchHit[];
  /** There are hits behind these. */
  readonly more: boolean;
  readonly total?: number | undefined;
  /** Makes the snippet of a hit that has none from the text of its page. */
  readonly highlight?: ((text: string) => string | Promise<string>) | undefined;
  readonly suggestion?: Rewording;
  /** The query that these are the hits of, when it is another one. */
  readonly rewritten?: Rewording;
  /** Hits on other wikis: among the hits of this one (`additional`), and beside them. */
  readonly additional?: ForeignHits;
  readonly interwiki?: ForeignHits;
}

interface Rewording {
  readonly query: string;
  /** HTML. */
  readonly snippet: string;
}

export interface ForeignHits {
  readonly total: number;
  /** By interwiki prefix. */
  readonly hits: ReadonlyMap<string, readonly ForeignHit[]>;
}

export interface ForeignHit {
  /** Name of the namespace on that wiki. */
  readonly namespace: string;
  readonly title: string;
  readonly url: string;
  readonly snippet?: string;
}
