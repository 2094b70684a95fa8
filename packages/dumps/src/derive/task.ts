import type { SiteSource, Step } from '../context.ts';
import type { DerivedPage } from './derive-page.ts';

/** Passes over all pages. Redirects come first, because transclusions resolve them. */
export const PASSES = ['redirects', 'links'] as const;
export type Pass = (typeof PASSES)[number];

export interface DeriveTask {
  readonly address: string;
  readonly prefix: string;
  readonly site: SiteSource;
  readonly without: readonly Step[];
  /** Shared memory in which the thread stores its current page (0 if none) and step. */
  readonly now: Float64Array<SharedArrayBuffer>;
}

export interface DeriveJob {
  readonly ids: readonly number[];
  readonly pass: Pass;
  readonly skipped: readonly string[];
}

export interface SkippedStep {
  readonly id: number;
  readonly step: Step;
  readonly reason: string;
}

/** Identifies a step of a page. */
export const keyOf = (page: number, step: Step): string => `${step} ${page}`;

export interface IndexedPage {
  readonly id: number;
  readonly title: string;
  readonly text: string;
}

export interface DeriveResult {
  readonly pages: readonly DerivedPage[];
  readonly index: readonly IndexedPage[];
  readonly skipped: readonly SkippedStep[];
}
