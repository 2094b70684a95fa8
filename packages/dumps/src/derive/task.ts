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
}

/** What the search index gets of a page. */
export interface IndexedPage {
  readonly id: number;
  readonly title: string;
  readonly text: string;
}

export interface DeriveAnswer {
  readonly pages: readonly DerivedPage[];
  readonly index: readonly IndexedPage[];
}
