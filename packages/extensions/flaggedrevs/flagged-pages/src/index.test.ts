import { createTables } from '@wikiquery/database';
import { engines, openWiki } from '@wikiquery/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { FLAGGED_TABLES, flaggedPages, isRedirect } from './index.ts';

it.each(engines)('reads reviewed pages and converts redirect filters on %s', async engine => {
  const wiki = await openWiki(engine);
  for (const statement of createTables(engine, FLAGGED_TABLES)) await sql.raw(statement).execute(wiki.db);
  const row = { fp_page_id: 1, fp_reviewed: 0, fp_pending_since: '20240102000000', fp_stable: 7, fp_quality: 0 };
  await flaggedPages(wiki.db).insertInto('flaggedpages').values(row).execute();
  expect(await flaggedPages(wiki.db).selectFrom('flaggedpages').selectAll().execute()).toEqual([row]);
  expect([isRedirect('all'), isRedirect('redirects'), isRedirect('nonredirects')]).toEqual([undefined, 1, 0]);
  await wiki.close();
});
