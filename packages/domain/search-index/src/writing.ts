/** Metadata of a page, noted before its text is read. */
export interface PageNote {
  readonly page: number;
  readonly namespace: number;
  readonly title: string;
  /** Revision with public text, or 0 when its text is suppressed. */
  readonly revision: number;
  readonly links: number;
  readonly length: number;
  readonly edited: string;
  readonly created: string;
  /** Tags of categories and templates. */
  readonly tags: string;
  /** Target of a redirect. */
  readonly target: number | undefined;
}

/** Title of a page or of a redirect to it. `source` is the page that has the title, `links` counts for all titles of the page. */
export interface IndexedName {
  readonly page: number;
  readonly source: number;
  readonly namespace: number;
  readonly title: string;
  readonly folded: string;
  readonly links: number;
}

export interface PageToIndex {
  readonly id: number;
  readonly page: number;
  readonly revision: number;
  readonly length: number;
}

/** Indexed texts of a page. */
export interface DocumentText {
  readonly id: number;
  readonly headings: string;
  readonly opening: string;
  readonly text: string;
  readonly auxiliary: string;
  readonly source: string;
}

/** Writer of an index. Calls run in order; after a failure all further calls reject. */
export interface Writing {
  note(notes: readonly PageNote[]): Promise<void>;
  noted(): Promise<number>;
  next(count: number): Promise<PageToIndex[]>;
  write(texts: readonly DocumentText[]): Promise<void>;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}
