import type { Site, Title, Titles } from '@wikiquery/core';
import type { Requester } from '@wikiquery/tasks';
import type { Node } from './tree.ts';

/** The page of a wikitext and everything that the text may refer to. Constructs that need a missing function stay as written. */
export interface WikitextContext {
  readonly site: Site;
  readonly titles: Titles;
  readonly title: Title;
  readonly now: Date;
  /** Returns current texts of pages, by `keyOf`. Follows redirects; omits missing pages and other content models. */
  loadTexts(titles: readonly Title[]): Promise<ReadonlyMap<string, string>>;
  keyOf(title: Title): string;
  /** The language of the text. Default: the wiki's. */
  readonly lang?: string;
  /** Returns the gender that a user chose. Default: that of the wiki (`defaultoptions`). */
  genderOf?(userName: string): string | undefined | Promise<string | undefined>;
  /** For `{{NUMBEROFPAGES}}` and the like. */
  statistics?(): Promise<Statistics>;
  /** For `{{int:key|…}}`. */
  message?(key: string, params: readonly string[]): Promise<string>;
  /** For `{{#ifexist:…}}`. */
  exists?(title: Title): Promise<boolean>;
  /** For `{{REVISIONID}}`. */
  readonly revision?: number | undefined;
  /** Returns facts about a page and one of its revisions. Default: the current revision. */
  pageFacts?(title: Title, revision?: number): Promise<PageFacts | undefined>;
  /** Returns the numbers of members, by database key. */
  categorySize?(dbkey: string): Promise<CategorySize | undefined>;
  /** Returns the restriction of an action; both values are empty for an unrestricted one. */
  restriction?(title: Title, type: string): Promise<{ readonly level: string; readonly expiry: string }>;
  /** Returns the titles of pages whose protection cascades to this one. */
  cascadingSources?(title: Title): Promise<readonly string[]>;
  /** Bytes of a text without a revision. */
  readonly size?: number;
  groupSize?(group: string): Promise<number>;
  /** Returns the URL of a file, by database key. */
  fileUrl?(dbkey: string): Promise<string | undefined>;
  /** Returns the current text of a page of any text model. Does not follow redirects. */
  page?(page: Title | number): Promise<PageText | undefined>;
  /** URLs of modules that export `openFunctions`. They load at the first call. */
  readonly extensions?: readonly string[];
  readonly keepsComments?: boolean;
  readonly observer?: ExpansionObserver;
  /** The client that waits. Without it, everything runs in this process. */
  readonly requester?: Requester;
}

export interface PageFacts {
  readonly id: number;
  readonly revision: number;
  readonly timestamp: string;
  readonly user: string | undefined;
  readonly size: number;
}

/** A page and its text, undefined if suppressed. */
export interface PageText extends Title {
  readonly id: number;
  readonly isRedirect: boolean;
  readonly model: string;
  readonly text: string | undefined;
}

export interface CategorySize {
  readonly pages: number;
  readonly subcats: number;
  readonly files: number;
}

export interface ExpansionObserver {
  /** A transcluded page, which may be missing. */
  included(title: Title): void;
  /** Replaces the text of a transcluded page before its expansion. */
  marked?(tree: readonly Node[], title: Title): readonly Node[];
  /** A page whose existence was checked. `isLinked`: before 1.45 for every check, since then for `{{PAGEID:…}}`. */
  checked(title: Title, isLinked: boolean): void;
  /** `{{DEFAULTSORT:…}}` or `{{DISPLAYTITLE:…}}`. */
  property(name: 'defaultsort' | 'displaytitle', value: string): void;
  /** `{{SHORTDESC:…}}`. `yields`: an earlier one counts (`noreplace`). */
  description?(text: string, yields: boolean): void;
  /** `{{#coordinates:…}}`. */
  coordinates?(args: readonly WrittenArgument[]): void;
  /** Called before a transclusion. The returned function receives the arguments afterwards. */
  including?(title: Title): ((args: readonly WrittenArgument[]) => void) | undefined;
  limit?(limit: LimitKey): void;
  /** A warning for the editor: a message key and its parameters. */
  warning?(key: string, ...params: readonly string[]): void;
  unknown(name: string): void;
  /** The text depends on the time and may change after so many seconds. */
  lasts?(seconds: number): void;
  /** Like `lasts`, for `{{#time:…}}`, which MediaWiki reports. */
  ttl?(seconds: number): void;
  /** The text depends on more than page texts and existence, such as a category size. */
  consulted?(): void;
}

/** An expanded, trimmed argument. Positional ones have no name. */
export interface WrittenArgument {
  readonly name?: string;
  readonly value: string;
}

/** Message keys of the tracking categories for limits. */
export type LimitKey =
  | 'duplicate-args-category'
  | 'expansion-depth-exceeded-category'
  | 'expensive-parserfunction-category'
  | 'node-count-exceeded-category'
  | 'nonnumeric-formatnum'
  | 'post-expand-template-argument-category'
  | 'post-expand-template-inclusion-category'
  | 'restricted-displaytitle-ignored'
  | 'scribunto-common-error-category'
  | 'template-loop-category';

export interface Statistics {
  readonly articles: number;
  readonly edits: number;
  readonly files: number;
  readonly pages: number;
  readonly users: number;
  readonly activeUsers: number;
}
