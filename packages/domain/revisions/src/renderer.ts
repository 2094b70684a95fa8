import type { Title } from '@wikiquery/core';

/** Content of a slot. */
export interface RevisionContent {
  readonly model: string;
  readonly text: string;
}

/** Page and revision that a text comes from. */
export interface TextSource {
  readonly title: Title;
  readonly revision: number;
}

/** Renders content for the old format. Modules inject it to avoid a dependency cycle. */
export interface Renderer {
  expand(wikitext: string, title: Title): Promise<string>;
  /** Applies the pre-save transform. */
  preSave(wikitext: string, title: Title): Promise<string>;
  /** Renders content of any model as HTML, within the element of page content. */
  html(content: RevisionContent, source: TextSource): Promise<string>;
}
