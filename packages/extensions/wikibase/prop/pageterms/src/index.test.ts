import { createTables } from '@wikiquery/database';
import { describeModule } from '@wikiquery/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import pageterms from './index.ts';
import { TERM_TABLES, type TermTables } from './tables.ts';

describeModule(
  pageterms,
  async wiki => {
    for (const statement of createTables(wiki.database.engine, TERM_TABLES)) await sql.raw(statement).execute(wiki.db);
    const db = wiki.db.withTables<TermTables>();
    const types = ['label', 'description', 'alias'];
    await db
      .insertInto('wbt_type')
      .values(types.map((wby_name, at) => ({ wby_id: at + 1, wby_name })))
      .execute();
    const terms = [
      [7, 'label', 'en', 'bridge'],
      [7, 'description', 'en', 'way across a river'],
      [7, 'alias', 'en', 'span'],
      [7, 'alias', 'en', 'crossing'],
      [7, 'label', 'de', 'Brücke'],
      [8, 'label', 'de', 'Furt'],
    ] as const;
    for (const [at, [item, type, wbxl_language, wbx_text]] of terms.entries()) {
      const id = at + 1;
      await db.insertInto('wbt_text').values({ wbx_id: id, wbx_text }).execute();
      await db.insertInto('wbt_text_in_lang').values({ wbxl_id: id, wbxl_language, wbxl_text_id: id }).execute();
      await db
        .insertInto('wbt_term_in_lang')
        .values({ wbtl_id: id, wbtl_type_id: types.indexOf(type) + 1, wbtl_text_in_lang_id: id })
        .execute();
      await db.insertInto('wbt_item_terms').values({ wbit_id: id, wbit_item_id: item, wbit_term_in_lang_id: id }).execute();
    }
    for (const title of ['Bridge', 'Ford', 'Weir', 'Mill']) await wiki.page(title);
    await wiki.prop('Bridge', 'wikibase_item', 'Q7');
    await wiki.prop('Ford', 'wikibase_item', 'Q8');
    await wiki.prop('Mill', 'wikibase_item', 'nothing');
    await wiki.prop('Weir', 'displaytitle', 'Q7');
    return { request: { titles: 'Bridge|Ford|Weir|Mill|Nowhere' } };
  },
  ({ records }) => {
    type Described = { title: string; terms?: object };
    const terms = async (params = {}) =>
      Object.fromEntries((await records(params)).flatMap((page: Described) => (page.terms ? [[page.title, page.terms]] : [])));

    it("returns the terms of pages in the user's language", async () => {
      expect(await terms()).toEqual({ Bridge: { alias: ['span', 'crossing'], description: ['way across a river'], label: ['bridge'] } });
    });
    it('returns only the requested types of terms', async () => {
      expect(await terms({ terms: 'label' })).toEqual({ Bridge: { label: ['bridge'] } });
      expect(await terms({ terms: 'label|alias' })).toEqual({ Bridge: { label: ['bridge'], alias: ['span', 'crossing'] } });
      expect(await terms({ terms: 'label', continue: 1 })).toEqual({ Bridge: { label: ['bridge'] } });
      expect(await terms({ continue: 2 })).toEqual({});
    });
  },
);
