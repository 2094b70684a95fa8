import { expect, it } from 'vitest';
// Recorded from MediaWiki 1.43. `html` is null for invalid JSON.
import pages from './json-pages.json' with { type: 'json' };
import { jsonTables } from './json-tables.ts';
import { prettyJson, readJson } from './json-tree.ts';

const words = { emptyObject: 'Empty object', emptyArray: 'Empty array' };

it.each(pages)('formats $text as MediaWiki does', ({ text, html, saved }) => {
  const value = readJson(text);
  expect(value === undefined ? null : jsonTables(value, words)).toBe(html);
  expect(value === undefined ? text : prettyJson(value)).toBe(saved);
});

it('accepts JSON with as many levels as MediaWiki does', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  expect(readJson(nested(511))).toBeDefined();
  expect(readJson(nested(512))).toBeUndefined();
  expect(readJson(nested(1_000_000))).toBeUndefined();
});
