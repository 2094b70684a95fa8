import { inheritedNames } from '@wikiquery/testing';
import { describe, expect, it } from 'vitest';
import { diffTable } from './diff-table.ts';
import { isQuick } from './diff-texts.ts';
import { diffUnified } from './diff-unified.ts';

const diff = (before: string, after: string): string => diffTable({ before, after, maxSize: 1e6, language: 'en' });

const lines = (html: string): string[] =>
  html
    .split('</tr>')
    .map(row =>
      row
        .replace(/<\/td>\s*<td[^>]*>/g, '|')
        .replace(/<(?!\/?(?:ins|del)\b)[^>]*>|\n/g, '')
        .replace(/ class="[^"]*"/g, ''),
    )
    .filter(row => row !== '');

it.each([diffTable, diffUnified])('ignores Windows line endings in a comparison by $name', compare => {
  const sizes = { maxSize: 1e6, language: 'en' };
  expect(compare({ before: 'a\r\nb', after: 'a\nb', ...sizes })).toBe('');
  expect(compare({ before: 'a\r\nb', after: 'a\r\nc', ...sizes })).toBe(compare({ before: 'a\nb', after: 'a\nc', ...sizes }));
});

describe('diffTable', () => {
  it('labels lines in the language of the user', () => {
    const html = (language: string) => diffTable({ before: 'a', after: 'b', maxSize: 1e6, language });
    expect(html('de')).toContain('>Zeile 1:</td>');
    expect(html('fa')).toContain('>خط ۱:</td>');
    for (const language of ['xx', ...inheritedNames]) expect(html(language)).toContain('>Line 1:</td>');
  });

  it('returns an empty table for equal texts', () => expect(diff('a\nb', 'a\nb')).toBe(''));

  it('marks changed words and shows surrounding lines', () => {
    expect(lines(diff('one\ntwo\nthree\nold stone\nfive', 'one\ntwo\nthree\nnew stone\nfive'))).toEqual([
      'Line 2:|Line 2:',
      '|two||two',
      '|three||three',
      '|<del>old </del>stone||<ins>new </ins>stone',
      '|five||five',
    ]);
  });
  it('shows added and removed lines', () => {
    expect(lines(diff('a', 'a\nb'))).toEqual(['Line 1:|Line 1:', '|a||a', '||<ins>b</ins>']);
    expect(lines(diff('a\nb', 'b'))).toEqual(['Line 1:|Line 1:', '|<del>a</del>|', '|b||b']);
  });
  it('compares words across line breaks', () => {
    expect(lines(diff('a quiet old ferry\ncrosses', 'the ferry crosses\n\nnow'))).toEqual([
      'Line 1:|Line 1:',
      '|<del>a quiet old </del>ferry||<ins>the </ins>ferry <ins>crosses</ins>',
      '|<del>crosses</del>||\u00a0',
      '||<ins>now</ins>',
    ]);
  });
  it('omits long unchanged passages', () => {
    const middle = Array.from({ length: 20 }, (_, at) => `same ${at}`).join('\n');
    expect(lines(diff(`a\n${middle}\nc`, `b\n${middle}\nd`))).toHaveLength(8);
  });
  it('shows up to four unchanged lines between changes and at the end', () => {
    expect(lines(diff('a\n1\n2\n3\n4', 'b\n1\n2\n3\n4'))).toHaveLength(6);
    expect(lines(diff('a\n1\n2\n3\n4\n5', 'b\n1\n2\n3\n4\n5'))).toHaveLength(4);
    expect(lines(diff('a\n1\n2\n3\n4\nc', 'b\n1\n2\n3\n4\nd'))).toHaveLength(7);
  });
  it('keeps spaces that browsers would collapse', () => {
    expect(diff('x', 'x\n a  b ')).toContain('<ins class="diffchange"> a\u00a0 b </ins>');
    expect(lines(diff(' a \nx', ' a \ny'))[1]).toBe('|\u00a0 a \u00a0||\u00a0 a \u00a0');
  });
  it('marks whole lines if there are too many words', () => {
    const words = (first: string): string => `${first} ${Array.from({ length: 7000 }, (_, at) => at).join(' ')} ${first}`;
    const [old, reversed] = [words('a'), words('b').split(' ').reverse().join(' ')];
    expect(lines(diff(`${old}\nc`, `${reversed}\nc`))[1]).toBe(`|<del>${old}</del>||<ins>${reversed}</ins>`);
    // A single change in lines of this length is found.
    expect(lines(diff(old, old.replace(' 3 ', ' x ')))[1]).toContain('2 <del>3 </del>4');
  });
  it('ends the table when the response is full', () => {
    const html = diffTable({ before: 'a\n'.repeat(100_000), after: 'b\n'.repeat(100_000), maxSize: 10_000, language: 'en' });
    expect(html.length).toBeGreaterThan(10_000);
    expect(html.length).toBeLessThan(11_000);
  });
  it('escapes HTML in the compared texts', () => expect(diff('', '<b>')).toContain('&lt;b&gt;'));
});

describe('isQuick', () => {
  it('isQuick depends on the length of the texts and of the changed part', () => {
    expect(isQuick({ before: 'a'.repeat(10_000), after: 'b', maxSize: 1, language: 'en' })).toBe(false);
    expect(isQuick({ before: `${'a'.repeat(10_000)}bc`, after: `${'a'.repeat(10_000)}dec`, maxSize: 1, language: 'en' })).toBe(true);
    expect(isQuick({ before: 'a'.repeat(100_000), after: `${'a'.repeat(100_000)}b`, maxSize: 1, language: 'en' })).toBe(false);
    expect(isQuick({ before: 'a'.repeat(100_000), after: 'a'.repeat(100_000), maxSize: 1, language: 'en' })).toBe(true);
  });
});
