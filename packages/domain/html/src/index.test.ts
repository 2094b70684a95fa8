import { expect, it } from 'vitest';
import { escapeHtml, htmlPage } from './index.ts';

it('escapes what markup is made of', () => {
  expect(escapeHtml(`<a href="x">'&'</a>`)).toBe('&#60;a href=&#34;x&#34;&#62;&#39;&#38;&#39;&#60;/a&#62;');
});

it('makes a page whose title is text', () => {
  expect(htmlPage('a < b', '<p>c</p>')).toMatch(/<title>a &#60; b<\/title>.*<p>c<\/p><\/body><\/html>\n$/);
});
