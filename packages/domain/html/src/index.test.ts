import { expect, it } from 'vitest';
import { htmlPage } from './index.ts';

it('htmlPage escapes the title', () => {
  expect(htmlPage('a < b', '<p>c</p>')).toMatch(/<title>a &#60; b<\/title>.*<p>c<\/p><\/body><\/html>\n$/);
});
