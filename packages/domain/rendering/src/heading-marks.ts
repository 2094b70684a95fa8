/** Delimiters around the level of a heading, which precedes the text of the heading in plain-text extracts. */
export const [HEADING_START, HEADING_END] = ['\u0001\u0002', '\u0002\u0001'];
