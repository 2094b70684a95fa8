import type { MessageParam } from './message.ts';

/** A page title in database form. */
export interface Title {
  /** Id of the namespace. */
  readonly namespace: number;
  /** Name without the namespace: with underscores, and with an upper-case first letter if the namespace requires it. */
  readonly dbkey: string;
}

/** Parsed user input: a title on this or another wiki, or only a fragment, in which case `dbkey` is empty. */
export interface ParsedTitle extends Title {
  /** Text after `#`; empty if there is none. */
  readonly fragment: string;
  /** Interwiki prefix; empty for a title on this wiki. */
  readonly interwiki: string;
}

/** The reason why a text is not a title. */
export interface InvalidTitle {
  /** Key of MediaWiki's message, such as `title-invalid-characters`. */
  readonly invalid: string;
  /** The reason as an English sentence. */
  readonly reason: string;
  /** Parameters of MediaWiki's message, in the form for `errorformat=raw`. */
  readonly params: readonly MessageParam[];
}

/** The two fields that identify a page in nearly every record. */
export interface TitleFields {
  ns: number;
  title: string;
}

/** The title rules of a wiki, as in MediaWiki. */
export interface Titles {
  /** Parses a title. A title without a namespace prefix is in `defaultNamespace`. Default: 0. */
  parse(text: string, defaultNamespace?: number): ParsedTitle | InvalidTitle;
  /** Parses the title of a page on this wiki; undefined for invalid, interwiki and empty titles. */
  local(text: string, defaultNamespace?: number): Title | undefined;
  /** Makes a title in a namespace. Does not interpret prefixes or character references in the text. Undefined for an invalid title. */
  make(namespace: number, text: string): ParsedTitle | undefined;
  /** Returns the full name of a page: `Talk:Main Page`, `de:Hauptseite`. Unknown namespaces have the prefix `Special:Badtitle/NS<id>:`. */
  text(title: Title & { readonly interwiki?: string }): string;
  /** Returns the full name in database form, for sorting and comparison: `Talk:Main_Page`. */
  dbText(title: Title & { readonly interwiki?: string }): string;
  /** Like `text`, for the two parts of a title on this wiki. */
  textOf(namespace: number, dbkey: string): string;
  /** Returns the fields `ns` and `title` of a record. */
  fields(namespace: number, dbkey: string): TitleFields;
  /** Converts the beginning of a title (`from`, `to`, `prefix`) to database form. Keeps a trailing space. Throws `invalidtitle`. */
  partToKey(text: string, namespace?: number): string;
  /** Capitalizes the first letter if the namespace requires it. */
  capitalize(text: string, namespace: number): string;
  /** Returns the subject page of a title. */
  subject(title: Title): Title;
  /** Returns the talk page of a title; undefined for special pages and media titles. */
  talk(title: Title): Title | undefined;
}

/** Whether `parse` returned the reason why a text is not a title. */
export const isInvalid = (title: ParsedTitle | InvalidTitle): title is InvalidTitle => 'invalid' in title;

/** Returns a key for maps of titles: `ns:dbkey`. */
export const titleKey = (namespace: number, dbkey: string): string => `${namespace}:${dbkey}`;
