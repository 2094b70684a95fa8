import { expect, it } from 'vitest';
import { htmlPage } from './index.ts';

it('makes a page whose title is text', () => {
  expect(htmlPage('a < b', '<p>c</p>')).toMatch(/<title>a &#60; b<\/title>.*<p>c<\/p><\/body><\/html>\n$/);
});
