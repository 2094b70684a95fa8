import { defineModule, f, nothing, p, readPage } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { namedTitle } from '@wikiquery/pages';
import { ALL, idOf, nameOf, VISIBLE } from './categories.ts';
import type { LinterTables } from './tables.ts';

/** Lists markup errors of pages, as Linter's `list=linterrors` does. */
export default defineModule({
  group: 'list',
  name: 'linterrors',
  prefix: 'lnt',
  summary: 'List markup errors of pages, as recorded by Linter.',
  extension: 'Linter',
  params: {
    categories: p.enum(ALL).multi().default(VISIBLE).help('Include only errors of these categories.'),
    limit: p.limit().help('Number of errors to return.'),
    namespace: p.namespace().multi().help('Include only pages in these namespaces.'),
    pageid: p.int().multi().help('Include only pages with these ids.'),
    title: p.string().help('Include only the page of this title.'),
    from: p.int().help('Error id to start at.'),
  },
  atMostOne: [
    ['pageid', 'title'],
    ['namespace', 'title'],
  ],
  returns: f.record({
    pageid: f.int(),
    ...f.title(),
    lintId: f.int().help('Id of the error.'),
    category: f.string().help('Category of the error.'),
    location: f.array(f.int()).help('Start and end of the error in the wikitext, in bytes.'),
    templateInfo: f.assoc().help('Template that causes the error, if any.'),
    params: f.assoc().help('Further data, depending on the category.'),
  }),
  continuesBy: 'from',
  examples: { 'list=linterrors&lntcategories=obsolete-tag': 'Obsolete tags.' },

  async execute(q) {
    const { categories, limit, namespace, pageid, title, from } = q.params;
    const page = title === undefined ? undefined : await namedTitle(q, { title });
    const selected = categories.size > 0 ? [...categories] : VISIBLE;
    const errors = whereEquals(
      q.db
        .withTables<LinterTables>()
        .selectFrom('linter')
        .innerJoin('page', 'page_id', 'linter_page')
        .select(['linter_id', 'linter_cat', 'linter_params', 'linter_start', 'linter_end', 'page_id', 'page_namespace', 'page_title']),
      {
        linter_cat: selected.map(idOf),
        linter_page: pageid?.size ? pageid : undefined,
        page_namespace: page?.namespace ?? (namespace?.size ? namespace : undefined),
        page_title: page?.dbkey,
      },
    );
    const cursor = (row: { readonly linter_id: number }) => ({ from: row.linter_id });
    const rows = await readPage(errors, { by: { linter_id: 'int' }, limit, start: from, cursor });
    if (rows.rows.length === 0) return nothing;
    return rows.records(row => {
      const { templateInfo, ...params } = read(row.linter_params);
      return {
        pageid: row.page_id,
        ...q.titles.fields(row.page_namespace, row.page_title),
        lintId: row.linter_id,
        category: nameOf(row.linter_cat),
        location: [row.linter_start, row.linter_end],
        templateInfo: (templateInfo ?? {}) as Values,
        params,
      };
    });
  },
});

type Values = Readonly<Record<string, unknown>>;

function read(text: string): Values {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Values) : {};
  } catch {
    return {};
  }
}
