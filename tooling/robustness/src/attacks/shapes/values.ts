import { between, nested, numbered, repeated, shapes } from './shape.ts';

export const LISTS = shapes('list', {
  separators: repeated('|'),
  'equal values': repeated('a|'),
  'different values': size => numbered(i => `a${i}|`, size),
  'other separators': repeated('\u001fa'),
  'spaces between separators': repeated(' | '),
  'a long value of many': size => `${'a'.repeat(size / 2)}|${'b'.repeat(size / 2)}`,
});

export const TITLES = shapes('title', {
  colons: repeated(':'),
  'prefixes of the wiki': repeated('Talk:'),
  'interwiki prefixes': repeated('w:'),
  'unknown prefixes': repeated('zz:'),
  'colons and spaces': repeated(': _'),
  'number signs': repeated('#'),
  'relative paths': repeated('/..'),
  slashes: repeated('a/'),
  'encoded letters': repeated('%41'),
  'encoded entities': repeated('&amp;#38;'),
  tildes: repeated('~'),
  'users and talk': repeated('User talk:'),
  'spaces before a name': between('User:', ' ', 'x'),
});

export const PATTERNS = shapes('pattern', {
  stars: repeated('*'),
  'percent signs and letters': repeated('%a'),
  'letters with one star each': repeated('a*'),
  'underscores at the end': between('a', '_', 'b'),
  'groups that repeat': nested('(', '+)+', 'a'),
  'groups not closed': repeated('(a|'),
  'classes not closed': repeated('[a-'),
  'quotes not closed': repeated('"a '),
  phrases: repeated('"a b" '),
  words: size => numbered(i => `w${i} `, size),
  'the same word': repeated('wiki '),
  'words to leave out': repeated('-a '),
  'words of a sign': repeated('- + ~ '),
  'or or': repeated('OR '),
  'and not': repeated('a AND NOT '),
  'near near': repeated('NEAR(a b, 5) '),
  'fields of the index': repeated('intitle:a '),
  'prefixes of search': repeated('prefix:a: '),
  'one long word with stars': between('', 'ab', '*'),
  dots: repeated('.*'),
});

export const NUMBERS = shapes('number', {
  nines: repeated('9'),
  'zeros before a one': size => `${'0'.repeat(size)}1`,
  'spaces before a number': size => `${' '.repeat(size)}1`,
  'spaces behind a number': size => `1${' '.repeat(size)}x`,
  signs: repeated('-'),
  decimals: size => `1.${'0'.repeat(size)}1`,
  exponents: size => `1e${'9'.repeat(size)}`,
  'many numbers': size => numbered(i => `${i}|`, size),
  'dots of numbers': repeated('1.'),
  'digits before a letter': size => `${'0'.repeat(size)}E`,
});

export const TIMES = shapes('time', {
  'a second of decimals': size => `2024-01-01T00:00:00.${'0'.repeat(size)}Z`,
  'a year of digits': size => `${'2'.repeat(size)}-01-01T00:00:00Z`,
  'a day of spaces': size => `Thu,${' '.repeat(size)}1 Jan 2024 00:00:00 GMT`,
  'a zone of digits': size => `2024-01-01T00:00:00+${'0'.repeat(size)}`,
  'a date of signs': repeated('2024-'),
  'a time of colons': repeated('12:'),
  seconds: repeated('1'),
  words: repeated('next monday '),
});

export const ADDRESSES = shapes('address', {
  'parts of four': repeated('1.'),
  'parts of six': repeated('1:'),
  'colons of an address': repeated('::'),
  'zeros before an address': size => `${'0'.repeat(size)}1.2.3.4`,
  'bits of a range': size => `10.0.0.0/${'1'.repeat(size)}`,
  'bits of a long range': size => `2001:db8::/${'0'.repeat(size)}64`,
  'ranges by a hyphen': repeated('1.1.1.1-1.1.1.2 '),
  'many addresses': size => numbered(i => `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}|`, size),
  'many ranges': size => numbered(i => `10.${i & 255}.0.0/16|`, size),
  'numbers of users': size => numbered(i => `#${i}|`, size),
});

export const CONTINUES = shapes('continue', {
  fields: repeated('|'),
  'fields of numbers': repeated('1|'),
  'fields of times': repeated('20240101000000|'),
  'fields of names': repeated('Main_Page|'),
  'a long field': size => `${'a'.repeat(size)}|1`,
  'a long number': size => `0|${'1'.repeat(size)}`,
  'a number behind zeros': size => `${'0'.repeat(size)}|1`,
  'sort keys': size => `page|${'4a'.repeat(size / 2)}|1`,
});

export const HEXADECIMALS = shapes('hexadecimal', {
  'pairs of digits': repeated('4a'),
  'an odd number of digits': size => 'f'.repeat(size | 1),
  'no digits': repeated('zz'),
  'zero bytes': repeated('00'),
  'digits and one letter that is none': size => `${'4a'.repeat(size / 2)}x`,
});

export const LINKS = shapes('link', {
  hosts: between('http://', 'a.'),
  'stars before a host': repeated('*.'),
  'encoded hosts': between('http://', '%41'),
  slashes: repeated('/'),
  ports: between('http://a', ':1'),
  brackets: between('http://', '['),
  paths: between('http://a.b/', '../'),
  questions: between('http://a.b/?', 'a=b&'),
  'letters of other scripts': between('http://', 'ü'),
  'names before a host': between('mailto:', 'a@'),
  protocols: repeated('http:'),
});

export const PRINTED = shapes('printed', {
  'braces and brackets': repeated('{["a":'),
  'closing braces': repeated('}],'),
  'lines of braces': repeated('{\n}\n'),
  'markup of a page': repeated('<b>&amp;'),
  'addresses to link': repeated('http://a.b/c '),
  'quotation marks escaped': repeated('\\"'),
  'strings of spaces': repeated('" " '),
});

/** HTML pages that the command `adopt` reads. */
export const PAGES = shapes('page', {
  'links of a head not closed': repeated('<link '),
  'links of a head': repeated('<link rel="EditURI"/>'),
  'a link of spaces': between('<link', ' '),
  'a link of quotes': between('<link rel="EditURI" href=', '"', '/>'),
  'a link of addresses': between('<link rel="EditURI" ', 'href="', '/>'),
  'elements of a page': repeated('<p>'),
});
