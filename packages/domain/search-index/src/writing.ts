/** Metadata of a page, which is noted before the page's text is read. */
export interface PageNote {
  readonly page: number;
  readonly namespace: number;
  readonly title: string;
  /** Latest revision, or 0 if its text is suppressed. */
  readonly revision: number;
  readonly links: number;
  readonly length: number;
  readonly edited: string;
  readonly created: string;
  /** Encoded categories and templates of the page. */
  readonly tags: string;
  /** Page id of a redirect's target. Undefined for other pages. */
  readonly target: number | undefined;
}

/**
 * Title of a page or of a redirect to it. `source`: id of the page or redirect with the title. `links`: links to all titles of the page.
 */
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

/** Writer of an index. Calls run in order. After a failure, all further calls reject. */
export interface Writing {
  note(notes: readonly PageNote[]): Promise<void>;
  noted(): Promise<number>;
  next(count: number): Promise<PageToIndex[]>;
  write(texts: readonly DocumentText[]): Promise<void>;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}
