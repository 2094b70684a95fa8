import { FORM, type Sending } from '../../visitor.ts';
import { numbered, repeat } from './shape.ts';

/** A request that is hostile on the level of HTTP. */
interface HttpShape {
  readonly name: string;
  /** Maximum size that a server accepts, if it is less than the largest size of attacks. */
  readonly most?: number;
  make(size: number): Sending;
}

const QUESTION = 'action=query&format=json&titles=Main_Page';
const BOUNDARY = 'part-of-a-form';
/** Maximum size of a header in bytes. Node accepts 16 KB of headers. */
const HEADERS = 14_000;

const post = (body: string | Uint8Array, type = FORM): Sending => ({
  method: 'POST',
  query: QUESTION,
  body,
  headers: { 'content-type': type },
});
const form = (name: string, unit: string | ((number: number) => string)): HttpShape => ({
  name: `form: ${name}`,
  make: size => post(typeof unit === 'string' ? repeat(unit, size) : numbered(unit, size)),
});
const header = (name: string, unit: string): HttpShape => ({
  name: `header: ${name} of ${JSON.stringify(unit.trim())}`,
  most: HEADERS,
  make: size => ({ query: QUESTION, headers: { [name]: repeat(unit, size).trim() } }),
});
const multipart = (name: string, make: (size: number) => string): HttpShape => ({
  name: `multipart: ${name}`,
  make: size => post(make(size), `multipart/form-data; boundary=${BOUNDARY}`),
});
const part = (name: string, value: string): string => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

const path = (name: string, unit: string): HttpShape => ({
  name: `path: ${name}`,
  most: HEADERS,
  make: size => ({ path: `/v1/page/${repeat(unit, size)}` }),
});
/** Maximum number of chunks. Node's client cannot send many more at once. */
const MOST_CHUNKS = 100_000;
const chunks = (name: string, make: (size: number) => readonly string[]): HttpShape => ({
  name: `chunks: ${name}`,
  most: MOST_CHUNKS,
  make: size => ({ method: 'POST', query: QUESTION, chunks: make(size), headers: { 'content-type': FORM } }),
});

export const HTTP: readonly HttpShape[] = [
  path('dot segments', '../'),
  path('encoded dot segments', '%2e%2e%2f'),
  path('escapes of escapes', '%2525'),
  path('dots', '.'),
  path('path parameters', ';a=b/'),
  path('backslashes', '..\\'),
  path('overlong characters', '%c0%ae%c0%af'),
  path('slashes', '/'),
  chunks('of one character', size => Array.from({ length: size }, () => 'a')),
  chunks('of one escape', size => Array.from({ length: size / 3 }, () => '%41')),
  chunks('of parameters', size => Array.from({ length: size / 4 }, (_, i) => `${i}=a&`)),
  {
    name: 'header: many names',
    most: HEADERS,
    make: size => ({ query: QUESTION, headers: Object.fromEntries(Array.from({ length: size / 10 }, (_, i) => [`x-${i}`, 'a'])) }),
  },
  form('names without values', 'a&'),
  form('the same parameter', 'titles=a&'),
  form('different parameters', i => `a${i}=b&`),
  form('separators', '&'),
  form('equals signs', '='),
  form('escapes', '%41'),
  form('broken escapes', '%'),
  form('escapes of broken UTF-8', '%ff'),
  form('plus signs', '+'),
  form('modules', 'list=allpages|'),
  form('names of a slot', i => `rvcontentformat-a${i}=b&`),
  form('names in brackets', 'a[b][c]=1&'),
  form('different continues', i => `c${i}continue=-||&`),
  form('templates of the action', i => `action=a${i}&`),
  { name: 'form: a long callback', make: size => post(`callback=${repeat('a.', size)}`) },
  { name: 'form: a long origin', make: size => post(`origin=${encodeURIComponent(repeat('http://a.b ', size))}`) },
  { name: 'form: JSON', make: size => post(repeat('{"a":[', size), 'application/json') },
  { name: 'form: another type', make: size => post(repeat('a=b&', size), 'text/plain') },
  multipart('parts', size => `${repeat(part('a', 'b'), size)}--${BOUNDARY}--\r\n`),
  multipart('different parts', size => `${numbered(i => part(`a${i}`, 'b'), size)}--${BOUNDARY}--\r\n`),
  multipart('boundaries nearly', size => `${part('a', repeat(`\r\n--${BOUNDARY.slice(0, -1)}`, size))}--${BOUNDARY}--\r\n`),
  multipart('a part of hyphens', size => `${part('titles', repeat('\r\n--', size))}--${BOUNDARY}--\r\n`),
  multipart(
    'a long header',
    size => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${repeat('a', size)}"\r\n\r\nb\r\n--${BOUNDARY}--\r\n`,
  ),
  multipart('many headers of a part', size => `--${BOUNDARY}\r\n${repeat('X-A: b\r\n', size)}\r\nb\r\n--${BOUNDARY}--\r\n`),
  multipart('never closed', size => part('titles', repeat('a', size))),
  multipart('no boundary', size => repeat('a\r\n', size)),
  { name: 'multipart: a long boundary', most: HEADERS, make: size => post('a', `multipart/form-data; boundary=${repeat('a', size)}`) },
  { name: 'address: parameters', most: HEADERS, make: size => ({ query: `${QUESTION}&${repeat('a&', size)}` }) },
  { name: 'address: escapes', most: HEADERS, make: size => ({ query: `${QUESTION}&a=${repeat('%41', size)}` }) },
  header('cookie', 'a=b; '),
  header('cookie', '"; '),
  header('cookie', '='),
  header('accept-language', 'en;q=0.1, '),
  header('accept-language', 'a-'),
  header('accept-encoding', 'gzip;q=0.1, '),
  header('x-forwarded-for', '1.2.3.4, '),
  header('forwarded', 'for=1;'),
  header('origin', 'http://a.'),
  header('authorization', 'Bearer a.'),
  header('content-type', 'a/b; '),
  header('user-agent', 'a('),
  header('if-none-match', '"a", '),
];
