import { badContinue, defineModule, type Entry, f, p, Records } from '@wikiquery/core';
import { hasOwnOrder, loadInChunks, prepare, whereEquals } from '@wikiquery/database';

/** Returns page properties, such as the display title or the default sort key, as MediaWiki's `prop=pageprops` does. */
export default defineModule({
  group: 'prop',
  name: 'pageprops',
  prefix: 'pp',
  summary: 'Return page properties, such as the display title or the default sort key.',
  cache: 'public',
  sources: ['pages'],
  params: {
    continue: p.continue(),
    prop: p.string().multi().help('Include only these properties. Use it to test whether a page sets a property.'),
  },
  returns: f.dictionary(f.string()),
  placement: 'object',
  examples: { 'prop=pageprops&titles=Main%20Page|MediaWiki': 'Properties of two pages.' },

  async execute(q) {
    const { prop } = q.params;
    const from = q.params.continue ? pageIdFrom(q.params.continue) : 0;
    const ids = [...q.pages.found.keys()].filter(id => id >= from);

    const names = prop?.size ? [...prop] : undefined;
    const rows = await loadInChunks(ids, pages => propertiesOf(q.db, pages, names, !hasOwnOrder(q.db)).execute());
    const byPage = Map.groupBy(rows, row => row.pp_page);
    const entries = [...byPage].map(
      ([pageId, properties]): Entry<Record<string, string>> => ({
        pageId,
        record: Object.fromEntries(properties.map(row => [row.pp_propname, row.pp_value])),
        cursor: pageId,
      }),
    );
    return new Records(entries.sort((a, b) => Number(a.pageId) - Number(b.pageId)));
  },
});

const propertiesOf = prepare(
  (pages: readonly number[], names: readonly string[] | undefined, ordered: boolean) => ({
    bindings: { pages, names },
    shape: { ordered },
  }),
  (db, { pages, names }, { ordered }) =>
    whereEquals(db.selectFrom('page_props').select(['pp_page', 'pp_propname', 'pp_value']), { pp_page: pages, pp_propname: names }).$if(
      ordered,
      query => query.orderBy('pp_page').orderBy('pp_propname'),
    ),
);

function pageIdFrom(text: string): number {
  const id = Number(text);
  if (!Number.isSafeInteger(id) || String(id) !== text) throw badContinue();
  return id;
}
