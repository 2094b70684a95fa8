import { CATEGORY, hiddenMark } from '@wikiquery/categories';
import { defineModule, type Env, escapeWikitext, f, isoTimestamp, message, Pages, p, Records, readPage } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';

const props = f.props(
  {
    sortkey: { sortkey: f.string(), sortkeyprefix: f.string() },
    timestamp: { timestamp: f.timestamp() },
    hidden: { hidden: f.boolean() },
  },
  f.title(),
);

export default defineModule({
  group: 'prop',
  name: 'categories',
  prefix: 'cl',
  summary: 'List all categories the pages belong to.',
  cache: 'public',
  generator: true,
  params: {
    prop: props.param().help('Which additional properties to get for each category.'),
    show: p.show(['hidden']).help('Which kind of categories to show.'),
    limit: p.limit().help('How many categories to return.'),
    continue: p.continue(),
    categories: p.string().multi().help('Only list these categories.'),
    dir: p.dir.alphabetic().help('The direction in which to list.'),
  },
  returns: props,
  examples: { 'prop=categories&titles=Albert%20Einstein': 'The categories of a page.' },

  async execute(q) {
    const { prop, show, limit, dir } = q.params;
    const nothing = q.asGenerator ? new Pages([]) : new Records<never>([]);
    if (q.pages.found.size === 0) return nothing;
    const wanted = q.params.categories?.size ? wantedCategories(q.params.categories, q) : undefined;
    if (wanted?.length === 0) return nothing;

    const needsHidden = prop?.has('hidden') || show.hidden !== undefined;
    let links = q.db.selectFrom('categorylinks').select(['cl_from', 'cl_to', 'cl_sortkey', 'cl_sortkey_prefix', 'cl_timestamp']);
    links = whereEquals(links, { cl_from: [...q.pages.found.keys()], cl_to: wanted });
    const mark = hiddenMark('cl_to');
    const withMark = links.select(mark.as('hiddenMark'));
    const shown = show.hidden === undefined ? withMark : withMark.where(mark, show.hidden ? 'is not' : 'is', null);

    const by = { cl_from: 'int', cl_to: 'string' } as const;
    const rows = await readPage(needsHidden ? shown : links.select(is => is.lit(null).as('hiddenMark')), {
      by,
      limit,
      dir,
      continue: q.params.continue,
    });
    if (q.asGenerator) return rows.pages(row => ({ title: { namespace: CATEGORY, dbkey: row.cl_to } }));
    return rows.recordsOf(
      row => row.cl_from,
      row =>
        props.pick(
          prop,
          {
            sortkey: { sortkey: Buffer.from(row.cl_sortkey).toString('hex'), sortkeyprefix: row.cl_sortkey_prefix },
            timestamp: { timestamp: isoTimestamp(row.cl_timestamp) },
            hidden: { hidden: row.hiddenMark !== null },
          },
          q.titles.fields(CATEGORY, row.cl_to),
        ),
    );
  },
});

/** Names of the categories among these titles; the others get a warning. */
function wantedCategories(texts: Iterable<string>, { titles, warn }: Env): string[] {
  const names: string[] = [];
  for (const text of texts) {
    const title = titles.local(text);
    if (title?.namespace === CATEGORY) names.push(title.dbkey);
    else
      warn(message('invalidcategory', `"${text}" is not a category.`, { key: 'apiwarn-invalidcategory', params: [escapeWikitext(text)] }));
  }
  return names;
}
