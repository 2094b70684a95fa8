/** What an XML dump holds, piece by piece, in the order of the file. Times have fourteen digits; titles are as they were written. */
export type Item = PageItem | RevisionItem | UploadItem | PageEnd | LogItem;

/** The beginning of a page; its revisions follow. */
export interface PageItem {
  readonly kind: 'page';
  readonly id: number;
  /** Undefined in formats that leave it to the title. */
  readonly namespace: number | undefined;
  readonly title: string;
  /** The target that the dump names; empty where it only says that the page leads elsewhere. */
  readonly redirect: string | undefined;
  /** `edit=sysop:move=sysop`, of old dumps. */
  readonly restrictions: string | undefined;
  /** Where `<page>` begins, bytes into the uncompressed file. */
  readonly offset: number;
}

export interface PageEnd {
  readonly kind: 'end of page';
}

/** Who did something; undefined when that is hidden. An id of 0 is an address or a name without account. */
export type Contributor = { readonly name: string; readonly id: number } | undefined;

export interface SlotItem {
  readonly role: string;
  /** Undefined where the dump does not tell it, as those of before 1.21: it is that of the title. */
  readonly model: string | undefined;
  /** The revision that the content comes from. */
  readonly origin: number | undefined;
  /** Undefined in stubs and where it is hidden. */
  readonly text: string | undefined;
  readonly bytes: number | undefined;
  /** In base 36. */
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

/** One version of a file, of dumps that were made with `--uploads`. */
export interface UploadItem {
  readonly kind: 'upload';
  readonly timestamp: string;
  readonly contributor: Contributor;
  readonly comment: string;
  readonly filename: string;
  /** Of an old version: `20240101000000!Name.png`. */
  readonly archiveName: string | undefined;
  readonly size: number;
  readonly sha1: string;
  /** Bits as in `oi_deleted`: 1 the file, 2 comment, 4 user. */
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
  /** Undefined when it is hidden. */
  readonly title: string | undefined;
  readonly params: string;
  /** Bits as in `log_deleted`: 1 title and parameters, 2 comment, 4 user. */
  readonly hidden: number;
}

/** What a dump says of its wiki. */
export interface DumpSite {
  readonly version: string;
  readonly language: string | undefined;
  readonly sitename: string | undefined;
  readonly dbname: string | undefined;
  /** URL of the main page. */
  readonly base: string | undefined;
  readonly generator: string | undefined;
  readonly case: string | undefined;
  readonly namespaces: readonly { readonly id: number; readonly name: string; readonly case: string }[];
}

/** Something in a file that is not as it should be. */
export interface FileProblem {
  readonly message: string;
  /** Bytes into the uncompressed file. */
  readonly offset: number;
  /** Title of the page. */
  readonly page: string | undefined;
}
