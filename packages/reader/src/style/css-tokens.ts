/** A token of CSS. `value` is decoded and, except for strings and URLs, in lower case; `text` is as written. */
export interface Token {
  readonly kind: 'at' | 'ident' | 'function' | 'string' | 'bad' | 'url' | 'open' | 'close' | 'space' | 'other';
  readonly text: string;
  readonly value: string;
}

const NAME = /(?:[\w-]|[^\0-\x7f]|\\[0-9a-f]{1,6}\s?|\\[^\n\r\f0-9a-f])+/iy;
const SPACE = /(?:\s|\/\*[\s\S]*?(?:\*\/|$))+/y;
const STRING = /"((?:[^"\\\n\r\f]|\\(?:\r\n|[\s\S]))*)(?:"|$)|'((?:[^'\\\n\r\f]|\\(?:\r\n|[\s\S]))*)(?:'|$)/y;
const BAD_STRING = /["'][^\n\r\f]*/y;
const PLAIN_URL = /\s*((?:[^\s"'()\\\p{Cc}]|\\[0-9a-f]{1,6}\s?|\\[^\n\r\f0-9a-f])*)\s*(?:\)|$)/iuy;
const BAD_URL = /(?:\\[\s\S]|[^)\\])*(?:\)|$)/y;

/** Splits a style sheet into tokens (https://www.w3.org/TR/css-syntax-3/). Comments become spaces. */
export function tokenize(css: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const read = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(css);
    if (found) at += found[0].length;
    return found ?? undefined;
  };
  const add = (kind: Token['kind'], text: string, value = text): void => void tokens.push({ kind, text, value });
  while (at < css.length) {
    const begin = at;
    const letter = css[at] ?? '';
    if (read(SPACE)) {
      add('space', ' ');
    } else if (letter === '"' || letter === "'") {
      const found = read(STRING);
      if (found) add('string', closed(found[0], letter), decode(found[1] ?? found[2] ?? ''));
      else if (read(BAD_STRING)) add('bad', css.slice(begin, at));
    } else if (letter === '@') {
      at++;
      const name = read(NAME);
      add(name ? 'at' : 'other', css.slice(begin, at), decode(name?.[0] ?? '').toLowerCase());
    } else if (read(NAME)) {
      const value = decode(css.slice(begin, at)).toLowerCase();
      if (css[at] !== '(') add('ident', css.slice(begin, at), value);
      else {
        at++;
        if (value === 'url' && !/^\s*["']/.test(css.slice(at, at + 200))) addUrl();
        else add('function', css.slice(begin, at), value);
      }
    } else {
      at++;
      add('{[('.includes(letter) ? 'open' : '}])'.includes(letter) ? 'close' : 'other', letter);
    }
  }
  return tokens;

  function addUrl(): void {
    const found = read(PLAIN_URL);
    if (found) {
      add('url', found[0], decode(found[1] ?? ''));
      return;
    }
    read(BAD_URL);
    add('bad', '');
  }
}

/** Closes a string at the end of the style sheet. */
const closed = (text: string, quote: string): string =>
  text.length > 1 && text.endsWith(quote) && !/(?:^|[^\\])(?:\\\\)*\\["']$/.test(text) ? text : text + quote;

/** Decodes escape sequences. */
const decode = (text: string): string =>
  text.replaceAll(
    /\\(?:([0-9a-f]{1,6})(?:\r\n|\s)?|(\r\n|[\n\r\f])|([\s\S]))/gi,
    (_, digits: string | undefined, line: string | undefined, letter = '') => {
      if (line !== undefined) return '';
      if (digits === undefined) return letter as string;
      const code = Number.parseInt(digits, 16);
      return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code);
    },
  );
