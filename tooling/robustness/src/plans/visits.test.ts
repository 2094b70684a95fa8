import { expect, it } from 'vitest';
import { visitedBy } from './counter.ts';

it('counts for PostgreSQL the rows that nodes read from tables, with those that they reject', () => {
  const scan = { 'Node Type': 'Index Scan', 'Actual Rows': 2, 'Actual Loops': 3, 'Rows Removed by Filter': 5 };
  expect(visitedBy({ 'Node Type': 'Limit', 'Actual Rows': 2, 'Actual Loops': 1, Plans: [scan] })).toBe(21);
});
