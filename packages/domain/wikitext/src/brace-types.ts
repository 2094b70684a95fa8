import type { Frame } from './extension.ts';

export interface Substitute {
  readonly text: string;
  /** The page to link if the text is too large. Default: `name`. */
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
  /** Whether the text of the page is shown as written (`msgnw`). */
  readonly isShown: boolean;
}
