import { createTables } from '@wikiquery/database';
import { FLAGGED_TABLES, flaggedPages } from '@wikiquery/flagged-pages';
import { describeModule } from '@wikiquery/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import flagged from './index.ts';

describeModule(
  flagged,
  async wiki => {
    for (const statement of createTables(wiki.database.engine, FLAGGED_TABLES)) await sql.raw(statement).execute(wiki.db);
    const [bridge, ford, mill] = [await wiki.page('Bridge'), await wiki.page('Ford'), await wiki.page('Mill')];
    await wiki.page('Weir');
    const db = flaggedPages(wiki.db);
    await db
      .insertInto('flaggedpages')
      .values([
        { fp_page_id: bridge.id, fp_reviewed: 1, fp_pending_since: null, fp_stable: bridge.latest, fp_quality: 0 },
        { fp_page_id: ford.id, fp_reviewed: 0, fp_pending_since: '20240501120000', fp_stable: 1, fp_quality: 1 },
      ])
      .execute();
    await db
      .insertInto('flaggedpage_config')
      .values([
        { fpc_page_id: ford.id, fpc_override: 1, fpc_level: 'sysop', fpc_expiry: 'infinity' },
        { fpc_page_id: mill.id, fpc_override: 0, fpc_level: 'autoconfirmed', fpc_expiry: '20990101000000' },
      ])
      .execute();
    return { request: { titles: 'Bridge|Ford|Mill|Weir|Nowhere' } };
  },
  ({ records }) => {
    it('returns the reviewed revision, pending time and review protection of pages', async () => {
      const told = (await records()).map((page: { title: string; flagged?: object }) => [page.title, page.flagged]);
      expect(Object.fromEntries(told)).toEqual({
        Bridge: { stable_revid: expect.any(Number), level: 0, level_text: 'stable' },
        Ford: {
          ...{ stable_revid: 1, level: 1, level_text: 'stable', pending_since: '2024-05-01T12:00:00Z' },
          ...{ protection_level: 'sysop', protection_expiry: 'infinity' },
        },
        Mill: { protection_level: 'autoconfirmed', protection_expiry: '2099-01-01T00:00:00Z' },
        Weir: undefined,
        Nowhere: undefined,
      });
    });
  },
);
