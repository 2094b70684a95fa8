/** Around the level of a heading, which stands before its text. */
export const [HEADING_BEGINS, HEADING_ENDS] = ['\u0001\u0002', '\u0002\u0001'];
