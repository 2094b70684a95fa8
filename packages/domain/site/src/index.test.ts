import { inheritedNames } from '@wikiquery/testing';
import { describe, expect, test } from 'vitest';
import { defaultSite, encodeTitle, readSite, SiteError, withPublicUrl } from './index.ts';

test('returns the configuration of a new wiki if none is saved', () => {
  const site = defaultSite();
  expect(site.lang).toBe('en');
  expect(site.namespaces.get(15)).toMatchObject({
    name: 'Category talk',
    canonical: 'Category talk',
    caseSensitive: false,
    subpages: true,
  });
  expect(site.groups.get('sysop')?.rights).toContain('delete');
  expect(site.rights).toContain('userrights-interwiki');
  expect(site.urls.full({ namespace: 1, dbkey: 'Foo_bar' })).toBe('http://localhost:8080/wiki/Talk:Foo_bar');
  expect(site.configuration).toMatchObject({ rcMaxAge: 7776000, logRestrictions: { suppress: 'suppressionlog' } });
  expect(site.configuration.grants.patrol).toEqual(['patrol']);
});

test('puts the upload folder below the script path by default', () => {
  const [repository] = readSite({ general: { sitename: 'Lanterns', scriptpath: '/l', uploadsenabled: true } }).info.repos as object[];
  expect(repository).toMatchObject({
    name: 'local',
    displayname: 'Lanterns',
    url: '/l/images',
    thumbUrl: '/l/images/thumb',
    canUpload: true,
  });
  expect(readSite({ repos: [{ name: 'own' }] }).info.repos).toEqual([{ name: 'own' }]);
});

test('replaces the public URL of a saved siteinfo', () => {
  const saved = {
    query: {
      general: {
        ...{ server: '//wiki.example', servername: 'wiki.example', base: 'https://wiki.example/wiki/Start', sitename: 'Lanterns' },
        ...{ logo: 'https://wiki.example/logo.png', favicon: 'https://icons.example/icon.png' },
      },
      repos: [
        { name: 'local', local: true, rootUrl: '//wiki.example/w/images', url: '/w/images', thumbUrl: '//thumbs.example/t' },
        { name: 'shared', url: 'https://wiki.example/shared' },
      ],
    },
  };
  expect(withPublicUrl(saved, new URL('https://archive.example/lanterns/'))).toEqual({
    query: {
      general: {
        server: 'https://archive.example/lanterns',
        servername: 'archive.example',
        base: 'https://archive.example/lanterns/wiki/Start',
        sitename: 'Lanterns',
        logo: 'https://archive.example/lanterns/logo.png',
        favicon: 'https://icons.example/icon.png',
      },
      repos: [
        {
          name: 'local',
          local: true,
          rootUrl: 'https://archive.example/lanterns/w/images',
          url: '/w/images',
          thumbUrl: '//thumbs.example/t',
        },
        { name: 'shared', url: 'https://wiki.example/shared' },
      ],
    },
  });
  expect(readSite(withPublicUrl({}, new URL('http://localhost:8090'))).urls.full({ namespace: 0, dbkey: 'Lamp' })).toBe(
    'http://localhost:8090/wiki/Lamp',
  );
  expect(readSite(withPublicUrl({}, new URL('http://localhost:8090'))).general).toMatchObject({
    logo: 'http://localhost:8090/w/resources/assets/change-your-logo.svg',
    favicon: 'http://localhost:8090/favicon.ico',
  });
});

test('takes miser mode from the saved siteinfo unless a setting overrides it', () => {
  const { configuration } = readSite({ general: { misermode: true } });
  expect(configuration.miserMode).toBe(true);
  expect(readSite({ general: { misermode: true } }, { miserMode: false }).configuration.miserMode).toBe(false);
});

test('adds no inapplicable defaults to a complete siteinfo', () => {
  const { general } = readSite({ general: { generator: 'MediaWiki 1.43.0', externalimages: [''] } });
  expect(general).not.toHaveProperty('imagewhitelistenabled');
  expect(general).toHaveProperty('wikiid');
});

describe('a saved siteinfo', () => {
  const site = readSite({
    query: {
      general: {
        mainpage: 'Start',
        base: 'https://wiki.example/Start',
        articlepath: '/$1',
        script: '/w/index.php',
        server: '//wiki.example',
        mainpageisdomainroot: true,
      },
      interwikimap: [
        { prefix: 'Search', url: '//seek.example/?q=$1&$1' },
        { prefix: 'barn', url: 'http://barn.example/$1', local: true },
      ],
      usergroups: [{ name: 'keeper', rights: ['keep', 'read'], add: ['keeper'], 'remove-self': true }],
    },
  });

  test('keeps the saved values and adds defaults for missing values', () => {
    expect(Object.keys(site.general).slice(0, 6)).toEqual(['mainpage', 'base', 'articlepath', 'script', 'server', 'mainpageisdomainroot']);
    expect(site.groups.get('keeper')).toEqual({
      name: 'keeper',
      rights: ['keep', 'read'],
      add: ['keeper'],
      remove: [],
      addSelf: [],
      removeSelf: true,
    });
    expect(site.rights).toContain('keep');
    expect(site.restrictions.types).toEqual(['create', 'edit', 'move', 'upload']);
    expect(site.general.legaltitlechars).toBeTypeOf('string');
  });

  test('builds URLs as MediaWiki does', () => {
    expect(site.urls.full({ namespace: 0, dbkey: "A_(b)*'c'?&é/+~:;@" })).toBe('https://wiki.example/A_(b)*%27c%27%3F%26%C3%A9/%2B~:;@');
    expect(site.urls.full({ namespace: 0, dbkey: 'Start' })).toBe('https://wiki.example/');
    expect(site.urls.local({ namespace: 0, dbkey: 'Start' }, 'action=edit')).toBe('/w/index.php?title=Start&action=edit');
    expect(site.urls.interwiki('SEARCH', 'x&y', 'a (ü) b')).toBe('https://seek.example/?q=x%26y&x%26y#a_.28.C3.BC.29_b');
    expect(site.urls.interwiki('barn', 'x', 'a (ü) %41')).toBe('http://barn.example/x#a_(ü)_%2541');
    expect(site.urls.interwiki('nowhere', 'x')).toBeUndefined();
    expect(site.urls.expand('/w/images/x.png')).toBe('https://wiki.example/w/images/x.png');
    expect(encodeTitle('a b')).toBe('a+b');
  });
});

test('reads the interwiki map from table interwiki', () => {
  const row = { iw_api: '', iw_wikiid: '', iw_local: 0, iw_trans: 0 };
  const site = defaultSite({}, [
    { ...row, iw_prefix: 'mw', iw_url: '//mw.example/$1' },
    { ...row, iw_prefix: 'de', iw_url: 'http://de.example/$1', iw_local: 1 },
  ]);
  expect(site.interwikis.get('de')).toMatchObject({ language: 'Deutsch', local: true });
  expect(site.info.interwikimap).toEqual([
    { prefix: 'de', local: true, language: 'Deutsch', bcp47: 'de', url: 'http://de.example/$1', protorel: false },
    { prefix: 'mw', url: 'http://mw.example/$1', protorel: true },
  ]);
});

test.each([
  [{ query: { namespaces: { 0: { id: 0, '*': '' } } } }, 'formatversion=2'],
  [{ error: { code: 'readapidenied' } }, 'error response'],
  ['text', 'must be an object'],
  [{ general: { server: 5 } }, '"server" in "general" of the site description must be a string'],
  [{ usergroups: [{ name: 'x' }] }, '"rights" in entry 1 of "usergroups"'],
  [{ namespaces: {} }, 'lacks namespace -1'],
])('rejects the saved siteinfo %j', (description, message) => {
  expect(() => readSite(description)).toThrow(SiteError);
  expect(() => readSite(description)).toThrow(message);
});

test('rejects unknown settings and values of the wrong type', () => {
  expect(() => readSite({}, { misermode: true } as object)).toThrow('There is no setting "misermode"');
  expect(() => readSite({}, { rcMaxAge: '90' } as object)).toThrow('"rcMaxAge" must be a number, not a string');
});

test.each(inheritedNames)('treats %s as an unknown setting and language', name => {
  expect(() => readSite({}, { [name]: name } as object)).toThrow(`There is no setting "${name}"`);
  expect(readSite({ general: { ...defaultSite().general, lang: name } }).hasGenderedNamespaces).toBe(false);
});

describe('names of user namespaces', () => {
  const genders = new Map([
    ['Anna B', 'female'],
    ['Carl', 'male'],
  ]);
  const german = {
    general: { lang: 'de' },
    namespaces: Object.fromEntries(
      [
        [-1, 'Spezial'],
        [0, ''],
        [2, 'Benutzer'],
        [3, 'Benutzer Diskussion'],
      ].map(([id, name]) => [id, { id, name, case: 'first-letter', subpages: true, content: false, nonincludable: false }]),
    ),
  };
  const prefixes = (description: unknown, configuration = {}) => {
    const site = readSite(description, configuration, [], name => genders.get(name));
    return [site.prefix(2, 'Anna_B/notes'), site.prefix(3, 'Anna_B'), site.prefix(2, 'Carl'), site.prefix(2, 'Dora')];
  };

  test('user namespace names depend on the gender of the user in some languages', () => {
    expect(prefixes(german)).toEqual(['Benutzerin:', 'Benutzerin_Diskussion:', 'Benutzer:', 'Benutzer:']);
    expect(prefixes({})).toEqual(['User:', 'User_talk:', 'User:', 'User:']);
  });

  test('user namespace names use the default gender of the wiki for users who chose none', () => {
    expect(prefixes({ ...german, defaultoptions: { gender: 'female' } })).toEqual([
      'Benutzerin:',
      'Benutzerin_Diskussion:',
      'Benutzer:',
      'Benutzerin:',
    ]);
  });

  test('user namespace names do not depend on gender if the wiki renamed both namespaces', () => {
    const namespaces = {
      ...german.namespaces,
      2: { ...german.namespaces[2], name: 'Leute' },
      3: { ...german.namespaces[3], name: 'Rede' },
    };
    expect(prefixes({ ...german, namespaces })).toEqual(['Leute:', 'Rede:', 'Leute:', 'Leute:']);
    expect(prefixes({ ...german, namespaces }, { extraGenderNamespaces: { 2: { female: 'Frauen' } } })).toEqual([
      'Frauen:',
      'Rede:',
      'Leute:',
      'Leute:',
    ]);
  });

  test('URLs contain gendered namespace names, and unknown namespaces appear as Badtitle', () => {
    const site = readSite(german, {}, [], name => genders.get(name));
    expect(site.urls.local({ namespace: 2, dbkey: 'Anna_B' })).toBe('/wiki/Benutzerin:Anna_B');
    expect(site.prefix(99, 'X')).toBe('Spezial:Badtitle/NS99:');
    expect(site.hasGenderedNamespaces).toBe(true);
    expect(defaultSite().hasGenderedNamespaces).toBe(false);
  });
});

test('takes the default variant from the saved siteinfo unless a setting overrides it', () => {
  const description = { userinfo: { options: { variant: 'zh-tw' } } };
  expect(readSite(description).configuration.defaultLanguageVariant).toBe('zh-tw');
  expect(readSite(description, { defaultLanguageVariant: 'zh-cn' }).configuration.defaultLanguageVariant).toBe('zh-cn');
  expect(() => readSite({ userinfo: { options: { variant: 1 } } })).toThrow('variant');
});
