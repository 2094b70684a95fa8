// A wiki in a file of its own, with rows as MediaWiki writes them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from '@wikiquery/database';
import { expect, it } from 'vitest';
import { createWikiFile } from './index.ts';

it('makes a file that a server can open, once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-builder-'));
  try {
    const file = join(folder, 'wiki.sqlite');
    const wiki = await createWikiFile(file);
    const page = await wiki.page('Heron', { text: 'A bird.', user: 'Ada' });
    await wiki.edit(page, { text: 'A large bird.' });
    await wiki.close();

    const { db, generation, close } = await open(`sqlite:${file}`);
    expect(generation).toBe('1.43');
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
    await expect(createWikiFile(file)).rejects.toThrow(/exists already/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
