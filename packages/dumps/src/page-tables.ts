import type { TableName } from '@wikiquery/database';

export const PAGE_OF: Readonly<Partial<Record<TableName, string>>> = {
  categorylinks: 'cl_from',
  externallinks: 'el_from',
  imagelinks: 'il_from',
  iwlinks: 'iwl_from',
  langlinks: 'll_from',
  page_props: 'pp_page',
  page_restrictions: 'pr_page',
  pagelinks: 'pl_from',
  redirect: 'rd_from',
  templatelinks: 'tl_from',
};
