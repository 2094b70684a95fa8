import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from '@wikiquery/database';
import { expect, it } from 'vitest';
import { createWikiFile, openWikiFile } from './index.ts';

it('createWikiFile creates a file that a server can open, but overwrites no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-builder-'));
  try {
    const file = join(folder, 'wiki.sqlite');
    const wiki = await createWikiFile(file);
    const page = await wiki.page('Heron', { text: 'A bird.', user: 'Ada' });
    await wiki.edit(page, { text: 'A large bird.' });
    await wiki.close();

    const { db, layout, close } = await open(`sqlite:${file}`);
    expect(layout.release).toBe('1.46');
    const rows = await db
      .selectFrom('revision')
      .innerJoin('actor', 'actor_id', 'rev_actor')
      .select(['rev_len', 'actor_name'])
      .orderBy('rev_id')
      .execute();
    expect(rows).toEqual([
      { rev_len: 7, actor_name: 'Ada' },
      { rev_len: 13, actor_name: 'Admin' },
    ]);
    await close();
    await expect(createWikiFile(file)).rejects.toThrow(/already exists/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('openWikiFile continues an existing wiki', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-builder-'));
  try {
    const file = join(folder, 'wiki.sqlite');
    const begun = await createWikiFile(file);
    const heron = await begun.page('Heron', { text: 'A bird.', user: 'Ada' });
    await begun.edit(heron, { text: 'A grey bird.', user: '192.0.2.7', tags: ['colour'] });
    await begun.link(heron, 'Reed');
    await begun.close();

    const wiki = await openWikiFile(file);
    const { id } = await wiki.user('Ada', { groups: ['sysop'], email: 'ada@ponds.example' });
    await wiki.edit('Heron', { user: '192.0.2.7', tags: ['colour'] });
    await wiki.link(await wiki.page('Bittern'), 'Reed');
    const revisions = wiki.db.selectFrom('revision').select(['rev_page', 'rev_parent_id', 'rev_len']).orderBy('rev_id');
    expect(await revisions.execute()).toEqual([
      { rev_page: heron.id, rev_parent_id: 0, rev_len: 7 },
      { rev_page: heron.id, rev_parent_id: 1, rev_len: 12 },
      { rev_page: heron.id, rev_parent_id: 2, rev_len: 12 },
      { rev_page: heron.id + 1, rev_parent_id: 0, rev_len: 0 },
    ]);
    expect(await wiki.db.selectFrom('user').select(['user_id', 'user_email']).where('user_name', '=', 'Ada').execute()).toEqual([
      { user_id: id, user_email: 'ada@ponds.example' },
    ]);
    expect(await wiki.db.selectFrom('user_groups').select('ug_user').execute()).toEqual([{ ug_user: id }]);
    expect(await wiki.db.selectFrom('change_tag_def').select('ctd_count').execute()).toEqual([{ ctd_count: 2 }]);
    await wiki.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});
