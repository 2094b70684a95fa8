import { expect, it } from 'vitest';
import { toHtml } from './index.ts';

it('makes HTML, with links as those of the page', () => {
  expect(toHtml("''Reed'' [[Pond|water]]", 'Main Page')).toBe('<p><i>Reed</i> <a href="/wiki/Pond" title="Pond">water</a>\n</p>');
});
