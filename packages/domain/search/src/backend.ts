import { defineService, type Env, type Title } from '@wikiquery/core';

/** Search service of `list=search`, `list=prefixsearch`, `action=opensearch` and the REST API. Default: the database's full-text index. */
export const searchBackend = defineService<SearchBackend>('search');

/** Backend of the search service: full-text search and title completion. */
export interface SearchBackend extends Partial<AsyncDisposable> {
  /** Reason why the index cannot be used, so that another backend responds; undefined while it can be used. */
  readonly problem?: string | undefined;
  /** Supported sort orders, including `relevance`. */
  readonly sorts: readonly string[];
  /** Ranking profiles that a request can select. */
  readonly rankings?: readonly string[];
  /** Searches titles or texts. Returns undefined if the backend does not support the kind of search in `what`. */
  search(env: Env, request: SearchRequest): Promise<SearchResults | undefined>;
  /** Returns up to `limit` pages whose titles begin with a text, or one page more if there are further pages. */
  complete(env: Env, request: CompletionRequest): Promise<readonly Hit[]>;
}

/** Parameters of a search. `limit` and `offset` are numbers of hits. */
export interface SearchRequest {
  readonly what: 'title' | 'text';
  /** Query as typed, including namespace prefixes. */
  readonly text: string;
  /** Namespaces to search if the query has no namespace prefix. Empty: the main namespace. */
  readonly namespaces: readonly number[];
  readonly limit: number;
  readonly offset: number;
  readonly sort: string;
  /** One of the backend's ranking profiles. Undefined: the backend's default. */
  readonly ranking?: string | undefined;
  /** Whether to count all hits. */
  readonly total: boolean;
  /** Parts of a page, besides its text, to return snippets for. */
  readonly snippets: ReadonlySet<'title' | 'redirect' | 'heading' | 'category'>;
  /** Whether the backend may replace the query with a better query, such as one without typing errors. */
  readonly rewrite: boolean;
  /** Whether to search other wikis too. */
  readonly interwiki: boolean;
}

/** Parameters of a title completion. `limit` and `offset` are numbers of hits. */
export interface CompletionRequest {
  /** Title prefix without a namespace. */
  readonly text: string;
  readonly namespaces: readonly number[];
  readonly limit: number;
  readonly offset: number;
}

/** Title of a found page. If `page` is set, the page is not looked up again. */
export interface Hit extends Title {
  readonly page?: { readonly id: number; readonly latest: number } | undefined;
}

/** Hit with optional details. Snippets are HTML. Missing details are read from the current page. */
export interface SearchHit extends Hit {
  readonly snippet?: string;
  readonly titleSnippet?: string;
  readonly redirect?: { readonly title: Title; readonly snippet: string };
  readonly section?: { readonly title: string; readonly snippet: string };
  readonly categorySnippet?: string;
  readonly isFileMatch?: boolean;
  readonly extensionData?: Readonly<Record<string, unknown>>;
}

/** Results of a search. `more`: whether there are hits after these. */
export interface SearchResults {
  readonly hits: readonly SearchHit[];
  readonly more: boolean;
  readonly total?: number | undefined;
  /** Returns a snippet of a page's text. It is called for hits without a snippet. */
  readonly highlight?: ((text: string) => string | Promise<string>) | undefined;
  readonly suggestion?: Rewording;
  /** Query that replaced the client's query. */
  readonly rewritten?: Rewording;
  /** Hits on associated wikis, as in MediaWiki's `additionalsearch`. */
  readonly additional?: ForeignHits;
  /** Hits on other wikis, as in MediaWiki's `interwikisearch`. */
  readonly interwiki?: ForeignHits;
}

interface Rewording {
  readonly query: string;
  readonly snippet: string;
}

/** Hits on other wikis by interwiki prefix. */
export interface ForeignHits {
  readonly total: number;
  readonly hits: ReadonlyMap<string, readonly ForeignHit[]>;
}

/** Hit on another wiki. `namespace` is the name of the namespace there. */
export interface ForeignHit {
  readonly namespace: string;
  readonly title: string;
  readonly url: string;
  readonly snippet?: string;
}
