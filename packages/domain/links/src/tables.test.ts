import { whereEquals } from '@wikiquery/database';
import { openWiki, type WikiBuilder } from '@wikiquery/testing';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LinkTable, linksIn, linksWithPages, linkTables, whereLinkTo } from './tables.ts';

// Queries on the derived tables must have the same plan as queries on the link tables.

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki('sqlite');
});
afterAll(() => wiki.close());

async function planOf({ sql, parameters }: CompiledQuery): Promise<string[]> {
  const { rows } = await wiki.db.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]));
  return rows.map(row => row.detail);
}
/** Returns the steps of a plan that scan a table, copy it, or sort. */
const detours = (plan: readonly string[]) => plan.filter(step => /^(?:SCAN|MATERIALIZE|CO-ROUTINE|USE TEMP)/.test(step));

describe.each(Object.entries<LinkTable>(linkTables))('links in table %s', (name, table) => {
  it('finds links by their target through an index', async () => {
    const links = whereLinkTo(wiki.db, linksWithPages(wiki.db, table).select('from_id'), table, [
      { namespace: table.toNamespace ?? 0, dbkey: 'Harbour' },
    ]);
    const plan = await planOf(links.orderBy('from_id').limit(11).compile());
    expect(detours(plan)).toEqual([]);
    expect(plan.join()).toContain(name);
  });
  it('finds links by their page through an index', async () => {
    const links = whereEquals(linksIn(wiki.db, table).select(['from_id', 'to_title']), { from_id: [1, 2] });
    const plan = await planOf(links.orderBy('from_id').limit(11).compile());
    expect(detours(plan)).toEqual([]);
    expect(plan.join()).toContain(name);
  });
});
