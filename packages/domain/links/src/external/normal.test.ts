import { expect, it } from 'vitest';
import { normalAddress } from './normal.ts';

// As MediaWiki 1.43 lists them.
it.each([
  [
    "http://b.org/(S(a))/x'y%27z?a_b=%5f&c=%3A:&d={q}|&e=ü&f=%c3%bc#a%62{",
    "http://b.org/(S(a))/x'y'z?a_b=_&c=::&d=%7Bq%7D%7C&e=%C3%BC&f=%C3%BC#ab%7B",
  ],
  ['http://EXAMPLE.org/%2f%2F?%3D%26+%2b%20', 'http://EXAMPLE.org/%2F%2F?%3D%26+%2B%20'],
  ['http://[::1]/a', 'http://[::1]/a'],
  ['http://bücher.de/größe', 'http://b%C3%BCcher.de/gr%C3%B6%C3%9Fe'],
  ['//foo.org/%41', '//foo.org/A'],
  ['mailto:a%40b.de', 'mailto:a@b.de'],
])('writes %s in its normal form', (written, normal) => {
  expect(normalAddress(written)).toBe(normal);
});
