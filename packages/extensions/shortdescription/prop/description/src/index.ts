import { defineModule, f, p, Records } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';

const WIKIBASE = 'WikibaseClient';
const SHORT_DESCRIPTION = 'ShortDescription';

/** Returns the short description of each page, as ShortDescription's `prop=description` does. */
export default defineModule({
  group: 'prop',
  name: 'description',
  prefix: 'desc',
  summary: 'Return the short description of each page in the content language.',
  extension: [WIKIBASE, SHORT_DESCRIPTION],
  internal: true,
  cache: 'public',
  sources: ['pages'],
  differences: ['Central descriptions are not returned. They are not in the database of this wiki.'],
  params: {
    continue: p.int().default(0).help('Continue value of the previous response.'),
    prefersource: p
      .enum(['local', 'central'])
      .default('local')
      .help('Preferred source: `local` (the page) or `central` (the repository). Only local descriptions are available here.'),
  },
  returns: f.record({
    description: f.string().help('Description of the page.'),
    descriptionsource: f.literal('local').optional().help('Source of the description.'),
  }),
  placement: 'spread',
  examples: { 'prop=description&titles=London': 'Short description of a page.' },

  async execute({ db, actor, pages, params, site }) {
    const all = [...pages.found.keys()];
    // Like PHP's `array_slice`, counts a negative offset from the end.
    const from = params.continue < 0 ? Math.max(0, all.length + params.continue) : params.continue;
    const limit = actor.can('apihighlimits') ? 5000 : 500;
    const ids = all.slice(from, from + limit);
    // Both extensions define this module. ShortDescription's page property counts only on wikis without WikibaseClient.
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
