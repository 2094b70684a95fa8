import texts from './wording.json' with { type: 'json' };

/** Interface messages in comments, as HTML or (`redLinkTitle`) text, in the wiki's content language. */
export interface CommentWording {
  /** After a section link (`colon-separator`). */
  readonly colonSeparator: string;
  /** Before a section link (`autocomment-prefix`). */
  readonly autocommentPrefix: string;
  /** Tooltip of a red link (`red-link-title`). */
  redLinkTitle(page: string): string;
}

/** Returns MediaWiki's messages in a language, or in English. */
export const wordingOf = (language: string): CommentWording => {
  const own = (texts as Readonly<Record<string, { readonly colonSeparator?: string; readonly redLinkTitle?: string }>>)[language];
  const redLinkTitle = own?.redLinkTitle ?? '$1 (page does not exist)';
  return {
    colonSeparator: own?.colonSeparator ?? ': ',
    autocommentPrefix: '',
    redLinkTitle: page => redLinkTitle.replaceAll('$1', () => page),
  };
};
