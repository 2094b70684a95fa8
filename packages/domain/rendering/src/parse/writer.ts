import type { ParsedTitle } from '@wikiquery/core';
import type { Extension } from '@wikiquery/wikitext';

export interface TagReplacement {
  readonly html: string;
  /** Whether the HTML is text. It is restored at the very end, so that it cannot start a paragraph. */
  readonly isText?: boolean;
}

export interface WrittenLink {
  readonly title: ParsedTitle;
  readonly html: string;
}

export interface Writer {
  attributes(element: string, written: string): string;
  link(link: WrittenLink, trail: string): string;
  category(title: ParsedTitle, label: string): void;
  language(title: ParsedTitle): void;
  /** Writes a file. `options` are separated by `|`; links in them are already written. */
  image(title: ParsedTitle, options: string): string;
  /** Writes an external link. An empty label is replaced with a number. */
  external(address: string, label: string): string;
  freeLinks(text: string): string;
  behavior(name: string): string;
  /** Renders an extension tag. Undefined: use the rendering of plain-text extracts. */
  tag(tag: Extension, parse: (wikitext: string) => string): TagReplacement | undefined;
  rest(): string;
}
