import { readSite } from '@wikiquery/site';
import { openWiki } from '@wikiquery/testing';
import { afterAll, expect, test } from 'vitest';
import { isHiddenUser, isTemporaryName, loadActorsByName, loadActorsByUser, loadHiddenUsers, userById } from './index.ts';

const wiki = await openWiki();
afterAll(() => wiki.close());
const maren = await wiki.user('Maren');
const veiled = await wiki.user('Veiled');
await wiki.block('Veiled', { hideUser: true });
await wiki.block('Maren');
await wiki.page('A', { user: '192.0.2.7' });

test('loads actors by name and by account id', async () => {
  const byName = await loadActorsByName(wiki.db, ['Maren', '192.0.2.7', 'Nobody']);
  expect(new Set(byName.keys())).toEqual(new Set(['192.0.2.7', 'Maren']));
  expect(byName.get('Maren')).toEqual({ actorId: maren.actor, userId: maren.id, name: 'Maren' });
  expect(byName.get('192.0.2.7')).toMatchObject({ userId: undefined });
  expect((await loadActorsByUser(wiki.db, [veiled.id, 999])).get(veiled.id)?.name).toBe('Veiled');
});

test('returns the unknown user for an id without an account', async () => {
  expect(await userById(wiki.db, maren.id)).toEqual({ kind: 'id', name: 'Maren', id: maren.id });
  expect(await userById(wiki.db, 999)).toEqual({ kind: 'id', name: 'Unknown user', id: 0 });
  expect(await userById(wiki.db, 0)).toEqual({ kind: 'id', name: 'Unknown user', id: 0 });
});

test('finds accounts hidden by a block', async () => {
  expect(await loadHiddenUsers(wiki.db, [maren.id, veiled.id])).toEqual(new Set([veiled.id]));
  const rows = await wiki.db
    .selectFrom('user')
    .select('user_name')
    .where(eb => eb.not(isHiddenUser('user_id')))
    .where('user_name', 'in', ['Maren', 'Veiled'])
    .execute();
  expect(rows).toEqual([{ user_name: 'Maren' }]);
});

test('finds temporary accounts by prefix and suffix', async () => {
  for (const name of ['~2024-1', 'Gast 1 im Wiki', 'Gast 1', 'Gäst ünd', 'Gäst', 'Gäsünd']) await wiki.user(name);
  const namesOf = async (matchPatterns: readonly string[]) => {
    const isTemporary = isTemporaryName(readSite({ autocreatetempuser: { matchPatterns } }), 'user_name');
    const users = wiki.db.selectFrom('user').select('user_name').orderBy('user_id');
    return isTemporary && (await users.where(isTemporary).execute()).map(row => row.user_name);
  };
  expect(await namesOf(['~$1', 'Gast $1 im Wiki'])).toEqual(['~2024-1', 'Gast 1 im Wiki']);
  expect(await namesOf(['gast$1'])).toEqual([]);
  // Prefix and suffix must not overlap.
  expect(await namesOf(['Gäst$1st ünd', 'Gäs$1ünd'])).toEqual(['Gäst ünd', 'Gäsünd']);
  expect(await namesOf([])).toBeUndefined();
});
