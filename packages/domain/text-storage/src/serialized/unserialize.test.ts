import { expect, it } from 'vitest';
import { toJsonValue, unserialize } from './unserialize.ts';

it('parses serialized values of every kind', () => {
  expect(unserialize('N;')).toBe(null);
  expect(unserialize('b:1;')).toBe(true);
  expect(unserialize('i:-12;')).toBe(-12);
  expect(unserialize('d:0.5;')).toBe(0.5);
  expect(unserialize('d:1.0E+25;')).toBe(1e25);
  expect(unserialize('s:5:"Höhe";')).toBe('Höhe');
  expect(unserialize('s:3:"";"";')).toBe('";"');
  expect(unserialize('a:2:{s:1:"a";a:1:{i:0;b:0;}i:7;s:0:"";}')).toEqual(
    new Map<unknown, unknown>([
      ['a', new Map([[0, false]])],
      [7, ''],
    ]),
  );
});

it('parses integer strings in keys as numbers', () => {
  expect(unserialize('a:2:{s:1:"3";i:1;s:2:"03";i:2;}')).toEqual(
    new Map<unknown, unknown>([
      [3, 1],
      ['03', 2],
    ]),
  );
});

it('rejects malformed serialized values and objects', () => {
  for (const broken of [
    '',
    'Main Page',
    'i:1',
    'b:2;',
    's:9:"short";',
    'a:1:{i:0;}',
    'a:1:{i:0;i:1;',
    'a:1:{N;i:1;}',
    'O:8:"stdClass":0:{}',
    'R:1;',
  ]) {
    expect(unserialize(broken)).toBeUndefined();
  }
});

it('rejects serialized values that are too deep or too large', () => {
  const nested = (depth: number): string => `${'a:1:{i:0;'.repeat(depth)}N;${'}'.repeat(depth)}`;
  expect(unserialize(nested(500))).toBeInstanceOf(Map);
  expect(unserialize(nested(1000))).toBeUndefined();
  expect(unserialize('a:1:{i:0;'.repeat(100_000))).toBeUndefined();
  expect(unserialize(`a:100000:{${'i:0;N;'.repeat(100_000)}}`)).toBeUndefined();
  expect(unserialize('a:999999999:{')).toBeUndefined();
  expect(unserialize(`d:${'1'.repeat(1_000_000)}x;`)).toBeUndefined();
});

it('returns the bytes of strings on request', () => {
  expect(unserialize(Buffer.from('s:2:"\xc3\xb6";', 'latin1'), 'bytes')).toBe('\xc3\xb6');
});

it('converts PHP arrays to lists and objects', () => {
  expect(toJsonValue(unserialize('a:2:{i:0;s:1:"x";i:1;s:1:"y";}')!)).toEqual(['x', 'y']);
  expect(toJsonValue(unserialize('a:2:{s:1:"b";i:1;i:5;a:0:{}}')!)).toEqual({ b: 1, 5: [] });
});
