import type { SiteSource, Step } from '../context.ts';
import type { DerivedPage } from './derive-page.ts';

/** Redirects come first: templates are read through them. */
export const PASSES = ['redirects', 'links'] as const;
export type Pass = (typeof PASSES)[number];

export interface DeriveTask {
  readonly address: string;
  readonly prefix: string;
  readonly site: SiteSource;
  readonly without: readonly Step[];
  /** Where the thread says which page it has before it, 0 for none, and the number of the step. */
  readonly now: Float64Array<SharedArrayBuffer>;
}

export interface DeriveJob {
  readonly ids: readonly number[];
  readonly pass: Pass;
  /** Keys of what is not to be done. */
  readonly given: readonly string[];
}

/** A page for which a step was not done. */
export interface GivenUp {
  readonly id: number;
  readonly step: Step;
  readonly reason: string;
}

/** One step for one page. */
export const keyOf = (page: number, step: Step): string => `${step} ${page}`;

/** What the search index gets of a page. */
export interface IndexedPage {
  readonly id: number;
  readonly title: string;
  readonly text: string;
}

export interface DeriveAnswer {
  readonly pages: readonly DerivedPage[];
  readonly index: readonly IndexedPage[];
  readonly givenUp: readonly GivenUp[];
}
