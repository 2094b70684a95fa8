import { describe, expect, it } from 'vitest';
import { RequestParams } from './request.ts';

const params = (query: string, body?: string) =>
  new RequestParams({ query, method: body === undefined ? 'GET' : 'POST', ...(body !== undefined && { body }) });

describe('reading parameters', () => {
  it('takes the last of equal names, and the body before the URL', () => {
    expect(params('a=1&a=2').get('a')).toBe('2');
    expect(params('a=1&b=3', 'a=2').get('a')).toBe('2');
    expect(params('a=1', 'b=2').isInUrl('a')).toBe(true);
  });
  it('decodes plus signs and escapes, and leaves lone percent signs', () => {
    expect(params('a=x+y%26%C3%A9&b=100%&c=%zz').get('a')).toBe('x y&é');
    expect(params('b=100%').get('b')).toBe('100%');
    expect(params('c=%zz').get('c')).toBe('%zz');
  });
  it('brings text into normal form C without control characters, and says so', () => {
    const one = params('a=A%CC%81&b=x%00y&c=caf%C3%A9');
    expect([one.get('a'), one.isUnclean('a')]).toEqual(['Á', true]);
    expect(one.get('b')).toBe('x\ufffdy');
    expect(one.isUnclean('c')).toBe(false);
    expect(one.bytes('a')).toBe('A\u00cc\u0081');
  });
  it('takes what is no UTF-8 for the old encoding of the wiki', () => {
    expect(params('a=%FF%FE').get('a')).toBe('ÿþ');
    expect(params('', 'a=%C3%A4|%FF').get('a')).toBe('ä|\ufffd');
    expect(new RequestParams({ query: 'a=%A1', method: 'GET' }, 'iso-8859-2').get('a')).toBe('Ą');
  });
  it('keeps the separator U+001F', () => {
    expect(params('a=%1Fx%1Fy').get('a')).toBe('\u001fx\u001fy');
    expect(params('a=x%1Fy').get('a')).toBe('x\ufffdy');
  });
  it('knows arrays and what nobody asked for', () => {
    const one = params('a[]=1&b=2&c.d=3&__proto__=4');
    expect([one.get('a'), one.isArray('a'), one.get('c_d')]).toEqual([undefined, true, '3']);
    expect(one.unknown()).toEqual(['b', '__proto__']);
  });
});
