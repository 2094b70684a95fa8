/** A part of an XML dump, in file order. Timestamps have 14 digits; titles are unparsed. */
export type Item = PageItem | RevisionItem | UploadItem | PageEnd | LogItem;

export interface PageItem {
  readonly kind: 'page';
  readonly id: number;
  /** Undefined in formats without `<ns>`. */
  readonly namespace: number | undefined;
  readonly title: string;
  /** The target in the dump; empty if the dump only marks the page as a redirect. */
  readonly redirect: string | undefined;
  /** Protection in the format of old dumps: `edit=sysop:move=sysop`. */
  readonly restrictions: string | undefined;
  /** Byte position of `<page>` in the uncompressed file. */
  readonly offset: number;
}

export interface PageEnd {
  readonly kind: 'end of page';
}

/** Undefined when suppressed. The ID is 0 for IP addresses and names without an account. */
export type Contributor = { readonly name: string; readonly id: number } | undefined;

export interface SlotItem {
  readonly role: string;
  /** Undefined in dumps before 1.21: the title implies the model. */
  readonly model: string | undefined;
  readonly origin: number | undefined;
  /** Undefined in stubs and when suppressed. */
  readonly text: string | undefined;
  readonly bytes: number | undefined;
  readonly sha1: string | undefined;
}

export interface RevisionItem {
  readonly kind: 'revision';
  readonly id: number;
  readonly parent: number | undefined;
  readonly timestamp: string;
  readonly contributor: Contributor;
  readonly minor: boolean;
  readonly comment: string;
  /** Bits as in `rev_deleted`: 1 text, 2 comment, 4 user. */
  readonly hidden: number;
  readonly slots: readonly SlotItem[];
  readonly sha1: string | undefined;
}

/** A file version, from dumps made with `--uploads`. */
export interface UploadItem {
  readonly kind: 'upload';
  readonly timestamp: string;
  readonly contributor: Contributor;
  readonly comment: string;
  readonly filename: string;
  /** File name of an old version: `20240101000000!Name.png`. */
  readonly archiveName: string | undefined;
  readonly size: number;
  readonly sha1: string;
  /** Bits as in `oi_deleted`: 1 file, 2 comment, 4 user. */
  readonly hidden: number;
}

export interface LogItem {
  readonly kind: 'log';
  readonly id: number;
  readonly timestamp: string;
  readonly contributor: Contributor;
  readonly comment: string;
  readonly type: string;
  readonly action: string;
  /** Undefined when suppressed. */
  readonly title: string | undefined;
  readonly params: string;
  /** Bits as in `log_deleted`: 1 title and parameters, 2 comment, 4 user. */
  readonly hidden: number;
}

export interface DumpSite {
  readonly version: string;
  readonly language: string | undefined;
  readonly sitename: string | undefined;
  readonly dbname: string | undefined;
  readonly base: string | undefined;
  readonly generator: string | undefined;
  readonly case: string | undefined;
  readonly namespaces: readonly { readonly id: number; readonly name: string; readonly case: string }[];
}

export interface FileProblem {
  readonly message: string;
  readonly offset: number;
  readonly page: string | undefined;
}
