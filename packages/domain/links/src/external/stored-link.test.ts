import { defaultSite } from '@wikiquery/site';
import { describe, expect, it } from 'vitest';
import { indexedHost } from './hosts.ts';
import { expandedUrl, externalUrl, storedLink } from './stored-link.ts';
import { normalizeUrl, parseUrl } from './url.ts';

const site = defaultSite();

describe('externalUrl', () => {
  const url = (index: string, path: string | null = '/') => externalUrl({ el_to_domain_index: index, el_to_path: path }, site);

  it('reverses the labels of the host', () => {
    expect(url('https://org.example.www.', '/a?b#c')).toBe('https://www.example.org/a?b#c');
    expect(url('https://org.example.:8443')).toBe('https://example.org:8443/');
  });
  it('formats IP addresses', () => {
    expect(url('http://V4.192.0.2.1.')).toBe('http://192.0.2.1/');
    expect(url('http://V6.2001.DB8.0.0.0.0.0.7.')).toBe('http://[2001:DB8:0:0:0:0:0:7]/');
  });
  it('decodes host names to Unicode', () => {
    expect(url('https://example.bücher.')).toBe('https://bücher.example/');
    expect(url('https://example.xn--bcher-kva.')).toBe('https://bücher.example/');
  });
  it('supports protocols without a host', () => {
    expect(url('mailto:org.example.@someone', '?subject=x')).toBe('mailto:someone@example.org?subject=x');
    expect(url('mailto:@someone', '')).toBe('mailto:someone@');
    expect(url('tel:.', '+10000000')).toBe('tel:+10000000');
    expect(url('news:announce.valley.', '')).toBe('news:');
  });
  it('omits the host for protocols that the wiki does not link', () => {
    expect(url('javascript://org.example.')).toBe('/');
    expect(url('https://org.example.', null)).toBe('https://example.org');
  });
});

describe('indexedHost', () => {
  it.each([
    ['WWW.Example.org', 'org.example.www.'],
    ['example.org.', 'org.example.'],
    ['*.example.org', 'org.example.*.'],
    ['xn--bcher-kva.example', 'example.bücher.'],
    ['192.0.02.1', 'V4.192.0.2.1.'],
    ['192.0.*', 'V4.192.0.*.'],
    ['[2001:db8::7]', 'V6.2001.DB8.0.0.0.0.0.7.'],
    ['[2001:db8:*]', 'V6.2001.DB8.*.'],
    ['[2001:db8::*]', 'V6.2001.DB8.0.0.0.0.0.*.'],
    ['a b.example', 'example.a%20b.'],
  ])('converts the host %s to the index form %s', (host, index) => expect(indexedHost(host)).toBe(index));
});

describe('parseUrl', () => {
  const protocols = ['http://', 'mailto:', 'tel:', 'file://', '//'];
  it('splits a URL into its parts', () => {
    expect(parseUrl('HTTP://me@example.org:80/a/b?c=d#e', protocols)).toEqual({
      scheme: 'http',
      delimiter: '://',
      host: 'example.org',
      port: '80',
      path: '/a/b',
      query: 'c=d',
      fragment: 'e',
    });
    expect(parseUrl('http://[2001:db8::1]:81', protocols)).toMatchObject({ host: '[2001:db8::1]', port: '81', path: undefined });
    expect(parseUrl('mailto:a@b.example?subject=x', protocols)).toMatchObject({
      delimiter: ':',
      host: '',
      path: 'a@b.example',
      query: 'subject=x',
    });
  });
  it.each(['http://', 'ftp://example.org', 'example.org', 'tel:911', 'http://example.org:99999/', 'http://example.org:x/', 'http://:80/'])(
    'rejects the URL %s',
    url => expect(parseUrl(url, protocols)).toBeUndefined(),
  );
});

describe('normalizeUrl', () => {
  it.each([
    ['example.org/a b', 'example.org/a%20b'],
    ['example.org/%7Euser/%c3%a9', 'example.org/~user/%C3%A9'],
    ['example.org/é', 'example.org/%C3%A9'],
    ['https://example.org/a/../b/./c', 'https://example.org/b/c'],
    ['example.org/?a=%26&b=%20', 'example.org/?a=%26&b=%20'],
    ['example.org/a#%5B', 'example.org/a#%5B'],
    ['http://[2001:db8::7]/', 'http://[2001:db8::7]/'],
    ['https://example.org/../a', 'https://example.org/a'],
    // The following results are those of MediaWiki 1.43.
    [
      "http://b.org/(S(a))/x'y%27z?a_b=%5f&c=%3A:&d={q}|&e=ü&f=%c3%bc#a%62{",
      "http://b.org/(S(a))/x'y'z?a_b=_&c=::&d=%7Bq%7D%7C&e=%C3%BC&f=%C3%BC#ab%7B",
    ],
    ['http://EXAMPLE.org/%2f%2F?%3D%26+%2b%20', 'http://EXAMPLE.org/%2F%2F?%3D%26+%2B%20'],
    ['http://[::1]/a', 'http://[::1]/a'],
    ['http://bücher.de/größe', 'http://b%C3%BCcher.de/gr%C3%B6%C3%9Fe'],
    ['//foo.org/%41', '//foo.org/A'],
    ['mailto:a%40b.de', 'mailto:a@b.de'],
  ])('normalizes the URL %s to %s', (text, url) => expect(normalizeUrl(text)).toBe(url));
});

it('removes dot segments from an expanded URL', () => {
  expect(expandedUrl('https://example.org/a/../b/.?c', site)).toBe('https://example.org/b/?c');
  expect(expandedUrl('https://example.org', site)).toBe('https://example.org');
});

describe('storedLink', () => {
  it.each([
    ['https://www.example.org/a?b#c', 'https://org.example.www.', '/a?b#c'],
    ['//Example.org', 'https://org.example.', '/'],
    ['http://192.0.2.1:8080/', 'http://V4.192.0.2.1.:8080', '/'],
    ['mailto:someone@example.org?subject=x', 'mailto:org.example.@someone', '?subject=x'],
    ['news:announce.valley', 'news:valley.announce.', ''],
  ])('returns the stored columns of the URL %s', (url, domain, path) => {
    expect(storedLink(url, site)).toEqual({ el_to_domain_index: domain, el_to_path: path });
  });
  it('rejects protocols that the wiki does not link', () => {
    expect(storedLink('javascript:alert(1)', site)).toBeUndefined();
  });
});
