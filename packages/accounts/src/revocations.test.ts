import { expect, test } from 'vitest';
import { RevocationTable } from './revocations.ts';

const DAY = 86_400_000;
const session = (id: string, holder = '1 ', begunAt = 0, until = 30 * DAY) => ({ id, holder, begunAt, until });

test('keeps sessions revoked as long as their cookies may be valid, despite clock changes', () => {
  let [now, elapsed] = [0, 0];
  const table = new RevocationTable(
    () => now,
    () => elapsed,
    { each: 1000, all: 100 },
  );
  table.end(session('old'));
  now += 1000 * DAY;
  for (let at = 0; at < 10; at++) table.end(session(`new ${at}`, '2 ', now, now + 60 * DAY));
  expect(table.all().map(({ id }) => id)).toHaveLength(11);
  expect(table.has(session('old'))).toBe(true);
  expect(table.has(session('new 9', '2 '))).toBe(true);
  table.end(session('again'));
  now = 0;
  expect(table.has(session('again'))).toBe(true);
  elapsed = 62 * DAY;
  expect(table.all()).toEqual([]);
  expect(table.has(session('again'))).toBe(false);
});

test('revokes all earlier sessions of a holder with too many revocations', () => {
  const table = new RevocationTable(
    () => 0,
    () => 0,
    { each: 3, all: 1000 },
  );
  table.end(session('victim', '9 '));
  for (let at = 0; at < 100; at++) table.end(session(`own ${at}`, '1 ', at * 1000));
  expect(table.has(session('victim', '9 '))).toBe(true);
  for (let at = 0; at < 100; at++) expect(table.has(session(`own ${at}`, '1 ', at * 1000))).toBe(true);
  expect(table.has(session('later', '1 ', 100_000))).toBe(false);
  expect(table.has(session('other', '1 app', 0))).toBe(false);
  expect(table.all().length).toBeLessThanOrEqual(5);
});

test('bounds the number of stored revocations', () => {
  const table = new RevocationTable(
    () => 0,
    () => 0,
    { each: 10, all: 1000 },
  );
  for (let at = 0; at < 5000; at++) {
    table.end(session(`session ${at}`, `${at} `));
    expect(table.has(session(`session ${at}`, `${at} `))).toBe(true);
  }
  expect(table.all().length).toBeLessThanOrEqual(1000);
});
