import type { MessageParam } from './message.ts';

/** A page name as the database keeps it: underscores, upper first letter where the namespace asks for it. */
export interface Title {
  readonly namespace: number;
  readonly dbkey: string;
}

/** What a user typed, read: a title of this wiki, of another one (`interwiki` is its prefix), or a bare `#fragment` (empty dbkey). */
export interface ParsedTitle extends Title {
  readonly fragment: string;
  readonly interwiki: string;
}

/** Why a text is not a title: the message key that MediaWiki names (`title-invalid-characters` …) and a sentence. */
export interface InvalidTitle {
  readonly invalid: string;
  readonly reason: string;
  /** Parameters of the message, as `errorformat=raw` shows them. */
  readonly params: readonly MessageParam[];
}

/** The two keys by which nearly every record names a page. */
export interface TitleFields {
  ns: number;
  title: string;
}

/** Title rules of one wiki. */
export interface Titles {
  /** Reads a title; a text without namespace prefix lies in `defaultNamespace` (0). */
  parse(text: string, defaultNamespace?: number): ParsedTitle | InvalidTitle;
  /** A local page title or undefined: neither invalid, nor interwiki, nor empty. */
  local(text: string, defaultNamespace?: number): Title | undefined;
  /** The title of a text in this namespace, whatever prefix the text begins with; character references are not read. Undefined when invalid. */
  make(namespace: number, text: string): ParsedTitle | undefined;
  /** `Talk:Main Page`, `de:Hauptseite`. A namespace that the wiki does not know reads `Special:Badtitle/NS<id>:…`. */
  text(title: Title & { readonly interwiki?: string }): string;
  /** `Talk:Main_Page`, the form that sorts and compares. */
  dbText(title: Title & { readonly interwiki?: string }): string;
  /** `text` of the two parts, as records have them from their rows. */
  textOf(namespace: number, dbkey: string): string;
  fields(namespace: number, dbkey: string): TitleFields;
  /**
   * The beginning of a title, as `from`, `to` and `prefix` give it, in database form (a trailing space is kept as underscore).
   * Throws `invalidtitle`.
   */
  partToKey(text: string, namespace?: number): string;
  /** Upper-cases the first letter where the namespace asks for it. */
  capitalize(text: string, namespace: number): string;
  /** Subject page and talk page of a title; undefined where there is none (special pages, media). */
  subject(title: Title): Title;
  talk(title: Title): Title | undefined;
}

export const isInvalid = (title: ParsedTitle | InvalidTitle): title is InvalidTitle => 'invalid' in title;

/** `ns:dbkey`, to use a title as the key of a map. */
export const titleKey = (namespace: number, dbkey: string): string => `${namespace}:${dbkey}`;
