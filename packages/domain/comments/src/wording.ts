/** The interface messages inside a comment, as HTML or (the title) as text, in the language of the wiki's content. */
export interface CommentWording {
  /** Between a section link and the summary behind it (`colon-separator`). */
  readonly colonSeparator: string;
  /** Between a summary and the section link behind it (`autocomment-prefix`). */
  readonly autocommentPrefix: string;
  /** Tooltip of a link to a page that does not exist (`red-link-title`). */
  redLinkTitle(page: string): string;
}

export const englishWording: CommentWording = {
  colonSeparator: ': ',
  autocommentPrefix: '',
  redLinkTitle: page => `${page} (page does not exist)`,
};

/** Whether a language is written from right to left. */
export const isRightToLeft = (code: string): boolean => {
  let known = directions.get(code);
  if (known === undefined) {
    known = RIGHT_TO_LEFT.has(script(code));
    if (directions.size < 1000) directions.set(code, known);
  }
  return known;
};

const script = (code: string): string => {
  try {
    return new Intl.Locale(code).maximize().script ?? '';
  } catch {
    return '';
  }
};

const directions = new Map<string, boolean>();
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);
