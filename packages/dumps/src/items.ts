/** A part of an XML dump, in file order. Timestamps have fourteen digits; titles are not parsed. */
export type Item = PageItem | RevisionItem | UploadItem | PageEnd | LogItem;

export interface PageItem {
  readonly kind: 'page';
  readonly id: number;
  /** Undefined in versions of the format without `<ns>`. */
  readonly namespace: number | undefined;
  readonly title: string;
  /** Target of the redirect. Empty if the dump marks the page as a redirect without a target; undefined if it is not a redirect. */
  readonly redirect: string | undefined;
  /** Protection as written in old dumps: `edit=sysop:move=sysop`. */
  readonly restrictions: string | undefined;
  /** Byte position of `<page>` in the uncompressed file. */
  readonly offset: number;
}

export interface PageEnd {
  readonly kind: 'end of page';
}

/** User of an edit, upload or log entry. Undefined if suppressed. The id is 0 for IP addresses and for names without an account. */
export type Contributor = { readonly name: string; readonly id: number } | undefined;

export interface SlotItem {
  readonly role: string;
  /** Content model. Undefined in dumps before MediaWiki 1.21, where the title implies the model. */
  readonly model: string | undefined;
  readonly origin: number | undefined;
  /** Undefined in stubs, and if the text is suppressed. */
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
  /** Suppressed parts, with the bits of `rev_deleted`: 1 text, 2 comment, 4 user. */
  readonly hidden: number;
  readonly slots: readonly SlotItem[];
  readonly sha1: string | undefined;
}

/** A version of a file, from dumps that were written with `--uploads`. */
export interface UploadItem {
  readonly kind: 'upload';
  readonly timestamp: string;
  readonly contributor: Contributor;
  readonly comment: string;
  readonly filename: string;
  /** Name of an old version, such as `20240101000000!Name.png`. Undefined for the current version. */
  readonly archiveName: string | undefined;
  readonly size: number;
  readonly sha1: string;
  /** Suppressed parts, with the bits of `oi_deleted`: 1 file, 2 comment, 4 user. */
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
  /** Undefined if suppressed. */
  readonly title: string | undefined;
  readonly params: string;
  /** Suppressed parts, with the bits of `log_deleted`: 1 title and parameters, 2 comment, 4 user. */
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
