/** A pattern as data has it (`\\b` means the words of all scripts), what is put in its place, and `i` where case does not matter. */
export type PatternData = readonly (readonly string[])[];

const LETTER = String.raw`[\p{L}\p{N}_]`;
const AT_WORD_END = `(?:(?<=${LETTER})(?!${LETTER})|(?<!${LETTER})(?=${LETTER}))`;
const INSIDE_WORD = `(?:(?<=${LETTER})(?=${LETTER})|(?<!${LETTER})(?!${LETTER}))`;

/** Replaces one pattern after the other. */
export function createPatterns(data: PatternData): (text: string) => string {
  const patterns = data.map(([source = '', to = '', flags = '']) => {
    let read: RegExp | undefined;
    return {
      beginning: flags === '' ? beginningOf(source) : '',
      replace(text: string): string {
        read ??= readPattern(source, flags);
        return text.replace(read, to);
      },
    };
  });
  return text =>
    patterns.reduce((converted, { beginning, replace }) => (converted.includes(beginning) ? replace(converted) : converted), text);
}

/** To read hundreds at once would take long. */
const readPattern = (source: string, flags: string): RegExp =>
  new RegExp(source.replaceAll('\\b', AT_WORD_END).replaceAll('\\B', INSIDE_WORD), `gu${flags}`);

/** Letters without which a pattern finds nothing: to look for them takes much less time. */
function beginningOf(source: string): string {
  const [, letters = ''] = /^(?:\\b)?([\p{L} -]*)(?![\p{L} ?*{-])/u.exec(source) ?? [];
  return /\|/.test(source.replace(/\([^()]*\)/g, '')) ? '' : letters;
}
