import { isInvalid } from '@wikiquery/core';
import { readSite } from '@wikiquery/site';
import { describe, expect, test } from 'vitest';
import { createTitles, localSpecialName, specialPage } from './index.ts';

// MediaWiki 1.43 returns these results for `titles=` on a wiki with these namespaces and prefixes.
const titles = createTitles(
  readSite({
    general: { mainpage: 'Main Page', lang: 'en' },
    namespacealiases: [
      { id: 4, alias: 'LB' },
      { id: 6, alias: 'Image' },
    ],
    interwikimap: [
      { prefix: 'de', url: 'http://de.wiki.example/wiki/$1', language: 'Deutsch' },
      { prefix: 'barn', url: 'http://barn.example/$1', local: true },
      { prefix: 'here', url: 'http://wiki.example/wiki/$1', localinterwiki: true },
    ],
  }),
);

describe('titles.parse', () => {
  test.each([
    ['foo bar', 'Foo bar', 0],
    [' _foo__bar_ ', 'Foo bar', 0],
    ['foo\u00a0\u3000bar\u200e', 'Foo bar', 0],
    ['tAlK : x', 'Talk:X', 1],
    ['user_talk:x', 'User talk:X', 3],
    ['lb:x', 'Project:X', 4],
    ['image:x.png', 'File:X.png', 6],
    [':image:x.png', 'File:X.png', 6],
    ['Nowhere:x', 'Nowhere:x', 0],
    ['ISBN 12', 'ISBN 12', 0],
    ['http://x', 'Http://x', 0],
    ['a&eacute;b', 'Aéb', 0],
    ['a&#99;b', 'Acb', 0],
    ['x&rlm;y', 'Xy', 0],
    ['a%b', 'A%b', 0],
    ['Foo#a_b', 'Foo', 0],
    ['special:block/x', 'Special:Block/x', -1],
    ['Media:x', 'Media:X', -2],
    ['here:', 'Main Page', 0],
    ['HERE:here:talk:x', 'Talk:X', 1],
    ['user:::1', 'User:0:0:0:0:0:0:0:1', 2],
    ['user:2001:db8::a', 'User:2001:DB8:0:0:0:0:0:A', 2],
    ['user:01.002.3.4', 'User:1.2.3.4', 2],
    ['ǆa', 'ǅa', 0],
    ['ßx', 'Ssx', 0],
    ['ﬁx', 'Fix', 0],
    ['აb', 'აb', 0],
    ['ᾳ', 'ᾼ', 0],
    ['ŉ', 'ʼN', 0],
    ['𐐨', '𐐀', 0],
  ])('parses the title %j as %j', (text, name, namespace) => {
    const title = titles.local(text);
    expect(title && { name: titles.text(title), namespace: title.namespace }).toEqual({ name, namespace });
  });

  test.each([
    ['DE:talk:x#frag', { interwiki: 'de', dbkey: 'talk:x', fragment: 'frag' }, 'de:talk:x'],
    ['here:de:Foo', { interwiki: 'de', dbkey: 'Foo', fragment: '' }, 'de:Foo'],
    ['barn:foo', { interwiki: 'barn', dbkey: 'foo', fragment: '' }, 'barn:foo'],
    ['de:', { interwiki: 'de', dbkey: '', fragment: '' }, 'de:'],
    ['#a_b', { interwiki: '', dbkey: '', fragment: 'a b' }, ''],
  ])('parses %j as a title without a local page', (text, parts, name) => {
    const title = titles.parse(text);
    expect(title).toMatchObject(parts);
    expect(!isInvalid(title) && titles.text(title)).toBe(name);
    expect(titles.local(text)).toBeUndefined();
  });

  test.each([
    ['', 'title-invalid-empty', ['']],
    ['User:', 'title-invalid-empty', ['User:']],
    ['[', 'title-invalid-characters', ['[', '&#91;']],
    ['a\nb', 'title-invalid-characters', ['\n', 'a\nb']],
    ['a%41', 'title-invalid-characters', ['%41', 'a%41']],
    ['a&zz;b', 'title-invalid-characters', ['&zz;', 'a&#38;zz&#59;b']],
    ['a&#x110000;b', 'title-invalid-utf8', ['a\ufffdb']],
    ['../x', 'title-invalid-relative', ['../x']],
    ['a/.', 'title-invalid-relative', ['a/.']],
    ['x~~~y', 'title-invalid-magic-tilde', ['x~~&#126;y']],
    ['Talk:File:x', 'title-invalid-talk-namespace', ['Talk:File:x']],
    ['Talk:barn:x', 'title-invalid-talk-namespace', ['Talk:barn:x']],
    [':::x y', 'title-invalid-leading-colon', ['&#58;::x_y']],
    ['é'.repeat(128), 'title-invalid-too-long', [{ num: 255 }, 'é'.repeat(128)]],
  ])('rejects the title %j', (text, invalid, params) => {
    expect(titles.parse(text)).toMatchObject({ invalid, params });
  });
});

describe('titles.partToKey', () => {
  test.each([
    ['foo ', 0, 'Foo_'],
    ['', 0, ''],
    ['x', 1, 'X'],
    ['a/', 0, 'A/'],
  ])('converts the partial title %j in namespace %i to %j', (text, namespace, key) => expect(titles.partToKey(text, namespace)).toBe(key));

  test.each([
    ['Talk:x', 0],
    ['de:x', 0],
    ['a#b', 0],
    ['[', 0],
    ['::', 2],
    ['x', 99],
  ])('rejects the partial title %j in namespace %i', (text, namespace) => {
    expect(() => titles.partToKey(text, namespace)).toThrow(expect.objectContaining({ code: 'invalidtitle' }));
  });
});

test('formats titles and finds subject and talk pages', () => {
  expect(titles.fields(3, 'A_b')).toEqual({ ns: 3, title: 'User talk:A b' });
  expect(titles.fields(99, 'A')).toEqual({ ns: 99, title: 'Special:Badtitle/NS99:A' });
  expect(titles.dbText({ namespace: 3, dbkey: 'A_b' })).toBe('User_talk:A_b');
  expect(titles.make(2, 'Talk:x')).toMatchObject({ namespace: 2, dbkey: 'Talk:x' });
  expect(titles.talk({ namespace: 2, dbkey: 'A' })).toEqual({ namespace: 3, dbkey: 'A' });
  expect(titles.talk({ namespace: -1, dbkey: 'A' })).toBeUndefined();
  expect(titles.subject({ namespace: 3, dbkey: 'A' })).toEqual({ namespace: 2, dbkey: 'A' });
});

test('uses the gender of the user in the titles of user pages', () => {
  const description = {
    general: { lang: 'pl' },
    namespaces: Object.fromEntries(
      [
        [-1, 'Specjalna'],
        [0, ''],
        [2, 'Użytkownik'],
        [3, 'Dyskusja użytkownika'],
      ].map(([id, name]) => [id, { id, name, case: 'first-letter', subpages: true, content: false, nonincludable: false }]),
    ),
    namespacealiases: [{ id: 2, alias: 'Użytkowniczka' }],
  };
  const polish = createTitles(readSite(description, {}, [], name => (name === 'Anna B' ? 'female' : undefined)));
  expect(polish.fields(2, 'Anna_B')).toEqual({ ns: 2, title: 'Użytkowniczka:Anna B' });
  expect(polish.dbText({ namespace: 3, dbkey: 'Anna_B/x' })).toBe('Dyskusja_użytkowniczki:Anna_B/x');
  expect(['Użytkowniczka:Jan', 'Użytkownik:anna B'].map(text => polish.local(text))).toEqual([
    { namespace: 2, dbkey: 'Jan', fragment: '', interwiki: '' },
    { namespace: 2, dbkey: 'Anna_B', fragment: '', interwiki: '' },
  ]);
  expect(polish.fields(2, 'Jan')).toEqual({ ns: 2, title: 'Użytkownik:Jan' });
});

test('capitalizes i as İ in Turkish, and no letter on case-sensitive wikis', () => {
  const turkish = createTitles(readSite({ general: { lang: 'tr' } }));
  expect(turkish.local('izmir')).toMatchObject({ dbkey: 'İzmir' });
  const exact = { case: 'case-sensitive', subpages: false, content: true, nonincludable: false };
  const dictionary = createTitles(
    readSite({ namespaces: { '-1': { id: -1, name: 'Special', ...exact }, 0: { id: 0, name: '', ...exact } } }),
  );
  expect(dictionary.local('foo')).toMatchObject({ dbkey: 'foo' });
});

test('finds special pages by any of their names', () => {
  const site = readSite({ specialpagealiases: [{ realname: 'Userlogin', aliases: ['Log in', 'UserLogin'] }] });
  for (const name of ['userlogin', 'Log_in', 'LOG IN'])
    expect(specialPage(site, name)).toEqual({ realname: 'Userlogin', localName: 'Log_in' });
  expect(localSpecialName(site, 'UserLogin/signup/x')).toBe('Log_in/signup/x');
  expect(localSpecialName(site, 'Nothing/x')).toBeUndefined();
});
