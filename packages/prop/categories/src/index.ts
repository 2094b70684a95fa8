import { hiddenMark } from '@wikiquery/categories';
import {
  defineModule,
  type Env,
  escapeWikitext,
  f,
  isoTimestamp,
  message,
  NS,
  Pages,
  p,
  Records,
  type Returned,
  readPage,
  readShow,
} from '@wikiquery/core';
import { hexOf, prepare, whereEquals } from '@wikiquery/database';

const props = f.props(
  {
    sortkey: { sortkey: f.string(), sortkeyprefix: f.string() },
    timestamp: { timestamp: f.timestamp() },
    hidden: { hidden: f.boolean() },
  },
  f.title(),
);

/** Lists the categories of pages, as MediaWiki's `prop=categories` does. */
export default defineModule({
  group: 'prop',
  name: 'categories',
  prefix: 'cl',
  summary: 'List the categories of pages.',
  cache: 'public',
  // Whether a category is hidden depends on its page.
  sources: ({ prop, show }) => (prop?.has('hidden') || show?.size ? ['database'] : ['pages']),
  generator: true,
  params: {
    prop: props.param().help('Category properties to return.'),
    show: p.enum(['hidden', '!hidden']).multi().help('Include only hidden categories, or only visible ones (`!hidden`).'),
    limit: p.limit().help('Number of categories to return.'),
    continue: p.continue(),
    categories: p.string().multi().help('Include only these categories.'),
    dir: p.dir.alphabetic().help('Sort direction.'),
  },
  returns: props,
  examples: { 'prop=categories&titles=Albert%20Einstein': 'Categories of a page.' },

  async execute(q) {
    const { prop, limit, dir } = q.params;
    const nothing = q.asGenerator ? new Pages([]) : new Records<never>([]);
    if (q.pages.found.size === 0) return nothing;
    const names = q.params.categories?.size ? readNames(q.params.categories, q) : undefined;
    if (names?.length === 0) return nothing;

    const show = readShow(q.params.show, ['hidden']);
    const selected = {
      sortkey: prop?.has('sortkey') === true,
      timestamp: prop?.has('timestamp') === true,
      hidden: prop?.has('hidden') === true,
    };
    const links = categoriesOf(q.db, [...q.pages.found.keys()], names, { ...selected, areHidden: show.hidden });
    const by = { cl_from: 'int', lt_title: 'string' } as const;
    const rows = await readPage(links, { by, limit, dir, continue: q.params.continue });
    if (q.asGenerator) return rows.pages(row => ({ title: { namespace: NS.CATEGORY, dbkey: row.lt_title } }));
    return rows.recordsOf(
      row => row.cl_from,
      row => {
        const record: CategoryRecord = { ns: NS.CATEGORY, title: q.titles.textOf(NS.CATEGORY, row.lt_title) };
        if (selected.sortkey) {
          record.sortkey = row.sortkey ?? '';
          record.sortkeyprefix = row.cl_sortkey_prefix ?? '';
        }
        if (selected.timestamp) record.timestamp = isoTimestamp(row.cl_timestamp ?? '');
        if (selected.hidden) record.hidden = row.hiddenMark !== null;
        return record;
      },
    );
  },
});

type CategoryRecord = Returned<typeof props>;

const categoriesOf = prepare(
  (
    pages: readonly number[],
    names: readonly string[] | undefined,
    shape: { sortkey: boolean; timestamp: boolean; hidden: boolean; areHidden: boolean | undefined },
  ) => ({ bindings: { pages, names }, shape }),
  (db, { pages, names }, { sortkey, timestamp, hidden, areHidden }) => {
    const mark = hiddenMark('lt_title');
    const links = db
      .selectFrom('categorylinks')
      .innerJoin('linktarget', 'lt_id', 'cl_target_id')
      .select(['cl_from', 'lt_title'])
      .$if(sortkey, query => query.select([hexOf('cl_sortkey').as('sortkey'), 'cl_sortkey_prefix']))
      .$if(timestamp, query => query.select('cl_timestamp'))
      .$if(hidden, query => query.select(mark.as('hiddenMark')));
    const found = whereEquals(links, { cl_from: pages, lt_title: names });
    return areHidden === undefined ? found : found.where(mark, areHidden ? 'is not' : 'is', null);
  },
);

/** Returns the category names among the titles and warns about other titles. */
function readNames(texts: Iterable<string>, { titles, warn }: Env): string[] {
  const names: string[] = [];
  for (const text of texts) {
    const title = titles.local(text);
    if (title?.namespace === NS.CATEGORY) names.push(title.dbkey);
    else
      warn(message('invalidcategory', `"${text}" is not a category.`, { key: 'apiwarn-invalidcategory', params: [escapeWikitext(text)] }));
  }
  return names;
}
