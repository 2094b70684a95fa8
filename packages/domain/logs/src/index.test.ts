import { readSite } from '@wikiquery/site';
import { inheritedNames, serializePhp } from '@wikiquery/testing';
import { createTitles } from '@wikiquery/titles';
import { createUsers } from '@wikiquery/users';
import { expect, it } from 'vitest';
import { logActions, logTypes, parseLogParams, showLogParams, storeLogParams, unreadableLogTypes } from './index.ts';

const site = readSite({}, { logActions: ['thanks/thank', 'massmessage/*'] });
const titles = createTitles(site);
const users = createUsers(site, titles);

/** Returns `params` of a log entry with these stored parameters. */
const show = (entry: string, stored: Parameters<typeof serializePhp>[0] | string, timestamp = '20250131000000', wiki = site) => {
  const [type = '', action = ''] = entry.split('/');
  const { values } = parseLogParams(typeof stored === 'string' ? stored : serializePhp(stored));
  return showLogParams({ type, action, timestamp }, values, { site: wiki, titles, users });
};

it('shows the parameters of moves in the old and the new format', () => {
  const expected = { target_ns: 3, target_title: 'User talk:Ada', suppressredirect: true };
  expect(show('move/move', { '4::target': 'User talk:Ada', '5::noredir': '1' })).toEqual(expected);
  expect(show('move/move', 'User talk:Ada\n1')).toEqual(expected);
  expect(show('move/move_redir', 'Bridge')).toEqual({ target_ns: 0, target_title: 'Bridge', suppressredirect: false });
  expect(show('move/move', { '4::target': 'a[b' })).toMatchObject({ target_ns: -1, target_title: 'Special:Badtitle/a[b' });
});

it('shows the parameters of blocks with their expiry', () => {
  expect(show('block/block', { '5::duration': '3 days', '6::flags': 'nocreate,noautoblock', sitewide: true })).toEqual({
    duration: '3 days',
    flags: ['nocreate', 'noautoblock'],
    sitewide: true,
    expiry: '2025-02-03T00:00:00Z',
  });
  expect(show('block/reblock', 'indefinite\nanononly')).toEqual({ duration: 'infinity', flags: ['anononly'] });
  expect(show('suppress/block', {})).toEqual({ duration: 'infinity', flags: [] });
  expect(show('block/unblock', {})).toEqual({});
  const partial = {
    '5::duration': 'infinity',
    '6::flags': '',
    sitewide: false,
    '7::restrictions': { pages: ['Talk:Bridge'], namespaces: [4] },
  };
  expect(show('block/block', partial).restrictions).toEqual({ pages: [{ page_ns: 1, page_title: 'Talk:Bridge' }], namespaces: [4] });
});

it.each([
  ['1 month', '2025-03-03T00:00:00Z'],
  ['2 weeks 1 day', '2025-02-15T00:00:00Z'],
  ['1 week, 12 hours', '2025-02-07T12:00:00Z'],
  ['+1 year', '2026-01-31T00:00:00Z'],
  ['20260101120000', '2026-01-01T12:00:00Z'],
  ['31 December 2025', '2025-12-31T00:00:00Z'],
  ['December 31, 2025 12:30', '2025-12-31T12:30:00Z'],
  ['2025-12-31', '2025-12-31T00:00:00Z'],
  ['when it suits', undefined],
])('parses the block duration "%s"', (duration, expiry) => {
  expect(show('block/block', { '5::duration': duration, '6::flags': '' }).expiry).toBe(expiry);
});

// PHP adds hours in local time, here across the change to daylight saving time on 30 March.
it.each([
  ['20260101120000', '2026-01-01T11:00:00Z'],
  ['2025-07-01', '2025-06-30T22:00:00Z'],
  ['2025-07-01T12:00:00Z', '2025-07-01T12:00:00Z'],
  ['1 day', '2025-03-30T11:00:00Z'],
  ['24 hours', '2025-03-30T11:00:00Z'],
  ['2 months', '2025-05-29T11:00:00Z'],
])('parses the block duration "%s" in the time zone of the wiki', (duration, expiry) => {
  const berlin = readSite({ general: { timezone: 'Europe/Berlin' } });
  expect(show('block/block', { '5::duration': duration, '6::flags': '' }, '20250329120000', berlin).expiry).toBe(expiry);
});

it('shows the parameters of visibility changes of revisions and log entries', () => {
  const [old, hidden] = [0, 6].map(bitmask => ({ bitmask, content: false, comment: bitmask > 0, user: bitmask > 0, restricted: false }));
  expect(show('delete/revision', { '4::type': 'revision', '5::ids': ['5', '6'], '6::ofield': 0, '7::nfield': 6 })).toEqual({
    type: 'revision',
    ids: ['5', '6'],
    old,
    new: hidden,
  });
  expect(show('suppress/event', { '4::ids': [7], '5::ofield': 0, '6::nfield': 6 })).toEqual({
    type: 'logging',
    ids: [7],
    old,
    new: hidden,
  });
  expect(show('delete/revision', 'revision\n5,6\nofield=0\nnfield=6')).toEqual({ type: 'revision', ids: ['5', '6'], old, new: hidden });
  expect(show('delete/event', '5,6\nofield=0\nnfield=6')).toEqual({ type: 'logging', ids: ['5', '6'], old, new: hidden });
  expect(show('delete/restore', { ':assoc:count': { revisions: 2, files: 0 } })).toEqual({ count: { revisions: 2, files: 0 } });
});

it('parses group names with many blanks in linear time', () => {
  const blanks = ' '.repeat(65_000);
  expect(show('rights/rights', `sysop${blanks}x, bot\n`)).toMatchObject({ oldgroups: [`sysop${blanks}x`, 'bot'] });
});

it('shows the parameters of protections, rights changes, patrols, merges and uploads', () => {
  const details = [{ type: 'edit', level: 'sysop', expiry: 'infinity', cascade: false }];
  expect(show('protect/protect', { '4::description': '[edit=sysop]', '5:bool:cascade': false, details })).toEqual({
    description: '[edit=sysop]',
    cascade: false,
    details: [{ type: 'edit', level: 'sysop', expiry: 'infinite', cascade: false }],
  });
  expect(show('protect/protect', '[edit=sysop]\ncascade')).toEqual({ description: '[edit=sysop]', cascade: true });
  expect(show('rights/rights', 'sysop, bot\n')).toEqual({
    oldgroups: ['sysop', 'bot'],
    newgroups: [],
    oldmetadata: [
      { group: 'sysop', expiry: 'infinity' },
      { group: 'bot', expiry: 'infinity' },
    ],
    newmetadata: [],
  });
  expect(show('rights/rights', { '4::oldgroups': [], '5::newgroups': ['bot'], newmetadata: [{ expiry: '20250601000000' }] })).toMatchObject(
    {
      newmetadata: [{ group: 'bot', expiry: '2025-06-01T00:00:00Z' }],
    },
  );
  expect(show('patrol/patrol', { '4::curid': '12', '5::previd': '0', '6::auto': 1 })).toEqual({ curid: 12, previd: 0, auto: true });
  expect(show('merge/merge', 'Bridge\n20240101000000')).toEqual({ dest_ns: 0, dest_title: 'Bridge', mergepoint: '2024-01-01T00:00:00Z' });
  expect(show('upload/upload', { img_sha1: 'x', img_timestamp: '20240101000000' })).toEqual({
    img_sha1: 'x',
    img_timestamp: '2024-01-01T00:00:00Z',
  });
});

it('shows the parameters of other logs by the types in their keys', () => {
  expect(show('newusers/create', '12')).toEqual({ 0: '12' });
  expect(
    show('gardening/prune', { '4:number:trees': '3', '5:bool:dry': 0, '6:user:by': 'ada', nested: { a: [1, null] }, _internal: 1 }),
  ).toEqual({
    trees: 3,
    dry: false,
    by: 'Ada',
    nested: { a: [1, null] },
  });
});

it.each(inheritedNames)('shows and stores entries of the log and the action %s like unknown ones', name => {
  const stored = { '4::target': 'Bridge', '5::duration': '1 day', details: [{ expiry: '20260101000000' }] };
  for (const [entry, unknown] of [
    [`${name}/${name}`, 'nosuchword/nosuchword'],
    [`${name}/name`, 'nosuchword/name'],
    [`move/${name}`, 'move/nosuchword'],
    [`block/${name}`, 'block/nosuchword'],
  ] as const) {
    const shown = show(entry, stored);
    expect(shown).toEqual(show(unknown, stored));
    const written = ([type = '', action = '']: readonly string[]) => storeLogParams({ type, action }, JSON.parse(JSON.stringify(shown)));
    expect(written(entry.split('/'))).toBe(written(unknown.split('/')));
  }
});

it('separates the associated revision from the other parameters', () => {
  expect(parseLogParams(serializePhp({ '4::x': 1, associated_rev_id: 9 }))).toEqual({ values: new Map([['4::x', 1]]), revisionId: 9 });
  expect(parseLogParams('').values.size).toBe(0);
});

it('lists the log types and actions of the wiki, and the log types that the user may not read', () => {
  expect(logTypes(site)).toEqual(expect.arrayContaining(['', 'move', 'thanks', 'massmessage']));
  expect(logActions(site)).toEqual(expect.arrayContaining(['move/move', 'thanks/thank', 'massmessage/*']));
  expect(unreadableLogTypes(site, undefined)).toEqual(['suppress']);
});

it.each<readonly [entry: string, stored: Parameters<typeof serializePhp>[0]]>([
  ['move/move', { '4::target': 'User talk:Ada', '5::noredir': '1' }],
  ['block/block', { '5::duration': '3 days', '6::flags': 'nocreate,noautoblock', sitewide: true }],
  [
    'block/block',
    { '5::duration': 'infinity', '6::flags': '', '7::restrictions': { pages: ['Talk:Bridge'], namespaces: [4] }, sitewide: false },
  ],
  ['delete/revision', { '4::type': 'revision', '5::ids': ['5', '6'], '6::ofield': 0, '7::nfield': 6 }],
  ['delete/event', { '4::ids': ['7'], '5::ofield': 0, '6::nfield': 6 }],
  ['delete/restore', { ':assoc:count': { revisions: 2, files: 0 } }],
  [
    'protect/protect',
    {
      '4::description': 'x',
      '5:bool:cascade': false,
      details: [
        { type: 'edit', level: 'sysop', expiry: '20260101000000', cascade: false },
        { type: 'move', level: 'sysop', expiry: 'infinity', cascade: false },
      ],
    },
  ],
  ['protect/move_prot', { '4::oldtitle': 'Bridge' }],
  [
    'rights/rights',
    {
      '4::oldgroups': ['bot'],
      '5::newgroups': ['bot', 'sysop'],
      oldmetadata: [{ expiry: null }],
      newmetadata: [{ expiry: null }, { expiry: '20260101000000' }],
    },
  ],
  ['patrol/patrol', { '4::curid': '12', '5::previd': '0', '6::auto': 1 }],
  ['merge/merge', { '4::dest': 'Bridge', '5::mergepoint': '20240101000000' }],
  ['upload/upload', { img_sha1: 'x', img_timestamp: '20240101000000' }],
  ['newusers/create', { '4::userid': 12 }],
  ['newusers/create', '12'],
  [
    'gardening/prune',
    { '4:number:trees': '3', '5:bool:dry': 0, '6:title:at': 'Talk:Bridge', '7:title-link:by': 'a[b', nested: { a: [1, null] } },
  ],
])('stores the shown parameters of %s without loss', (entry, stored) => {
  const shown = show(entry, stored);
  const [type = '', action = ''] = entry.split('/');
  const written = storeLogParams({ type, action }, JSON.parse(JSON.stringify(shown)), 9);
  expect(parseLogParams(written).revisionId).toBe(9);
  expect(show(entry, written)).toEqual(shown);
});
