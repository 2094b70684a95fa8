import { expect, it } from 'vitest';
import { examineWorkers } from './poisoning.ts';

/** Workers remember much: nothing of it may come to somebody whom it was not made for. */
it('tells everybody their own, whatever others ask the same workers', { timeout: 240_000 }, async () => {
  const { asked, leaks } = await examineWorkers({ share: 0.004 });
  expect(leaks).toEqual([]);
  expect(asked).toBeGreaterThan(300);
});
