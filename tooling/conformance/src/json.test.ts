import { describe, expect, it } from 'vitest';
import { canonical, differences, parse, print, spellingDifference } from './json.ts';

const node = (source: string) => parse(source).node;

describe('parse', () => {
  it.each([
    '{"b":1,"a":[],"10":{},"2":null}',
    '{"twice":1,"twice":2}',
    String.raw`["\u00e9","é","\/","a\"b\\"]`,
    '[1,1.0,-0,1e3,12345678901234567890,true,false]',
  ])('keeps the spelling of %s', source => expect(print(node(source))).toBe(source));

  it('detects white space between tokens', () => {
    expect(parse('[1,2]').spaces).toBe(false);
    expect(parse('[1, 2]').spaces).toBe(true);
  });

  it.each(['', '[1,]', '{"a" 1}', '"open', '[1] 2', '{a:1}', '01'])('rejects %j as invalid JSON', source =>
    expect(() => parse(source)).toThrow(SyntaxError),
  );
});

describe('comparison of JSON trees', () => {
  it('ignores key order and the spelling of values', () => {
    const [left, right] = [node(String.raw`{"a":1.0,"b":"\u00e9"}`), node('{"b":"é","a":1}')];
    expect(canonical(left)).toBe(canonical(right));
    expect(differences(left, right, 5)).toEqual([]);
    expect(spellingDifference(left, right)).toEqual({ path: '(root)', expected: 'keys a,b', actual: 'keys b,a' });
  });

  it('reports at most the given number of differences', () => {
    expect(differences(node('{"a":[1,2],"b":1,"c":""}'), node('{"a":[1],"b":"1","d":0}'), 5)).toEqual([
      { path: '.a[]', expected: '2 items', actual: '1 items' },
      { path: '.b', expected: '1', actual: '"1"' },
      { path: '.c', expected: '""', actual: '(absent)' },
      { path: '.d', expected: '(absent)', actual: '0' },
    ]);
    expect(differences(node('[1,2,3]'), node('[4,5,6]'), 2)).toHaveLength(2);
  });

  it('reports a different order of array items and different duplicate keys', () => {
    expect(differences(node('[1,2]'), node('[2,1]'), 5)).toHaveLength(2);
    expect(differences(node('{"a":1,"a":1}'), node('{"a":1}'), 5)).toEqual([
      { path: '(root)', expected: '2 keys', actual: '1 keys (duplicates)' },
    ]);
  });
});
