import { expect, it } from 'vitest';
import { htmlPage } from './index.ts';

it('escapes the title of a page', () => {
  expect(htmlPage('a < b', '<p>c</p>')).toMatch(/<title>a &#60; b<\/title>.*<p>c<\/p><\/body><\/html>\n$/);
});
