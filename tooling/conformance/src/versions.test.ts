import { expect, it } from 'vitest';
import type { Probe } from './probe.ts';
import { explain, type Version } from './versions.ts';

const version: Version = {
  wiki: {},
  rows: {
    'rows in another order': [{ modules: ['exturlusage'], path: '^\\.query\\.exturlusage' }],
    'a new key': [{ path: '\\.revid$', expected: '^\\(absent\\)$' }],
    'a new value': [{ params: '^uiprop=.*rights', path: '\\.rights\\[\\]$' }],
  },
};
const probe = (params: Record<string, string>): Probe => ({ params }) as unknown as Probe;
const difference = (path: string, expected = '1', actual = '2') => ({ path, expected, actual });

it('explain returns the rows that cover all differences of a probe', () => {
  const found = explain(version, probe({ list: 'logevents|exturlusage' }), [
    difference('#3 .query.exturlusage[0].title'),
    difference('.query.logevents[0].revid', '(absent)', '7'),
  ]);
  expect(found).toEqual(new Set(['rows in another order', 'a new key']));
});

it('explain returns undefined if no row covers a difference of a probe', () => {
  expect(explain(version, probe({ list: 'logevents' }), [difference('.query.logevents[0].revid', '7', '(absent)')])).toBeUndefined();
  expect(explain(version, probe({ list: 'logevents' }), [difference('.query.exturlusage[0].title')])).toBeUndefined();
  expect(explain(version, probe({ meta: 'userinfo', uiprop: 'groups' }), [difference('.query.userinfo.rights[]')])).toBeUndefined();
  expect(explain(version, probe({ meta: 'userinfo', uiprop: 'groups|rights' }), [difference('.query.userinfo.rights[]')])).toBeDefined();
});
