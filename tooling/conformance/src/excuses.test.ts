import { expect, it } from 'vitest';
import { excuse } from './excuses.ts';
import { isUnanswered, type Probe } from './probe.ts';

const documentation = '# Differences\n\n## Diffs are plain\n';
const excuses = { 'revisions/diff/*': { reason: 'shorter HTML', difference: 'Diffs are plain' } };

it('excuses the probes of a pattern that differ', () => {
  const outcomes = [
    { id: 'revisions/diff/1', failed: true },
    { id: 'revisions/diff/2', failed: false },
    { id: 'revisions/pairs/1', failed: true },
  ];
  expect(excuse(excuses, outcomes, documentation)).toEqual({ ids: new Set(['revisions/diff/1']), problems: [] });
});

it('reports an excuse that nothing needs any more, but not one whose probes were not asked', () => {
  expect(excuse(excuses, [{ id: 'revisions/diff/1', failed: false }], documentation).problems).toHaveLength(1);
  expect(excuse(excuses, [], documentation).problems).toEqual([]);
});

it('reports an excuse without its heading in the documentation', () => {
  expect(excuse(excuses, [], '').problems).toHaveLength(1);
});

it('applies what holds of some sets to those only', () => {
  const ofPostgres = { 'revisions/diff/*': { ...excuses['revisions/diff/*'], sets: ['postgres'] } };
  const outcomes = [{ id: 'revisions/diff/1', failed: true }];
  expect(excuse(ofPostgres, outcomes, documentation, 'postgres').ids).toEqual(new Set(['revisions/diff/1']));
  expect(excuse(ofPostgres, outcomes, documentation)).toEqual({ ids: new Set(), problems: [] });
  const needless = [{ id: 'revisions/diff/1', failed: false }];
  expect(excuse(excuses, needless, documentation, 'postgres').problems).toEqual([]);
});

it('takes a probe on which MediaWiki fails internally for unanswered', () => {
  const probe = { id: 'a' } as Probe;
  const isUnansweredWith = (headers: Record<string, string>): boolean =>
    isUnanswered({ id: 'a', probe, steps: [{ status: 200, headers, body: '{}' }] });
  expect(isUnansweredWith({ 'mediawiki-api-error': 'internal_api_error_DBQueryError' })).toBe(true);
  expect(isUnansweredWith({ 'mediawiki-api-error': 'badcontinue' })).toBe(false);
  expect(isUnansweredWith({})).toBe(false);
});
