import { openWiki } from '@wikiquery/testing';
import { afterAll, expect, test, vi } from 'vitest';
import { createGenders } from './index.ts';

const wiki = await openWiki();
afterAll(() => wiki.close());
await wiki.user('Anna B', { preferences: { gender: 'female' } });
const carl = await wiki.user('Carl', { preferences: { gender: 'unknown' } });
await wiki.user('Dora', { preferences: { language: 'de' } });

test('returns the genders that users chose', async () => {
  const genders = createGenders(wiki.db);
  expect(genders.of('Anna B')).toBeUndefined();
  await genders.load();
  expect(['Anna B', 'Carl', 'Dora', 'Nobody'].map(genders.of)).toEqual(['female', 'unknown', undefined, undefined]);
});

test('reloads expired genders in the background', async () => {
  const genders = createGenders(wiki.db, { maxAge: 0 });
  await genders.load();
  await wiki.db.updateTable('user_properties').set({ up_value: 'male' }).where('up_user', '=', carl.id).execute();
  await vi.waitFor(() => expect(genders.of('Carl')).toBe('male'), { timeout: 10_000 });
});

test('keeps genders when a reload fails', async () => {
  const other = await openWiki();
  await other.user('Anna B', { preferences: { gender: 'female' } });
  const failed = vi.fn<(error: unknown) => void>();
  const genders = createGenders(other.db, { maxAge: 0, failed });
  await genders.load();
  await other.close();
  await vi.waitFor(
    () => {
      expect(genders.of('Anna B')).toBe('female');
      expect(failed).toHaveBeenCalled();
    },
    { timeout: 10_000 },
  );
});
