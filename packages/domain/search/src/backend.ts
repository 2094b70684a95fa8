import { defineService, type Env, type Title } from '@wikiquery/core';

/** Search service of `list=search`, `list=prefixsearch`, `action=opensearch` and the REST API. Default: the database's full-text index. */
export const searchBackend = defineService<SearchBackend>('search');

export interface SearchBackend extends Partial<AsyncDisposable> {
  /** Supported sort orders, including `relevance`. */
  readonly sorts: readonly string[];
  /** Returns undefined when the backend does not support this kind of search. */
  search(env: Env, request: SearchRequest): Promise<SearchResults | undefined>;
  /** Returns pages whose titles begin with a text, and one more than `limit` when there are more. */
  complete(env: Env, request: CompletionRequest): Promise<readonly Hit[]>;
}

export interface SearchRequest {
  readonly what: 'title' | 'text';
  /** Query as typed, including namespace prefixes. */
  readonly text: string;
  /** Namespaces to search when the query has no namespace prefix. Empty: the main namespace. */
  readonly namespaces: readonly number[];
  readonly limit: number;
  readonly offset: number;
  readonly sort: string;
  readonly total: boolean;
  /** Additional parts of the page to return snippets for. */
  readonly snippets: ReadonlySet<'title' | 'redirect' | 'heading' | 'category'>;
  /** Whether the query may be replaced by a better one. */
  readonly rewrite: boolean;
  readonly interwiki: boolean;
}

export interface CompletionRequest {
  /** Title prefix without a namespace. */
  readonly text: string;
  readonly namespaces: readonly number[];
  readonly limit: number;
  readonly offset: number;
}

/** Found page. `page` saves a lookup. */
export interface Hit extends Title {
  readonly page?: { readonly id: number; readonly latest: number } | undefined;
}

/** Hit with optional details. Snippets are HTML; missing details are read from the current page. */
export interface SearchHit extends Hit {
  readonly snippet?: string;
  readonly titleSnippet?: string;
  readonly redirect?: { readonly title: Title; readonly snippet: string };
  readonly section?: { readonly title: string; readonly snippet: string };
  readonly categorySnippet?: string;
  readonly isFileMatch?: boolean;
  readonly extensionData?: Readonly<Record<string, unknown>>;
}

export interface SearchResults {
  readonly hits: readonly SearchHit[];
  readonly more: boolean;
  readonly total?: number | undefined;
  /** Returns the snippet for a page text; called for hits without a snippet. */
  readonly highlight?: ((text: string) => string | Promise<string>) | undefined;
  readonly suggestion?: Rewording;
  /** Query that replaced the client's query. */
  readonly rewritten?: Rewording;
  /** Hits on other wikis, listed together with (`additional`) or separately from the local hits. */
  readonly additional?: ForeignHits;
  readonly interwiki?: ForeignHits;
}

interface Rewording {
  readonly query: string;
  readonly snippet: string;
}

export interface ForeignHits {
  readonly total: number;
  readonly hits: ReadonlyMap<string, readonly ForeignHit[]>;
}

export interface ForeignHit {
  readonly namespace: string;
  readonly title: string;
  readonly url: string;
  readonly snippet?: string;
}
