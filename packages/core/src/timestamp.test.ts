import { describe, expect, it } from 'vitest';
import { isoTimestamp, parseTimestamp, timestampMillis, toTimestamp } from './timestamp.ts';

describe('the forms of a time', () => {
  it.each([
    ['20240131123456', '20240131123456'],
    ['2024-01-31T12:34:56Z', '20240131123456'],
    ['2024-01-31T12:34:56', '20240131123456'],
    ['2024-01-31T12:34:56.789Z', '20240131123456'],
    ['2024-01-31T12:34:56+02:00', '20240131103456'],
    ['20240131T123456Z', '20240131123456'],
    ['2024-01-31 12:34:56', '20240131123456'],
    ['2024:01:31 12:34:56', '20240131123456'],
    ['2024-01-31 12:34:56+00', '20240131123456'],
    ['1706704496', '20240131123456'],
    ['Wed, 31 Jan 2024 12:34:56 GMT', '20240131123456'],
    ['Wednesday, 31-Jan-24 12:34:56 UTC', '20240131123456'],
    ['Wed Jan 31 12:34:56 2024', '20240131123456'],
    ['-1', '19691231235959'],
    ['2024-13-31T00:00:00Z', '20250131000000'],
    ['00000101000000', '00000101000000'],
  ])('%s', (text, timestamp) => expect(parseTimestamp(text)).toBe(timestamp));

  it.each([
    '',
    'foo',
    '2024-01-31',
    '2024-01-31T12:34',
    '999999999999999',
    '2024-01-31T12:34:56X',
    'Foo, 31 Jan 2024 12:34:56 GMT',
    '0000-00-00T00:00:00Z',
  ])('not %j', text => expect(parseTimestamp(text)).toBeUndefined());
});

it('goes from and to moments', () => {
  const moment = Date.UTC(2024, 0, 31, 12, 34, 56);
  expect(toTimestamp(new Date(moment))).toBe('20240131123456');
  expect(timestampMillis('20240131123456')).toBe(moment);
  expect(isoTimestamp('20240131123456')).toBe('2024-01-31T12:34:56Z');
  expect(isoTimestamp('infinity')).toBe('infinity');
});
