import texts from './wording.json' with { type: 'json' };

/** Interface messages in comments, in the wiki's content language. `redLinkTitle` returns plain text; the other messages are HTML. */
export interface CommentWording {
  /** Separator after a section link (`colon-separator`). */
  readonly colonSeparator: string;
  /** Prefix of a section link inside a comment (`autocomment-prefix`). */
  readonly autocommentPrefix: string;
  /** Tooltip of a red link (`red-link-title`). */
  redLinkTitle(page: string): string;
}

const TEXTS = new Map<string, { readonly colonSeparator?: string; readonly redLinkTitle?: string }>(Object.entries(texts));

/** Returns MediaWiki's messages for comments in a language. Missing messages are in English. */
export const wordingOf = (language: string): CommentWording => {
  const own = TEXTS.get(language);
  const redLinkTitle = own?.redLinkTitle ?? '$1 (page does not exist)';
  return {
    colonSeparator: own?.colonSeparator ?? ': ',
    autocommentPrefix: '',
    redLinkTitle: page => redLinkTitle.replaceAll('$1', () => page),
  };
};
