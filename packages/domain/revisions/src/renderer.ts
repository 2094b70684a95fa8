import type { Title } from '@wikiquery/core';

export interface RevisionContent {
  readonly model: string;
  readonly text: string;
}

export interface TextSource {
  readonly title: Title;
  readonly revision: number;
}

/** Renders texts for the old format. Modules inject it to avoid a dependency cycle. */
export interface Renderer {
  expand(wikitext: string, title: Title): Promise<string>;
  /** Applies the pre-save transform. */
  preSave(wikitext: string, title: Title): Promise<string>;
  /** Renders content of any model to HTML, in the element of page content. */
  html(content: RevisionContent, source: TextSource): Promise<string>;
}
