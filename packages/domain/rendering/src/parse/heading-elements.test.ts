import { expect, it } from 'vitest';
import { headingElements } from './heading-elements.ts';

/** Finds headings with a regular expression, which takes quadratic time. */
const simply = (html: string) =>
  Array.from(html.matchAll(/<h([1-6])([^>]*)>(.*?)<\/h\1>/gis), ([all, level, attributes, content], i) => ({
    i,
    all,
    level,
    attributes,
    content,
  }));

const read = (html: string) =>
  Array.from(headingElements(html), ({ start, end, level, attributes, content }, i) => ({
    ...{ i, all: html.slice(start, end), level: String(level), attributes, content },
  }));

it('finds the same headings as a regular expression', () => {
  const pieces = ['<h1>', '<H1 id="a">', '<h2', '</h1>', '</h2>', '</H2>', '>', 'x', '\n', '<h6 ', '</h6>', '<h7>', '</h7>', '<h1x>'];
  let seed = 1;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647);
  let found = 0;
  for (let i = 0; i < 3000; i++) {
    const html = Array.from({ length: 1 + (random() % 14) }, () => pieces[random() % pieces.length]).join('');
    found += simply(html).length;
    expect(read(html)).toEqual(simply(html));
  }
  expect(found).toBeGreaterThan(300);
});
