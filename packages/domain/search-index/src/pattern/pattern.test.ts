import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../update/update.test-kit.ts';
import { Matcher, requiredWords } from './matcher.ts';
import { PatternSyntaxError } from './parse.ts';
import { PatternTooComplexError } from './terms.ts';

const plain = { ignoresCase: false, hasAnchors: false };
const pause = async () => {};
const finds = (pattern: string, text: string, options = plain) => new Matcher(pattern, options).test(text, pause);

describe('regular expressions', () => {
  it.each([
    ['lamp', 'a lamp.', 'a lamb'],
    ['l.mp', 'l\nmp', 'lmp'],
    ['l[au]mp', 'lump', 'limp'],
    ['l[^au]mp', 'limp', 'lump'],
    ['[a-c]{2,3}x', 'abx', 'ax'],
    ['(ab|cd)+e', 'xabcde', 'xe'],
    ['colou?r', 'color', 'colouur'],
    ['x@y', 'x many y', 'y x'],
    ['"a.c"', 'a.c', 'abc'],
    ['a\\.c', 'a.c', 'abc'],
    ['<3-17>px', '17px', 'a2px'],
    ['x<08-11>y', 'x09y', 'x9y'],
    ['\\d\\s\\w', '1 x', 'x 1'],
    ['a\\nb', 'a\nb', 'anb'],
    ['\\u00e9', 'café', 'cafe'],
    ['[]]', ']', '['],
    ['{{box'.replaceAll('{', '\\{'), '{{box}}', '{box'],
    ['a~(.*b.*)c', 'axc', 'axbcx'.replace('cx', '')],
    ['ab.*&.*yz', 'abyz', 'ab'],
    ['[😀-😂]x', '😁x', '😃x'],
    ['^a$', '^a$', 'a'],
  ])('%s matches %j and not %j', async (pattern, match, other) => {
    expect([await finds(pattern, match), await finds(pattern, other)]).toEqual([true, false]);
  });

  it('ignore case with the suffix i', async () => {
    const options = { ...plain, ignoresCase: true };
    expect([await finds('LAMP[A-C]', 'lAmpb', options), await finds('LAMP', 'lamp')]).toEqual([true, false]);
  });

  it('match the beginning and the end of titles', async () => {
    const options = { ...plain, hasAnchors: true };
    expect(await Promise.all(['^la', 'mp$', '^lamp$', '^a', 'l$'].map(pattern => finds(pattern, 'lamp', options)))).toEqual([
      ...[true, true, true, false, false],
    ]);
  });

  it.each(['(', ')', 'a)', '[', '[a', '*', '"a', 'a{', 'a{3,2}', 'a{1001}', '\\', '(((('])('%s is a syntax error', pattern => {
    expect(() => new Matcher(pattern, plain)).toThrow(PatternSyntaxError);
  });

  it('read each character once, and fail if their automaton has too many states', async () => {
    expect(await finds('(a*)*b', 'a'.repeat(100_000))).toBe(false);
    expect(await finds('(a|a)*(a|aa)+b', 'a'.repeat(100_000))).toBe(false);
    const random = randomNumbers(1);
    const text = Array.from({ length: 50_000 }, () => 'ab'[random(2)]).join('');
    await expect(finds('a.{30}a.{20}c', text)).rejects.toThrow(PatternTooComplexError);
    expect(() => new Matcher('('.repeat(200), plain)).toThrow(PatternSyntaxError);
  });

  it('require words that are complete in every match', () => {
    expect(requiredWords('\\{\\{Infobox +(city|town) *\\|', plain)).toEqual(['Infobox']);
    expect(requiredWords('lamp house of light', plain)).toEqual(['house', 'of']);
    expect(requiredWords('\\| *(a|b) *=', plain)).toEqual([]);
    expect(requiredWords("x 'lamp' <b>y</b> z", plain)).toEqual([]);
  });
});
