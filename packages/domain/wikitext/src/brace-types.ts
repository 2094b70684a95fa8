import type { Frame } from './extension.ts';

/** Text that replaces braces. */
export interface Substitute {
  readonly text: string;
  /** Page to link instead if the text is too large. Default: `name`. */
  readonly page?: string;
  readonly name: string;
}

/** Protects tags and comments from the pre-save transform. */
export interface Saving {
  protect(source: string): string;
}

export interface BraceOptions {
  readonly frame: Frame;
  readonly depth: number;
  /** Whether the text of the page is inserted as written, without expansion (`msgnw`). */
  readonly isShown: boolean;
}
