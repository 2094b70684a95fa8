import type { Title } from '@wikiquery/core';

/** A text and what it is. */
export interface RevisionContent {
  readonly model: string;
  readonly text: string;
}

/** Where a text stands. */
export interface TextPlace {
  readonly title: Title;
  readonly revision: number;
}

/** Shows texts as the old format does. Who lists revisions brings it: what it stands on stands on this package. */
export interface Renderer {
  /** Wikitext with its templates expanded. */
  expand(wikitext: string, title: Title): Promise<string>;
  /** Wikitext as it would be saved. */
  preSave(wikitext: string, title: Title): Promise<string>;
  /** HTML of content of any model, in the element around that of a page. */
  html(content: RevisionContent, place: TextPlace): Promise<string>;
}
