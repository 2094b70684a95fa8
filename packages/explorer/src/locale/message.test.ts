import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { piecesOf, plainText } from '../wiki/wikitext.ts';
import { directionOf, formatMessage, languageOf } from './message.ts';

const source = join(import.meta.dirname, '..');
const messages = (name: string): Record<string, string> => {
  const { '@metadata': _, ...rest } = JSON.parse(readFileSync(join(source, `i18n/${name}.json`), 'utf8'));
  return rest;
};

it('formatMessage replaces parameters without expanding their values', () => {
  expect(formatMessage('$2 and $1', ['$2', '{{PLURAL:$1|a|b}}'], 'en')).toBe('{{PLURAL:$1|a|b}} and $2');
  expect(formatMessage('$3', ['a'], 'en')).toBe('$3');
});
it('formatMessage selects the plural form of the language', () => {
  const text = '{{PLURAL:$1|0=none|$1 row|$1 rows}}';
  expect([0, 1, 2].map(count => formatMessage(text, [count], 'en'))).toEqual(['none', '1 row', '2 rows']);
  const russian = '{{PLURAL:$1|one|few|many}}';
  expect([1, 2, 5, 21].map(count => formatMessage(russian, [count], 'ru'))).toEqual(['one', 'few', 'many', 'one']);
});
it('languageOf accepts only valid language codes', () => {
  expect(['he', 'x"><b>', null, 'PT-br', 'qqq'].map(languageOf)).toEqual(['he', 'en', 'en', 'pt-br', 'en']);
  expect(['ar', 'en'].map(directionOf)).toEqual(['rtl', 'ltr']);
});
it('every message key has an English text and documentation, and is used', () => {
  const english = messages('en');
  expect(Object.keys(messages('qqq'))).toEqual(Object.keys(english));
  expect(Object.values({ ...english, ...messages('qqq') }).filter(text => text.trim() === '')).toEqual([]);
  const code = globSync('page/**/*.{ts,vue}', { cwd: source })
    .map(file => readFileSync(join(source, 'page', file.replace(/^page./, '')), 'utf8'))
    .join('\n');
  const isUsed = (key: string): boolean =>
    code.includes(`'${key}'`) || [...code.matchAll(/`([a-z-]+-)\$\{/g)].some(([, prefix = '-']) => key.startsWith(prefix));
  expect(
    Object.keys(english)
      .map(key => key.replace('explorer-', ''))
      .filter(key => !isUsed(key)),
  ).toEqual([]);
});
it('piecesOf separates code in backticks from text, and keeps HTML as text', () => {
  expect(piecesOf('Sort `newer`, or `<img src=x>`. A ` alone.')).toEqual([
    { text: 'Sort ', isCode: false },
    { text: 'newer', isCode: true },
    { text: ', or ', isCode: false },
    { text: '<img src=x>', isCode: true },
    { text: '. A ` alone.', isCode: false },
  ]);
});
it('plainText converts the wikitext of descriptions to plain text', () => {
  expect(plainText("Get ''data'' about <kbd>x</kbd>, [[Special:Api|the API]], [https://a.example/ a link] &lt;b&gt; <title>.")).toBe(
    'Get data about x, the API, a link <b> <title>.',
  );
});
