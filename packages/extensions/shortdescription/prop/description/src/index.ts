import { defineModule, f, p, Records } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';

const WIKIBASE = 'WikibaseClient';
const SHORT_DESCRIPTION = 'ShortDescription';

export default defineModule({
  group: 'prop',
  name: 'description',
  prefix: 'desc',
  summary: 'Get a short description of each page, in the language of the wiki.',
  extension: [WIKIBASE, SHORT_DESCRIPTION],
  internal: true,
  cache: 'public',
  sources: ['database'],
  differences: ['Descriptions that another wiki keeps are not given: they stand in no table of this one.'],
  params: {
    continue: p.int().default(0).help('When more results are available, use this to continue.'),
    prefersource: p
      .enum(['local', 'central'])
      .default('local')
      .help('Whose description to prefer: that of the page, or that of the wiki for data. Each stands in for the other.'),
  },
  returns: f.record({
    description: f.string().help('What the page is about.'),
    descriptionsource: f.literal('local').optional().help('Who says so: the page itself.'),
  }),
  placement: 'spread',
  examples: { 'prop=description&titles=London': 'What a page is about.' },

  async execute({ db, actor, pages, params, site }) {
    const all = [...pages.found.keys()];
    // A negative number counts from the end.
    const from = params.continue < 0 ? Math.max(0, all.length + params.continue) : params.continue;
    const limit = actor.can('apihighlimits') ? 5000 : 500;
    const ids = all.slice(from, from + limit);
    // Both extensions have a module of this name; the one alone keeps its descriptions under a name of its own.
    const isAlone = site.extensions?.has(SHORT_DESCRIPTION) && !site.extensions.has(WIKIBASE);
    const property = isAlone ? 'shortdesc' : 'wikibase-shortdesc';
    const rows = await whereEquals(db.selectFrom('page_props').select(['pp_page', 'pp_value']), {
      pp_page: ids,
      pp_propname: property,
    }).execute();
    const descriptions = new Map(rows.map(row => [row.pp_page, row.pp_value]));
    const entries = ids.flatMap((pageId, i) => {
      const description = descriptions.get(pageId);
      if (description === undefined) return [];
      return [{ pageId, cursor: from + i, record: { description, ...(!isAlone && { descriptionsource: 'local' as const }) } }];
    });
    return new Records(entries, params.continue + limit < all.length ? params.continue + limit : undefined);
  },
});
