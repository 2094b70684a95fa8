/** What a reader of one type found. */
export interface MediaFacts {
  readonly bits: number;
  /** Where the type has its own way to tell. */
  readonly width?: number;
  readonly height?: number;
  readonly data: Readonly<Record<string, unknown>>;
}
