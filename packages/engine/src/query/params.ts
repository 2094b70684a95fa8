import { type ParamsOut, p } from '@wikiquery/core';

/** What names the pages; offered by every action that works on pages. */
export const pageSetParams = {
  titles: p.string().multi().help('A list of titles to work on.'),
  pageids: p.int().multi().help('A list of page IDs to work on.'),
  revids: p.int().multi().help('A list of revision IDs to work on.'),
  generator: p.string().help('Get the list of pages to work on by executing the specified query module.'),
  redirects: p.boolean().help('Automatically resolve redirects in titles, pageids and revids, and in pages returned by generator.'),
  converttitles: p.boolean().help('Convert titles to other variants if necessary.'),
};

/** Parameters of action=query besides the page set. `prop`, `list` and `meta` take the names of the installed modules. */
export const queryParams = {
  prop: p.string().multi().help('Which properties to get for the queried pages.'),
  list: p.string().multi().help('Which lists to get.'),
  meta: p.string().multi().help('Which metadata to get.'),
  indexpageids: p.boolean().help('Include an additional pageids section listing all returned page IDs.'),
  export: p.boolean().help('Export the current revisions of all given or generated pages.'),
  exportnowrap: p.boolean().help('Return the export XML without wrapping it in a JSON result; only together with export.'),
  exportschema: p.enum(['0.10', '0.11']).default('0.11').help('Version of the XML dump format to target when exporting.'),
  iwurl: p.boolean().help('Whether to get the full URL if the title is an interwiki link.'),
  continue: p.continue(),
  rawcontinue: p.boolean().help('Return raw query-continue data for continuation.'),
};

export type QueryParams = ParamsOut<typeof queryParams>;
export type PageSetParams = ParamsOut<typeof pageSetParams>;
