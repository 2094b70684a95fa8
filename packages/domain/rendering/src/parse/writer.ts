import type { ParsedTitle } from '@wikiquery/core';
import type { Extension } from '@wikiquery/wikitext';

/** What stands in the place of a tag. */
export interface TagReplacement {
  readonly html: string;
  /** It is put back at the very end: nothing in it can begin a paragraph. */
  readonly isText?: boolean;
}

/** A link between double brackets. */
export interface WrittenLink {
  readonly title: ParsedTitle;
  /** What it shows, as HTML. */
  readonly html: string;
}

/** What the passes over a text write in the places where plain text and whole pages differ. */
export interface Writer {
  /** Attributes of an element, as HTML with a blank in front; empty for none. */
  attributes(element: string, written: string): string;
  /** A link with what follows it. */
  link(link: WrittenLink, trail: string): string;
  /** The page is in a category; `label` is what it is sorted by. */
  category(title: ParsedTitle, label: string): void;
  /** The same page in another language. */
  language(title: ParsedTitle): void;
  /** Options are separated by `|`, links in them written already. */
  image(title: ParsedTitle, options: string): string;
  /** Empty labels stand for a number. */
  external(address: string, label: string): string;
  /** Addresses that stand in a text as they are. */
  freeLinks(text: string): string;
  /** A word such as `notoc` for `__NOTOC__`. */
  behavior(name: string): string;
  /** Undefined: the tag shows what it shows in plain text. */
  tag(tag: Extension, parse: (wikitext: string) => string): TagReplacement | undefined;
  /** What stands behind the text of a page. */
  rest(): string;
}
