import type { UserKind } from '@wikiquery/core';
import { defaultSite, readSite } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import { describe, expect, test } from 'vitest';
import { addPerformer, createUsers } from './index.ts';

const site = readSite({ interwikimap: [{ prefix: 'de', url: 'http://de.wiki.example/$1' }] });
const users = createUsers(site, createTitles(site));
const ALL: readonly UserKind[] = ['name', 'ip', 'temp', 'cidr', 'interwiki', 'id'];

// MediaWiki 1.43 parses `rcuser` and `bkusers` in this way.
describe('a user parameter', () => {
  test.each([
    ['foo bar', 'name', 'Foo bar'],
    ['user:foo_bar', 'name', 'Foo bar'],
    ['a&amp;b', 'name', 'A&b'],
    ['@x', 'name', '@x'],
    ['ß', 'name', 'Ss'],
    ['1.2.3.4', 'ip', '1.2.3.4'],
    ['user:01.2.3.04', 'ip', '1.2.3.4'],
    ['::1', 'ip', '0:0:0:0:0:0:0:1'],
    ['1.2.3.xxx', 'ip', '1.2.3.xxx'],
    ['1.2.3.0/24', 'cidr', '1.2.3.0/24'],
    ['2001:db8::/32', 'cidr', '2001:DB8:0:0:0:0:0:0/32'],
    ['imported>foo_x', 'interwiki', 'imported>foo_x'],
    ['User:imported>x', 'interwiki', 'User:imported>x'],
    ['#12', 'id', ''],
  ] as const)('reads the user parameter %s as %s %s', (text, kind, name) => expect(users.read(text, ALL)).toMatchObject({ kind, name }));

  test.each(['Talk:x', 'a/b', '300.1.1.1', 'a#b', 'imported>a#b', 'de:x', ':x', '[', '', 'x'.repeat(256)])(
    'rejects the user parameter %s',
    text => expect(users.read(text, ALL)).toBeUndefined(),
  );

  test('rejects a user parameter of a kind that is not allowed', () => {
    expect(users.read('1.2.3.0/24', ['name', 'ip'])).toBeUndefined();
    expect(users.read('#12', ['name'])).toBeUndefined();
    expect(users.read('#12', ['id'])).toEqual({ kind: 'id', name: '', id: 12 });
  });
});

test('checks account names with three levels of strictness', () => {
  expect(users.canonical('maintenance script')).toBe('Maintenance script');
  expect(users.canonical('maintenance script', 'usable')).toBeUndefined();
  expect(users.canonical('x@y', 'usable')).toBe('X@y');
  expect(users.canonical('x@y', 'creatable')).toBeUndefined();
  expect(users.canonical('x'.repeat(240), 'creatable')).toBeUndefined();
  expect(users.canonical('1.2.3.4')).toBeUndefined();
  expect(users.canonical('a\u2003b')).toBe('A b');
  expect(users.isValid('A\u200bb')).toBe(false);
});

test('recognizes temporary accounts by the patterns of the wiki', () => {
  const temporary = readSite({ autocreatetempuser: { enabled: true, matchPatterns: ['~2$1'] } });
  const names = createUsers(temporary, createTitles(temporary));
  expect(names.read('~2024-1', ALL)).toEqual({ kind: 'temp', name: '~2024-1' });
  expect(names.read('~2024_1', ALL)).toEqual({ kind: 'temp', name: '~2024 1' });
  for (const impossible of ['~2#b', '~2[b', '~2/b']) expect(names.read(impossible, ALL)).toBeUndefined();
  expect(names.canonical('~2024-1', 'creatable')).toBeUndefined();
  expect(createUsers(defaultSite(), createTitles(defaultSite())).read('~2024-1', ALL)?.kind).toBe('name');
});

test('adds the performer to a record', () => {
  const known = readSite({ autocreatetempuser: { matchPatterns: ['~$1'] } });
  const performerOf = (row: Parameters<typeof addPerformer>[3], selected: Partial<Record<'user' | 'userid', boolean>>) => {
    const record = {};
    addPerformer(record, createUsers(known, createTitles(known)), { user: false, userid: false, ...selected }, row);
    return record;
  };
  expect(performerOf({ actor_name: 'Ada', actor_user: 3 }, { user: true, userid: true })).toEqual({ user: 'Ada', userid: 3 });
  expect(performerOf({ actor_name: '192.0.2.7', actor_user: null }, { user: true, userid: true })).toEqual({
    user: '192.0.2.7',
    userid: 0,
    anon: true,
  });
  expect(performerOf({ actor_name: '~2024-1', actor_user: 4 }, { userid: true })).toEqual({ userid: 4, temp: true });
  expect(performerOf({ actor_user: 4 }, { userid: true })).toEqual({ userid: 4 });
});
