import { expect, it } from 'vitest';
import { excuse } from './excuses.ts';
import { isUnanswered, type Probe } from './probe.ts';

const documentation = '# Differences\n\n## Diffs are plain\n';
const excuses = { 'revisions/diff/*': { reason: 'shorter HTML', difference: 'Diffs are plain' } };

it('excuses differing probes that match a pattern', () => {
  const outcomes = [
    { id: 'revisions/diff/1', failed: true },
    { id: 'revisions/diff/2', failed: false },
    { id: 'revisions/pairs/1', failed: true },
  ];
  expect(excuse(excuses, outcomes, documentation)).toEqual({ ids: new Set(['revisions/diff/1']), problems: [] });
});

it('reports an unneeded excuse only when its probes were sent', () => {
  expect(excuse(excuses, [{ id: 'revisions/diff/1', failed: false }], documentation).problems).toHaveLength(1);
  expect(excuse(excuses, [], documentation).problems).toEqual([]);
});

it('reports an excuse whose heading is missing from the documentation', () => {
  expect(excuse(excuses, [], '').problems).toHaveLength(1);
});

it('applies an excuse that lists sets only to the listed sets', () => {
  const ofPostgres = { 'revisions/diff/*': { ...excuses['revisions/diff/*'], sets: ['postgres'] } };
  const outcomes = [{ id: 'revisions/diff/1', failed: true }];
  expect(excuse(ofPostgres, outcomes, documentation, 'postgres').ids).toEqual(new Set(['revisions/diff/1']));
  expect(excuse(ofPostgres, outcomes, documentation)).toEqual({ ids: new Set(), problems: [] });
  const needless = [{ id: 'revisions/diff/1', failed: false }];
  expect(excuse(excuses, needless, documentation, 'postgres').problems).toEqual([]);
});

it('counts a probe on which MediaWiki failed with an internal error as unanswered', () => {
  const probe = { id: 'a' } as Probe;
  const isUnansweredWith = (headers: Record<string, string>): boolean =>
    isUnanswered({ id: 'a', probe, steps: [{ status: 200, headers, body: '{}' }] });
  expect(isUnansweredWith({ 'mediawiki-api-error': 'internal_api_error_DBQueryError' })).toBe(true);
  expect(isUnansweredWith({ 'mediawiki-api-error': 'badcontinue' })).toBe(false);
  expect(isUnansweredWith({})).toBe(false);
});
