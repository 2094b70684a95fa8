/** What the index is told of a page before its text is read. */
export interface PageNote {
  readonly page: number;
  readonly namespace: number;
  readonly title: string;
  /** The revision whose text everybody may read; 0 where it is hidden. */
  readonly revision: number;
  readonly links: number;
  readonly length: number;
  readonly edited: string;
  readonly created: string;
  /** Categories and templates, as tags. */
  readonly tags: string;
  /** The page that a redirect leads to; undefined for those that stand for themselves. */
  readonly target: number | undefined;
}

/** A page whose text is to be written. */
export interface PageToIndex {
  readonly id: number;
  readonly page: number;
  readonly revision: number;
  readonly length: number;
}

/** What the text of a page becomes. */
export interface DocumentText {
  readonly id: number;
  readonly headings: string;
  readonly opening: string;
  readonly text: string;
  readonly auxiliary: string;
  readonly source: string;
}

/** An index that is being written. Calls are done in their order; each rejects as soon as one has failed. */
export interface Writing {
  note(notes: readonly PageNote[]): Promise<void>;
  noted(): Promise<number>;
  next(count: number): Promise<PageToIndex[]>;
  write(texts: readonly DocumentText[]): Promise<void>;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}
