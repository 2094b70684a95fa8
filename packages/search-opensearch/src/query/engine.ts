/** Response of the search engine. */
export interface SearchResponse {
  readonly timed_out?: boolean;
  readonly hits: { readonly total: number | { readonly value: number }; readonly hits: readonly EngineHit[] };
  readonly suggest?: {
    readonly suggest?: readonly { readonly options: readonly { readonly text: string; readonly highlighted: string }[] }[];
  };
}

/** Document in a response. `_id` is the page id, which can have the wiki id and a `|` as a prefix. */
export interface EngineHit {
  readonly _id: string;
  readonly _source: {
    readonly namespace: number;
    readonly namespace_text?: string;
    /** Title with spaces and without the namespace. */
    readonly title: string;
    readonly redirect?: readonly { readonly namespace: number; readonly title: string }[];
    /** Id of the indexed revision. */
    readonly version?: number;
  };
  readonly highlight?: Readonly<Record<string, readonly string[]>>;
}
