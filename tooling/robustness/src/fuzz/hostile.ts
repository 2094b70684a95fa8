import { SHAPES } from '../attacks/shapes/index.ts';
import type { Random } from '../random.ts';

/** Percent-encoded values that have broken servers. */
export const HOSTILE: readonly string[] = [
  // Numbers at the limits of programming languages and databases
  ...['0', '-0', '-1', '+1', '00012', '1e3', '0x10', '1.5', 'NaN', 'Infinity', '-Infinity', ' 1', '1 '].map(encode),
  ...[2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32].map(String),
  ...['9007199254740991', '9007199254740993', '9223372036854775807', '9223372036854775808', '-9223372036854775808', '-9223372036854775809'],
  ...['18446744073709551615', '18446744073709551616', '9'.repeat(400), `-${'9'.repeat(400)}`],
  // Properties of every JavaScript object
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'length', '__defineGetter__'],
  ...['__proto__|constructor', 'toString/valueOf', 'User:__proto__', 'constructor|1', '#constructor'].map(encode),
  // SQL, patterns, HTML, wikitext, paths and addresses
  ...["'", '"', '`', '\\', "' or '1'='1", "'; drop table page; --", '1) union select user_password from user --', '?', '??'].map(encode),
  ...[':1', '$1'].map(encode),
  ...['%', '_', '*', '**', '%%%', 'a%', '[a-z]', '" near "', 'a" OR b:*', 'si_text:x', '^', '(a', 'NOT', 'a NOT', '-', '"'].map(encode),
  ...['<script>alert(1)</script>', '</script>', '&amp;', '&#0;', '&#xD800;', '&#1114112;', '&nosuch;', '{{{1}}}', '[[a'].map(encode),
  ...['{{a|b', '<!--'].map(encode),
  ...['../../../etc/passwd', 'file:///etc/passwd', 'http://127.0.0.1/', '//', 'http://', 'http://[', '://x', 'mailto:'].map(encode),
  ...['a:b:c:d', '$(id)'].map(encode),
  // Characters
  ...['%00', 'a%00b', '%01%02%1b', '%7f', '%0a', '%0d%0aSet-Cookie:%20a=b', '%09', '%c2%a0', '%e2%80%8e', '%e2%80%ae', '%ef%bb%bf'],
  ...['%ef%bf%bd'],
  ...['%ed%a0%80', '%ed%b0%80', '%ed%a0%80%ed%b0%80', '%ef%bf%bf', '%f4%8f%bf%bf', '%f4%90%80%80', '%f0%9f%98%80', '%c0%80', '%c1%bf'],
  ...['%ff%fe'],
  ...['%80', '%e2%82', 'a%ffb%7cc', '%1f', '%1fa', '%1fa%1fb', 'a%1fb', '%1f%1f%1f', '%', '%4', '%zz', '%u0041', '%25%32%35', '+', '%2b'],
  ...['%26', '%3d'],
  ...['e\u0301', '\u1e9b\u0323', '\u0130', '\u00df', 'ﬁ', '\u{1d400}', '\u0345', 'ǅ', '\ud55c', `a${'\u0301'.repeat(200)}`].map(encode),
  // Lists
  ...['', '|', '||', '|a', 'a|', 'a||b', '|||||||||', '%7c%7c', 'a%7c%00'].map(value => value.replaceAll('|', '%7C')),
  // Titles and users
  ...[':', '::', ' ', '_', '#', '#a', 'a#b', ':a', 'Talk:', 'talk:talk:a', 'Special:', 'Special:MyPage/x', 'Media:x.png'].map(encode),
  ...['File:', 'Category:'].map(encode),
  ...['User:127.0.0.1', '127.0.0.1', '0.0.0.0/0', '10.0.0.0/33', '::/0', '2001:db8::/16', '::1', '1.2.3.4.5', '#0', '#-1'].map(encode),
  ...['#9999999999999999999', 'a>b'].map(encode),
  ...['~~~~', '*unregistered 1', '~2024-1', 'a/b/../c', './a', 'a//b', 'a&b', 'A'.repeat(255), 'A'.repeat(256), 'é'.repeat(128)].map(
    encode,
  ),
  // Times
  ...['now', 'infinity', 'max', '20240230000000', '00000000000000', '99999999999999', '20241301000000', '-62135596801', '253402300800'],
  ...['1e99'],
  ...['0000-00-00T00:00:00Z', '9999-12-31T23:59:59Z', '10000-01-01T00:00:00Z', '2024-01-01T00:00:00+99:99'].map(encode),
  ...['0000-01-01T00:00:00+23:00'].map(encode),
  ...['Thu, 99 Foo 9999 99:99:99 GMT', `Thu,${' '.repeat(5000)}1`, '1970-01-01', '2024-01-01T24:00:00Z', '20240101'].map(encode),
  // Continue values
  ...['-||', '||', '||||', 'gapcontinue||', '__proto__||', 'continue||', '-||info|revisions', '|'.repeat(50)].map(encode),
  ...['20240101000000|1', '20240101000000|x'].map(encode),
  ...['0|1', '1|0', '1|2|3', '-1|-1', '|0|', '0||', 'A|B', '6578|1', 'zz|1', '1|9223372036854775808', '9'.repeat(30)].map(encode),
  ...['20249999999999|1', '1|%00'].map(encode),
];

/** Texts that are hostile because of their length or their repeated patterns. */
export const LONG: readonly ((random: Random) => string)[] = [
  random => encode(random.of(SHAPES).make(2 ** (5 + random.below(9)))),
  random => 'a'.repeat(2 ** (8 + random.below(8))),
  random => Array.from({ length: [49, 50, 51, 500, 501, 5001][random.below(6)] as number }, (_, i) => random.below(2) + i).join('%7C'),
  random => '%7C'.repeat(1 + random.below(3000)),
  random => encode('[['.repeat(1 + random.below(4000))),
  random => encode('{{{'.repeat(1 + random.below(3000))),
  random => `${encode(' '.repeat(random.below(8000)))}1`,
  random => encode(`a:${'&'.repeat(random.below(6000))}`),
  random => encode('_'.repeat(random.below(8000))),
  random => `1${'0'.repeat(random.below(8000))}`,
  random => encode('1.'.repeat(random.below(4000))),
  random => encode(`2024-01-01T00:00:00.${'0'.repeat(random.below(8000))}`),
  random => encode('é'.repeat(random.below(1500))),
];

/** Values that are too long for a URL, so that only a body can contain them. */
export const HUGE: readonly ((random: Random) => string)[] = [
  () => 'a'.repeat(2 ** 20),
  () => '%00'.repeat(2 ** 18),
  () => '%7C'.repeat(2 ** 18),
  () => 'a%7C'.repeat(2 ** 18),
  () => '%1Fa'.repeat(2 ** 18),
  () => encode('[[:a|'.repeat(2 ** 16)),
  () => '%ff'.repeat(2 ** 18),
  () => encode('&lt;'.repeat(2 ** 17)),
  () => '9'.repeat(2 ** 20),
  // Combining marks that are not in canonical order
  () => '%cc%81%cc%96'.repeat(2 ** 17),
  () => encode('&#769;&#790;').repeat(2 ** 14),
];

/** Percent-encodes a text. Lone surrogates become three bytes that are invalid in UTF-8. */
export function encode(text: string): string {
  if (text.isWellFormed()) return encodeURIComponent(text);
  return text.replaceAll(/[^A-Za-z0-9._~-]/gu, character => {
    const code = character.codePointAt(0) as number;
    if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(character);
    return `%${hex(0xe0 | (code >> 12))}%${hex(0x80 | ((code >> 6) & 63))}%${hex(0x80 | (code & 63))}`;
  });
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
