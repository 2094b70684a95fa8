import type { Actor } from '@wikiquery/core';
import { reader } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import { filterVisibility, flagsOf, UNKNOWN_FILTER } from './index.ts';

const PUBLIC = flagsOf(0);
const PRIVATE = flagsOf(1);
const PROTECTED = flagsOf(2);

const visibilityOf = async (...rights: string[]) => {
  const { rules, details } = await filterVisibility(reader(rights));
  return [PUBLIC, PRIVATE, PROTECTED, UNKNOWN_FILTER].map(filter =>
    `${rules(filter) ? 'rules' : ''} ${details(filter) ? 'details' : ''}`.trim(),
  );
};

it('shows the rules of public filters to everyone, and the details to users with `abusefilter-log-detail`', async () => {
  expect(await visibilityOf()).toEqual(['rules', '', '', '']);
  expect(await visibilityOf('abusefilter-log-detail')).toEqual(['rules details', '', '', '']);
});
it('shows private filters and protected data only to users with the corresponding rights', async () => {
  expect(await visibilityOf('abusefilter-view-private', 'abusefilter-log-detail')).toEqual(['rules details', 'rules details', '', '']);
  expect(await visibilityOf('abusefilter-log-private', 'abusefilter-log-detail')).toEqual(['rules details', 'details', '', '']);
  expect(await visibilityOf('abusefilter-access-protected-vars')).toEqual(['rules', '', 'rules', '']);
  expect(await visibilityOf('abusefilter-modify', 'abusefilter-access-protected-vars')).toEqual(['rules', 'rules', 'rules', 'rules']);
});
it('hides private filters and protected data from users with a sitewide block', async () => {
  const rights = ['abusefilter-modify', 'abusefilter-access-protected-vars', 'abusefilter-log-detail'];
  const blocked = (partial: boolean): Actor => ({
    ...reader(rights),
    can: right => rights.includes(right),
    block: async () => ({ partial }) as never,
  });
  expect((await filterVisibility(blocked(false))).rules(PRIVATE)).toBe(false);
  expect((await filterVisibility(blocked(false))).details(PROTECTED)).toBe(false);
  expect((await filterVisibility(blocked(true))).rules(PRIVATE)).toBe(true);
});
