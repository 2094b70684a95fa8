import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EngineName, serverEngineOf } from '@wikiquery/database';
import { openWiki, quickEngines, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIndex } from '../index.ts';
import { databaseBeside, dropDatabase } from '../server/server-index.test-kit.ts';
import { ageIndex, contentsOf, RandomChanges } from './update.test-kit.ts';

/** Number of updates, and of changes before each update. */
const [UPDATES, CHANGES] = process.env.CI ? [40, 6] : [4, 10];

describe.each(quickEngines)('updates of the search index of a wiki on %s', (engine: EngineName) => {
  let wiki: TestWiki;
  let folder: string;
  let updated: string;
  let rebuilt: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wikiquery-update-'));
    wiki = await openWiki(engine);
    // The first index of a wiki on a server is in a database, and that of a wiki on SQLite in a file.
    updated = engine === 'sqlite' ? join(folder, 'updated') : databaseBeside(wiki.url);
    rebuilt = engine === 'sqlite' ? join(folder, 'rebuilt') : databaseBeside(updated);
  });
  afterAll(async () => {
    if (serverEngineOf(updated)) for (const address of [updated, rebuilt]) await dropDatabase(address);
    await wiki.close();
    await rm(folder, { recursive: true });
  });

  it('give the same index as a rebuild after random edits, moves, deletions, restorations, imports and redirects', {
    timeout: 300_000,
  }, async () => {
    const changes = new RandomChanges(wiki, 7);
    await buildIndex(wiki.db, { location: updated, site: wiki.site });
    for (let update = 0; update < UPDATES; update++) {
      for (let change = 0; change < CHANGES; change++) await changes.change();
      const runs = await ageIndex(updated);
      await buildIndex(wiki.db, { location: updated, site: wiki.site });
      // A comparison of all pages would forget earlier runs.
      expect(await ageIndex(updated)).toBe(Math.min(2, runs + 1));
      if (update % 4 < 3) continue;
      await buildIndex(wiki.db, { location: rebuilt, site: wiki.site, full: true });
      expect(await contentsOf(updated)).toEqual(await contentsOf(rebuilt));
    }
  });
});
