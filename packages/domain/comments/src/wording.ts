import texts from './wording.json' with { type: 'json' };

/** The interface messages inside a comment, as HTML or (the title) as text, in the language of the wiki's content. */
export interface CommentWording {
  /** Between a section link and the summary behind it (`colon-separator`). */
  readonly colonSeparator: string;
  /** Between a summary and the section link behind it (`autocomment-prefix`). */
  readonly autocommentPrefix: string;
  /** Tooltip of a link to a page that does not exist (`red-link-title`). */
  redLinkTitle(page: string): string;
}

/** MediaWiki's own texts in a language; English where it has none. */
export const wordingOf = (language: string): CommentWording => {
  const own = (texts as Readonly<Record<string, { readonly colonSeparator?: string; readonly redLinkTitle?: string }>>)[language];
  const redLinkTitle = own?.redLinkTitle ?? '$1 (page does not exist)';
  return {
    colonSeparator: own?.colonSeparator ?? ': ',
    autocommentPrefix: '',
    redLinkTitle: page => redLinkTitle.replaceAll('$1', () => page),
  };
};
