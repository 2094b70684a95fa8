/** Query after the corrections that apply before parsing. */
export interface CleanQuery {
  readonly text: string;
  /** Whether a tilde at the start was removed. It means: do not go to the page with this title. */
  readonly hasTilde: boolean;
}

/** Removes question marks, unless they are escaped or can be part of a regular expression, and a tilde at the start. */
export function cleanQuery(query: string, keepsQuestionMarks = false): CleanQuery {
  const wellFormed = query.toWellFormed();
  const text = keepsQuestionMarks ? wellFormed : withoutQuestionMarks(wellFormed);
  const hasTilde = text.startsWith('~');
  return { text: hasTilde ? text.slice(1) : text, hasTilde };
}

function withoutQuestionMarks(query: string): string {
  if (/(?:insource|intitle):\//.test(query) || /^[\p{P}\p{Z}]+$/u.test(query)) return query;
  return query.replaceAll(/(?<!\\)\?+/g, ' ').replaceAll(String.raw`\?`, '?');
}
