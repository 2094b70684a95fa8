import { normalFormC } from '@wikiquery/core/host';
import { describe, expect, it } from 'vitest';
import { RequestParams } from './request.ts';

const params = (query: string, body?: string) =>
  new RequestParams({ query, method: body === undefined ? 'GET' : 'POST', ...(body !== undefined && { body }) });

describe('reading parameters', () => {
  it('prefers the last parameter of the same name, and the body over the URL', () => {
    expect(params('a=1&a=2').get('a')).toBe('2');
    expect(params('a=1&b=3', 'a=2').get('a')).toBe('2');
    expect(params('a=1', 'b=2').isInUrl('a')).toBe(true);
  });
  it('decodes plus signs and escape sequences, and keeps lone percent signs', () => {
    expect(params('a=x+y%26%C3%A9&b=100%&c=%zz').get('a')).toBe('x y&é');
    expect(params('b=100%').get('b')).toBe('100%');
    expect(params('c=%zz').get('c')).toBe('%zz');
  });
  it('normalizes text to NFC, replaces control characters, and reports such values as unclean', () => {
    const one = params('a=A%CC%81&b=x%00y&c=caf%C3%A9');
    expect([one.get('a'), one.isUnclean('a')]).toEqual(['Á', true]);
    expect(one.get('b')).toBe('x\ufffdy');
    expect(one.isUnclean('c')).toBe(false);
    expect(one.bytes('a')).toBe('A\u00cc\u0081');
  });
  it("decodes bytes that are not UTF-8 with the wiki's legacy encoding", () => {
    expect(params('a=%FF%FE').get('a')).toBe('ÿþ');
    expect(params('', 'a=%C3%A4|%FF').get('a')).toBe('ä|\ufffd');
    const inEncoding = (encoding: string, query: string) =>
      new RequestParams({ query, method: 'GET' }, { encoding, normalize: normalFormC }).get('a');
    expect(inEncoding('windows-936', 'a=%D6%D0%CE%C4')).toBe('中文');
    expect(inEncoding('windows-950', 'a=%A4%A4%A4%E5')).toBe('中文');
    // Bytes that the encoding does not define are omitted. Text that ends within a character is empty.
    expect(inEncoding('windows-936', 'a=%C3%28')).toBe('(');
    expect(inEncoding('windows-936', 'a=x%C3')).toBe('');
    expect(inEncoding('windows-1252', 'a=%81%E4')).toBe('ä');
    expect(inEncoding('iso8859-2', 'a=%A1')).toBe('Ą');
    expect(new RequestParams({ query: 'a=%A1', method: 'GET' }, { encoding: 'iso-8859-2', normalize: normalFormC }).get('a')).toBe('Ą');
  });
  it('keeps U+001F as a separator only in values that start with it', () => {
    expect(params('a=%1Fx%1Fy').get('a')).toBe('\u001fx\u001fy');
    expect(params('a=x%1Fy').get('a')).toBe('x\ufffdy');
  });
  it('detects arrays and unread parameters', () => {
    const one = params('a[]=1&b=2&c.d=3&__proto__=4');
    expect([one.get('a'), one.isArray('a'), one.get('c_d')]).toEqual([undefined, true, '3']);
    expect(one.unknown()).toEqual(['b', '__proto__']);
  });
});

describe('a long form', () => {
  const texts: Readonly<Record<string, string>> = {
    plain: 'text',
    escaped: '%C3%A9+%F0%9F%98%80%E2%80%A8%26',
    'with broken escapes': '%%%4%zz%',
    'that is no UTF-8': 'a%FFb%80%80%80',
    'of halves of characters': '%80%BF',
    'with marks to be joined': 'e%CC%81%CC%A3%E1%84%92%E1%85%A1%E1%86%AB',
    'with control characters': '%01a%00',
    'of values in the other form': '%1Fe%CC%81%1F',
  };
  it.each(Object.entries(texts))('is read like a short one (text: %s)', async (_what, part) => {
    const raw = part.repeat(Math.ceil(150_000 / part.length));
    const request = { method: 'POST', query: 'a=1', body: `a=2&long=${raw}&b[]=3&c.d=4` } as const;
    const [long, short] = [await RequestParams.read(request), new RequestParams(request)];
    for (const name of ['a', 'long', 'c_d']) {
      expect(long.get(name) === short.get(name)).toBe(true);
      expect(long.bytes(name) === short.bytes(name)).toBe(true);
    }
    expect([...long.names()]).toEqual([...short.names()]);
    expect([long.isArray('b'), long.isInUrl('a')]).toEqual([true, false]);
  });

  it('is read in pieces even if its names are escaped', async () => {
    let pieces = 0;
    const counted = (text: string): string => {
      pieces++;
      return text;
    };
    const reading = { encoding: 'windows-1252', normalize: counted };
    await RequestParams.read({ method: 'POST', query: '', body: `text%2D{slot}=${'%C3%A9'.repeat(50_000)}` }, reading);
    expect(pieces).toBeGreaterThan(1);
  });

  it('is read up to a thousand parameters, in addition to a thousand in the URL, as in PHP', () => {
    const body = Array.from({ length: 2000 }, (_, i) => `p${i}=`).join('&');
    expect([...new RequestParams({ method: 'POST', query: body, body: body.replaceAll('p', 'q') }).names()]).toHaveLength(2000);
  });
});

it('isLonger measures values in UTF-8 bytes', () => {
  const read = params(`a=${'%C3%A9'.repeat(100)}&b=`);
  expect(read.isLonger('a', 199)).toBe(true);
  expect(read.isLonger('a', 200)).toBe(false);
  expect(read.isLonger('a', 10)).toBe(true);
  expect(read.isLonger('b', 0)).toBe(false);
  expect(read.isLonger('c', 0)).toBe(false);
});
