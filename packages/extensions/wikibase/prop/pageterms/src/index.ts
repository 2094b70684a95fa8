import { defineModule, f, p, Records } from '@wikiquery/core';
import { loadInChunks } from '@wikiquery/database';
import type { TermTables } from './tables.ts';

const TYPES = ['alias', 'description', 'label'] as const;
type TermType = (typeof TYPES)[number];

const terms = (what: string) => f.array(f.string()).element('term').optional().help(what);

/** Returns labels, descriptions and aliases of the items linked to pages, as Wikibase Client's `prop=pageterms` does. */
export default defineModule({
  group: 'prop',
  name: 'pageterms',
  prefix: 'wbpt',
  summary: 'Return labels, descriptions and aliases of the items linked to pages.',
  extension: 'WikibaseClient',
  differences: ['Terms are read from the Wikibase tables in the database of this wiki.'],
  cache: 'public',
  params: {
    continue: p.int().help('Continue value of the previous response.'),
    terms: p.enum(TYPES).multi().default(TYPES).help('Types of terms to return.'),
  },
  returns: f.record({
    terms: f
      .object({ alias: terms('Aliases.'), description: terms('Descriptions.'), label: terms('Labels.') })
      .help('Terms of the item, by type.'),
  }),
  placement: 'spread',
  examples: { 'prop=pageterms&titles=London': 'Terms of the item for a page.' },

  async execute({ db, pages, params, lang }) {
    const ids = [...pages.found.keys()].filter(id => id >= (params.continue ?? 0)).sort((a, b) => a - b);
    const linked = await loadInChunks(ids, chunk =>
      db
        .selectFrom('page_props')
        .select(['pp_page', 'pp_value'])
        .where('pp_propname', '=', 'wikibase_item')
        .where('pp_page', 'in', chunk)
        .execute(),
    );
    const items = new Map(
      linked.flatMap(row => (/^Q[1-9]\d{0,9}$/.test(row.pp_value) ? [[row.pp_page, Number(row.pp_value.slice(1))]] : [])),
    );
    const rows = await loadInChunks(new Set(items.values()), chunk =>
      db
        .withTables<TermTables>()
        .selectFrom('wbt_item_terms')
        .innerJoin('wbt_term_in_lang', 'wbtl_id', 'wbit_term_in_lang_id')
        .innerJoin('wbt_text_in_lang', 'wbxl_id', 'wbtl_text_in_lang_id')
        .innerJoin('wbt_text', 'wbx_id', 'wbxl_text_id')
        .innerJoin('wbt_type', 'wby_id', 'wbtl_type_id')
        .select(['wbit_item_id', 'wby_name', 'wbx_text'])
        .where('wbit_item_id', 'in', chunk)
        .where('wbxl_language', '=', lang)
        .where('wby_name', 'in', [...params.terms])
        .orderBy('wbit_id')
        .execute(),
    );
    const byItem = Map.groupBy(rows, row => row.wbit_item_id);
    const entries = ids.flatMap(pageId => {
      const found = byItem.get(items.get(pageId) ?? 0) ?? [];
      if (found.length === 0) return [];
      const selected: { [T in TermType]?: string[] } = {};
      for (const type of params.terms) {
        const texts = found.filter(row => row.wby_name === type).map(row => row.wbx_text);
        if (texts.length > 0) selected[type] = texts;
      }
      return [{ pageId, cursor: pageId, record: { terms: selected } }];
    });
    return new Records(entries);
  },
});
