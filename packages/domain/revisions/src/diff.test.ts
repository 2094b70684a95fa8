import { describe, expect, it } from 'vitest';
import { diffTexts } from './diff-table.ts';
import { hexSha1 } from './index.ts';

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

describe('diffTexts', () => {
  it('is empty for equal texts', () => expect(diffTexts('a\nb', 'a\nb')).toBe(''));

  it('shows changed words between lines that stay', () => {
    expect(lines(diffTexts('one\ntwo\nthree\nold stone\nfive', 'one\ntwo\nthree\nnew stone\nfive'))).toEqual([
      'Line 2:|Line 2:',
      '|two||two',
      '|three||three',
      '|<del>old </del>stone||<ins>new </ins>stone',
      '|five||five',
    ]);
  });
  it('shows added and removed lines', () => {
    expect(lines(diffTexts('a', 'a\nb'))).toEqual(['Line 1:|Line 1:', '|a||a', '||<ins>b</ins>']);
    expect(lines(diffTexts('a\nb', 'b'))).toEqual(['Line 1:|Line 1:', '|<del>a</del>|', '|b||b']);
  });
  it('compares lines that stand for each other as one text', () => {
    expect(lines(diffTexts('a quiet old ferry\ncrosses', 'the ferry crosses\n\nnow'))).toEqual([
      'Line 1:|Line 1:',
      '|<del>a quiet old </del>ferry||<ins>the </ins>ferry crosses',
      '|crosses||\u00a0',
      '||<ins>now</ins>',
    ]);
  });
  it('leaves long stretches out', () => {
    const middle = Array.from({ length: 20 }, (_, at) => `same ${at}`).join('\n');
    expect(lines(diffTexts(`a\n${middle}\nc`, `b\n${middle}\nd`))).toHaveLength(8);
  });
  it('escapes', () => expect(diffTexts('', '<b>')).toContain('&lt;b&gt;'));
});

describe('hexSha1', () => {
  it('turns base 36 into hexadecimal digits', () => {
    expect(hexSha1('phoiac9h4m842xq45sp7s6u21eteeq1')).toBe('da39a3ee5e6b4b0d3255bfef95601890afd80709');
    expect(hexSha1('')).toBe('');
  });
});
