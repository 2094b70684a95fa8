/** Each item is a list of a pattern with Unicode-aware `\\b`, its replacement, and its flags. */
export type PatternData = readonly (readonly string[])[];

const LETTER = String.raw`[\p{L}\p{N}_]`;
const AT_WORD_END = `(?:(?<=${LETTER})(?!${LETTER})|(?<!${LETTER})(?=${LETTER}))`;
const INSIDE_WORD = `(?:(?<=${LETTER})(?=${LETTER})|(?<!${LETTER})(?!${LETTER}))`;

/** Converts the text between the matches of a pattern. The matches stay unchanged. */
export function convertBetween(text: string, pattern: RegExp, convert: (part: string) => string): string {
  let converted = '';
  let end = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    converted += convert(text.slice(end, index)) + match;
    end = index + match.length;
  }
  return converted + convert(text.slice(end));
}

export function createPatterns(data: PatternData): (text: string) => string {
  const patterns = data.map(([source = '', to = '', flags = '']) => {
    let read: RegExp | undefined;
    return {
      prefix: flags === '' ? prefixOf(source) : '',
      replace(text: string): string {
        read ??= readPattern(source, flags);
        return text.replace(read, to);
      },
    };
  });
  return text => patterns.reduce((converted, { prefix, replace }) => (converted.includes(prefix) ? replace(converted) : converted), text);
}

/** Compiles a pattern. Called on demand, because compiling hundreds of patterns takes long. */
const readPattern = (source: string, flags: string): RegExp =>
  new RegExp(source.replaceAll('\\b', AT_WORD_END).replaceAll('\\B', INSIDE_WORD), `gu${flags}`);

/** Returns letters that every match contains, or an empty string. Searching a text for these letters is much faster than matching. */
function prefixOf(source: string): string {
  const [, letters = ''] = /^(?:\\b)?([\p{L} -]*)(?![\p{L} ?*{-])/u.exec(source) ?? [];
  return /\|/.test(source.replace(/\([^()]*\)/g, '')) ? '' : letters;
}
