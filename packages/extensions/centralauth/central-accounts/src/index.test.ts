import { createTables } from '@wikiquery/database';
import { engines, openWiki } from '@wikiquery/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { CENTRAL_TABLES, centralAccounts, loadGlobalGroups, loadRights } from './index.ts';

it.each(engines)('loads unexpired global groups and their rights on %s', { timeout: 60_000 }, async engine => {
  const wiki = await openWiki(engine);
  try {
    for (const statement of createTables(engine, CENTRAL_TABLES)) await sql.raw(statement).execute(wiki.db);
    const db = centralAccounts(wiki.db);
    const memberships = [
      { gug_user: 1, gug_group: 'b', gug_expiry: '20300101000000' },
      { gug_user: 1, gug_group: 'a', gug_expiry: null },
      { gug_user: 1, gug_group: 'c', gug_expiry: '20200101000000' },
    ];
    await db.insertInto('global_user_groups').values(memberships).execute();
    const now = new Date(Date.UTC(2025, 0, 1));
    expect(await loadGlobalGroups({ db: wiki.db, now }, [1, 2])).toEqual(new Map([[1, ['a', 'b']]]));
    const rights = ['a', 'b'].map(ggp_group => ({ ggp_group, ggp_permission: `right of ${ggp_group}` }));
    await db.insertInto('global_group_permissions').values(rights).execute();
    await db.insertInto('wikiset').values({ ws_id: 1, ws_name: 'Few', ws_type: 'optin', ws_wikis: 'x,y' }).execute();
    await db.insertInto('global_group_restrictions').values({ ggr_group: 'b', ggr_set: 1 }).execute();
    expect(await loadRights(wiki.db, ['a', 'b'], 'y')).toEqual(['right of a', 'right of b']);
    expect(await loadRights(wiki.db, ['a', 'b'], 'z')).toEqual(['right of a']);
    expect(await loadRights(wiki.db, [], 'y')).toEqual([]);
  } finally {
    await wiki.close();
  }
});
