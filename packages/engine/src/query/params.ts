import { type ParamsOut, p } from '@wikiquery/core';

/** The parameters of the page set. */
export const pageSetParams = {
  titles: p.string().multi().help('Titles of the pages to query.'),
  pageids: p.int().multi().help('Ids of the pages to query.'),
  revids: p.int().multi().help('Ids of the revisions to query.'),
  generator: p.string().help('Query module that generates the pages.'),
  redirects: p.boolean().help('Follow the redirects among the selected pages, including those of a generator.'),
  converttitles: p.boolean().help('Convert titles to the language variant of an existing page.'),
};

/** The other parameters of `action=query`. `prop`, `list` and `meta` accept the names of the installed modules. */
export const queryParams = {
  prop: p.string().multi().help('Page properties to return.'),
  list: p.string().multi().help('Lists to return.'),
  meta: p.string().multi().help('Metadata to return.'),
  indexpageids: p.boolean().help('Add the list `pageids` with the ids of all pages.'),
  export: p.boolean().help('Add an XML export of the current revisions.'),
  exportnowrap: p.boolean().help('Return the XML export alone, without the API response. Requires `export`.'),
  exportschema: p.enum(['0.10', '0.11']).default('0.11').help('Schema version of the XML export.'),
  iwurl: p.boolean().help('Return the address of titles on other wikis.'),
  continue: p.continue(),
  rawcontinue: p.boolean().help('Return `query-continue` instead of `continue`.'),
};

export type QueryParams = ParamsOut<typeof queryParams>;
export type PageSetParams = ParamsOut<typeof pageSetParams>;
