import type { Site, Title, Titles } from '@wikiquery/core';
import type { Requester } from '@wikiquery/tasks';
import type { Node } from './tree.ts';

/** The page of a wikitext, and functions for all data that the text can use. Constructs that need a missing function stay as written. */
export interface WikitextContext {
  readonly site: Site;
  readonly titles: Titles;
  readonly title: Title;
  readonly now: Date;
  /**
   * Returns current texts of pages, by `keyOf`. Follows redirects. Omits missing pages, and pages with a content model other than wikitext.
   */
  loadTexts(titles: readonly Title[]): Promise<ReadonlyMap<string, string>>;
  keyOf(title: Title): string;
  /** Language code of the text. Default: the wiki's language. */
  readonly lang?: string;
  /** Returns the gender that a user chose. Default: the gender in the wiki's `defaultoptions`. */
  genderOf?(userName: string): string | undefined | Promise<string | undefined>;
  /** Returns the wiki's statistics, for `{{NUMBEROFPAGES}}` and similar variables. */
  statistics?(): Promise<Statistics>;
  /** Returns an interface message, for `{{int:key|…}}`. */
  message?(key: string, params: readonly string[]): Promise<string>;
  /** Returns an interface message in the content language, for signatures and parser errors. */
  contentMessage?(key: string, params: readonly string[]): Promise<string>;
  /** Returns the genders that users chose, by user name. */
  gendersOf?(userNames: readonly string[]): Promise<readonly (readonly [userName: string, gender: string])[]>;
  /**
   * Loads the genders of all users whose pages a text mentions, because prefixes of these pages depend on them. Undefined if they do not,
   * or if all genders are known.
   */
  loadGenders?(text: string): Promise<void>;
  /** Whether a page exists, for `{{#ifexist:…}}`. */
  exists?(title: Title): Promise<boolean>;
  /** Revision id of the text, for `{{REVISIONID}}`. */
  readonly revision?: number | undefined;
  /** Returns facts about a page and one of its revisions. Default for `revision`: the current revision. */
  pageFacts?(title: Title, revision?: number): Promise<PageFacts | undefined>;
  /** Returns the numbers of members of a category, by database key. */
  categorySize?(dbkey: string): Promise<CategorySize | undefined>;
  /** Returns the protection of a page against an action. Both values are empty if the action is not restricted. */
  restriction?(title: Title, type: string): Promise<{ readonly level: string; readonly expiry: string }>;
  /** Returns the titles of pages whose protection cascades to a page. */
  cascadingSources?(title: Title): Promise<readonly string[]>;
  /** Size in bytes of a text that has no revision. */
  readonly size?: number;
  /** Returns the number of members of a user group. */
  groupSize?(group: string): Promise<number>;
  /** Returns the URL of a file, by database key. */
  fileUrl?(dbkey: string): Promise<string | undefined>;
  /** Returns the current text of a page with any text-based content model. Does not follow redirects. */
  page?(page: Title | number): Promise<PageText | undefined>;
  /** URLs of JavaScript modules that export `openFunctions`. They are loaded at the first call of an extension function. */
  readonly extensions?: readonly string[];
  /** Whether comments outside of arguments stay in the expanded text. */
  readonly keepsComments?: boolean;
  readonly observer?: ExpansionObserver;
  /** The client that sent the request. Without it, all work runs in this process. */
  readonly requester?: Requester;
}

/** Facts about a page and one of its revisions. `user` is undefined if suppressed. `size` is in bytes. */
export interface PageFacts {
  readonly id: number;
  readonly revision: number;
  readonly timestamp: string;
  readonly user: string | undefined;
  readonly size: number;
}

/** A page and its text. `text` is undefined if it is suppressed. */
export interface PageText extends Title {
  readonly id: number;
  readonly isRedirect: boolean;
  readonly model: string;
  readonly text: string | undefined;
}

/** Numbers of members of a category. `pages` counts all members, including subcategories and files. */
export interface CategorySize {
  readonly pages: number;
  readonly subcats: number;
  readonly files: number;
}

/** Receives events during an expansion. */
export interface ExpansionObserver {
  /** Called for each transcluded page. The page may be missing. */
  included(title: Title): void;
  /** Replaces the text of a transcluded page before its expansion. */
  marked?(tree: readonly Node[], title: Title): readonly Node[];
  /**
   * Called for each page whose existence is checked. `isLinked`: whether the page counts as linked. Since MediaWiki 1.45, only pages in
   * `{{PAGEID:…}}` count; before, all checked pages.
   */
  checked(title: Title, isLinked: boolean): void;
  /** Called for `{{DEFAULTSORT:…}}` and `{{DISPLAYTITLE:…}}`. */
  property(name: 'defaultsort' | 'displaytitle', value: string): void;
  /** Called for `{{SHORTDESC:…}}`. `yields`: whether an earlier description takes precedence (`noreplace`). */
  description?(text: string, yields: boolean): void;
  /** Called for `{{#coordinates:…}}`. */
  coordinates?(args: readonly WrittenArgument[]): void;
  /** Called before a transclusion. The returned function receives the arguments after it. */
  including?(title: Title): ((args: readonly WrittenArgument[]) => void) | undefined;
  /** Called when the text exceeds a limit or belongs to another tracking category. */
  limit?(limit: LimitKey): void;
  /** Called for each warning to the editor, with a message key and its parameters. */
  warning?(key: string, ...params: readonly string[]): void;
  /** Called for each unknown variable and function. */
  unknown(name: string): void;
  /** Called if the text depends on the time. It may change after this number of seconds. */
  lasts?(seconds: number): void;
  /** Called instead of `lasts` for `{{#time:…}}`, whose time to live MediaWiki reports. */
  ttl?(seconds: number): void;
  /** Called if the text depends on data other than the texts and existence of pages, such as the size of a category. */
  consulted?(): void;
}

/** An expanded, trimmed argument. Positional arguments have no name. */
export interface WrittenArgument {
  readonly name?: string;
  readonly value: string;
}

/** Message keys of tracking categories for limits and errors. */
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

/** Numbers for `{{NUMBEROFPAGES}}` and similar variables. */
export interface Statistics {
  readonly articles: number;
  readonly edits: number;
  readonly files: number;
  readonly pages: number;
  readonly users: number;
  readonly activeUsers: number;
}
