import type { Site, Title, Titles } from '@wikiquery/core';
import type { Requester } from '@wikiquery/tasks';
import type { Node } from './tree.ts';

/** Where wikitext stands and what it may refer to. */
export interface WikitextContext {
  readonly site: Site;
  readonly titles: Titles;
  /** The page that the text belongs to. */
  readonly title: Title;
  readonly now: Date;
  /** Current texts of pages, redirects followed; pages that do not exist, or that hold no wikitext, are left out. */
  loadTexts(titles: readonly Title[]): Promise<ReadonlyMap<string, string>>;
  /** Under which `loadTexts` gives a text. */
  keyOf(title: Title): string;
  /** The language whose plural forms and cases the text uses; the wiki's when left out. */
  readonly lang?: string;
  /** Gender that a user chose; without it everybody has that of the wiki (`defaultoptions`). */
  genderOf?(userName: string): string | undefined | Promise<string | undefined>;
  /** What `{{NUMBEROFPAGES}}` and its like stand for; without it they stay as they were written. */
  statistics?(): Promise<Statistics>;
  /** The interface message that `{{int:key|…}}` stands for, with the parameters put in; without it that stays as it was written. */
  message?(key: string, params: readonly string[]): Promise<string>;
  /** Whether there is a page, for `{{#ifexist:…}}`; without it that stays as it was written. */
  exists?(title: Title): Promise<boolean>;
  /** The revision that the text is of, for `{{REVISIONID}}`. */
  readonly revision?: number | undefined;
  /** What is known of a page, and of one of its revisions, or of the current one; without it what asks for that stays as it was written. */
  pageFacts?(title: Title, revision?: number): Promise<PageFacts | undefined>;
  /** How many members a category has, by its name in database form. */
  categorySize?(dbkey: string): Promise<CategorySize | undefined>;
  /** Who may do one thing with a page, and until when; empty texts where everybody may. */
  restriction?(title: Title, type: string): Promise<{ readonly level: string; readonly expiry: string }>;
  /** Pages, as they are called, whose protection holds for this one, too. */
  cascadingSources?(title: Title): Promise<readonly string[]>;
  /** Of a text that is of no revision: its bytes. */
  readonly size?: number;
  /** How many members a group has. */
  groupSize?(group: string): Promise<number>;
  /** The address of a file, by its name in database form. */
  fileUrl?(dbkey: string): Promise<string | undefined>;
  /** The current text of a page as it is, of whatever model of text; redirects are not followed. */
  page?(page: Title | number): Promise<PageText | undefined>;
  /** Modules, by their addresses, with functions of extensions (`OpenFunctions`); read when such a function is called first. */
  readonly extensions?: readonly string[];
  /** Comments stay in the text. */
  readonly keepsComments?: boolean;
  readonly observer?: ExpansionObserver;
  /** Who waits for it. What takes long is then done beside the main thread; without it all is done here. */
  readonly requester?: Requester;
}

export interface PageFacts {
  readonly id: number;
  readonly revision: number;
  /** Fourteen digits. */
  readonly timestamp: string;
  /** Undefined for one who is hidden. */
  readonly user: string | undefined;
  readonly size: number;
}

/** A page, and its text where that may be shown. */
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

/** Is told what an expansion meets. */
export interface ExpansionObserver {
  /** A page that is included, whether it is there or not. */
  included(title: Title): void;
  /** The text of a page that is included, before it is expanded; what is given back is expanded instead. */
  marked?(tree: readonly Node[], title: Title): readonly Node[];
  /** A page whose existence is asked for. Whether it counts as linked: before 1.45 it does, since then where `{{PAGEID:…}}` asks. */
  asked(title: Title, isLinked: boolean): void;
  /** `{{DEFAULTSORT:…}}` and `{{DISPLAYTITLE:…}}`, by their names in lower case. */
  property(name: 'defaultsort' | 'displaytitle', value: string): void;
  /** `{{SHORTDESC:…}}`, where somebody wants to know of it; `yields` where an earlier one counts (`noreplace`). */
  description?(text: string, yields: boolean): void;
  /** `{{#coordinates:…}}`, where somebody wants to know of it. */
  coordinates?(args: readonly WrittenArgument[]): void;
  /** A page is about to be included; what is given back is told its arguments afterwards. */
  including?(title: Title): ((args: readonly WrittenArgument[]) => void) | undefined;
  /** Something was left out, or would have no end (`template-loop-category`). */
  limit?(limit: LimitKey): void;
  /** What whoever edits the page should know: the key of a message, and its parameters. */
  warning?(key: string, ...params: readonly string[]): void;
  /** A variable or function of the wiki that stays as it was written. */
  unknown(name: string): void;
  /** The text depends on the time: it may be another after so many seconds. */
  lasts?(seconds: number): void;
  /** The same of `{{#time:…}}`, which MediaWiki tells. */
  ttl?(seconds: number): void;
  /** The text depends on something else than texts of pages and whether they exist, such as the size of a category. */
  consulted?(): void;
}

/** An argument, expanded and without the blanks around it; those without a name are counted. */
export interface WrittenArgument {
  readonly name?: string;
  readonly value: string;
}

/** A limit that was met, by the key of the category that tells of it. */
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

/** Numbers that a wiki keeps of itself. */
export interface Statistics {
  readonly articles: number;
  readonly edits: number;
  readonly files: number;
  readonly pages: number;
  readonly users: number;
  readonly activeUsers: number;
}
