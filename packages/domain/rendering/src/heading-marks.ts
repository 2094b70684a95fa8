/** Delimiters of the heading level, before the text of a heading. */
export const [HEADING_START, HEADING_END] = ['\u0001\u0002', '\u0002\u0001'];
