import type { Site, Title, Titles } from '@wikiquery/core';
import type { Requester } from '@wikiquery/tasks';

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
  readonly observer?: ExpansionObserver;
  /** Who waits for it. What takes long is then done beside the main thread; without it all is done here. */
  readonly requester?: Requester;
}

/** Is told what an expansion meets. */
export interface ExpansionObserver {
  /** A page that is included, whether it is there or not. */
  included(title: Title): void;
  /** A page whose existence is asked for. */
  asked(title: Title): void;
  /** `{{DEFAULTSORT:…}}` and `{{DISPLAYTITLE:…}}`, by their names in lower case. */
  property(name: 'defaultsort' | 'displaytitle', value: string): void;
  /** `{{SHORTDESC:…}}`, where somebody wants to know of it; `yields` where an earlier one counts (`noreplace`). */
  description?(text: string, yields: boolean): void;
  /** Something was left out, or would have no end (`template-loop-category`). */
  limit?(limit: Limit): void;
  /** A variable or function of the wiki that stays as it was written. */
  unknown(name: string): void;
}

/** A limit that was met, by the key of the category that tells of it. */
export type Limit =
  | 'expansion-depth-exceeded-category'
  | 'expensive-parserfunction-category'
  | 'node-count-exceeded-category'
  | 'post-expand-template-argument-category'
  | 'post-expand-template-inclusion-category'
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
