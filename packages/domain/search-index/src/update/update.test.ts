import type { EngineName } from '@wikiquery/database';
import { quickEngines } from '@wikiquery/testing';
import { describe, expect, it } from 'vitest';
import { buildIndex } from '../index.ts';
import { ageIndex, contentsOf, RandomChanges, useIndexedWiki } from './update.test-kit.ts';

/** Number of updates, and of changes before each update. */
const [UPDATES, CHANGES] = process.env.CI ? [40, 6] : [4, 10];

describe.each(quickEngines)('updates of the search index of a wiki on %s', (engine: EngineName) => {
  const opened = useIndexedWiki(engine);

  it('give the same index as a rebuild after random edits, moves, deletions, restorations, imports and redirects', {
    timeout: 300_000,
  }, async () => {
    const { wiki, updated, rebuilt } = opened;
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
