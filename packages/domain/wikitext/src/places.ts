import type { Frame } from './extension.ts';

/** What braces stand for. */
export interface Substitute {
  readonly text: string;
  /** What is named where the text is too large: the page, or what was written. */
  readonly page?: string;
  readonly name: string;
}

/** On saving tags and comments stay as they are. */
export interface Saving {
  /** What stands for them meanwhile. */
  hold(source: string): string;
}

/** Where braces stand. */
export interface BracePlace {
  readonly frame: Frame;
  readonly depth: number;
  /** The text of the page is to be shown as it was written. */
  readonly isShown: boolean;
}
